// The action bar: my hand in words, what is asked of me, and one brass button.

import { h } from "../lib/dom.js";
import { dollars, purse, signed } from "../lib/money.js";
import * as t from "../texts/en.js";
import { byCards, clamp } from "./choices.js";
import { entries } from "../panels/feed.js";
import { chips, inline, kbd, told, words } from "../felt/parts.js";
import { actionTitle, heldTitle } from "../panels/reasons.js";
import { partsOf } from "../panels/side.js";
import { left, mine, remaining } from "./store.js";

const OPENED_ELSEWHERE = 4002;

/** The bar for whatever is going on: watching, betting, deciding, naming, waiting. */
export function actionBar(state, layout, ui, act) {
  const mode = ui.mode;
  const clock = ui.seat ? timeLeft(state, ui) : null;
  const hot = clock !== null && clock < 8 && (mode === "decide" || mode === "name");
  return h(
    "section",
    { class: ["act", hot && "hot", ui.choices?.some((button) => button.range) && mode === "decide" && "bet"].filter(Boolean).join(" "), "data-mode": mode, "aria-label": mode === "bet" ? t.PLACE_WAGERS : t.YOUR_DECISION },
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
  if (state.line === "closed") return h("p", { key: "lost", class: "lost", role: "status" }, state.code === OPENED_ELSEWHERE ? t.ELSEWHERE : t.CLOSED);
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
    const seconds = clock === null ? null : Math.ceil(clock);
    const out = [...ui.picked];
    const then = reading?.after?.[ui.choices.find((button) => button.main)?.action];
    const asked = [
      call ? t.toCall(call.cost) : null,
      call && pot ? h("span", { class: "wide" }, t.into(pot).replace(/\.$/, "")) : null,
      out.length ? h("span", { class: "wide" }, out.map((card) => [inline(card), " "]), t.goOut(out.length).trim(), comesIn(state, then, out), seconds === null ? "" : ". ") : null,
      seconds === null ? null : h("span", { class: "left" }, call ? t.secondsShort(seconds) : t.secondsLeft(seconds)),
      bank && !range ? h("span", { class: "wide" }, ".", t.timeBank(bank)) : null,
    ];
    return [
      say(title(ui, then ?? reading), asked, bank && range ? h("button", { class: "btn small bank", onclick: act.bank }, t.TIME_BANK(bank), " ", kbd("T")) : null),
      sheet(state, layout, ui, act),
      range ? slider(range, ui, act, pot, call) : null,
      h("div", { class: "doing" }, ui.picked.size && ui.picking?.boxes ? holding(ui, act) : null, ui.choices.map((button) => choice(state, button, act, ui))),
    ];
  },

  name(state, layout, ui, act, clock) {
    const chosen = ui.games.find((game) => game.id === ui.game) ?? ui.games.find((game) => !game.why);
    const last = ui.games.find((game) => game.id === ui.lastGame && !game.why && game !== chosen);
    return [
      say(chosen?.name ?? t.NAME_THE_GAME, [chosen?.costs, clock === null ? "" : `. ${t.secondsLeft(Math.ceil(clock))}`]),
      sheet(state, layout, ui, act),
      h(
        "div",
        { class: "doing" },
        last ? h("button", { key: "again", class: "btn", onclick: () => act.name(last.id) }, t.AGAIN(last.name), h("small", null, t.pay(last.cents), " ", kbd("A"))) : null,
        chosen ? h("button", { key: "name", class: "btn main", onclick: () => act.name(chosen.id) }, chosen.name, h("small", null, t.pay(chosen.cents), " ", kbd("Enter"))) : null,
      ),
    ];
  },

  floor(state, layout, ui, act) {
    const chosen = ui.floor.rulings.find((each) => each.name === ui.floor.chosen);
    return [
      say(chosen ? t.rulingAt(capital(chosen.name), ui.floor.facts.seat) : t.FLOOR, chosen ? chosen.about : ui.floor.why || t.CHOOSE_RULING),
      h(
        "div",
        { class: "doing" },
        h("button", { key: "on", class: "btn", onclick: () => act.floor(false) }, t.PLAY_ON, h("small", null, t.NO_RULING, " ", kbd("Esc"))),
        chosen ? h("button", { key: "rule", class: "btn main", type: "submit", form: "ruling" }, t.ruleThat(chosen.name), h("small", null, chosen.rule, " ", kbd("Enter"))) : null,
      ),
    ];
  },

  wait(state, layout, ui, act) {
    const reading = state.reading?.[ui.seat];
    return [
      say(reading?.words ? t.handWords(reading.words) : ui.waiting, reading?.words ? ui.waiting : ""),
      sheet(state, layout, ui, act),
      layout.kind === "house" && ui.before ? nextRound(ui, act) : null,
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

/** My hand in words, as it will be with the cards chosen; with nothing to come, what I hold. */
function title(ui, reading) {
  if (ui.picking?.boxes && ui.picked.size) return words(t.holdTitle(heldTitle(ui.hand.filter((card) => !ui.picked.has(card)), ui.hand.length)));
  return reading?.words ? t.handWords(reading.words) : ui.question;
}

/** The cards that come in for those that go out, where they lie face up. */
function comesIn(state, then, out) {
  const board = (state.view.deal?.piles?.board ?? []).filter((card) => then?.cards.includes(card));
  return board.length === out.length ? [", ", board.map((card) => [inline(card), " "]), t.comeIn(board.length)] : null;
}

const dim = (yes) => (yes ? { "aria-disabled": "true" } : {});
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** While the round is settled: what to do in the next one. */
function nextRound(ui, act) {
  const cents = Object.values(ui.before).reduce((sum, each) => sum + each, 0);
  return h(
    "div",
    { class: "doing" },
    h("button", { key: "leave", class: "btn", onclick: act.leave }, t.LEAVE_WORD, h("small", null, t.LEAVE_AFTER)),
    h("button", { key: "other", class: "btn", "aria-pressed": String(ui.again === false), onclick: () => act.again(false) }, t.OTHER_WAGERS, h("small", null, t.NEXT_ROUND, " ", kbd("W"))),
    h("button", { key: "again", class: "btn main", "aria-pressed": String(ui.again === true), onclick: () => act.again(true) }, t.repeatOf(cents), h("small", null, ui.again ? t.CHOSEN : t.NEXT_ROUND, " ", kbd("R"))),
  );
}

/** While cards lie in the out box: hold all after all, or take them back. */
function holding(ui, act) {
  const all = wholeHand(ui);
  return [
    all ? h("button", { key: "all", class: "btn", onclick: () => act.decide(all) }, t.holdAll(ui.hand.length), h("small", null, kbd("A"))) : null,
    h("button", { key: "back", class: "btn", onclick: act.takeBack }, t.TAKE_BACK, h("small", null, kbd("Z"))),
  ];
}

/** The decision to hold every card, where cards are put out. */
export function wholeHand(ui) {
  const hold = ui.choices.find((button) => button.option && byCards(button.option))?.option;
  const action = hold?.actions.find((each) => each.split(" ").length - 1 === ui.hand.length);
  return action ? { word: hold.word, action, option: hold, cents: 0, cost: 0 } : null;
}

function choice(state, button, act, ui) {
  const pending = state.pending?.action === button.action && state.pending?.type === "act";
  if (button.why) {
    const reason = button.waiting ? t.chooseFirst(button.word) : button.why;
    return h("button", { key: button.word, class: "btn", "aria-disabled": "true", onclick: () => act.refused(button) }, t.actionWords({ word: button.word }, button.word, 0), h("small", null, h("span", null, reason, button.rule && !button.waiting ? [", ", h("u", null, button.rule)] : null)));
  }
  const amount = button.cents || (button.word === "call" ? button.cost : 0);
  const label = labelOf(button, amount, ui);
  const cost = !amount && button.cost ? t.costs(button.cost) : null;
  return h(
    "button",
    { key: button.word, class: button.main ? "btn main" : "btn", "aria-busy": pending ? "true" : null, ...dim((Boolean(state.pending) && !pending) || state.line === "lost"), onclick: () => act.decide(button) },
    h("span", null, words(label)),
    h("small", null, pending ? t.SENT : [cost, cost ? " " : null, button.key ? kbd(button.key) : null]),
  );
}

function labelOf(button, amount, ui) {
  if (button.word === "hold" && ui.picking?.boxes) return ui.picked.size ? t.holdThese(ui.hand.length - ui.picked.size) : t.holdAll(ui.hand.length);
  if (button.word === "play" && ui.picking && !ui.picking.boxes) return t.playThese(ui.hand.length);
  return t.actionWords(button.option, button.action, amount);
}

/** The amount of a no-limit bet: slider, four words with their sums, or typed. A pot raise counts the call first. */
function slider(button, ui, act, pot = 0, call = null) {
  const option = button.option;
  const level = (call?.cost ?? 0) + (ui.front ?? 0);
  const after = pot + (call?.cost ?? 0);
  const ready = [
    [t.MIN, option.low],
    [t.HALF_POT, clamp(option, level + Math.round(after / 2))],
    [t.POT, clamp(option, level + after)],
    [t.ALL_IN_WORD, option.high],
  ];
  return h(
    "div",
    { key: "amount", class: "stake", role: "group", "aria-label": t.AMOUNT },
    h("input", { type: "range", "aria-label": t.AMOUNT, min: option.low, max: option.high, step: option.step || 1, value: String(button.cents), oninput: (event) => act.amount(Number(event.target.value)) }),
    h("input", { class: "field", inputmode: "decimal", "aria-label": t.AMOUNT_IN_DOLLARS, value: dollars(button.cents), onchange: (event) => act.amount(Math.round(Number(event.target.value.replace(/[^0-9.]/g, "")) * 100)) }),
    h("div", { class: "quick" }, ready.map(([name, cents]) => h("button", { key: name, class: "btn small", "aria-pressed": String(button.cents === cents), onclick: () => act.amount(cents) }, name, " ", h("b", null, dollars(cents))))),
  );
}

/** On the phone: the last thing that happened, or the coach's best, on a row that opens the rest. */
function sheet(state, layout, ui, act) {
  const best = ui.coach && ui.advice?.options?.[0];
  const own = new Set(mine(state));
  const name = (seat) => state.view.seats[seat]?.player ?? t.seatName(seat);
  const last = best ? null : entries(state.feed.slice(-12), 0).findLast((entry) => entry.event);
  const said = last ? partsOf(last, name, (seat) => own.has(seat)) : null;
  if (!best && !said) return null;
  return h(
    "button",
    { key: "sheet", class: best ? "sheet" : "sheet plain", "aria-expanded": String(ui.sheet), onclick: act.sheet },
    h("b", null, best ? t.COACH : t.FEED_TITLE),
    h("span", { class: "line" }, best ? [words(actionTitle(best.action, ui.hand?.length)), " ", h("b", { class: "brass" }, signed(Math.round(best.cents)))] : told(said)),
    h("i", { class: "ico i-more", "aria-hidden": "true" }),
  );
}
