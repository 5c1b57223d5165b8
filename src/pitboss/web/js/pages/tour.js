// The first visit: five bubbles, each next to the thing it explains.

import { h } from "../lib/dom.js";
import { change } from "../lib/settings.js";
import * as t from "../texts/en-desk.js";

const ABOUT = [".door .btn.main", ".games .game", ".games .btn", ".bar nav a[href='/rules']", ".fan"];
const WIDE = 340;
const GAP = 26;
const EDGE = 12;
const NARROW = 760; // a phone has its bubble at the bottom

/** Go to a step; beyond the steps the tour is over and does not start by itself again. */
export function go(page, to) {
  if (to < 0 || to >= t.TOUR.length) {
    change({ toured: true });
    to = -1;
  }
  page.set({ step: to, beside: null });
  for (const each of document.querySelectorAll(".pointed")) each.classList.remove("pointed");
  if (to < 0) return page.querySelector(".door .btn")?.focus();
  const about = shown(page.querySelector(ABOUT[to])) ?? page.querySelector(".door");
  about.classList.add("pointed");
  about.scrollIntoView({ block: "center" });
  page.set({ beside: beside(about.getBoundingClientRect(), page.querySelector(".tour").offsetHeight) });
  page.querySelector(".tour .btn.main")?.focus({ preventScroll: true });
}

const shown = (element) => (element?.checkVisibility() ? element : null);

/** The place of a bubble right of a thing, left of it or below, and of its arrow. */
function beside(thing, high) {
  if (window.innerWidth <= NARROW) return null;
  const middle = thing.top + thing.height / 2;
  const top = Math.max(EDGE, Math.min(window.innerHeight - high - EDGE, middle - 60));
  const arrow = Math.max(18, Math.min(high - 32, middle - top - 7));
  if (thing.right + GAP + WIDE < window.innerWidth) return { side: "right", left: thing.right + GAP, top, arrow };
  if (thing.left - GAP - WIDE > 0) return { side: "left", left: thing.left - GAP - WIDE, top, arrow };
  return {
    side: "below",
    left: Math.max(EDGE, Math.min(window.innerWidth - WIDE - EDGE, thing.left)),
    top: thing.bottom + GAP,
    arrow: 0,
  };
}

export function tour(page) {
  const { step, beside: at } = page.ui;
  if (step < 0 || step >= t.TOUR.length) return null;
  const [title, words] = t.TOUR[step];
  const last = step + 1 === t.TOUR.length;
  const px = (number) => `${Math.round(number)}px`;
  return h(
    "div",
    {
      key: "tour",
      class: at ? `bubble tour ${at.side}` : "bubble tour",
      style: at ? { left: px(at.left), top: px(at.top), "--arrow": px(at.arrow) } : {},
      role: "dialog",
      "aria-labelledby": "tour-title",
    },
    h("p", { class: "label" }, t.tourCount(step + 1, t.TOUR.length)),
    h("h3", { id: "tour-title" }, title),
    h("p", { "aria-live": "polite" }, words),
    h(
      "div",
      { class: "tools" },
      h("button", { class: "btn plain small", onclick: () => go(page, -1) }, t.SKIP_TOUR),
      h("button", {
        class: "btn small push",
        "aria-disabled": step ? null : "true",
        onclick: () => step && go(page, step - 1),
      }, t.BACK),
      h("button", { class: "btn small main", onclick: () => go(page, step + 1) }, last ? t.DONE : t.NEXT),
    ),
  );
}

/** The arrows walk through the tour and Escape ends it. */
export function tourKeys(page) {
  const { step } = page.ui;
  if (step < 0) return {};
  return {
    Escape: () => go(page, -1),
    ArrowRight: () => go(page, step + 1),
    ArrowLeft: () => step && go(page, step - 1),
    Enter: () => go(page, step + 1),
  };
}
