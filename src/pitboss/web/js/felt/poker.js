// A poker table seen from my seat: board, pots, seats, wagers and the button, drawn from the layout and the view.

import { hidden } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { dollars, stack } from "../lib/money.js";
import * as t from "../texts/en.js";
import { ring } from "./cloth.js";
import { counting, dealEvents, ifShown, making } from "../table/deal.js";
import { card, chips } from "./parts.js";
import { MY_SEAT, around, pokerSeats } from "./places.js";
import { inFront, pots as potsOf } from "./pots.js";
import { left, mine } from "../table/store.js";

/** The whole felt of a poker table. */
export function pokerFelt(state, layout, ui, act) {
  const view = state.view;
  const piles = ui.naming ? {} : view.deal?.piles ?? {}; // the games need the room of the cards that were dealt
  const order = around(layout.seats, ui.seat);
  const places = pokerSeats(layout.seats, layout.board > 0, layout.up > 0);
  const events = dealEvents(state);
  const wagers = ui.naming ? {} : inFront(events);
  const showdown = events.some((event) => event.verb === "show");
  const shownSeats = ui.seat ? order : [...order, 1];
  const named = (place, index) => (ui.naming && place ? { ...place, px: [17, 50, 83][index % 3], py: 6 + 11 * Math.floor(index / 3) } : place); // on the phone the games need the middle
  const placeOf = (seat) => (seat === ui.seat ? MY_SEAT : seat === 1 && !ui.seat && order.length === places.length ? { ...MY_SEAT } : named(places[order.indexOf(seat)], order.indexOf(seat)));
  const stud = layout.up > 0;
  return h(
    "section",
    { class: ["table oval", stud && "stud", layout.seats > 8 && "ten", showdown && "showdown", ui.naming && "choice", layout.hand > 2 && !stud && "many", ui.replay && "replay"].filter(Boolean).join(" "), "aria-label": t.FELT },
    ring(!ui.naming, showdown && layout.hole ? 452 : layout.board ? 404 : 292),
    ui.naming ? null : pots(state, layout),
    ui.naming ? null : flop(state, layout, piles),
    ui.naming,
    h("ol", { "aria-label": t.SEATS }, shownSeats.map((seat) => seatOf(state, layout, ui, act, seat, placeOf(seat), piles))),
    [...Object.entries(wagers)].map(([seat, cents]) => wager(Number(seat), cents, placeOf(Number(seat)))),
    ui.naming ? button(state, ui.seat, { ...MY_SEAT, button: [446, 572, 22, 93] }) : view.button ? button(state, view.button, placeOf(view.button)) : null,
    ui.seat ? me(state, layout, ui, piles, stud) : null,
  );
}

function pots(state, layout) {
  const events = dealEvents(state);
  const front = Object.values(inFront(events)).reduce((sum, cents) => sum + cents, 0);
  const listed = potsOf(events, state.view.seats, state.view.chips?.pot ?? 0);
  const taken = !listed.length && front && events.some((event) => event.verb === "ante") && events.some((event) => event.verb === "fee");
  const drawn = taken ? [{ cents: 0, without: [] }] : listed;
  if (!drawn.length) return null;
  const own = mine(state);
  const shares = ifShown(state, own);
  const names = (seats) => seats.map((seat) => (mine(state).includes(seat) ? t.YOU.toLowerCase() : state.view.seats[seat]?.player ?? t.seatName(seat)));
  const out = new Set(events.filter((event) => event.verb === "fold" || event.verb === "muck").map((event) => event.seat));
  const live = new Set(events.filter((event) => event.verb === "deal" && event.seat && !out.has(event.seat)).map((event) => event.seat));
  const said = (pot) => (pot.without.length ? t.without(names(pot.without)) : drawn.length > 1 ? t.fromPlayers(live.size) : front ? `${t.inFrontWords(front)}${pot.cents ? "" : `. ${t.FEE_TOOK}`}` : "");
  return h(
    "div",
    { key: "pots", class: "pots", style: { "--y": layout.board ? 212 : 348, "--py": layout.board ? (layout.seats > 8 ? 28.5 : 24.5) : 41 } },
    drawn.map((pot, index) =>
      h(
        "div",
        { key: index, class: "pot" },
        (index ? [chips(pot.cents)] : heaps(pot.cents)),
        shares
          ? h("dl", null, h("dt", null, potName(drawn, index), " ", dollars(pot.cents)), shares.filter((each) => each.pile === pileOf(index)).map((each, at) => h("dd", { key: at, class: own.includes(each.seat) ? "half yours" : "half" }, h("b", null, dollars(each.cents)), " ", h("span", null, t.share(each.words, own.includes(each.seat) ? "" : names([each.seat])[0])))))
          : h("dl", null, h("dt", null, potName(drawn, index)), h("dd", null, h("b", null, dollars(pot.cents)), " ", said(pot) ? h("span", null, said(pot)) : null)),
      ),
    ),
  );
}

const pileOf = (index) => (index ? `side pot ${index}` : "pot");
const potName = (drawn, index) => (drawn.length === 1 ? t.POT : index ? t.SIDE_POT : t.MAIN_POT);

/** The chips of a pot in two heaps: the largest kind, and the rest. */
function heaps(cents) {
  const values = stack(cents);
  const rest = values.findIndex((value) => value !== values[0]);
  return (rest < 0 ? [values] : [values.slice(0, rest), values.slice(rest)]).filter((heap) => heap.length).map((heap, index) => h("span", { key: `heap ${index}`, class: "chips", "aria-hidden": "true" }, heap.map((value) => h("i", { "data-v": value }))));
}

function flop(state, layout, piles) {
  if (!layout.board) return null;
  const cards = (piles.board ?? []).filter((each) => !hidden(each));
  const lit = new Set(mine(state).flatMap((seat) => (layout.hole ? playing(state, seat) : making(state.reading?.[seat]))));
  const players = shownHands(state);
  const under = (each) => {
    const names = players.filter(([, cards]) => cards.includes(each)).map(([name]) => name);
    return names.length ? h("b", null, names.length > 2 && names.length === players.length ? t.ALL : t.playedBy(names)) : null;
  };
  const slots = Array.from({ length: Math.max(0, layout.board - cards.length) }, (_, index) => h("i", { key: `slot ${index}`, class: "slot" }));
  return h(
    "div",
    { key: "flop", class: "flop", style: { "--y": 312, "--py": 43 }, role: "img", "aria-label": cards.length ? t.boardShows(cards) : t.NO_BOARD },
    cards.map((each) => card(each, { key: each, label: false, lit: lit.has(each), inside: under(each) })),
    slots,
  );
}

/** The cards a seat plays: of a split pot those of the halves it gets. */
const playing = (state, seat) => counting(state, seat, ifShown(state, mine(state))).flatMap((half) => half.cards ?? []);

/** At the showdown: who plays which cards, once hands lie open. */
function shownHands(state) {
  const shown = dealEvents(state).filter((event) => event.verb === "show");
  if (!shown.length) return [];
  const own = mine(state);
  const seats = [...new Set([...shown.map((event) => event.seat), ...own.filter((seat) => state.view.actors.includes(seat))])];
  return seats.filter((seat) => state.reading?.[seat]).map((seat) => [own.includes(seat) ? t.YOU.toLowerCase() : state.view.seats[seat]?.player ?? t.seatName(seat), playing(state, seat)]);
}

function seatOf(state, layout, ui, act, seat, place, piles) {
  if (!place || seat === ui.seat) return null;
  const view = state.view;
  const taken = view.seats[seat];
  const style = { "--x": place.x, "--y": place.y, "--px": place.px, "--py": place.py, "--left": part(state, seat, ui) };
  if (!taken) {
    return h(
      "li",
      { key: `seat ${seat}`, class: "seat off", style },
      ui.seat
        ? h("button", { class: "chair", onclick: () => act.move(seat), "aria-label": t.moveTo(seat) }, h("b", null, t.seatName(seat)), h("span", null, ""), h("em", null, t.PRESS_TO_MOVE))
        : h("button", { class: "chair", onclick: () => act.sit(seat), "aria-label": t.sitHere(seat) }, h("b", null, t.seatName(seat)), h("span", null, ""), h("em", null, t.PRESS_TO_SIT)),
    );
  }
  const cards = piles[`player ${seat}`] ?? [];
  const doing = statusOf(state, layout, seat, ui);
  const classes = ["seat", doing.class, view.actors.includes(seat) && "turn", state.presence[seat]?.state === "lost" && "gone"].filter(Boolean).join(" ");
  const read = doing.class === "fold" ? null : state.reading?.[seat];
  const lit = new Set(read ? playing(state, seat) : []);
  const stated = statedCard(ui, seat);
  const at = stated ? cards.findLastIndex((each) => hidden(each)) : -1;
  const hand = cards.length && doing.class !== "fold" ? h("div", { key: "hand", class: layout.up ? "ups" : "hand" }, cards.map((each, index) => (index === at ? card(stated.card, { key: index, lit: true, inside: h("b", { class: "tip" }, stated.tip), more: "exposed" }) : card(each, { key: index, lit: lit.has(each), gone: Boolean(read) && !hidden(each) && !lit.has(each) })))) : null;
  const chair = h("div", { key: "chair", class: "chair" }, h("b", null, taken.player), h("span", null, dollars(taken.cents)), at >= 0 ? h("em", null, t.DOWN_CARD_SEEN) : doing.words ? h("em", null, doing.words) : null);
  const above = layout.up > 0 && place.y < 150; // at the top of the felt the cards lie towards the pot
  return h("li", { key: `seat ${seat}`, class: classes, style, "data-seat": seat }, above ? [chair, hand] : [hand, chair]);
}

/** A card that the floor has named in a ruling about this seat, shown where it lay. */
function statedCard(ui, seat) {
  const { chosen, facts } = ui.floor ?? {};
  const [named] = facts?.card?.cards ?? [];
  return chosen && named && Number(facts.seat) === seat ? { card: named, tip: chosen.split(" ")[0] } : null;
}

function part(state, seat, ui) {
  const clock = state.clocks[seat];
  if (!clock) return 1;
  return Math.min(1, (left(state, seat, ui.now) ?? 0) / (clock.left || 1)).toFixed(3);
}

/** What a seat is doing: a class of its chair and a few words. */
function statusOf(state, layout, seat, ui) {
  const view = state.view;
  const here = state.presence[seat];
  const taken = view.seats[seat];
  if (here?.state === "lost") return { words: t.reconnecting(here.left) };
  const events = dealEvents(state).filter((event) => event.seat === seat);
  const last = [...events].reverse().find((event) => !BESIDES.has(event.verb));
  if (taken.status === "out" && !last) return { class: "away", words: taken.owes?.length ? t.OWES : t.AWAY };
  if (taken.status === "waiting" && !last) return { class: "off", words: t.WAITING_BLIND };
  if (ui.naming) return { words: seat === view.button ? t.HAD_BUTTON : t.WAITING };
  if (!last) return { words: view.actors.includes(seat) ? (ui.floor ? t.TO_ACT : t.THINKING) : view.deal && !view.done && seat === view.button && layout.up ? t.HAS_BUTTON : "" };
  if (last.verb === "fold") return { class: "fold", words: layout.up ? t.foldedOn(events.filter((event) => event.verb === "deal").reduce((sum, event) => sum + event.cards.length, 0)) : t.FOLDED };
  if (last.verb === "muck") return { class: "fold", words: t.MUCKED };
  if (view.actors.includes(seat)) return { words: ui.floor ? t.TO_ACT : t.THINKING };
  if (last.verb === "show") {
    const broke = taken.cents === 0 && !view.done;
    const halves = counting(state, seat, ifShown(state, mine(state)));
    const words = last.words ? t.shownWords(last.words) : halves.map((half) => t.halfWords(half.name, half.words)).join(", ");
    return { class: broke ? "allin" : "", words: broke ? t.allInWith(words) : words };
  }
  if (taken.cents === 0 && !view.done && view.deal) return { class: "allin", words: t.ALL_IN };
  if (last.verb === "award") return { class: "won", words: seat === ui.seat ? t.win(last.cents) : t.wins(last.cents) };
  if (spoken.has(last.verb) && !inRound(dealEvents(state), last)) return { words: ui.asked && !view.done ? t.AFTER_YOU : "" };
  const pair = layout.up && OPENS.has(last.verb) ? pairUp(view.deal?.piles?.[`player ${seat}`] ?? []) : "";
  return { words: [t.didPoker(last, seat === ui.seat), pair && t.rankNames(pair)].filter(Boolean).join(", ") };
}

const OPENS = new Set(["bet", "raise", "complete"]);

/** The rank that another player shows two of, or more. */
const pairUp = (cards) => (cards.some(hidden) ? cards.find((each, index) => !hidden(each) && cards.findIndex((one) => one[0] === each[0]) < index)?.[0] : "");

const BESIDES = new Set(["deal", "buy", "ante", "fee", "sit", "button", "come back", "sit out", "names the game"]); // no act of a hand
const spoken = new Set(["bet", "call", "raise", "complete", "check", "post", "bring in", "forced bet"]);
const begins = (event) => ["board", "draw", "burn"].includes(event.verb) || (event.verb === "deal" && event.up);

/** Whether an act belongs to the round of betting that is going on. */
const inRound = (events, act) => !events.slice(events.lastIndexOf(act)).some(begins);

function wager(seat, cents, place) {
  if (!place) return null;
  const [bx, by, px, py] = place.wager;
  return h("div", { key: `wager ${seat}`, class: "wager", style: { "--bx": bx, "--by": by, "--px": px, "--py": py } }, chips(cents, 6), h("b", null, dollars(cents)));
}

function button(state, seat, place) {
  if (!place) return null;
  const [bx, by, px, py] = place.button;
  const name = state.view.seats[seat]?.player ?? t.openSeat(seat);
  return h("div", { key: "button", class: "button", style: { "--bx": bx, "--by": by, "--px": px, "--py": py }, role: "img", "aria-label": t.hasButton(name) }, t.DEALER_BUTTON);
}

function me(state, layout, ui, piles, stud) {
  const seat = ui.seat;
  const taken = state.view.seats[seat];
  const cards = piles[`player ${seat}`] ?? [];
  const lit = new Set(layout.hole ? playing(state, seat) : making(state.reading?.[seat]));
  const turn = state.view.actors.includes(seat) || Boolean(ui.naming);
  const doing = statusOf(state, layout, seat, ui);
  const { x, y, px, py } = ui.naming ? { ...MY_SEAT, y: 592, px: 56, py: 93 } : MY_SEAT;
  const style = { "--x": x, "--y": cards.length ? (stud ? y + 8 : y) : y + 40, "--px": px, "--py": py, "--left": part(state, seat, ui) };
  const seconds = turn ? left(state, seat, ui.now) : null;
  const late = seconds !== null && seconds < 8;
  const sent = state.pending?.type === "act" && ui.choices.find((button) => button.action === state.pending.action);
  const note = sent ? t.onItsWay(sent.word, sent.cents || (sent.word === "call" ? sent.cost : 0)) : late ? t.secondsOnly(Math.ceil(seconds)) : turn ? "" : doing.words;
  return h(
    "section",
    { key: "me", "data-seat": seat, class: ["seat me", turn && (late ? "late turn" : "turn"), doing.class].filter(Boolean).join(" "), style, "aria-label": t.YOU },
    cards.length ? h("div", { class: "hand" }, ui.picking ? cards.map((each, index) => ui.pickButton(each, index)) : stud ? ownAndUp(layout, cards, lit, piles, seat) : cards.map((each) => card(each, { key: each, lit: lit.has(each) }))) : null,
    h("div", { class: "chair" }, h("b", null, mine(state).includes(seat) ? t.YOU : taken?.player ?? ""), h("span", null, dollars(taken?.cents ?? 0)), note ? h("em", null, note) : null),
  );
}

/** In stud, the cards only I see stand apart from those everyone sees. */
function ownAndUp(layout, cards, lit, piles, seat) {
  const up = new Set(piles[`up ${seat}`] ?? []);
  const known = up.size ? cards.filter((each) => !up.has(each)) : cards.filter((_, index) => index < layout.down || index >= layout.down + layout.up);
  const open = cards.filter((each) => !known.includes(each));
  const draw = (each) => card(each, { key: each, lit: lit.has(each) });
  return [
    h("div", { key: "own", class: "own" }, h("b", { class: "print" }, t.ONLY_YOU), known.map(draw)),
    open.length ? h("div", { key: "up", class: "own" }, h("b", { class: "print" }, t.UP), open.map(draw)) : null,
  ];
}
