// The frame of what opens over a table: a modal dialog that Escape closes.

import { h } from "../lib/dom.js";
import { centsOf, inField } from "../lib/money.js";

/** A field for dollars that keeps whole cents in the dialog. */
export const dollarField = (page, cents) => ({
  id: "cents",
  class: "field",
  type: "number",
  inputmode: "decimal",
  value: inField(cents),
  autofocus: true,
  oninput: (event) => page.act.dialog({ cents: centsOf(event.target.value) }),
});

export function dialog(page, title, ...inside) {
  return h(
    "dialog",
    {
      key: "dialog",
      class: "dialog",
      "aria-label": title,
      oncancel: (event) => (event.preventDefault(), page.open(null)),
    },
    h("h2", null, title),
    inside,
  );
}
