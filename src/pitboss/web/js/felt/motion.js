// Motion explains where a thing went, then stops: cards come from the dealer and turn in place, chips are pushed,
// swept, paid and collected, the button walks. With reduced motion nothing travels; what is new is outlined briefly.
// Positions are read before anything moves, so that the page is laid out once; news ends all running motion.

const MS = {
  deal: 280,
  fan: 120,
  next: 90,
  turn: 260,
  apart: 120,
  push: 320,
  sweep: 420,
  pay: 320,
  light: 120,
  button: 420,
  figures: 220,
};
const LATE = 2000; // nothing starts later than this: further behind, jump to the state
const EASE = "cubic-bezier(.2, .7, .2, 1)";
const EASE_IN = "cubic-bezier(.5, 0, .9, .4)";
const SETTLE = "cubic-bezier(.2, 1, .3, 1)";
/** @type {EventTypes} */
const DEALT = new Set(["dealt", "replaced", "board", "turned", "dispensed"]);
const FIGURES = ".pot b, .chair > span, .lot dd, .wager b";

/** True if nothing may travel. */
export const still = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "less";

const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
const moving = new Set();

export const animate = {
  /** Record what is on the felt before it is drawn again. */
  before(root) {
    const felt = root.querySelector(".table");
    if (!felt) return null;
    return {
      faces: new Map([...felt.querySelectorAll(".card")].map((card) => [card, card.dataset.c])),
      chips: new Map(
        [...felt.querySelectorAll(".wager, .place .chips, .pot .chips")].map((chips) => [
          chips,
          { box: chips.getBoundingClientRect(), kind: kindOf(chips) },
        ]),
      ),
      figures: new Map([...felt.querySelectorAll(FIGURES)].map((each) => [each, each.textContent])),
      button: felt.querySelector(".button")?.getBoundingClientRect(),
    };
  },

  /** Move new things to where they lie. */
  after(root, seen, events) {
    const felt = root.querySelector(".table");
    if (!events.length || !seen || !felt) return;
    stop();
    if (document.hidden) return;
    const cards = [...felt.querySelectorAll(".card")];
    const fresh = cards.filter((card) => !seen.faces.has(card));
    const turned = cards.filter((card) => card.dataset.c && seen.faces.has(card) && !seen.faces.get(card));
    const pushed = [...felt.querySelectorAll(".wager, .place .chips")].filter((chips) => !seen.chips.has(chips));
    if (still()) return [...fresh, ...turned, ...pushed].forEach(outline);
    const plan = [...dealt(felt, fresh, events), ...pushes(felt, pushed), ...walk(felt, seen)];
    const gone = [...sweeps(felt, seen), ...awards(felt, seen, events)];
    const figures = [...felt.querySelectorAll(FIGURES)].filter(
      (each) => seen.figures.has(each) && seen.figures.get(each) !== each.textContent,
    );
    // From here on nothing is read.
    for (const [element, frames, options] of plan) run(element, frames, { fill: "backwards", ...options });
    turned.forEach((card, index) =>
      run(card, [{ transform: "rotateY(90deg)" }, { transform: "none" }], {
        duration: MS.turn,
        delay: index * Math.min(MS.apart, (LATE - MS.turn) / turned.length),
        easing: EASE,
        fill: "backwards",
      })
    );
    for (const each of figures) run(each, [{ opacity: 0.2 }, { opacity: 1 }], { duration: MS.figures });
    for (const [chips, box, to, easing] of gone) travel(felt, chips, box, to, easing);
  },
};

/** End all motion: everything is at its goal. */
function stop() {
  for (const each of [...moving]) {
    each.finish();
    each.onfinish(); // a hidden page may never be sent the event, and chips that travelled would stay where they were
  }
}

function run(element, frames, options) {
  const animation = element.animate(frames, options);
  moving.add(animation);
  animation.onfinish = animation.oncancel = () => moving.delete(animation);
  return animation;
}

function kindOf(chips) {
  if (chips.matches(".wager")) return "wager";
  return chips.closest(".pot") ? "pot" : "place";
}

/** The position of the dealer's hands. */
function dealer(felt) {
  const box = felt.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height * (felt.classList.contains("house") ? 0.05 : 0.14)];
}

/** @param {number[]} here @param {number[]} there */
const from = ([x, y], [atX, atY]) => `translate(${x - atX}px, ${y - atY}px)`;

/** Cards from the dealer's hand, in the order they were dealt; a packet comes as one card and is fanned on arrival. */
function dealt(felt, fresh, events) {
  const hand = dealer(felt);
  const boxes = new Map(fresh.map((card) => [card, card.getBoundingClientRect()]));
  const waiting = new Map();
  for (const card of fresh) waiting.set(homeOf(card), [...(waiting.get(homeOf(card)) ?? []), card]);
  const packets = [];
  for (const event of events) {
    if (!DEALT.has(event.type) || !event.cards?.length) continue;
    const cards = waiting.get(event.seat ? String(event.seat) : (event.pile ?? "board"))?.splice(0, event.cards.length);
    if (cards?.length) packets.push(cards);
  }
  packets.push(...[...waiting.values()].filter((cards) => cards.length));
  const step = Math.min(MS.next, (LATE - MS.deal - MS.fan) / Math.max(1, packets.length));
  return packets.flatMap((cards, index) => {
    const centre = middle(boxes.get(cards[Math.floor((cards.length - 1) / 2)]));
    return cards
      .filter((card) => boxes.get(card).width)
      .map((card) => [
        card,
        flight(hand, centre, middle(boxes.get(card)), cards.length),
        {
          duration: cards.length > 1 ? MS.deal + MS.fan : MS.deal,
          delay: index * step,
          easing: cards.length > 1 ? "linear" : EASE,
        },
      ]);
  });
}

function flight(hand, centre, place, count) {
  if (count === 1) {
    return [
      { transform: from(hand, place), opacity: 0 },
      { opacity: 1, offset: 0.2 },
      { transform: "none", opacity: 1 },
    ];
  }
  const landed = MS.deal / (MS.deal + MS.fan);
  return [
    { transform: from(hand, place), opacity: 0, easing: EASE },
    { opacity: 1, offset: 0.15 },
    { transform: from(centre, place), offset: landed, easing: EASE },
    { transform: "none", opacity: 1 },
  ];
}

/** The owner of a card: the number of a seat, or the name of a pile. */
function homeOf(card) {
  const seat = card.closest("[data-seat]")?.dataset.seat;
  return seat ?? (card.closest(".dealer") ? "dealer" : "board");
}

/** A stake comes from its player, a payment from the rack once its line is lit. */
function pushes(felt, pushed) {
  const rack = dealer(felt);
  const [cx, cy] = middle(felt.getBoundingClientRect());
  return pushed.map((chips) => {
    const [x, y] = middle(chips.getBoundingClientRect());
    if (chips.matches(".place.hit .chips + .chips")) {
      return [
        chips,
        [
          { transform: from(rack, [x, y]), opacity: 0 },
          { opacity: 1, offset: 0.2 },
          { transform: "none", opacity: 1 },
        ],
        { duration: MS.pay, delay: MS.light, easing: EASE },
      ];
    }
    const mine = chips.closest(".spot, .seat")?.classList.contains("me");
    const away = mine ? [x, y + 90] : [x + (x - cx) * 0.3, y + (y - cy) * 0.3];
    return [
      chips,
      [
        { transform: from(away, [x, y]), opacity: 0 },
        { opacity: 1, offset: 0.2 },
        { transform: "none", opacity: 1 },
      ],
      { duration: MS.push, easing: SETTLE },
    ];
  });
}

/** Chips that are gone: wagers went to the pot together, stakes at the house's table to the rack. */
function sweeps(felt, seen) {
  const pot = felt.querySelector(".pots")?.getBoundingClientRect();
  const box = felt.getBoundingClientRect();
  const centre = pot ? middle(pot) : [box.left + box.width / 2, box.top + box.height * 0.4];
  const gone = [...seen.chips].filter(([chips, { kind }]) => !chips.isConnected && kind !== "pot");
  return gone.map(([chips, { box: at, kind }]) => [chips, at, kind === "place" ? dealer(felt) : centre, EASE_IN]);
}

/** The pot goes to its winners. */
function awards(felt, seen, events) {
  const pot = [...seen.chips].find(([, { kind }]) => kind === "pot");
  const winners = [...new Set(events.filter((event) => event.type === "awarded").map((event) => event.seat))];
  if (!pot) return [];
  return winners.flatMap((seat) => {
    const chair = felt.querySelector(`[data-seat="${seat}"]`);
    return chair ? [[pot[0].cloneNode(true), pot[1].box, middle(chair.getBoundingClientRect()), EASE]] : [];
  });
}

function travel(felt, chips, box, [x, y], easing) {
  chips.classList.add("moving");
  chips.setAttribute("aria-hidden", "true");
  chips.style.setProperty("--u", `${matchMedia("(max-width: 760px)").matches ? 1 : felt.clientWidth / 1080}px`);
  chips.style.left = `${box.left}px`;
  chips.style.top = `${box.top}px`;
  document.body.append(chips);
  const end = `translate(${x - box.left - box.width / 2}px, ${y - box.top - box.height / 2}px)`;
  const moved = run(
    chips,
    [
      { transform: "none", opacity: 1 },
      { transform: end, opacity: 1, offset: 0.85 },
      { transform: end, opacity: 0 },
    ],
    { duration: MS.sweep, easing },
  );
  const ended = moved.onfinish;
  moved.onfinish = moved.oncancel = () => {
    ended();
    chips.remove();
  };
}

function walk(felt, seen) {
  const button = felt.querySelector(".button");
  if (!button || !seen.button) return [];
  const now = button.getBoundingClientRect();
  const [dx, dy] = [seen.button.left - now.left, seen.button.top - now.top];
  return Math.hypot(dx, dy) > 4
    ? [
      [
        button,
        [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }],
        { duration: MS.button, easing: EASE },
      ],
    ]
    : [];
}

function outline(element) {
  element.animate(
    [
      { outline: "3px solid var(--lit)", outlineOffset: "2px" },
      { outline: "3px solid transparent", outlineOffset: "2px" },
    ],
    { duration: 1200 },
  );
}
