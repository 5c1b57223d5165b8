// Waiting lists in the lobby: joining one, and the seat that is held for me.

import { h } from "../lib/dom.js";
import * as t from "../texts/en.js";
import { dialog } from "./dialog.js";

/** Choosing how to wait for a seat at a full table. */
export function waitDialog(page) {
  const table = page.tables.get(page.ui.dialog.table);
  if (!table) return null;
  const join = (how) => () => {
    page.wait(table.id, how);
    page.open(null);
  };
  return dialog(
    page,
    t.WAIT_TITLE,
    h("p", { class: "sub" }, t.waitWords(table.title || table.name, table.waiting)),
    h(
      "div",
      { class: "tools" },
      h("button", { class: "btn plain", onclick: () => page.open(null) }, t.CANCEL),
      table.spectators ? h("a", { class: "btn", href: `/table/${table.id}` }, t.WATCH) : null,
      h("button", { class: "btn push", onclick: join("interest") }, t.INTEREST),
      h("button", { class: "btn main", autofocus: true, onclick: join("going") }, t.GOING),
    ),
  );
}

/** Over whatever is open: the seat that is free for me, for as long as it is held. */
export function heldSeat(page) {
  const { held } = page.ui;
  const table = held && page.tables.get(held.table);
  const left = held ? Math.ceil((held.until - Date.now()) / 1000) : 0;
  if (!table || left <= 0) return null;
  return h(
    "aside",
    { key: "held", class: "panel held", role: "alertdialog", "aria-label": t.seatTitle },
    h("p", { class: "big", "aria-hidden": "true" }, t.secondsHeld(left), h("small", null, "s")),
    h("div", null, h("h2", null, t.seatFor(held.seat, table.title || table.name)), h("p", { class: "sub" }, `${table.name} · ${table.limit}`)),
    h("div", { class: "tools" }, h("button", { class: "btn plain", onclick: () => page.wait(table.id, "off") }, t.LET_GO), h("a", { class: "btn main push", href: `/table/${table.id}?sit=${held.seat}` }, t.TAKE_IT(held.seat))),
  );
}
