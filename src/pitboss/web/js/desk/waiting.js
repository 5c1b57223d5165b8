// Joining the waiting list of a full table.

import { h } from "../lib/dom.js";
import * as t from "../texts/en-desk.js";
import { dialog } from "../table/dialogs.js";

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
