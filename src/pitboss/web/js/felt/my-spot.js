// My own spot at a table against the house: my wagers and my cards.

import { h } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import { wagers } from "../table/store.js";
import { WAGER_KEYS } from "../table/deal.js";
import * as t from "../texts/en.js";
import { card, chips, pickCard } from "./parts.js";
import { columns, rows, shape } from "./places.js";

/** My places with the chips on them, and the value or result of each wager.
 * @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act */
export function mySpot(state, layout, ui, act) {
  const { seat, betting } = ui;
  const lying = betting ? (ui.draft ?? state.view.seats[seat]?.placed ?? {}) : wagers(state, seat);
  const drawn = rows(layout);
  const wide = drawn.length === 1 && drawn[0].length > 2;
  const many = drawn.some((row) => row.length > 2);
  const lots = (row) =>
    row.map((wager, index) =>
      lot(state, layout, ui, act, wager, lying, { inRow: row.length, index, rows: drawn.length })
    );
  const tri = drawn.length === 2 && drawn[0].length === 1 ? "places tri" : "places";
  const row = (each) => h("div", { class: "places", style: { "--n": each.length } }, lots(each));
  const several = many ? h("div", { class: "rows" }, drawn.map(row)) : h("div", { class: tri }, drawn.flatMap(lots));
  const height = many ? 470 : 461;
  const style = { "--x": 540, "--y": wide ? 462 : height, "--cols": columns(layout) };
  return h(
    "section",
    { key: "me", "data-seat": seat, class: "spot me", style, "aria-label": t.YOUR_WAGERS },
    wide ? h("div", { class: "places" }, lots(drawn[0])) : several,
  );
}

/** @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act @param {Wager} wager */
function lot(state, layout, ui, act, wager, lying, where) {
  const { betting } = ui;
  const result = ui.results[wager.key];
  const cents = lying[wager.key] || (result?.lost ? 0 : result?.stake) || 0;
  const kind = shape(wager, layout);
  const name = t.title(wager.title || wager.key);
  const added = Boolean(wager.of);
  const price = !betting && added && !cents ? ui.price[wager.key] : 0;
  const small = result ? result.words : beside(state, ui, wager, cents, price);
  const paid = result?.won && !result.sure;
  const classes = ["lot", besideName(kind, where), result?.won && "won"];
  const inside = paid ? [chips(result.stake, 4), chips(result.paid, 4)] : staked(cents, price);
  const place = {
    class: `place ${kind} ${price ? "next" : ""} ${paid ? "hit" : ""}`.trim(),
  };
  const takes = (betting || ui.linger) && !added && ui.mode !== "wait";
  return h(
    "div",
    { key: wager.key, class: classes.filter(Boolean).join(" ") },
    takes ? h("button", { ...place, ...placing(layout, act, wager, name, cents) }, inside) : h("div", place, inside),
    h(
      "dl",
      null,
      h("dt", null, name),
      h("dd", null, cents ? dollars(cents) : "", small ? h("small", null, small) : null),
    ),
  );
}

function staked(cents, price) {
  if (cents) return chips(cents);
  return price ? h("span", null, dollars(price)) : null;
}

/** The side of its place on which a wager's name is written. */
function besideName(kind, { inRow, index, rows: count }) {
  if (inRow > 2) return "v";
  const middle = kind === "bonus" ? "top" : "";
  if (count === 2 && inRow === 1) return middle;
  return index === 0 ? "l" : "";
}

/** The attributes by which a press, a dropped chip or a key changes a wager.
 * @param {Layout} layout @param {Act} act @param {Wager} wager */
function placing(layout, act, wager, name, cents) {
  const order = layout.wagers.filter((each) => !each.of);
  return {
    "aria-label": t.addChip(name, cents),
    "aria-keyshortcuts": WAGER_KEYS[order.indexOf(wager)],
    onclick: () => act.chip(wager.key),
    oncontextmenu: (event) => act.chipOff(event, wager.key),
    ondragover: (event) => event.preventDefault(),
    ondrop: (event) => act.drop(event, wager.key),
  };
}

/** Next to a wager that is not settled: how it is placed, what it would cost, or what it waits for.
 * @param {State} state @param {Moment} ui @param {Wager} wager */
function beside(state, ui, wager, cents, price) {
  if (ui.betting) return hint(wager);
  if (price) return t.ifYou(ui.priceWord);
  return cents && ui.asked ? meanwhile(state, ui, wager) : null;
}

/** While a hand is held: what each wager waits for, or what it is worth already.
 * @param {State} state @param {Moment} ui @param {Wager} wager */
function meanwhile(state, ui, wager) {
  if (!ui.picking?.boxes) return null;
  if (wager.common) return t.COMMON;
  if (!wager.fixed) return t.DECIDE_NOW;
  const reading = state.reading?.[ui.asked];
  const line = wager.lines?.[reading?.lines?.[wager.key]];
  return reading?.words ? t.asDealt(reading.words, line ? line.pays : t.LOSES) : null;
}

/** @param {Wager} wager */
function hint(wager) {
  if (wager.of) return t.afterCards(wager.of, wager.times);
  return wager.initial === "required" ? t.NEEDED : t.OPTIONAL;
}

// My cards -----------------------------------------------------------------------------------------------------------

/** My cards: as they lie, to be chosen from, or in the hold and out boxes.
 * @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act @param {Piles} piles */
export function myCards(state, layout, ui, act, piles) {
  const cards = ui.betting ? [] : (piles[`player ${ui.seat}`] ?? []);
  const about = { key: "mine", "data-seat": ui.seat };
  if (!cards.length) {
    const slots = Array.from({ length: layout.player }, (_, index) => h("i", { key: index, class: "slot" }));
    return h("div", { ...about, class: "mine", "aria-hidden": "true" }, slots);
  }
  if (ui.picking?.boxes) return boxes(cards, ui, act);
  const lit = new Set(state.later ? [] : (state.reading?.[ui.seat]?.matched ?? []));
  const drawn = cards.map((each, index) => card(each, { key: `${index}`, lit: lit.has(each) }));
  const picks = cards.map((each, index) => pickCard(each, index, ui.picked.has(each), act));
  const label = ui.picking ? t.chooseCards(ui.picking.word) : t.YOUR_CARDS;
  return h("div", { ...about, class: "mine", role: "group", "aria-label": label }, ui.picking ? picks : drawn);
}

/** @param {string[]} cards @param {Moment} ui @param {Act} act */
function boxes(cards, ui, act) {
  const held = cards.filter((each) => !ui.picked.has(each));
  const out = cards.filter((each) => ui.picked.has(each));
  const draw = (each) =>
    h(
      "button",
      {
        key: each,
        class: "pick",
        "aria-pressed": "false",
        "aria-label": ui.picked.has(each) ? t.goesOut(t.spoken(each)) : t.isHeld(t.spoken(each)),
        onclick: () => act.pick(each),
      },
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
