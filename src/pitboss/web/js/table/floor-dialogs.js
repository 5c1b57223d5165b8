// Dialogs before the floor pauses, fills, credits or closes a table.

import { h } from "../lib/dom.js";
import { centsOf } from "../lib/money.js";
import * as t from "../texts/en-floor.js";
import { dialog, dollarField } from "./dialogs.js";

/** @param {TablePage} page */
const buttons = (page, yes, no = t.CANCEL) =>
  h(
    "div",
    { class: "tools" },
    h("button", { type: "button", class: "btn plain", onclick: () => page.open(null) }, no),
    h("button", { class: "btn main push" }, yes),
  );

/** A dialog whose form gives a ruling about the table.
 * @param {TablePage} page */
function asking(page, title, words, ruling, facts, inside) {
  const give = (event) => {
    event.preventDefault();
    const stated = facts(event.target.elements);
    page.open(null);
    page.act.ruling(ruling, stated);
  };
  return dialog(page, title, h("p", { class: "sub" }, words), h("form", { onsubmit: give }, inside));
}

export const FLOOR_DIALOGS = {
  pause: (page) =>
    asking(
      page,
      t.PAUSE_TITLE,
      t.PAUSE_WORDS,
      "pause",
      ({ why }) => (why.value.trim() ? { why: why.value.trim() } : {}),
      [
        h("label", { for: "why" }, t.PAUSE_REASON),
        h("input", { id: "why", class: "field", maxlength: "200", autofocus: true, placeholder: t.PAUSE_DEFAULT }),
        buttons(page, t.FLOOR_TOOLS.pause),
      ],
    ),
  fill: (page) => amount(page, "fill", t.FILL_TITLE, t.FILL_WORDS, t.fillBy),
  credit: (page) => amount(page, "credit", t.CREDIT_TITLE, t.CREDIT_WORDS, t.creditBy),
  close: (page) =>
    asking(page, t.CLOSE_TITLE, t.CLOSE_WORDS, "close", () => ({}), buttons(page, t.CLOSE_YES, t.KEEP_OPEN)),
};

/** @param {TablePage} page */
function amount(page, ruling, title, words, yes) {
  const { cents } = page.ui.dialog;
  return asking(page, title, words, ruling, ({ cents: field }) => ({ cents: centsOf(field.value) }), [
    h("label", { for: "cents" }, t.AMOUNT_LABEL),
    h("input", { ...dollarField(page, cents), min: 1, step: "any" }),
    buttons(page, yes(cents)),
  ]);
}
