// The seat that is held for me, shown above everything else.

import { h } from "../lib/dom.js";
import { buyIn, dollars } from "../lib/money.js";
import * as t from "../texts/en-desk.js";
import { forcedWords } from "./tables.js";

/** @param {HoldingPage} page */
export function heldSeat(page) {
  const now = holding(page);
  if (!now) return null;
  const { held, table, left, bring } = now;
  const { stakes } = table;
  const facts = [
    [t.LEAST_BUY_IN, dollars(stakes.least)],
    table.kind === "house" ? [t.LIMIT, table.limit] : [t.FORCED_BET, forcedWords(stakes)],
    ...(table.pot ? [[t.AVERAGE_POT, dollars(table.pot)]] : []),
    [t.YOU_BRING, dollars(bring)],
  ];
  const name = table.title || table.name;
  return h(
    "section",
    { key: "held", class: "panel held page-seat", role: "alertdialog", "aria-label": t.seatTitle },
    h("p", { class: "big", "aria-hidden": "true" }, t.secondsHeld(left), h("small", null, t.SECONDS_SIGN)),
    h(
      "div",
      null,
      h("h2", null, t.seatFor(held.seat, name)),
      h("p", { class: "sub" }, [table.name, table.house].filter((each) => each && each !== name).join(", ")),
      h(
        "div",
        { class: "meter", "aria-hidden": "true" },
        h("i", { style: { "--v": `${Math.min(100, (100 * left) / held.of)}%` } }),
      ),
    ),
    h(
      "dl",
      { class: "facts" },
      facts.map(([term, value]) => h("div", { key: term }, h("dt", null, term), h("dd", null, value))),
    ),
    h(
      "div",
      { class: "tools" },
      h("button", { class: "btn plain", onclick: () => page.wait(table.id, "off") }, t.LET_GO),
      h("button", { class: "btn", onclick: () => stay(page, table) }, t.STAY_ON_LIST),
      h("a", { class: "btn main push", href: takes(held) }, t.takeSeat(held.seat, bring), " ", h("kbd", null, "Enter")),
    ),
  );
}

/** Enter takes the seat that is held.
 * @param {HoldingPage} page */
export function heldKeys(page) {
  const now = holding(page);
  return now ? { Enter: () => location.assign(takes(now.held)) } : {};
}

const takes = (held) => `/table/${held.table}?sit=${held.seat}`;

/** The held seat with its table, the seconds left and what I bring.
 * @param {HoldingPage} page */
function holding(page) {
  const { held } = page.ui;
  const table = held && page.tables.get(held.table);
  const left = held ? Math.ceil((held.until - Date.now()) / 1000) : 0;
  return table && left > 0 ? { held, table, left, bring: buyIn(table.stakes, page.me.cents) } : null;
}

/** Give this seat to the next in line and go to the end of the waiting list. */
function stay(page, table) {
  page.wait(table.id, "off");
  page.wait(table.id, "going");
}
