// A table against the house, drawn from the layout (the definition) and the view; no game is known by name.

import { hidden } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import * as t from "../texts/en.js";
import { moon, rack } from "./cloth.js";
import { dealEvents, folded, making, net, paidLine, pays, settled } from "../table/deal.js";
import { card, chips } from "./parts.js";
import { payTables } from "./pay-tables.js";
import { around, houseSpots, rows, shape } from "./places.js";
import { wagers } from "../table/store.js";
import { WAGER_KEYS } from "../table/wagers.js";

/** The whole felt of a house table. `act` holds what the page does: place, pick, sit. */
export function houseFelt(state, layout, ui, act) {
  const view = state.view;
  const seat = ui.seat;
  const betting = (!view.deal || view.done) && !ui.linger;
  ui.betting = betting;
  const piles = view.deal?.piles ?? {};
  return h(
    "section",
    { class: betting ? "table house betting" : "table house", "aria-label": t.FELT },
    moon(layout.law || layout.name, ...logo(layout, piles, betting)),
    rack(),
    dealer(state, layout, piles, betting),
    board(layout, piles, betting, state),
    layout.dealer && layout.board === 1 && !layout.peels && !betting ? lawOrResult(state, layout) : null,
    payTables(layout, marks(state, layout, seat, ui), betting),
    others(state, layout, ui, act),
    seat ? mySpot(state, layout, ui, act, betting) : null,
    seat ? myCards(state, layout, ui, act, piles) : null,
  );
}

/** On the phone: what the dealer needs, and once his cards are turned what he has. */
function lawOrResult(state, layout) {
  const announced = dealEvents(state).findLast((event) => event.verb === "announce");
  return h("p", { key: "law", class: announced ? "print small word" : "print small" }, announced ? t.sentence(announced, String, () => false) : layout.law);
}

/** The game's name in large letters, where the middle of the cloth is free. */
function logo(layout, piles, betting) {
  const name = layout.name.replace(/ Poker$/, "");
  if (layout.peels) return [/\d/.test(name) ? name.split("-").join(" · ") : name, 288];
  const free = betting && !piles.dealer?.length && layout.wagers.filter((each) => each.lines?.length).length < 3;
  return [free && name.length <= LETTERS ? name : null, 236];
}

const LETTERS = 11; // longer names would run into the pay tables

/** Which lines of the pay tables are lit: those my hand now makes, and those that were paid or are sure to be. */
function marks(state, layout, seat, ui) {
  const reading = state.reading?.[seat];
  const chosen = reading?.after?.[ui.choices?.find((button) => button.main)?.action] ?? reading;
  const near = { ...hoped(layout, ui), ...(chosen?.lines ?? {}) };
  const hit = {};
  const events = dealEvents(state);
  for (const wager of layout.wagers) {
    if (!wager.lines?.length) continue;
    for (const event of events) {
      if (event.verb !== "settle" || event.pile !== wager.key) continue;
      const line = paidLine(wager.lines, settled([event], event.seat)[wager.key]);
      if (line >= 0) hit[wager.key] = line;
    }
    if (wager.sure && near[wager.key] !== undefined) hit[wager.key] ??= near[wager.key];
  }
  return { near, hit };
}

/** The line held cards are played for: a flush, where they are of one suit and the rest is still to come. */
function hoped(layout, ui) {
  if (!ui.picking?.boxes || !ui.picked.size) return {};
  const held = ui.hand.filter((card) => !ui.picked.has(card));
  if (held.length < 3 || new Set(held.map((card) => card[1])).size > 1) return {};
  const open = layout.wagers.filter((wager) => wager.lines && !wager.fixed);
  return Object.fromEntries(open.map((wager) => [wager.key, wager.lines.findIndex((line) => line.words === "flush")]).filter(([, line]) => line >= 0));
}

// The dealer -----------------------------------------------------------------------------------------------------------

function dealer(state, layout, piles, betting) {
  const cards = piles.dealer ?? [];
  if (!cards.length && (betting || !layout.dealer || layout.peels)) return null;
  const announced = [...dealEvents(state)].reverse().find((event) => event.verb === "announce");
  const shed = (layout.peels && piles.rack) || [];
  if (layout.peels) {
    return h(
      "div",
      { key: "dealer", class: "dealer peel" },
      shed.some((each) => !hidden(each)) ? h("div", { class: "box shed" }, h("b", { class: "print" }, t.DISCARDED), shed.filter((each) => !hidden(each)).map((each) => card(each, { gone: true }))) : null,
      h("div", { class: "box" }, h("b", { class: "print" }, t.dealerPlays(cards.length)), cards.map((each) => card(each, { lit: !hidden(each) }))),
    );
  }
  const gone = [...dealEvents(state)].reverse().find((event) => event.verb === "discard" && /dealer/.test(event.words ?? ""))?.cards ?? [];
  const label = cards.every(hidden) ? t.dealerDown(cards.length) : t.dealerShows(cards.filter((each) => !hidden(each)));
  const turned = cards.length && cards.every((each) => !hidden(each));
  return h(
    "div",
    { key: "dealer", class: turned ? "dealer turned" : "dealer", role: "group", "aria-label": label },
    cards.map((each) => card(each, { label: false })),
    turned ? gone.map((each) => card(each, { label: false, gone: true })) : null,
    turned && announced ? h("div", { class: "plate" }, t.DEALER, " ", h("em", null, t.dealerHas(announced.words))) : null,
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
    seenFromMe(open, places).map(([seat, place]) => spot(state, layout, ui, act, seat, place)).concat(ui.seat ? [] : seatless(state, layout, ui, act, view, size)),
  );
}

/** The spots from left to right as I see them: down my left side, then up my right. */
function seenFromMe(seats, places) {
  const all = seats.map((seat, index) => [seat, places[index]]).filter(([, place]) => place);
  const left = all.filter(([, place]) => place.x < 540);
  return [...left.reverse(), ...all.slice(left.length).reverse()];
}

/** From the rail, the spot that would be mine is shown like the others, at the bottom. */
function seatless(state, layout, ui, act, view, size) {
  return [spot(state, layout, ui, act, 1 + (0 % size), { x: 540, y: 560, a: 0, scale: 1 })];
}

function spot(state, layout, ui, act, seat, place) {
  if (!place) return null;
  const view = state.view;
  const taken = view.seats[seat];
  const events = dealEvents(state);
  const lying = { ...(taken?.placed ?? {}), ...wagers(state, seat) };
  const results = ui.betting ? {} : settled(events, seat);
  const gone = !ui.betting && folded(events, seat);
  const cards = gone || ui.betting ? [] : view.deal?.piles?.[`player ${seat}`] ?? [];
  const slide = Math.abs(place.a) > 45 ? -40 : Math.abs(place.a) > 20 ? 36 : 0;
  const style = { "--x": place.x, "--y": place.y, "--a": place.a, "--m": Math.round(Math.abs(place.a) / 3.2), "--cols": columns(layout), scale: place.scale === 1 ? null : place.scale };
  const shown = cards.length && cards.every((each) => !hidden(each));
  const now = !ui.betting && settling(events);
  const won = net(events, seat) ?? 0;
  const classes = ["spot", (!taken || gone) && "out", now === seat ? "now" : won > 0 && !ui.betting && Object.keys(results).length ? "paid" : null].filter(Boolean).join(" ");
  return h(
    "li",
    { key: `spot ${seat}`, "data-seat": seat, class: classes, style: clean(style) },
    h(
      "div",
      { class: "lay" },
      h("div", { class: "places" }, rows(layout).flat().map((wager) => placeOf(wager, layout, lying[wager.key], results[wager.key]))),
      shown ? [h("div", { key: "was", class: "hand was", "aria-hidden": "true" }, cards.map(() => h("i", { class: "card" }))), h("div", { key: "up", class: "hand up", style: { "--slide": place.a < 0 ? -slide : slide } }, cards.map((each) => card(each, { label: false })))] : cards.length ? h("div", { key: "hand", class: "hand" }, cards.map((each) => card(each, { label: false }))) : null,
    ),
    taken && ui.betting && ui.own?.includes(seat)
      ? h("button", { class: "plate open", onclick: () => act.spot(seat), "aria-label": t.wagerOn(seat) }, h("em", null, t.yourSpot(seat, Object.keys(lying).length)))
      : taken
      ? h("div", { class: "plate" }, taken.player, " ", h("em", null, statusWords(state, layout, seat, events, ui, now)))
      : h("button", { class: "plate open", onclick: () => act.sit(seat), "aria-label": t.sitHere(seat) }, h("em", null, t.openSpot(seat))),
  );
}

/** A place of another spot: its stake, and after the settlement what was paid beside it. */
function placeOf(wager, layout, cents, result) {
  const won = result?.won;
  return h("i", { key: wager.key, class: `place ${shape(wager, layout)}${won ? " hit" : ""}`.trim() }, won ? [chips(result.stake, 3), chips(result.paid, 4)] : chips(cents, 4));
}

const clean = (style) => Object.fromEntries(Object.entries(style).filter(([, value]) => value !== null));
const columns = (layout) => Math.max(...rows(layout).map((row) => row.length));
const SILENT = new Set(["deal", "wager", "place", "collect", "settle", "show", "sit", "buy"]);

function statusWords(state, layout, seat, events, ui, now) {
  const here = state.presence[seat];
  if (here?.state === "lost") return t.reconnecting(here.left);
  const view = state.view;
  if (view.seats[seat].status === "out") return t.AWAY;
  if (ui.betting) return Object.keys(view.seats[seat].placed ?? {}).length ? t.IN : "";
  if (view.actors.includes(seat)) return t.THINKING;
  const won = net(events, seat);
  if (folded(events, seat)) return t.FOLDED;
  if (won !== null && seat === now) return t.settlingNow(won);
  if (won !== null) return t.netWords(won);
  if (state.later?.some((event) => event.seat === seat) && afterMe(state.later, seat, ui.seat)) return t.AFTER_YOU_SETTLED;
  const last = events.findLast((event) => event.seat === seat && !SILENT.has(event.verb));
  if (last?.verb === "hold") return t.holds(layout.player - (last.cards?.length ?? 0));
  return last ? t.did(last.verb) : "";
}

/** Whether a spot is settled after mine. */
function afterMe(later, seat, own) {
  const order = later.filter((event) => event.verb === "settle").map((event) => event.seat);
  return order.includes(own) && order.indexOf(seat) > order.indexOf(own);
}

/** The spot being settled now: the last one told, while others are still to come. */
function settling(events) {
  const last = events[events.length - 1];
  return last?.verb === "settle" && events.some((event) => event.verb === "show") ? last.seat : 0;
}

// My spot --------------------------------------------------------------------------------------------------------------

function mySpot(state, layout, ui, act, betting) {
  const seat = ui.seat;
  const taken = state.view.seats[seat];
  const lying = betting ? ui.draft ?? taken?.placed ?? {} : wagers(state, seat);
  ui.results = betting ? {} : myResults(state, layout, seat, lying);
  const drawn = rows(layout);
  const wide = drawn.length === 1 && drawn[0].length > 2;
  const many = drawn.some((row) => row.length > 2);
  const style = { "--x": 540, "--y": wide ? 462 : many ? 470 : 461, "--cols": columns(layout) };
  return h(
    "section",
    { key: "me", "data-seat": seat, class: "spot me", style, "aria-label": t.YOUR_WAGERS },
    wide
      ? h("div", { class: "places" }, drawn[0].map((wager, index) => lot(state, layout, ui, act, wager, lying, betting, drawn[0].length, index)))
      : many
      ? h("div", { class: "rows" }, drawn.map((row) => h("div", { class: "places", style: { "--n": row.length } }, row.map((wager, index) => lot(state, layout, ui, act, wager, lying, betting, row.length, index)))))
      : h("div", { class: drawn.length === 2 && drawn[0].length === 1 ? "places tri" : "places" }, drawn.flatMap((row) => row.map((wager, index) => lot(state, layout, ui, act, wager, lying, betting, row.length, index, drawn.length)))),
  );
}

/** What is known about each of my wagers: settled, or sure already. */
function myResults(state, layout, seat, lying) {
  const done = settled(dealEvents(state), seat);
  const coming = settled(state.later ?? [], seat);
  const near = state.reading?.[seat]?.lines ?? {};
  const known = {};
  for (const wager of layout.wagers) {
    const result = done[wager.key];
    const line = wager.lines?.[near[wager.key]];
    if (result) known[wager.key] = { ...result, words: result.won ? t.wins(result.paid) : result.lost ? t.LOSES : t.PUSH };
    else if (coming[wager.key]?.won) known[wager.key] = { words: t.coming(coming[wager.key].paid) };
    else if (!state.later && wager.sure && lying[wager.key] && line) known[wager.key] = { won: true, sure: true, words: t.wins(pays(lying[wager.key], line.pays)) };
  }
  return known;
}

function lot(state, layout, ui, act, wager, lying, betting, inRow, index, rowCount) {
  const result = ui.results?.[wager.key];
  const cents = lying[wager.key] || (result?.lost ? 0 : result?.stake) || 0;
  const kind = shape(wager, layout);
  const name = t.title(wager.title ?? wager.key);
  const added = Boolean(wager.of);
  const price = !betting && added && !cents ? ui.price?.[wager.key] : 0;
  const below = inRow > 2 ? "v" : rowCount === 2 && inRow === 1 ? (kind === "bonus" ? "top" : "") : index === 0 ? "l" : "";
  const classes = ["lot", below, result?.won && "won"].filter(Boolean).join(" ");
  const small = result ? result.words : betting ? hint(wager, layout, cents) : price ? t.ifYou(ui.priceWord) : cents && ui.asked ? meanwhile(state, layout, ui, wager) : null;
  const paid = result?.won && !result.sure;
  const inside = paid ? [chips(result.stake, 4), chips(result.paid, 4)] : cents ? chips(cents) : price ? h("span", null, dollars(price)) : null;
  const placeClass = `place ${kind} ${price ? "next" : ""} ${paid ? "hit" : ""}`.trim();
  const place =
    (betting || ui.linger) && !added && ui.mode !== "wait"
      ? h("button", { class: placeClass, "aria-label": t.addChip(name, cents), "aria-keyshortcuts": WAGER_KEYS[layout.wagers.filter((each) => !each.of).indexOf(wager)], onclick: () => act.chip(wager.key), oncontextmenu: (event) => act.chipOff(event, wager.key), ondragover: (event) => event.preventDefault(), ondrop: (event) => act.drop(event, wager.key) }, inside)
      : h("div", { class: placeClass }, inside);
  return h("div", { key: wager.key, class: classes }, place, h("dl", null, h("dt", null, name), h("dd", null, cents ? dollars(cents) : "", small ? h("small", null, small) : null)));
}

/** While a hand is held: what each wager waits for, or what it is worth already. */
function meanwhile(state, layout, ui, wager) {
  if (!ui.picking?.boxes) return null;
  if (wager.common) return t.COMMON;
  if (!wager.fixed) return t.DECIDE_NOW;
  const reading = state.reading?.[ui.asked];
  const line = wager.lines?.[reading?.lines?.[wager.key]];
  return reading?.words ? t.asDealt(reading.words, line ? line.pays : t.LOSES) : null;
}

function hint(wager, layout, cents) {
  if (wager.of) return t.afterCards(wager.of, wager.times);
  return wager.initial === "required" ? t.NEEDED : t.OPTIONAL;
}

// My cards -------------------------------------------------------------------------------------------------------------

function myCards(state, layout, ui, act, piles) {
  const cards = ui.betting ? [] : piles[`player ${ui.seat}`] ?? [];
  const out = piles[`out ${ui.seat}`] ?? [];
  if (!cards.length) {
    return h("div", { key: "mine", "data-seat": ui.seat, class: "mine", "aria-hidden": "true" }, Array.from({ length: layout.player }, (_, index) => h("i", { key: index, class: "slot" })));
  }
  const lit = new Set(state.later ? [] : making(state.reading?.[ui.seat]));
  if (!ui.picking) return h("div", { key: "mine", "data-seat": ui.seat, class: "mine", role: "group", "aria-label": t.YOUR_CARDS }, cards.map((each, index) => card(each, { key: `${index}`, lit: lit.has(each) })));
  if (ui.picking.boxes) return boxes(cards, ui, act);
  return h(
    "div",
    { key: "mine", "data-seat": ui.seat, class: "mine", role: "group", "aria-label": t.chooseCards(ui.picking.word) },
    cards.map((each, index) => pick(each, index, ui.picked.has(each), act)),
  );
}

function pick(each, index, pressed, act) {
  return h(
    "button",
    { key: each, class: "pick", "aria-pressed": String(pressed), "aria-label": pressed ? t.goesOut(t.spoken(each)) : t.spoken(each), onclick: () => act.pick(each) },
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
      { key: each, class: "pick", "aria-pressed": "false", "aria-label": ui.picked.has(each) ? t.goesOut(t.spoken(each)) : t.isHeld(t.spoken(each)), onclick: () => act.pick(each) },
      card(each, { label: false }),
      h("kbd", { "aria-hidden": "true" }, cards.indexOf(each) + 1),
    );
  return h(
    "div",
    { key: "mine", "data-seat": ui.seat, class: "mine boxes", role: "group", "aria-label": t.HOLD_OR_OUT },
    h("div", { key: "hold", class: "box hold" }, h("b", { class: "print" }, t.HOLD_BOX), held.map(draw)),
    h("div", { key: "out", class: "box out" }, h("b", { class: "print" }, t.OUT_BOX), out.map(draw)),
  );
}
