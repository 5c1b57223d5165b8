// The first visit: five bubbles, one thing each, beside what they are about.

import { h } from "../lib/dom.js";
import { change } from "../lib/settings.js";
import * as t from "../texts/en.js";

const ABOUT = [".door .btn.main", ".game .cloth", ".game .foot", ".bar nav", ".panel"];

/** Go to a step; outside the steps the tour is over and does not begin by itself again. */
export function go(page, to) {
  if (to < 0 || to >= t.TOUR.length) {
    change({ toured: true });
    to = -1;
  }
  page.set({ step: to });
  for (const each of document.querySelectorAll(".pointed")) each.classList.remove("pointed");
  if (to < 0) return page.querySelector(".door .btn")?.focus();
  const about = page.querySelector(ABOUT[to]);
  about?.classList.add("pointed");
  about?.scrollIntoView?.({ block: "center" });
  page.querySelector(".tour .btn.main")?.focus();
}

export function tour(page) {
  const { step } = page.ui;
  if (step < 0 || step >= t.TOUR.length) return null;
  const [title, words] = t.TOUR[step];
  const last = step + 1 === t.TOUR.length;
  return h(
    "div",
    { key: "tour", class: "bubble tour", role: "dialog", "aria-labelledby": "tour-title" },
    h("p", { class: "label" }, t.tourCount(step + 1, t.TOUR.length)),
    h("h3", { id: "tour-title" }, title),
    h("p", { "aria-live": "polite" }, words),
    h(
      "div",
      { class: "tools" },
      h("button", { class: "btn plain small", onclick: () => go(page, -1) }, t.SKIP_TOUR),
      h("button", { class: "btn small push", "aria-disabled": step ? null : "true", onclick: () => step && go(page, step - 1) }, t.BACK),
      h("button", { class: "btn small main", onclick: () => go(page, step + 1) }, last ? t.DONE : t.NEXT),
    ),
  );
}

/** The arrows walk through the tour and Escape ends it. */
export function tourKeys(page) {
  const { step } = page.ui;
  if (step < 0) return {};
  return { Escape: () => go(page, -1), ArrowRight: () => go(page, step + 1), ArrowLeft: () => step && go(page, step - 1), Enter: () => go(page, step + 1) };
}
