// What this browser remembers: theme, contrast, deck, motion, sound. Kept locally, applied to the page at once.

const NAME = "pitboss settings";
const DEFAULTS = { theme: "dark", contrast: "", deck: "", motion: "", sound: false, notify: false, coach: true, toured: false };

export function settings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(NAME) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export function change(changes) {
  const next = { ...settings(), ...changes };
  localStorage.setItem(NAME, JSON.stringify(next));
  apply(next);
  return next;
}

export function apply(chosen = settings()) {
  const root = document.documentElement;
  const put = (name, value) => (value ? root.setAttribute(name, value) : root.removeAttribute(name));
  put("data-theme", chosen.theme === "system" ? "" : chosen.theme);
  put("data-contrast", chosen.contrast);
  put("data-deck", chosen.deck);
  put("data-motion", chosen.motion);
}
