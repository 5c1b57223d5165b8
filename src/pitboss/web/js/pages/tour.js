// The first visit: five bubbles, one thing each.

import { h } from "../lib/dom.js";
import { change } from "../lib/settings.js";
import * as t from "../texts/en.js";

export function tour(page) {
  const step = page.ui.step;
  if (step < 0 || step >= t.TOUR.length) return null;
  const [title, words] = t.TOUR[step];
  const go = (to) => {
    if (to >= t.TOUR.length || to < 0) change({ toured: true });
    page.set({ step: to });
  };
  return h(
    "div",
    { key: "tour", class: "bubble tour", role: "dialog", "aria-label": t.tourStep(step + 1, t.TOUR.length) },
    h("p", { class: "label" }, t.tourCount(step + 1, t.TOUR.length)),
    h("h3", null, title),
    h("p", null, words),
    h(
      "div",
      { class: "tools" },
      h("button", { class: "btn plain small", onclick: () => go(-1) }, t.SKIP_TOUR),
      h("button", { class: "btn small push", "aria-disabled": step ? null : "true", onclick: () => step && go(step - 1) }, t.BACK),
      h("button", { class: "btn small main", onclick: () => go(step + 1 < t.TOUR.length ? step + 1 : -1) }, step + 1 < t.TOUR.length ? t.NEXT : t.DONE),
    ),
  );
}
