// A poker table seen from my seat: board, pots, seats, wagers and the button, drawn from the layout and the view.

import { hidden } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { dollars, stack } from "../lib/money.js";
import * as t from "../texts/en.js";
import { ring } from "./cloth.js";
import { counting, dealEvents, front, ifShown, playing, standing, won } from "../table/deal.js";
import { card, chips, pickCard } from "./parts.js";
import { around, MY_SEAT, pokerSeats } from "./places.js";
import { left, mine } from "../table/store.js";

/** The whole felt of a poker table at a moment.
 * @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act */
export function pokerFelt(state, layout, ui, act) {
  const { view } = state;
  const { naming } = ui;
  const piles = naming ? {} : (view.deal?.piles ?? {}); // the list of games needs the space of the cards
  const order = around(layout.seats, ui.seat);
  const showdown = dealEvents(state).some((event) => event.type === "shown");
  const placeOf = placing(layout, ui, order);
  const stud = layout.up > 0;
  const classes = [
    "table oval",
    stud && "stud",
    layout.seats > 8 && "ten",
    showdown && "showdown",
    naming && "choice",
    layout.hand > 2 && !stud && "many",
    ui.replay && "replay",
  ];
  const seats = ui.seat ? order : [...order, 1];
  const wagers = naming ? [] : Object.entries(front(state));
  const mineNow = naming ? button(state, ui.seat, { ...MY_SEAT, button: [446, 572, 22, 93] }) : null;
  return h(
    "section",
    { class: classes.filter(Boolean).join(" "), "aria-label": t.FELT },
    ring(!naming, lettersAt(layout, showdown)),
    naming ? null : pots(state, layout),
    naming ? null : flop(state, layout, piles),
    naming ? ui.player.namePanel(ui.games, ui.game, act) : null,
    h(
      "ol",
      { "aria-label": t.SEATS },
      seats.map((seat) => seatOf(state, layout, ui, act, seat, placeOf(seat), piles)),
    ),
    wagers.map(([seat, cents]) => wager(Number(seat), cents, placeOf(Number(seat)))),
    mineNow ?? (view.button ? button(state, view.button, placeOf(view.button)) : null),
    ui.seat ? me(state, layout, ui, act, piles, stud) : null,
  );
}

/** @param {Layout} layout */
function lettersAt(layout, showdown) {
  if (showdown && layout.hole) return 452;
  return layout.board ? 404 : 292;
}

/** Where each seat is; on the phone the games that may be named need the middle.
 * @param {Layout} layout @param {Moment} ui */
function placing(layout, ui, order) {
  const places = pokerSeats(layout.seats, layout.board > 0, layout.up > 0);
  return (seat) => {
    if (seat === ui.seat) return MY_SEAT;
    if (seat === 1 && !ui.seat && order.length === places.length) return { ...MY_SEAT };
    const index = order.indexOf(seat);
    const place = places[index];
    return ui.naming && place ? { ...place, px: [17, 50, 83][index % 3], py: 6 + 11 * Math.floor(index / 3) } : place;
  };
}

/** @param {State} state */
const nameOf = (state, seat) =>
  mine(state).includes(seat) ? t.YOU.toLowerCase() : (state.view.seats[seat]?.player ?? t.seatName(seat));

/** The current pots, the main pot first; an empty one if the fee took the antes.
 * @param {State} state */
function potsOf(state) {
  const { pots = [] } = standing(state);
  if (pots.length || !Object.keys(front(state)).length) return pots;
  const events = dealEvents(state);
  const antes = events.some((event) => event.type === "posted" && event.post === "ante");
  const taken = antes && events.some((event) => event.type === "fee");
  return taken ? [{ name: "pot", cents: 0, seats: [] }] : [];
}

/** @param {State} state @param {Layout} layout */
function pots(state, layout) {
  const drawn = potsOf(state);
  if (!drawn.length) return null;
  const shares = ifShown(state, mine(state));
  const phone = layout.seats > 8 ? 28.5 : 24.5;
  const style = { "--y": layout.board ? 212 : 348, "--py": layout.board ? phone : 41 };
  const each = (pot, index) => {
    const name = potName(drawn, index);
    const heap = index ? [chips(pot.cents)] : heaps(pot.cents);
    const told = shares ? sharesOf(state, pot, name, shares) : potWords(state, drawn, pot, name);
    return h("div", { key: index, class: "pot" }, heap, told);
  };
  return h("div", { key: "pots", class: "pots", style }, drawn.map(each));
}

/** @param {State} state */
function potWords(state, drawn, pot, name) {
  const said = besidePot(state, drawn, pot);
  const amount = h("dd", null, h("b", null, dollars(pot.cents)), " ", said ? h("span", null, said) : null);
  return h("dl", null, h("dt", null, name), amount);
}

/** Next to a pot: who has no part in it, how many have, or the chips in front of the seats.
 * @param {State} state */
function besidePot(state, drawn, pot) {
  const without = drawn[0].seats.filter((seat) => !pot.seats.includes(seat));
  if (without.length) return t.without(without.map((seat) => nameOf(state, seat)));
  if (drawn.length > 1) return pot.seats.length ? t.fromPlayers(pot.seats.length) : "";
  const lying = Object.values(front(state)).reduce((sum, cents) => sum + cents, 0);
  if (!lying) return "";
  return pot.cents ? t.inFrontWords(lying) : `${t.inFrontWords(lying)}. ${t.FEE_TOOK}`;
}

/** How a pot goes if I show.
 * @param {State} state @param {Share[]} shares */
function sharesOf(state, pot, name, shares) {
  const own = mine(state);
  const each = (share, at) => {
    const yours = own.includes(share.seat);
    const words = t.share(share, yours ? "" : nameOf(state, share.seat));
    const amount = h("b", null, dollars(share.cents));
    return h("dd", { key: at, class: yours ? "half yours" : "half" }, amount, " ", h("span", null, words));
  };
  const parts = shares.filter((share) => share.pile === pot.name).map(each);
  return h("dl", null, h("dt", null, name, " ", dollars(pot.cents)), parts);
}

function potName(drawn, index) {
  if (drawn.length === 1) return t.POT;
  return index ? t.SIDE_POT : t.MAIN_POT;
}

/** The chips of a pot in two heaps: the largest kind, and the rest. */
function heaps(cents) {
  const values = stack(cents);
  const rest = values.findIndex((value) => value !== values[0]);
  return (rest < 0 ? [values] : [values.slice(0, rest), values.slice(rest)])
    .filter((heap) => heap.length)
    .map((heap, index) =>
      h(
        "span",
        { key: `heap ${index}`, class: "chips", "aria-hidden": "true" },
        heap.map((value) => h("i", { "data-v": value })),
      )
    );
}

/** @param {State} state @param {Layout} layout @param {Piles} piles */
function flop(state, layout, piles) {
  if (!layout.board) return null;
  const cards = (piles.board ?? []).filter((each) => !hidden(each));
  const lit = new Set(litCards(state, layout));
  const players = shownHands(state);
  const under = (each) => {
    const names = players.filter(([, cards]) => cards.includes(each)).map(([name]) => name);
    return names.length
      ? h("b", null, names.length > 2 && names.length === players.length ? t.ALL : t.playedBy(names))
      : null;
  };
  const slots = Array.from(
    { length: Math.max(0, layout.board - cards.length) },
    (_, index) => h("i", { key: `slot ${index}`, class: "slot" }),
  );
  return h(
    "div",
    {
      key: "flop",
      class: "flop",
      style: { "--y": 312, "--py": 43 },
      role: "img",
      "aria-label": cards.length ? t.boardShows(cards) : t.NO_BOARD,
    },
    cards.map((each) => card(each, { key: each, label: false, lit: lit.has(each), inside: under(each) })),
    slots,
  );
}

/** The cards that are lit on the board: those of my hand, and after the showdown those that won.
 * @param {State} state @param {Layout} layout */
function litCards(state, layout) {
  const own = mine(state).flatMap((seat) => ownLit(state, layout, seat));
  const winning = state.view.done ? won(state).flatMap((each) => each.cards ?? []) : [];
  return [...own, ...winning];
}

/** The cards of my hand that are lit: all that play if hole cards have to play, otherwise those that make the
 * hand.
 * @param {State} state @param {Layout} layout */
function ownLit(state, layout, seat) {
  const reading = state.reading?.[seat];
  return layout.hole || !reading ? playing(state, seat, ifShown(state, mine(state))) : (reading.matched ?? []);
}

/** At the showdown: who plays which cards, once hands lie open.
 * @param {State} state */
function shownHands(state) {
  const shown = dealEvents(state).filter((event) => event.type === "shown");
  if (!shown.length) return [];
  const own = mine(state);
  const deciding = own.filter((seat) => state.view.actors.includes(seat));
  const seats = [...new Set([...shown.map((event) => event.seat), ...deciding])];
  const shares = ifShown(state, own);
  const listed = seats.map((seat) => [nameOf(state, seat), playing(state, seat, shares)]);
  return listed.filter(([, cards]) => cards.length);
}

/** @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act @param {Piles} piles */
function seatOf(state, layout, ui, act, seat, place, piles) {
  if (!place || seat === ui.seat) return null;
  const { view } = state;
  const taken = view.seats[seat];
  const where = { "--x": place.x, "--y": place.y, "--px": place.px, "--py": place.py };
  const style = { ...where, "--left": part(state, seat, ui) };
  if (!taken) return h("li", { key: `seat ${seat}`, class: "seat off", style }, openChair(ui, act, seat));
  const doing = statusOf(state, layout, seat, ui);
  const gone = state.presence[seat]?.state === "lost" && "gone";
  const classes = ["seat", doing.class, view.actors.includes(seat) && "turn", gone].filter(Boolean).join(" ");
  const cards = doing.class === "fold" ? [] : (piles[`player ${seat}`] ?? []);
  const stated = statedCard(ui, seat);
  const seen = stated ? cards.findLastIndex((each) => hidden(each)) : -1;
  const hand = cards.length ? handOf(state, layout, seat, cards, { stated, seen }) : null;
  const said = seen >= 0 ? t.DOWN_CARD_SEEN : doing.words;
  const chair = h(
    "div",
    { key: "chair", class: "chair" },
    h("b", null, taken.player),
    h("span", null, dollars(taken.cents)),
    said ? h("em", null, said) : null,
  );
  const above = layout.up > 0 && place.y < 150; // at the top of the felt the cards lie towards the pot
  return h(
    "li",
    { key: `seat ${seat}`, class: classes, style, "data-seat": seat },
    above ? [chair, hand] : [hand, chair],
  );
}

/** @param {Moment} ui @param {Act} act */
function openChair(ui, act, seat) {
  const [onclick, label, words] = ui.seat
    ? [() => act.move(seat), t.moveTo(seat), t.PRESS_TO_MOVE]
    : [() => act.sit(seat), t.sitHere(seat), t.PRESS_TO_SIT];
  const inside = [h("b", null, t.seatName(seat)), h("span", null, ""), h("em", null, words)];
  return h("button", { class: "chair", onclick, "aria-label": label }, inside);
}

/** The cards of another seat; those that play are lit, and of a hand that is known the others are dimmed.
 * @param {State} state @param {Layout} layout @param {any} seat @param {string[]} cards */
function handOf(state, layout, seat, cards, { stated, seen }) {
  const lit = new Set(playing(state, seat, ifShown(state, mine(state))));
  const drawn = (each, index) => {
    if (index === seen) {
      return card(stated.card, {
        key: index,
        lit: true,
        inside: h("b", { class: "tip" }, stated.tip),
        more: "exposed",
      });
    }
    return card(each, { key: index, lit: lit.has(each), gone: lit.size > 0 && !hidden(each) && !lit.has(each) });
  };
  return h("div", { key: "hand", class: layout.up ? "ups" : "hand" }, cards.map(drawn));
}

/** A card that the floor has named in a ruling about this seat, shown where it lay.
 * @param {Moment} ui */
function statedCard(ui, seat) {
  const { chosen, facts } = ui.floor ?? {};
  const [named] = facts?.card?.cards ?? [];
  return chosen && named && Number(facts.seat) === seat ? { card: named, tip: chosen.split(" ")[0] } : null;
}

/** @param {State} state @param {Moment} ui */
function part(state, seat, ui) {
  const clock = state.clocks[seat];
  if (!clock) return 1;
  return Math.min(1, (left(state, seat, ui.now) ?? 0) / (clock.left || 1)).toFixed(3);
}

/** The status of a seat: a class of its chair and a few words.
 * @param {State} state @param {Layout} layout @param {number} seat @param {Moment} ui
 * @returns {{class?: string, words: string}} */
function statusOf(state, layout, seat, ui) {
  const { view } = state;
  const here = state.presence[seat];
  const taken = view.seats[seat];
  if (here?.state === "lost") return { words: t.reconnecting(here.left) };
  const events = dealEvents(state).filter((event) => event.seat === seat);
  const last = events.findLast((event) => !BESIDES.has(event.type) && !isAnte(event));
  if (taken.status === "out" && !last) return { class: "away", words: taken.owes?.length ? t.OWES : t.AWAY };
  if (taken.status === "waiting" && !last) return { class: "off", words: t.WAITING_BLIND };
  if (ui.naming) return { words: seat === view.button ? t.HAD_BUTTON : t.WAITING };
  if (!last) return { words: idleWords(view, layout, seat, ui) };
  if (last.type === "folded") return { class: "fold", words: layout.up ? t.foldedOn(count(events)) : t.FOLDED };
  if (last.type === "mucked") return { class: "fold", words: t.MUCKED };
  if (view.actors.includes(seat)) return { words: thinking(ui) };
  return { class: "", ...didLast(state, layout, seat, ui, last) };
}

/** @param {TableEvent} event */
const isAnte = (event) => event.type === "posted" && event.post === "ante";
const thinking = (ui) => (ui.floor ? t.TO_ACT : t.THINKING);
const count = (events) =>
  events.filter((event) => event.type === "dealt").reduce((sum, event) => sum + event.cards.length, 0);

/** @param {View} view @param {Layout} layout @param {Moment} ui */
function idleWords(view, layout, seat, ui) {
  if (view.actors.includes(seat)) return thinking(ui);
  return view.deal && !view.done && seat === view.button && layout.up ? t.HAS_BUTTON : "";
}

/** The last act of a seat whose hand plays.
 * @param {State} state @param {Layout} layout @param {Moment} ui */
function didLast(state, layout, seat, ui, last) {
  const { view } = state;
  const broke = view.seats[seat].cents === 0 && !view.done && view.deal;
  if (last.type === "shown") {
    const words = shownWords(state, seat, last, seat === ui.seat);
    return broke ? { class: "allin", words: t.allInWith(words) } : { words };
  }
  if (broke) return { class: "allin", words: t.ALL_IN };
  if (last.type === "awarded") {
    return { class: "won", words: seat === ui.seat ? t.win(last.cents) : t.wins(last.cents) };
  }
  if (SPOKEN.has(last.type) && !inRound(dealEvents(state), last)) {
    return { words: ui.asked && !view.done ? t.AFTER_YOU : "" };
  }
  const pair = layout.up && OPENS.has(last.verb) ? pairUp(view.deal?.piles?.[`player ${seat}`] ?? []) : "";
  return {
    words: [t.didPoker(last, seat === ui.seat), pair && t.rankNames(pair)].filter(Boolean).join(", "),
  };
}

/** @param {State} state */
function shownWords(state, seat, shown, you) {
  if (shown.hands?.length) return t.handsShown(shown.hands);
  const halves = counting(state, seat, ifShown(state, mine(state)));
  return halves.map(({ name, hand }) => t.halfWords(name, hand)).join(", ") || t.didPoker(shown, you);
}

const OPENS = new Set(["bet", "raise", "complete"]);

/** The rank that another player shows two of, or more.
 * @param {string[]} cards */
function pairUp(cards) {
  if (!cards.some(hidden)) return "";
  const seen = (each, index) => cards.findIndex((one) => one[0] === each[0]) < index;
  return cards.find((each, index) => !hidden(each) && seen(each, index))?.[0];
}

// Events that are not acts of a hand.
/** @type {EventTypes} */
const BESIDES = new Set(["dealt", "replaced", "bought", "fee", "sat", "button", "came-back", "sat-out", "named"]);
/** @type {EventTypes} */
const SPOKEN = new Set(["wagered", "checked", "posted"]);
/** @type {EventTypes} */
const NEXT = new Set(["board", "drawn", "burned"]);
/** @param {TableEvent} event */
const begins = (event) => NEXT.has(event.type) || (event.type === "dealt" && event.up);

/** True if an act belongs to the current round of betting. */
const inRound = (events, act) => !events.slice(events.lastIndexOf(act)).some(begins);

function wager(seat, cents, place) {
  if (!place) return null;
  const [bx, by, px, py] = place.wager;
  return h(
    "div",
    {
      key: `wager ${seat}`,
      class: "wager",
      style: { "--bx": bx, "--by": by, "--px": px, "--py": py },
    },
    chips(cents, 6),
    h("b", null, dollars(cents)),
  );
}

/** @param {State} state */
function button(state, seat, place) {
  if (!place) return null;
  const [bx, by, px, py] = place.button;
  const name = state.view.seats[seat]?.player ?? t.openSeat(seat);
  return h(
    "div",
    {
      key: "button",
      class: "button",
      style: { "--bx": bx, "--by": by, "--px": px, "--py": py },
      role: "img",
      "aria-label": t.hasButton(name),
    },
    t.DEALER_BUTTON,
  );
}

/** @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act @param {Piles} piles */
function me(state, layout, ui, act, piles, stud) {
  const { seat, naming } = ui;
  const taken = state.view.seats[seat];
  const cards = piles[`player ${seat}`] ?? [];
  const turn = state.view.actors.includes(seat) || naming;
  const doing = statusOf(state, layout, seat, ui);
  const seconds = turn ? left(state, seat, ui.now) : null;
  const late = seconds !== null && seconds < 8;
  const note = myNote(state, ui, { turn, seconds: late ? seconds : null, doing });
  const classes = ["seat me", turn && (late ? "late turn" : "turn"), doing.class].filter(Boolean).join(" ");
  return h(
    "section",
    { key: "me", "data-seat": seat, class: classes, style: myPlace(state, ui, cards, stud), "aria-label": t.YOU },
    cards.length ? h("div", { class: "hand" }, myHand(state, layout, ui, act, piles, cards)) : null,
    h(
      "div",
      { class: "chair" },
      h("b", null, mine(state).includes(seat) ? t.YOU : (taken?.player ?? "")),
      h("span", null, dollars(taken?.cents ?? 0)),
      note ? h("em", null, note) : null,
    ),
  );
}

/** @param {State} state @param {Moment} ui @param {string[]} cards */
function myPlace(state, ui, cards, stud) {
  const { x, y, px, py } = ui.naming ? { ...MY_SEAT, y: 592, px: 56, py: 93 } : MY_SEAT;
  const down = cards.length ? 0 : 40;
  const height = y + (cards.length && stud ? 8 : down);
  return { "--x": x, "--y": height, "--px": px, "--py": py, "--left": part(state, ui.seat, ui) };
}

/** @param {State} state @param {Moment} ui */
function myNote(state, ui, { turn, seconds, doing }) {
  const sent = state.pending?.type === "act" && ui.choices.find((button) => button.action === state.pending.action);
  if (sent) return t.onItsWay(sent.word, sent.cents || (sent.word === "call" ? sent.cost : 0));
  if (seconds !== null) return t.secondsOnly(Math.ceil(seconds));
  return turn ? "" : doing.words;
}

/** @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act @param {Piles} piles
 * @param {string[]} cards */
function myHand(state, layout, ui, act, piles, cards) {
  if (ui.picking) return cards.map((each, index) => pickCard(each, index, ui.picked.has(each), act));
  const lit = new Set(ownLit(state, layout, ui.seat));
  if (layout.up > 0) return ownAndUp(layout, cards, lit, piles, ui.seat);
  return cards.map((each) => card(each, { key: each, lit: lit.has(each) }));
}

/** In stud, the cards only I see are apart from those everyone sees.
 * @param {Layout} layout @param {string[]} cards @param {Piles} piles */
function ownAndUp(layout, cards, lit, piles, seat) {
  const up = new Set(piles[`up ${seat}`] ?? []);
  const known = up.size
    ? cards.filter((each) => !up.has(each))
    : cards.filter((_, index) => index < layout.down || index >= layout.down + layout.up);
  const open = cards.filter((each) => !known.includes(each));
  const draw = (each) => card(each, { key: each, lit: lit.has(each) });
  return [
    h("div", { key: "own", class: "own" }, h("b", { class: "print" }, t.ONLY_YOU), known.map(draw)),
    open.length ? h("div", { key: "up", class: "own" }, h("b", { class: "print" }, t.UP), open.map(draw)) : null,
  ];
}
