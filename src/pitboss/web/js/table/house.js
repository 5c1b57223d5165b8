// A table against the house, drawn from the layout (the definition) and the view; no game is known by name.

import { hidden, spoken } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import * as t from "../texts/en.js";
import { moon, rack } from "./cloth.js";
import { card, chips } from "./parts.js";
import { payTables } from "./pay-tables.js";
import { around, houseSpots, rows, shape } from "./places.js";
import { mine, wagers } from "./store.js";

/** The keys that put a chip on the wagers, in the order of the definition. */
export const WAGER_KEYS = "qweasfghjl";

/** The whole felt of a house table. `act` holds what the page does: place, pick, sit. */
export function houseFelt(state, layout, ui, act) {
  const view = state.view;
  const seat = ui.seat;
  const betting = !view.deal || view.done;
  const piles = view.deal?.piles ?? {};
  return h(
    "section",
    { class: betting ? "table house betting" : "table house", "aria-label": t.FELT },
    moon(layout.law || layout.name, betting && !piles.dealer?.length && layout.wagers.filter((each) => each.lines?.length).length < 3 ? layout.name.replace(/ Poker$/, "") : null),
    rack(),
    dealer(state, layout, piles, betting),
    board(layout, piles, betting, state),
    payTables(layout, marks(state, layout, seat)),
    others(state, layout, ui, act),
    seat ? mySpot(state, layout, ui, act, betting) : null,
    seat ? myCards(state, layout, ui, act, piles) : null,
  );
}

/** Which lines of the pay tables are lit: those my hand now makes, and those that hit in this round. */
function marks(state, layout, seat) {
  const near = state.reading?.[seat]?.lines ?? {};
  const hit = {};
  for (const event of state.feed.slice(-60)) {
    if (event.verb === "close") for (const key of Object.keys(hit)) delete hit[key];
    if (event.verb !== "settle" || event.line === undefined) continue;
    hit[event.pile] = event.line;
  }
  return { near, hit };
}

// The dealer -----------------------------------------------------------------------------------------------------------

function dealer(state, layout, piles, betting) {
  const cards = piles.dealer ?? [];
  if (!cards.length && (betting || !layout.dealer)) return null;
  const announced = [...state.feed].reverse().find((event) => event.verb === "announce");
  const shed = (layout.peels && piles.rack) || [];
  if (layout.peels) {
    return h(
      "div",
      { key: "dealer", class: "dealer peel" },
      shed.some((each) => !hidden(each)) ? h("div", { class: "box shed" }, h("b", { class: "print" }, t.DISCARDED), shed.filter((each) => !hidden(each)).map((each) => card(each, { gone: true }))) : null,
      h("div", { class: "box" }, h("b", { class: "print" }, t.dealerPlays(cards.length)), cards.map((each) => card(each, { lit: !hidden(each) }))),
    );
  }
  const label = cards.every(hidden) ? t.dealerDown(cards.length) : t.dealerShows(cards.filter((each) => !hidden(each)));
  const turned = cards.length && cards.every((each) => !hidden(each));
  return h(
    "div",
    { key: "dealer", class: turned ? "dealer turned" : "dealer", role: "group", "aria-label": label },
    cards.map((each) => card(each, { label: false })),
    turned && announced ? h("div", { class: "plate" }, t.DEALER, " ", h("em", null, announced.words)) : null,
  );
}

function board(layout, piles, betting, state) {
  const cards = piles.board ?? [];
  if (!layout.board || (!cards.length && betting)) return null;
  const many = layout.board > 1;
  const blanks = Math.max(0, layout.board - cards.length);
  const label = cards.some((each) => !hidden(each)) ? t.boardShows(cards.filter((each) => !hidden(each))) : t.boardDown(layout.board);
  const name = layout.dealer ? null : h("b", { class: "print" }, t.COMMUNITY);
  const slots = cards.length ? [] : Array.from({ length: blanks }, (_, index) => h("i", { key: `slot ${index}`, class: "slot" }));
  const lit = new Set(state.reading?.[0]?.cards ?? []);
  return h(
    "div",
    { key: "board", class: many ? (layout.dealer ? "board under" : "board four") : "board", role: "group", "aria-label": label },
    h("div", { class: "box" }, cards.map((each) => card(each, { label: false, lit: lit.has(each) || (!many && !hidden(each)) })), slots, name),
  );
}

// The other spots ------------------------------------------------------------------------------------------------------

function others(state, layout, ui, act) {
  const view = state.view;
  const size = layout.spots;
  const places = houseSpots(size);
  const order = around(size, ui.seat);
  const open = ui.seat ? order : order.slice(0, places.length);
  return h(
    "ol",
    { class: "others", "aria-label": t.OTHER_SPOTS },
    open.map((seat, index) => spot(state, layout, ui, act, seat, places[index])).concat(ui.seat ? [] : seatless(state, layout, ui, act, view, size)),
  );
}

/** From the rail, the spot that would be mine is shown like the others, at the bottom. */
function seatless(state, layout, ui, act, view, size) {
  return [spot(state, layout, ui, act, 1 + (0 % size), { x: 540, y: 560, a: 0, scale: 1 })];
}

function spot(state, layout, ui, act, seat, place) {
  if (!place) return null;
  const view = state.view;
  const taken = view.seats[seat];
  const lying = { ...(taken?.placed ?? {}), ...wagers(state, seat) };
  const cards = view.deal?.piles?.[`player ${seat}`] ?? [];
  const folded = status(state, seat) === "folded";
  const style = { "--x": place.x, "--y": place.y, "--a": place.a, "--m": Math.round(Math.abs(place.a) / 3.2), "--cols": columns(layout), scale: place.scale === 1 ? null : place.scale };
  const shown = cards.length && cards.every((each) => !hidden(each));
  const classes = ["spot", (!taken || folded) && "out", settling(state) === seat && "now"].filter(Boolean).join(" ");
  return h(
    "li",
    { key: `spot ${seat}`, class: classes, style: clean(style) },
    h(
      "div",
      { class: "lay" },
      h("div", { class: "places" }, rows(layout).flat().map((wager) => h("i", { key: wager.key, class: `place ${shape(wager, layout)}`.trim() }, chips(lying[wager.key], 4)))),
      cards.length ? h("div", { class: shown ? "hand up" : "hand" }, cards.map((each) => card(each, { label: false }))) : null,
    ),
    taken
      ? h("div", { class: "plate" }, taken.player, " ", h("em", null, statusWords(state, seat)))
      : h("button", { class: "plate open", onclick: () => act.sit(seat), "aria-label": t.sitHere(seat) }, h("em", null, t.openSpot(seat))),
  );
}

const clean = (style) => Object.fromEntries(Object.entries(style).filter(([, value]) => value !== null));
const columns = (layout) => Math.max(...rows(layout).map((row) => row.length));

/** What a spot is doing now: the last thing the feed tells of it in this round. */
function status(state, seat) {
  for (let at = state.feed.length - 1; at >= 0; at -= 1) {
    const event = state.feed[at];
    if (event.verb === "finish" || event.verb === "close") break;
    if (event.seat !== seat) continue;
    if (event.verb === "fold") return "folded";
    if (["deal", "wager", "place"].includes(event.verb)) continue;
    return event.verb;
  }
  return "";
}

function statusWords(state, seat) {
  const here = state.presence[seat];
  if (here?.state === "lost") return t.reconnecting(here.left);
  const view = state.view;
  if (view.seats[seat].status === "out") return t.AWAY;
  if (view.actors.includes(seat)) return t.THINKING;
  const last = status(state, seat);
  if (last === "settle") return t.netWords(netOf(state, seat));
  return last ? t.did(last) : Object.keys(view.seats[seat].placed ?? {}).length ? t.IN : "";
}

/** What the settlement has paid a spot so far in this round, less what it has lost. */
function netOf(state, seat) {
  let net = 0;
  for (let at = state.feed.length - 1; at >= 0; at -= 1) {
    const event = state.feed[at];
    if (event.verb === "close") break;
    if (event.verb !== "settle" || event.seat !== seat) continue;
    if (/lose/.test(event.words)) net -= event.cents;
    else if (!/push|returned/.test(event.words)) net += event.cents;
  }
  return net;
}

function settling(state) {
  const last = state.fresh[state.fresh.length - 1];
  return last?.verb === "settle" ? last.seat : 0;
}

// My spot --------------------------------------------------------------------------------------------------------------

function mySpot(state, layout, ui, act, betting) {
  const seat = ui.seat;
  const taken = state.view.seats[seat];
  const lying = betting ? ui.draft ?? taken?.placed ?? {} : wagers(state, seat);
  const drawn = rows(layout);
  const many = drawn.some((row) => row.length > 2);
  const style = { "--x": 540, "--y": many ? 470 : 461, "--cols": columns(layout) };
  return h(
    "section",
    { key: "me", class: "spot me", style, "aria-label": t.YOUR_WAGERS },
    many
      ? h("div", { class: "rows" }, drawn.map((row) => h("div", { class: "places", style: { "--n": row.length } }, row.map((wager, index) => lot(state, layout, ui, act, wager, lying, betting, row.length, index)))))
      : h("div", { class: drawn.length === 2 && drawn[0].length === 1 ? "places tri" : "places" }, drawn.flatMap((row) => row.map((wager, index) => lot(state, layout, ui, act, wager, lying, betting, row.length, index, drawn.length)))),
  );
}

function lot(state, layout, ui, act, wager, lying, betting, inRow, index, rowCount) {
  const cents = lying[wager.key] ?? 0;
  const kind = shape(wager, layout);
  const name = wager.title || t.title(wager.key);
  const added = Boolean(wager.of);
  const price = !betting && added && !cents ? ui.price?.[wager.key] : 0;
  const result = ui.results?.[wager.key];
  const below = inRow > 2 ? "v" : rowCount === 2 && inRow === 1 ? (kind === "bonus" ? "top" : "") : index === 0 ? "l" : "";
  const classes = ["lot", below, result?.won && "won"].filter(Boolean).join(" ");
  const small = result ? result.words : betting ? hint(wager, layout, cents) : price ? t.ifYou(ui.priceWord) : null;
  const inside = cents ? chips(cents) : price ? h("span", null, dollars(price)) : null;
  const placeClass = `place ${kind} ${price ? "next" : ""} ${result?.won ? "hit" : ""}`.trim();
  const place =
    betting && !added
      ? h("button", { class: placeClass, "aria-label": t.addChip(name, cents), "aria-keyshortcuts": WAGER_KEYS[layout.wagers.filter((each) => !each.of).indexOf(wager)], onclick: () => act.chip(wager.key), oncontextmenu: (event) => act.chipOff(event, wager.key), ondragover: (event) => event.preventDefault(), ondrop: (event) => act.drop(event, wager.key) }, inside)
      : h("div", { class: placeClass }, inside);
  return h("div", { key: wager.key, class: classes }, place, h("dl", null, h("dt", null, name), h("dd", null, cents ? dollars(cents) : "", small ? h("small", null, small) : null)));
}

function hint(wager, layout, cents) {
  if (wager.of) return t.afterCards(wager.of);
  if (cents) return null;
  return wager.initial === "required" ? t.NEEDED : t.OPTIONAL;
}

// My cards -------------------------------------------------------------------------------------------------------------

function myCards(state, layout, ui, act, piles) {
  const cards = piles[`player ${ui.seat}`] ?? [];
  const out = piles[`out ${ui.seat}`] ?? [];
  if (!cards.length) {
    return h("div", { key: "mine", class: "mine", "aria-hidden": "true" }, Array.from({ length: layout.player }, (_, index) => h("i", { key: index, class: "slot" })));
  }
  const lit = new Set(state.reading?.[ui.seat]?.cards ?? []);
  if (!ui.picking) return h("div", { key: "mine", class: "mine", role: "group", "aria-label": t.YOUR_CARDS }, cards.map((each, index) => card(each, { key: `${index}`, lit: lit.has(each) })));
  if (ui.picking.boxes) return boxes(cards, ui, act);
  return h(
    "div",
    { key: "mine", class: "mine", role: "group", "aria-label": t.chooseCards(ui.picking.word) },
    cards.map((each, index) => pick(each, index, ui.picked.has(each), act)),
  );
}

function pick(each, index, pressed, act) {
  return h(
    "button",
    { key: each, class: "pick", "aria-pressed": String(pressed), "aria-label": pressed ? t.goesOut(spoken(each)) : spoken(each), onclick: () => act.pick(each) },
    card(each, { label: false }),
    h("kbd", { "aria-hidden": "true" }, index + 1),
    pressed ? h("span", { class: "flag" }, t.OUT) : null,
  );
}

function boxes(cards, ui, act) {
  const held = cards.filter((each) => !ui.picked.has(each));
  const out = cards.filter((each) => ui.picked.has(each));
  const draw = (each) =>
    h(
      "button",
      { key: each, class: "pick", "aria-pressed": "false", "aria-label": ui.picked.has(each) ? t.goesOut(spoken(each)) : t.isHeld(spoken(each)), onclick: () => act.pick(each) },
      card(each, { label: false }),
      h("kbd", { "aria-hidden": "true" }, cards.indexOf(each) + 1),
    );
  return h(
    "div",
    { key: "mine", class: "mine boxes", role: "group", "aria-label": t.HOLD_OR_OUT },
    h("div", { key: "hold", class: "box hold" }, h("b", { class: "print" }, t.HOLD_BOX), held.map(draw)),
    h("div", { key: "out", class: "box out" }, h("b", { class: "print" }, t.OUT_BOX), out.map(draw)),
  );
}

export { mine };
