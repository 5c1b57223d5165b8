// Keyboard: one table of keys for the visible page; typing in a field is left alone.

const bound = new Map();
/** @param {Event} event */
const at = (event) => /** @type {HTMLElement} */ (event.target);

/** Bind keys while the page shows what they do; returns the function that unbinds them. */
export function bind(keys) {
  for (const [key, action] of Object.entries(keys)) bound.set(key, action);
  return () => {
    for (const key of Object.keys(keys)) if (bound.get(key) === keys[key]) bound.delete(key);
  };
}

/** Replace every binding at once. */
export function rebind(keys) {
  bound.clear();
  bind(keys);
}

export function listen() {
  // A button pressed by mouse or touch gives up the focus, so that Enter means the main button and does not press it
  // again.
  document.addEventListener("click", (event) => {
    const button = event.detail > 0 && at(event).closest?.("button");
    if (button && !button.closest("dialog")) button.blur();
  });
  document.addEventListener("keydown", (event) => {
    /** @type {HTMLElement} */
    const field = at(event).closest?.("input, textarea, select, [contenteditable]");
    if (field && event.key !== "Escape") return;
    if (field && !field.closest("dialog")) field.blur(); // the keys are for the page again
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && at(event).closest?.("button, a")) return;
    const action = bound.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (!action) return;
    event.preventDefault();
    action(event);
  });
}
