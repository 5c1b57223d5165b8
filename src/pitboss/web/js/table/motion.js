// Motion explains where a thing went, then stops: cards come from the dealer and turn in place, chips are pushed, swept
// and paid, the button walks. With reduced motion nothing travels; what is new is outlined for a moment.

const MS = { deal: 280, next: 90, turn: 260, apart: 120, push: 320, sweep: 420, pay: 320, button: 420 };
const LATE = 2000; // nothing starts later than this: further behind, jump to the state
const EASE = "cubic-bezier(.2, .7, .2, 1)";
const EASE_IN = "cubic-bezier(.5, 0, .9, .5)";
const SETTLE = "cubic-bezier(.2, .9, .3, 1)";

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "less";
const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];

export const animate = {
  /** What is on the felt before it is drawn anew. */
  before(root) {
    const felt = root.querySelector(".table");
    if (!felt) return null;
    const faces = new Map([...felt.querySelectorAll(".card")].map((card) => [card, card.dataset.c]));
    const chips = new Set(felt.querySelectorAll(".chips"));
    const wagers = [...felt.querySelectorAll(".wager")].map((wager) => ({ wager, box: wager.getBoundingClientRect(), copy: wager.cloneNode(true) }));
    return { faces, chips, wagers, button: felt.querySelector(".button")?.getBoundingClientRect() };
  },

  /** Move what is new to where it lies. */
  after(root, seen, events) {
    const felt = root.querySelector(".table");
    if (!events.length || !seen || !felt || document.hidden) return;
    const fresh = [...felt.querySelectorAll(".card")].filter((card) => !seen.faces.has(card));
    const turned = [...felt.querySelectorAll(".card[data-c]")].filter((card) => seen.faces.has(card) && !seen.faces.get(card));
    const pushed = [...felt.querySelectorAll(".chips")].filter((chips) => !seen.chips.has(chips) && !chips.closest(".pots"));
    if (still()) return [...fresh, ...turned, ...pushed].forEach(outline);
    const box = felt.getBoundingClientRect();
    const dealer = [box.left + box.width / 2, box.top + box.height * (felt.classList.contains("house") ? 0.05 : 0.14)];
    const step = Math.min(MS.next, (LATE - MS.deal) / Math.max(1, fresh.length));
    fresh.forEach((card, index) => fly(card, dealer, MS.deal, index * step, EASE));
    const pause = Math.min(MS.apart, (LATE - MS.turn) / Math.max(1, turned.length));
    turned.forEach((card, index) => turn(card, index * pause));
    pushed.forEach((chips) => push(chips, dealer));
    sweep(felt, seen, box, events);
    walk(felt, seen);
  },
};

function fly(element, [x, y], duration, delay, easing) {
  const to = element.getBoundingClientRect();
  if (!to.width) return;
  const [atX, atY] = middle(to);
  element.animate([{ transform: `translate(${x - atX}px, ${y - atY}px)`, opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: "none", opacity: 1 }], { duration, delay, easing, fill: "backwards" });
}

const turn = (card, delay) => card.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: MS.turn, delay, easing: EASE, fill: "backwards" });

/** A stake comes from its player, a payment from the rack. */
function push(chips, rack) {
  const paid = chips.matches(".place.hit .chips + .chips");
  const from = chips.closest(".spot, .wager");
  const [x, y] = middle(chips.getBoundingClientRect());
  const away = from?.classList.contains("me") || !from ? [x, y + 90] : outward(x, y, chips);
  fly(chips, paid ? rack : away, paid ? MS.pay : MS.push, 0, paid ? EASE : SETTLE);
}

/** A point further from the middle of the felt, where the player of these chips sits. */
function outward(x, y, chips) {
  const [cx, cy] = middle(chips.closest(".table").getBoundingClientRect());
  return [x + (x - cx) * 0.3, y + (y - cy) * 0.3];
}

/** Wagers that are gone went to the pot together, or, when the hand is over, the pot to its winners. */
function sweep(felt, seen, box, events) {
  const pot = felt.querySelector(".pots")?.getBoundingClientRect();
  const centre = pot ? middle(pot) : [box.left + box.width / 2, box.top + box.height * 0.4];
  for (const { wager, box: from, copy } of seen.wagers) if (!wager.isConnected) travel(copy, from, centre, box.width, EASE_IN);
  for (const event of events.filter((each) => each.verb === "award")) {
    const seat = felt.querySelector(`[data-seat="${event.seat}"]`) ?? felt.querySelector(".seat.won");
    const chips = seen.wagers[0]?.copy ?? felt.querySelector(".chips")?.cloneNode(true);
    if (seat && chips) travel(chips.cloneNode(true), { left: centre[0] - 14, top: centre[1] - 14 }, middle(seat.getBoundingClientRect()), box.width, EASE);
  }
}

function travel(copy, from, [x, y], width, easing) {
  copy.classList.add("moving");
  copy.setAttribute("aria-hidden", "true");
  copy.style.setProperty("--u", `${matchMedia("(max-width: 760px)").matches ? 1 : width / 1080}px`);
  copy.style.left = `${from.left}px`;
  copy.style.top = `${from.top}px`;
  document.body.append(copy);
  const moved = copy.animate([{ transform: "none", opacity: 1 }, { transform: `translate(${x - from.left}px, ${y - from.top}px) scale(.85)`, opacity: 0 }], { duration: MS.sweep, easing });
  moved.onfinish = moved.oncancel = () => copy.remove();
}

function walk(felt, seen) {
  const button = felt.querySelector(".button");
  if (!button || !seen.button) return;
  const now = button.getBoundingClientRect();
  const [dx, dy] = [seen.button.left - now.left, seen.button.top - now.top];
  if (Math.hypot(dx, dy) > 4) button.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: MS.button, easing: EASE });
}

function outline(element) {
  element.animate([{ outline: "3px solid var(--lit)", outlineOffset: "2px" }, { outline: "3px solid transparent", outlineOffset: "2px" }], { duration: 1200 });
}
