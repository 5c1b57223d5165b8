// The frame of what opens over a table: a modal dialog that Escape closes.

import { h } from "../lib/dom.js";

export function dialog(page, title, ...inside) {
  return h(
    "dialog",
    { key: "dialog", class: "dialog", "aria-label": title, oncancel: (event) => (event.preventDefault(), page.open(null)) },
    h("h2", null, title),
    inside,
  );
}
