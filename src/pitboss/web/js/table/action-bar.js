// The action bar: my hand in words, what is asked of me, and one brass button.

import { h } from "../lib/dom.js";
import { dollars, purse } from "../lib/money.js";
import * as t from "../texts/en.js";
import { byCards, clamp } from "./choices.js";
import { chips, kbd, words } from "./parts.js";
import { left, remaining } from "./store.js";

/** The bar for whatever is going on: watching, betting, deciding, naming, waiting. */
export function actionBar(state, layout, ui, act) {
  const mode = ui.mode;
  const clock = ui.seat ? timeLeft(state, ui) : null;
  const hot = clock !== null && clock < 8 && (mode === "decide" || mode === "name");
  return h(
    "section",
    { class: hot ? "act hot" : "act", "data-mode": mode, "aria-label": mode === "bet" ? t.YOUR_WAGERS : t.YOUR_DECISION },
    clock !== null && mode !== "watch" ? h("div", { class: "clock", style: { "--left": fraction(state, ui, clock) } }) : null,
    lost(state),
    BARS[mode](state, layout, ui, act, clock),
  );
}

function timeLeft(state, ui) {
  if (ui.mode === "bet") return remaining(state.window, ui.now);
  return left(state, ui.asked || ui.seat, ui.now);
}

function fraction(state, ui, clock) {
  const whole = (ui.mode === "bet" ? state.window : state.clocks[ui.asked || ui.seat])?.left || clock || 1;
  return Math.min(1, clock / whole).toFixed(3);
}

function lost(state) {
  if (state.line === "lost" || state.line === "opening") {
    if (state.line === "opening" && !state.view) return null;
    return h("p", { key: "lost", class: "lost", role: "status" }, h("i", { class: "ico i-alert" }), t.LOST, state.pending ? t.LOST_PENDING : t.LOST_CLEAR);
  }
  if (state.line === "closed") return h("p", { key: "lost", class: "lost", role: "status" }, t.ELSEWHERE);
  if (state.refusal?.why) return h("p", { key: "refused", class: "lost refusal", role: "alert" }, state.refusal.why, " ", state.refusal.rule ? h("span", { class: "rule" }, state.refusal.rule) : null);
  return null;
}

function say(first, second, extra) {
  return h("div", { class: "say" }, h("b", null, first), h("p", null, second), extra);
}

const BARS = {
  watch(state, layout, ui, act) {
    const free = ui.free;
    return [
      say(t.WATCHING, free.length ? t.CHOOSE_SEAT : t.TABLE_FULL),
      h(
        "div",
        { class: "doing" },
        free.length
          ? h("button", { key: "sit", class: "btn main", onclick: () => act.sit(free[0]) }, t.sitHere(free[0]), h("small", null, t.from(layout.buyIn.least), " ", kbd("S")))
          : h("button", { key: "list", class: "btn main", onclick: act.list }, t.JOIN_LIST, h("small", null, kbd("L"))),
      ),
    ];
  },

  bet(state, layout, ui, act, clock) {
    const down = Object.values(ui.draft).reduce((sum, cents) => sum + cents, 0);
    const closing = state.window ? t.closesIn(Math.ceil(clock ?? 0)) : "";
    const before = Object.values(ui.before ?? {}).reduce((sum, cents) => sum + cents, 0);
    const sizes = purse(layout.limit);
    return [
      say(ui.ready ? t.ALL_SET : t.PLACE_WAGERS, [h("span", { class: "wide" }, closing || t.CHOOSE_CHIP), ui.ready ? t.READY : t.down(down)]),
      h(
        "div",
        { key: "purse", class: "purse", role: "group", "aria-label": t.CHIP_TO_PLACE },
        sizes.map((cents, index) =>
          h("button", { key: cents, "aria-pressed": String(ui.chip === cents), "aria-label": t.chipOf(cents), draggable: "true", ondragstart: (event) => act.drag(event, cents), onclick: () => act.choose(cents) }, chips(cents), h("span", null, dollars(cents), " ", kbd(index + 1))),
        ),
      ),
      h(
        "div",
        { class: "doing tight" },
        h("button", { key: "clear", class: "btn", onclick: act.clear, ...dim(!down) }, t.CLEAR, h("small", null, kbd("Z"))),
        h("button", { key: "repeat", class: "btn", onclick: act.repeat, ...dim(!before) }, t.REPEAT, h("small", null, before ? dollars(before) : "", " ", kbd("R"))),
        h("button", { key: "double", class: "btn", onclick: act.double, ...dim(!down) }, t.DOUBLE, h("small", null, down ? dollars(2 * down) : "", " ", kbd("D"))),
        h("button", { key: "deal", class: "btn main", onclick: act.ready, ...dim(!down || ui.ready) }, t.DEAL, h("small", null, down ? dollars(down) : "", " ", kbd("Enter"))),
      ),
    ];
  },

  decide(state, layout, ui, act, clock) {
    const reading = state.reading?.[ui.asked];
    const range = ui.choices.find((button) => button.range);
    const call = ui.choices.find((button) => button.word === "call" && !button.why);
    const pot = state.view.chips?.pot;
    const bank = state.clocks[ui.asked]?.bank;
    const asked = [
      call ? t.toCall(call.cost) : null,
      call && pot ? h("span", { class: "wide" }, t.into(pot)) : null,
      clock !== null ? [call ? " " : "", t.secondsLeft(Math.ceil(clock))] : null,
      bank ? h("span", { class: "wide" }, ".", t.timeBank(bank)) : null,
    ];
    return [
      say(reading?.words ? capital(reading.words) : ui.question, asked),
      range ? slider(range, ui, act, pot) : null,
      h("div", { class: "doing" }, ui.choices.map((button) => choice(state, button, act))),
    ];
  },

  name(state, layout, ui, act, clock) {
    return [
      say(t.NAME_THE_GAME, clock === null ? "" : t.secondsLeft(Math.ceil(clock))),
      h("div", { class: "doing" }, ui.games.slice(0, 1).map((game) => h("button", { class: "btn main", onclick: () => act.name(game.id) }, game.name, h("small", null, kbd("Enter"))))),
    ];
  },

  wait(state, layout, ui, act) {
    const reading = state.reading?.[ui.seat];
    return [
      say(reading?.words ? capital(reading.words) : ui.waiting, reading?.words ? ui.waiting : ""),
      ui.pre.length
        ? h("div", { class: "seg", role: "group", "aria-label": t.BEFORE_TURN }, ui.pre.map((each) => h("button", { key: each.action, "aria-pressed": String(ui.preChosen === each.action), onclick: () => act.pre(each.action) }, each.words)))
        : null,
    ];
  },

  out(state, layout, ui, act) {
    return [
      say(t.SAT_OUT, ui.owes ? t.OWES_LONG : ""),
      h(
        "div",
        { class: "doing" },
        h("button", { key: "leave", class: "btn", onclick: act.leave }, t.LEAVE),
        ui.owes ? h("button", { key: "wait", class: "btn", onclick: () => act.back(true) }, t.WAIT_FOR_BLIND) : null,
        ui.broke
          ? h("button", { key: "buy", class: "btn main", onclick: act.buy }, t.BUY)
          : h("button", { key: "back", class: "btn main", onclick: () => act.back(false) }, t.COME_BACK, h("small", null, kbd("B"))),
      ),
    ];
  },
};

const dim = (yes) => (yes ? { "aria-disabled": "true" } : {});
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function choice(state, button, act) {
  const pending = state.pending?.action === button.action && state.pending?.type === "act";
  if (button.why) {
    const reason = button.waiting ? t.chooseFirst(button.word) : button.why;
    return h("button", { key: button.word, class: "btn", "aria-disabled": "true", onclick: () => act.refused(button) }, t.actionWords({ word: button.word }, button.word, 0), h("small", null, h("span", null, reason, button.rule && !button.waiting ? [", ", h("u", null, button.rule)] : null)));
  }
  const amount = button.cents || (button.word === "call" ? button.cost : 0);
  const label = t.actionWords(button.option, button.action, amount);
  const cost = !amount && button.cost ? t.costs(button.cost) : null;
  return h(
    "button",
    { key: button.word, class: button.main ? "btn main" : "btn", "aria-busy": pending ? "true" : null, ...dim(Boolean(state.pending)), onclick: () => act.decide(button) },
    h("span", null, words(label)),
    h("small", null, pending ? t.SENT : [cost, cost ? " " : null, button.key ? kbd(button.key) : null]),
  );
}

function slider(button, ui, act, pot = 0) {
  const option = button.option;
  const ready = [
    [t.MIN, option.low],
    [t.HALF_POT, clamp(option, option.low + Math.round(pot / 2))],
    [t.POT, clamp(option, option.low + pot)],
    [t.ALL_IN_WORD, option.high],
  ];
  return h(
    "div",
    { key: "amount", class: "amounts" },
    h("div", { class: "seg", role: "group", "aria-label": t.AMOUNT }, ready.map(([name, cents]) => h("button", { key: name, "aria-pressed": String(button.cents === cents), onclick: () => act.amount(cents) }, name, h("small", null, dollars(cents))))),
    h("input", { type: "range", "aria-label": t.AMOUNT, min: option.low, max: option.high, step: option.step || 1, value: String(button.cents), oninput: (event) => act.amount(Number(event.target.value)) }),
    h("input", { class: "field", type: "number", inputmode: "decimal", "aria-label": t.AMOUNT_IN_DOLLARS, min: option.low / 100, max: option.high / 100, step: (option.step || 1) / 100, value: String(button.cents / 100), onchange: (event) => act.amount(Math.round(Number(event.target.value) * 100)) }),
  );
}

export { byCards };
