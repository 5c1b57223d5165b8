// Opening and closing the dialog of a page without a table; the focus returns to where it was.

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
