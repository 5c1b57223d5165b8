// A poker table seen from my seat: board, pots, seats, wagers and the button, drawn from the layout and the view.

import { hidden } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import * as t from "../texts/en.js";
import { ring } from "./cloth.js";
import { card, chips } from "./parts.js";
import { MY_SEAT, around, pokerSeats } from "./places.js";
import { left, mine } from "./store.js";

const BETS = new Set(["bet", "call", "raise", "complete", "bring in", "post", "ante"]);
const ROUND_ENDS = new Set(["board", "draw", "passed", "show", "award"]);

/** The whole felt of a poker table. */
export function pokerFelt(state, layout, ui, act) {
  const view = state.view;
  const piles = view.deal?.piles ?? {};
  const order = around(layout.seats, ui.seat);
  const places = pokerSeats(layout.seats);
  const wagers = inFront(state);
  const shownSeats = ui.seat ? order : [...order, 1];
  const placeOf = (seat) => (seat === ui.seat ? MY_SEAT : seat === 1 && !ui.seat && order.length === places.length ? { ...MY_SEAT } : places[order.indexOf(seat)]);
  const stud = layout.up > 0;
  return h(
    "section",
    { class: stud ? "table oval stud" : "table oval", "aria-label": t.FELT },
    ring(),
    ui.naming ? null : pots(state, layout),
    ui.naming ? null : flop(state, layout, piles),
    ui.naming,
    h("ol", { "aria-label": t.SEATS }, shownSeats.map((seat) => seatOf(state, layout, ui, act, seat, placeOf(seat), piles))),
    [...Object.entries(wagers)].map(([seat, cents]) => wager(Number(seat), cents, placeOf(Number(seat)))),
    view.button ? button(state, view.button, placeOf(view.button)) : null,
    ui.seat ? me(state, layout, ui, piles, stud) : null,
  );
}

/** What lies before each seat in this round of betting. */
export function inFront(state) {
  const lying = {};
  for (const event of dealEvents(state)) {
    if (event.verb === "fold" || event.verb === "return") {
      if (event.verb === "return") lying[event.seat] = Math.max(0, (lying[event.seat] ?? 0) - event.cents);
    } else if (BETS.has(event.verb) && event.verb !== "ante") {
      const dead = event.verb === "post" && /dead/.test(event.words ?? "");
      if (!dead) lying[event.seat] = event.to || (lying[event.seat] ?? 0) + event.cents;
    } else if (ROUND_ENDS.has(event.verb) || (event.verb === "deal" && event.up === true && Object.keys(lying).length && !event.seat)) {
      for (const seat of Object.keys(lying)) delete lying[seat];
    } else if (event.verb === "deal" && roundOver(lying, event)) {
      for (const seat of Object.keys(lying)) delete lying[seat];
    }
  }
  return Object.fromEntries(Object.entries(lying).filter(([, cents]) => cents));
}

// After a round of betting, stud deals on: the chips before the seats have gone to the pot.
const roundOver = (lying, event) => event.street !== undefined && event.street > 0 && Object.keys(lying).length > 0;

/** The events of the hand being played. */
export function dealEvents(state) {
  const feed = state.feed;
  let from = 0;
  for (let at = feed.length - 1; at >= 0; at -= 1) {
    if (feed[at].verb === "finish") {
      from = at + 1;
      break;
    }
  }
  return feed.slice(from);
}

function pots(state, layout) {
  const chipsNow = state.view.chips ?? {};
  const total = chipsNow.pot ?? 0;
  const before = Object.values(inFront(state)).reduce((sum, cents) => sum + cents, 0);
  const listed = state.view.pots ?? [{ cents: Math.max(0, total - before) }];
  const drawn = listed.filter((each) => each.cents > 0);
  if (!drawn.length) return null;
  const y = layout.board ? 212 : 348;
  return h(
    "div",
    { key: "pots", class: "pots", style: { "--y": y, "--py": layout.board ? 24.5 : 45 } },
    drawn.map((each, index) =>
      h(
        "div",
        { key: index, class: "pot" },
        chips(each.cents),
        h("dl", null, h("dt", null, drawn.length === 1 ? t.POT : index ? t.SIDE_POT : t.MAIN_POT), h("dd", null, h("b", null, dollars(each.cents)), " ", each.without ? h("span", null, t.without(each.without)) : null)),
      ),
    ),
  );
}

function flop(state, layout, piles) {
  if (!layout.board) return null;
  const cards = (piles.board ?? []).filter((each) => !hidden(each));
  const lit = new Set(state.reading?.[0]?.cards ?? mineLit(state));
  const slots = Array.from({ length: Math.max(0, layout.board - cards.length) }, (_, index) => h("i", { key: `slot ${index}`, class: "slot" }));
  return h(
    "div",
    { key: "flop", class: "flop", style: { "--y": 312, "--py": 43 }, role: "img", "aria-label": cards.length ? t.boardShows(cards) : t.NO_BOARD },
    cards.map((each) => card(each, { key: each, label: false, lit: lit.has(each) })),
    slots,
  );
}

const mineLit = (state) => mine(state).flatMap((seat) => state.reading?.[seat]?.cards ?? []);

function seatOf(state, layout, ui, act, seat, place, piles) {
  if (!place || seat === ui.seat) return null;
  const view = state.view;
  const taken = view.seats[seat];
  const style = { "--x": place.x, "--y": place.y, "--px": place.px, "--py": place.py, "--left": part(state, seat, ui) };
  if (!taken) {
    return h(
      "li",
      { key: `seat ${seat}`, class: "seat off", style },
      ui.seat && layout.seated !== "several"
        ? h("div", { class: "chair" }, h("b", null, t.openSeat(seat)), h("span", null, ""))
        : h("button", { class: "chair", onclick: () => act.sit(seat), "aria-label": t.sitHere(seat) }, h("b", null, t.openSeat(seat)), h("span", null, ""), h("em", null, t.PRESS_TO_SIT)),
    );
  }
  const cards = piles[`player ${seat}`] ?? [];
  const doing = statusOf(state, seat);
  const classes = ["seat", doing.class, view.actors.includes(seat) && "turn", state.presence[seat]?.state === "lost" && "off"].filter(Boolean).join(" ");
  const lit = new Set(doing.class === "fold" ? [] : state.reading?.[seat]?.cards ?? []);
  const hand = cards.length ? h("div", { class: layout.up ? "ups" : "hand" }, cards.map((each, index) => card(each, { key: index, lit: lit.has(each) }))) : null;
  return h("li", { key: `seat ${seat}`, class: classes, style }, hand, h("div", { class: "chair" }, h("b", null, taken.player), h("span", null, dollars(taken.cents)), h("em", null, doing.words)));
}

function part(state, seat, ui) {
  const clock = state.clocks[seat];
  if (!clock) return 1;
  return Math.min(1, (left(state, seat, ui.now) ?? 0) / (clock.left || 1)).toFixed(3);
}

/** What a seat is doing: a class of its chair and a few words. */
function statusOf(state, seat) {
  const view = state.view;
  const here = state.presence[seat];
  const taken = view.seats[seat];
  if (here?.state === "lost") return { words: t.reconnecting(here.left) };
  const events = dealEvents(state).filter((event) => event.seat === seat);
  const last = [...events].reverse().find((event) => event.verb !== "deal" && event.verb !== "buy");
  if (taken.status === "out" && !last) return { class: "off", words: taken.owes?.length ? t.OWES : t.AWAY };
  if (taken.status === "waiting" && !last) return { class: "off", words: t.WAITING_BLIND };
  if (!last) return { words: "" };
  if (last.verb === "fold") return { class: "fold", words: t.FOLDED };
  if (last.verb === "muck") return { class: "fold", words: t.MUCKED };
  if (view.actors.includes(seat)) return { words: t.THINKING };
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
  const lit = new Set(state.reading?.[seat]?.cards ?? []);
  const turn = state.view.actors.includes(seat);
  const doing = statusOf(state, seat);
  const { x, y, px, py } = MY_SEAT;
  const style = { "--x": x, "--y": y, "--px": px, "--py": py, "--left": part(state, seat, ui) };
  const late = turn && (left(state, seat, ui.now) ?? 99) < 8;
  return h(
    "section",
    { key: "me", class: ["seat me", turn && (late ? "late turn" : "turn"), doing.class].filter(Boolean).join(" "), style, "aria-label": t.YOU },
    cards.length ? h("div", { class: "hand" }, ui.picking ? cards.map((each, index) => ui.pickButton(each, index)) : stud ? ownAndUp(layout, cards, lit, piles, seat) : cards.map((each) => card(each, { key: each, lit: lit.has(each) }))) : null,
    h("div", { class: "chair" }, h("b", null, t.YOU), h("span", null, dollars(taken?.cents ?? 0)), doing.words && !turn ? h("em", null, doing.words) : null),
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
