// The settings of this browser: theme, contrast, deck, motion, sound. Kept locally, applied to the page at once.

const NAME = "pitboss settings";
const DEFAULTS = {
  theme: "dark",
  contrast: "",
  deck: "",
  motion: "",
  sound: false,
  notify: false,
  coach: true,
  toured: false,
};

/** Today, in the form in which my last day of play is stored. */
export const today = () => new Date().toDateString();

let known = { text: null, chosen: DEFAULTS };

export function settings() {
  const text = localStorage.getItem(NAME) ?? "{}";
  if (text !== known.text) known = { text, chosen: parsed(text) };
  return known.chosen;
}

function parsed(text) {
  try {
    return { ...DEFAULTS, ...JSON.parse(text) };
  } catch {
    return { ...DEFAULTS };
  }
}

export function change(changes) {
  const next = { ...settings(), ...changes };
  localStorage.setItem(NAME, JSON.stringify(next));
  apply(next);
  if (changes.notify && "Notification" in window) Notification.requestPermission();
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
