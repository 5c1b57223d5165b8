// The bar at the top of a table page.

import { h } from "../lib/dom.js";
import { signed } from "../lib/money.js";
import * as t from "../texts/en.js";
import { may } from "./store.js";

/** The bar at the top: the table, my money, and the tools for my seat.
 * @param {TablePage} page @param {State} state */
export function bar(page, state) {
  const { layout, moment: ui, act } = page;
  const number = state.hand + (ui.mode === "bet" && !ui.linger ? 1 : 0); // wagers are for the next round
  const count = number ? ` · ${ui.kind.number(number)}` : "";
  const where = ui.naming ? ` · ${t.beforeHand(number + 1)}` : count;
  const tonight = page.me.tonight ?? 0;
  return h(
    "header",
    { class: "bar" },
    h("a", { class: "mark suit-s", href: "/" }, t.PITBOSS),
    h(
      "div",
      { class: "where" },
      h("h1", null, layout.title),
      h("span", null, layout.subtitle, where, ui.floor ? ` · ${t.AS_FLOOR}` : ""),
    ),
    h("div", { class: "money push" }, ui.kind.money(page, state)),
    tonight
      ? h(
        "div",
        { class: "money wide" },
        h("span", null, t.TONIGHT),
        h("b", { class: tonight < 0 ? "bad" : "good" }, signed(tonight)),
      )
      : null,
    halted(state, "tag warn wide"),
    tools(page)
      .filter((tool) => tool.near)
      .map((tool) =>
        h(
          "button",
          {
            key: tool.key,
            class: "btn plain wide",
            "aria-pressed": tool.pressed === undefined ? null : String(tool.pressed),
            onclick: tool.do,
          },
          tool.icon ? h("i", { class: `ico ${tool.icon}` }) : null,
          tool.words,
          tool.hint ? [" ", h("kbd", null, tool.hint)] : null,
        )
      ),
    may(state, "dealer") && layout.dealt === "person"
      ? h("button", { class: "btn", onclick: act.step }, t.DEALER_STEP, " ", h("kbd", null, "N"))
      : null,
    h(
      "button",
      {
        key: "more",
        class: "btn plain icon wide",
        "aria-label": t.MORE,
        onclick: () => page.open({ kind: "more" }),
      },
      h("i", { class: "ico i-gear" }),
    ),
    h(
      "button",
      {
        key: "help",
        class: "btn plain icon wide",
        "aria-label": t.HELP,
        onclick: () => page.open({ kind: "keys" }),
      },
      h("i", { class: "ico i-help" }),
    ),
    h(
      "button",
      {
        key: "all",
        class: "btn plain icon narrow",
        "aria-label": t.HELP_AND_MORE,
        onclick: () => page.open({ kind: "more" }),
      },
      h("i", { class: "ico i-help" }),
    ),
  );
}

/** The tools of a player for a seat and of the floor for the table: `near` ones are in the bar, and one button opens
 * all.
 * @param {TablePage} page */
export function tools({ state, moment: ui, act }) {
  const taken = state.view.seats[ui.seat];
  const floor = may(state, "floor");
  const called = state.status.called === state.you?.name;
  const { kind } = ui;
  return [
    taken &&
    taken.status !== "out" && { key: "out", near: !kind.house, words: kind.sitOut, do: act.out },
    taken && { key: "buy", words: t.BUY, do: act.buy },
    taken && {
      key: "leave",
      near: Boolean(ui.leaving),
      words: ui.leaving ? kind.leaving : t.LEAVE,
      do: act.leave,
    },
    taken &&
    !floor && {
      key: "call",
      near: !kind.house || called,
      words: called ? t.FLOOR_CALLED : t.CALL_FLOOR,
      icon: "i-book",
      hint: "!",
      pressed: called,
      do: act.call,
    },
    floor && {
      key: "floor",
      near: true,
      words: t.FLOOR,
      icon: "i-book",
      hint: "!",
      pressed: Boolean(ui.floor),
      do: () => act.floor(!ui.floor),
    },
  ].filter(Boolean);
}

/** Why the table is halted or will close, while that lasts.
 * @param {State} state */
export function halted(state, classes) {
  const words = haltedWords(state.line === "closed" ? {} : state.status);
  return words
    ? h(
      "span",
      { key: "halted", class: classes, role: "status" },
      h("i", { class: "ico i-alert", "aria-hidden": "true" }),
      words,
    )
    : null;
}

/** @param {Partial<State["status"]>} status */
function haltedWords({ paused, called, closing }) {
  if (paused) return t.paused(paused);
  if (called) return t.calledBy(called);
  return closing ? t.CLOSES : "";
}
