// The action bar: my hand in words, my question, and one brass button. The part for seated players loads later.

import { h } from "../lib/dom.js";
import * as t from "../texts/en.js";
import { kbd, say } from "../felt/parts.js";
import { left, remaining } from "./store.js";

const OPENED_ELSEWHERE = 4002;
const HOT = 8; // seconds: from here on the time is shown in figures

/** The bar for the current mode: watching, betting, deciding, naming, waiting.
 * @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act */
export function actionBar(state, layout, ui, act) {
  const mode = ui.mode;
  const clock = ui.seat ? timeLeft(state, ui) : null;
  const hot = clock !== null && clock < HOT && (mode === "decide" || mode === "name");
  return h(
    "section",
    {
      class: ["act", hot && "hot", ui.choices?.some((button) => button.range) && mode === "decide" && "bet"].filter(
        Boolean,
      ).join(" "),
      "data-mode": mode,
      "aria-label": mode === "bet" ? t.PLACE_WAGERS : t.YOUR_DECISION,
    },
    clock !== null && mode !== "watch"
      ? h("div", { class: "clock", style: { "--left": fraction(state, ui, clock) } })
      : null,
    lost(state, ui.now),
    inside(state, layout, ui, act, clock),
  );
}

/** @type {SeatedBar} */
function inside(state, layout, ui, act, clock) {
  if (ui.mode === "watch") return watching(layout, ui, act);
  if (ui.mode === "floor") return ui.floorBar(ui, act);
  return ui.player ? ui.player.SEATED[ui.mode](state, layout, ui, act, clock) : say(ui.waiting, "");
}

/** @param {State} state @param {Moment} ui */
function timeLeft(state, ui) {
  if (ui.mode === "bet") return remaining(state.window, ui.now);
  return left(state, ui.asked || ui.seat, ui.now);
}

/** @param {State} state @param {Moment} ui */
function fraction(state, ui, clock) {
  const whole = (ui.mode === "bet" ? state.window : state.clocks[ui.asked || ui.seat])?.left || clock || 1;
  return Math.min(1, clock / whole).toFixed(3);
}

/** @param {State} state */
function lost(state, now) {
  if (state.line === "lost" || state.line === "opening") {
    if (state.line === "opening" && !state.view) return null;
    return h(
      "p",
      { key: "lost", class: "lost", role: "status" },
      h("i", { class: "ico i-alert" }),
      t.LOST,
      state.pending ? t.LOST_PENDING : t.LOST_CLEAR,
      h("span", { class: "push dim", "aria-hidden": "true" }, t.trying(Math.ceil(((state.again ?? 0) - now) / 1000))),
    );
  }
  if (state.line === "closed") {
    return h(
      "p",
      { key: "lost", class: "lost", role: "status" },
      state.code === OPENED_ELSEWHERE ? t.ELSEWHERE : t.CLOSED,
    );
  }
  if (state.refusal?.why) {
    return h(
      "p",
      { key: "refused", class: "lost refusal", role: "alert" },
      t.capital(state.refusal.why),
      " ",
      state.refusal.rule ? h("span", { class: "rule" }, state.refusal.rule) : null,
    );
  }
  return null;
}

/** From the rail: leave, sit down, or join the list.
 * @param {Layout} layout @param {Moment} ui @param {Act} act */
function watching(layout, ui, act) {
  const free = ui.free;
  return [
    say(t.WATCHING, [ui.kind.rail, ui.kind.rail && " ", free.length ? t.CHOOSE_SEAT : t.TABLE_FULL]),
    h(
      "div",
      { class: "doing" },
      h("a", { key: "leave", class: "btn", href: "/" }, t.LEAVE_WORD),
      free.length
        ? h(
          "button",
          { key: "sit", class: "btn main", onclick: () => act.sit(0) },
          ui.kind.sit(free[0]),
          h("small", null, t.from(layout.buyIn.least), " ", kbd("S")),
        )
        : h("button", { key: "list", class: "btn main", onclick: act.list }, t.JOIN_LIST, h("small", null, kbd("L"))),
    ),
  ];
}
