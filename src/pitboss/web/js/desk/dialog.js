// A modal dialog of a page that is read, and the opening and closing of it: Escape closes, the focus goes back.

import { h } from "../lib/dom.js";

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

/** Show a dialog of the page, or close the one that is open. */
export function show(page, wanted) {
  const opener = document.activeElement;
  page.set({ dialog: wanted, why: "" });
  const box = page.querySelector("dialog");
  if (wanted && box && !box.open) {
    page.opener = opener;
    box.showModal();
    box.querySelector("[autofocus], input, button")?.focus();
    box.scrollTop = 0; // the button that has the focus may stand at the end
  }
  if (!wanted) page.opener?.focus?.();
}
