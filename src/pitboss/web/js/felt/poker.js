// A poker table seen from my seat: board, pots, seats, wagers and the button, drawn from the layout and the view.

import { hidden } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import * as t from "../texts/en.js";
import { ring } from "./cloth.js";
import { dealEvents, making } from "../table/deal.js";
import { card, chips } from "./parts.js";
import { MY_SEAT, around, pokerSeats } from "./places.js";
import { inFront, pots as potsOf } from "./pots.js";
import { left, mine } from "../table/store.js";

/** The whole felt of a poker table. */
export function pokerFelt(state, layout, ui, act) {
  const view = state.view;
  const piles = view.deal?.piles ?? {};
  const order = around(layout.seats, ui.seat);
  const places = pokerSeats(layout.seats, layout.board > 0);
  const events = dealEvents(state);
  const wagers = inFront(events);
  const showdown = events.some((event) => event.verb === "show");
  const shownSeats = ui.seat ? order : [...order, 1];
  const named = (place, index) => (ui.naming && place ? { ...place, px: [17, 50, 83][index % 3], py: 6 + 11 * Math.floor(index / 3) } : place); // on the phone the games need the middle
  const placeOf = (seat) => (seat === ui.seat ? MY_SEAT : seat === 1 && !ui.seat && order.length === places.length ? { ...MY_SEAT } : named(places[order.indexOf(seat)], order.indexOf(seat)));
  const stud = layout.up > 0;
  return h(
    "section",
    { class: ["table oval", stud && "stud", layout.seats > 8 && "ten", showdown && "showdown", ui.naming && "choice", layout.hand > 2 && !stud && "many"].filter(Boolean).join(" "), "aria-label": t.FELT },
    ring(!ui.naming, showdown && layout.hole ? 452 : layout.board ? 404 : 304),
    ui.naming ? null : pots(state, layout),
    ui.naming ? null : flop(state, layout, piles),
    ui.naming,
    h("ol", { "aria-label": t.SEATS }, shownSeats.map((seat) => seatOf(state, layout, ui, act, seat, placeOf(seat), piles))),
    [...Object.entries(wagers)].map(([seat, cents]) => wager(Number(seat), cents, placeOf(Number(seat)))),
    ui.naming ? button(state, ui.seat, { ...MY_SEAT, button: [446, 578, 22, 86] }) : view.button ? button(state, view.button, placeOf(view.button)) : null,
    ui.seat ? me(state, layout, ui, piles, stud) : null,
  );
}

function pots(state, layout) {
  const events = dealEvents(state);
  const front = Object.values(inFront(events)).reduce((sum, cents) => sum + cents, 0);
  const drawn = potsOf(events, state.view.seats, state.view.chips?.pot ?? 0);
  if (!drawn.length) return null;
  const names = (seats) => seats.map((seat) => (mine(state).includes(seat) ? t.YOU.toLowerCase() : state.view.seats[seat]?.player ?? t.seatName(seat)));
  const said = (pot) => (pot.without.length ? t.without(names(pot.without)) : drawn.length === 1 && front ? t.inFrontWords(front) : "");
  return h(
    "div",
    { key: "pots", class: "pots", style: { "--y": layout.board ? 212 : 348, "--py": layout.board ? 24.5 : 45 } },
    drawn.map((pot, index) =>
      h(
        "div",
        { key: index, class: "pot" },
        chips(pot.cents),
        h("dl", null, h("dt", null, drawn.length === 1 ? t.POT : index ? t.SIDE_POT : t.MAIN_POT), h("dd", null, h("b", null, dollars(pot.cents)), " ", said(pot) ? h("span", null, said(pot)) : null)),
      ),
    ),
  );
}

function flop(state, layout, piles) {
  if (!layout.board) return null;
  const cards = (piles.board ?? []).filter((each) => !hidden(each));
  const lit = new Set(mine(state).flatMap((seat) => (layout.hole ? state.reading?.[seat]?.cards ?? [] : making(state.reading?.[seat]))));
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

/** At the showdown: who plays which cards, once hands lie open. */
function shownHands(state) {
  const shown = dealEvents(state).filter((event) => event.verb === "show");
  if (!shown.length) return [];
  const own = mine(state);
  const seats = [...new Set([...shown.map((event) => event.seat), ...own.filter((seat) => state.view.actors.includes(seat))])];
  return seats.filter((seat) => state.reading?.[seat]).map((seat) => [own.includes(seat) ? t.YOU.toLowerCase() : state.view.seats[seat]?.player ?? t.seatName(seat), state.reading[seat].cards]);
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
  const lit = new Set(read?.cards ?? []);
  const hand = cards.length && doing.class !== "fold" ? h("div", { key: "hand", class: layout.up ? "ups" : "hand" }, cards.map((each, index) => card(each, { key: index, lit: lit.has(each), gone: Boolean(read) && !hidden(each) && !lit.has(each) }))) : null;
  const chair = h("div", { key: "chair", class: "chair" }, h("b", null, taken.player), h("span", null, dollars(taken.cents)), doing.words ? h("em", null, doing.words) : null);
  const above = layout.up > 0 && place.y < 150; // at the top of the felt the cards lie towards the pot
  return h("li", { key: `seat ${seat}`, class: classes, style, "data-seat": seat }, above ? [chair, hand] : [hand, chair]);
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
  const last = [...events].reverse().find((event) => !["deal", "buy", "ante", "fee"].includes(event.verb));
  if (taken.status === "out" && !last) return { class: "away", words: taken.owes?.length ? t.OWES : t.AWAY };
  if (taken.status === "waiting" && !last) return { class: "off", words: t.WAITING_BLIND };
  if (ui.naming) return { words: seat === view.button ? t.HAD_BUTTON : t.WAITING };
  if (!last) return { words: "" };
  if (last.verb === "fold") return { class: "fold", words: layout.up ? t.foldedOn(events.filter((event) => event.verb === "deal").reduce((sum, event) => sum + event.cards.length, 0)) : t.FOLDED };
  if (last.verb === "muck") return { class: "fold", words: t.MUCKED };
  if (view.actors.includes(seat)) return { words: t.THINKING };
  if (last.verb === "show") return { class: taken.cents === 0 && !view.done ? "allin" : "", words: t.shownWords(last.words || state.reading?.[seat]?.words) };
  if (taken.cents === 0 && !view.done && view.deal) return { class: "allin", words: t.ALL_IN };
  if (last.verb === "award") return { class: "won", words: t.wins(last.cents) };
  return { words: t.didPoker(last) };
}

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
  const lit = new Set(layout.hole ? state.reading?.[seat]?.cards ?? [] : making(state.reading?.[seat]));
  const turn = state.view.actors.includes(seat) || Boolean(ui.naming);
  const doing = statusOf(state, layout, seat, ui);
  const { x, y, px, py } = MY_SEAT;
  const style = { "--x": x, "--y": cards.length ? y : y + 40, "--px": px, "--py": py, "--left": part(state, seat, ui) };
  const late = turn && (left(state, seat, ui.now) ?? 99) < 8;
  return h(
    "section",
    { key: "me", "data-seat": seat, class: ["seat me", turn && (late ? "late turn" : "turn"), doing.class].filter(Boolean).join(" "), style, "aria-label": t.YOU },
    cards.length ? h("div", { class: "hand" }, ui.picking ? cards.map((each, index) => ui.pickButton(each, index)) : stud ? ownAndUp(layout, cards, lit, piles, seat) : cards.map((each) => card(each, { key: each, lit: lit.has(each) }))) : null,
    h("div", { class: "chair" }, h("b", null, mine(state).includes(seat) ? t.YOU : taken?.player ?? ""), h("span", null, dollars(taken?.cents ?? 0)), doing.words && !turn ? h("em", null, doing.words) : null),
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
