// The bar of a seated player for whatever goes on: betting, deciding, naming, waiting, sitting out.

import { h } from "../lib/dom.js";
import { memo } from "../lib/memo.js";
import { dollars, purse, signed } from "../lib/money.js";
import * as t from "../texts/en.js";
import { byCards, clamp } from "../table/choices.js";
import { counting, dealEvents, ifShown, settled } from "../table/deal.js";
import { entries } from "./feed.js";
import { payers } from "./panel-facts.js";
import { chips, kbd, say, told, words } from "../felt/parts.js";
import { actionTitle, cardsIn, heldTitle } from "./reasons.js";
import { partsOf } from "./side.js";
import { mine } from "../table/store.js";

const HOT = 8; // seconds: from here on the time is told in figures

export const SEATED = {
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
    const shown = ifShown(state, [ui.asked]);
    const hot = seconds !== null && seconds < HOT;
    const sent = state.pending?.type === "act" && ui.choices.find((button) => button.action === state.pending.action);
    const asked = sent
      ? t.onTheWay(labelText(sent, ui))
      : state.line === "lost" && seconds !== null
        ? t.clockStands(seconds)
        : shown && !hot
        ? ifShownWords(state, ui, shown)
        : [
            call ? t.toCall(call.cost) : null,
            call && pot && !hot ? h("span", { class: "wide" }, t.into(pot).replace(/\.$/, "")) : null,
            out.length ? h("span", { class: "wide" }, out.map((card) => [words(card), " "]), t.goOut(out.length).trim(), comesIn(state, then, out), ui.picking?.boxes && layout.board > 1 ? [". ", t.completes(out.length, ui.hand.length)] : seconds === null ? "" : ". ") : best(layout, ui, reading),
            hot ? [call ? ". " : "", h("span", { class: "left" }, t.secondsOnly(seconds)), bank ? t.thenBank(bank) : null] : still(layout, ui, { call, range, bank, seconds }),
          ];
    return [
      say(shown ? shownTitle(state, ui, shown) : title(ui, then ?? reading), asked, bank && range ? h("button", { class: "btn small bank", onclick: act.bank }, t.TIME_BANK(bank), " ", kbd("T")) : null),
      range ? null : sheet(state, layout, ui, act),
      range ? slider(range, ui, act, pot, call) : null,
      h("div", { class: "doing" }, ui.picked.size && ui.picking?.boxes ? holding(ui, act) : null, ui.choices.filter((button) => !(hot && bank && button.why && !button.waiting && layout.kind !== "house")).map((button) => choice(state, button, act, ui)), hot && bank && !range ? h("button", { key: "bank", class: "btn", onclick: act.bank }, t.BANK, h("small", null, `${Math.round(bank)} s `, kbd("T"))) : null),
    ];
  },

  name(state, layout, ui, act, clock) {
    const chosen = ui.games.find((game) => game.id === ui.game) ?? ui.games.find((game) => !game.why);
    const last = ui.games.find((game) => game.id === ui.lastGame && !game.why && game !== chosen);
    return [
      say(chosen?.name ?? t.NAME_THE_GAME, [h("span", { class: "wide" }, chosen ? namingWords(chosen, ui.players) : "", clock === null ? "" : ". "), clock === null ? "" : t.secondsLeft(Math.ceil(clock))]),
      sheet(state, layout, ui, act),
      h(
        "div",
        { class: "doing" },
        last ? h("button", { key: "again", class: "btn", onclick: () => act.name(last.id) }, t.AGAIN(last.name), h("small", null, t.pay(last.cents), " ", kbd("A"))) : null,
        chosen ? h("button", { key: "name", class: "btn main", onclick: () => act.name(chosen.id) }, chosen.name, h("small", null, t.pay(chosen.cents), " ", kbd("Enter"))) : null,
      ),
    ];
  },

  wait(state, layout, ui, act) {
    const reading = state.reading?.[ui.seat];
    return [
      say(reading?.words ? t.handWords(reading.words) : ui.waiting, state.later ? toCome(state, ui) : reading?.words ? ui.waiting : ""),
      sheet(state, layout, ui, act),
      layout.kind === "house" && ui.before ? nextRound(ui, act) : null,
      ui.pre.length
        ? h("div", { class: "seg", role: "group", "aria-label": t.BEFORE_TURN }, ui.pre.map((each) => h("button", { key: each.action, "aria-pressed": String(ui.preChosen === each.action), onclick: () => act.pre(each.action, each.cents) }, each.words)))
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

/** The hand of mine that gets something, or all I have. */
function shownTitle(state, ui, shares) {
  return counting(state, ui.asked, shares).map((half) => (half.name === "low" ? t.lowTitle(half.words) : t.handWords(half.words))).join(", ");
}

/** What showing is worth: "8-5-4-3-A takes $9 of the side pot. Mucked, June takes all $18". */
function ifShownWords(state, ui, shares) {
  const got = shares.filter((each) => each.seat === ui.asked);
  const lost = state.reading[ui.asked].shares.muck ?? [];
  const piles = [...new Set(got.map((each) => each.pile))];
  const others = lost.filter((each) => piles.includes(each.pile));
  const [first] = others;
  if (!got.length) return t.TAKES_NOTHING;
  const hands = counting(state, ui.asked, shares).map((half) => t.halfWords("", half.words).replace(/ low$/, ""));
  const cents = got.reduce((sum, each) => sum + each.cents, 0);
  const alone = first && others.every((each) => each.seat === first.seat);
  return [t.takes(t.capital(hands.join(", ")), cents, piles), alone ? h("span", { class: "wide" }, t.mucked(state.view.seats[first.seat]?.player ?? "", others.reduce((sum, each) => sum + each.cents, 0))) : null];
}

/** While there is time: the seconds where the amount or the cards have to be chosen, else the time bank or the street. */
function still(layout, ui, { call, range, bank, seconds }) {
  if (layout.kind === "house" || range) return seconds === null ? null : h("span", { class: "left" }, call ? t.secondsShort(seconds) : t.secondsLeft(seconds));
  const more = bank ? t.timeBank(bank).trim() : ui.street && layout.up ? t.streetLimit(ui.street.name, layout.up, ui.street.bet === layout.limit) : "";
  return more ? h("span", { class: "wide" }, call ? ". " : "", more) : null;
}

const labelText = (button, ui) => labelOf(button, button.cents || (button.word === "call" ? button.cost : 0), ui);

function namingWords(game, players) {
  const { fee, ante, others, pot } = payers(game, players);
  return t.namingCosts(fee, ante, others, pot);
}

/** My hand in words, as it will be with the cards chosen; with nothing to come, what I hold. */
function title(ui, reading) {
  if (ui.picking?.boxes && ui.picked.size) return words(t.holdTitle(heldTitle(ui.hand.filter((card) => !ui.picked.has(card)), ui.hand.length)));
  return reading?.words ? t.handWords(reading.words) : t.twoCards(ui.hand.filter((card) => card !== "??" && card !== "Jk")) || ui.question;
}

/** Of more cards than play, those that do. */
function best(layout, ui, reading) {
  const cards = reading?.cards ?? [];
  if (layout.kind !== "house" || !cards.length || cards.length >= ui.hand.length || cards.some((card) => !ui.hand.includes(card))) return null;
  return h("span", { class: "wide" }, t.bestOf(cards.length), cards.map((card, index) => [index ? " " : "", words(card)]), ". ");
}

/** The cards that come in for those that go out, where they lie face up. */
function comesIn(state, then, out) {
  const board = (state.view.deal?.piles?.board ?? []).filter((card) => then?.cards.includes(card));
  return board.length === out.length ? [", ", board.map((card) => [words(card), " "]), t.comeIn(board.length)] : null;
}

const dim = (yes) => (yes ? { "aria-disabled": "true" } : {});

/** While others are settled before me: what the dealer has, who comes first, and what I am paid then. */
function toCome(state, ui) {
  const dealer = /(?:qualifies with|has) (.+)$/.exec(dealEvents(state).findLast((event) => event.verb === "announce")?.words ?? "")?.[1];
  const seats = [...new Set(state.later.filter((event) => event.verb === "settle").map((event) => event.seat))];
  const before = seats.slice(0, Math.max(0, seats.indexOf(ui.seat))).map((seat) => state.view.seats[seat]?.player ?? t.seatName(seat));
  const paid = Object.values(settled(state.later, ui.seat)).reduce((sum, each) => sum + each.paid, 0);
  return [dealer ? h("span", { class: "wide" }, t.beats(dealer)) : null, seats.includes(ui.seat) && paid ? t.waitingFor(before, t.coming(paid)) : null];
}

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
    const capped = ui.capped && button.rule === ui.capped.rule;
    const reason = button.waiting ? t.chooseFirst(button.word) : capped ? ui.capped.words : button.why;
    return h("button", { key: button.word, class: "btn", "aria-disabled": "true", onclick: () => act.refused(button) }, t.actionWords({ word: button.word }, button.word, capped ? ui.capped.to : 0), h("small", null, h("span", null, reason, button.rule && !button.waiting ? [", ", h("u", null, button.rule)] : null)));
  }
  const amount = button.cents || (button.word === "call" ? button.cost : 0);
  const label = labelOf(button, amount, ui);
  const cost = !amount && button.cost ? t.costs(button.cost, Object.keys(ui.price ?? {})[0]) : button.word === "fold" ? stillPaid(ui) : shareWords(state, button, ui);
  return h(
    "button",
    { key: button.word, class: button.main ? "btn main" : "btn", "aria-busy": pending ? "true" : null, ...dim((Boolean(state.pending) && !pending) || state.line === "lost"), onclick: () => act.decide(button) },
    h("span", null, words(label)),
    h("small", null, pending ? t.SENT : [cost, cost ? " " : null, button.main && button.word === "hold" ? kbd("Enter") : button.key ? kbd(button.key) : null]),
  );
}

/** Beside "fold": a wager that is paid all the same. */
function stillPaid(ui) {
  const sure = Object.entries(ui.results ?? {}).find(([, result]) => result.sure);
  return sure && ui.names?.[sure[0]] && ui.callCost === 0 && !ui.picking ? t.stillPays(ui.names[sure[0]]) : null;
}

/** Beside "muck" what it gives up, beside "show" the rule. */
function shareWords(state, button, ui) {
  const shares = ifShown(state, [ui.asked]);
  if (!shares) return null;
  const cents = shares.filter((each) => each.seat === ui.asked).reduce((sum, each) => sum + each.cents, 0);
  return button.word === "muck" && cents ? t.giveUp(cents) : button.word === "show" ? button.rule ?? null : null;
}

function labelOf(button, amount, ui) {
  if (button.word === "show" && ui.hand.length > 1) return t.showAll(ui.hand.length);
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

const lastEntry = memo((events, game) => entries(events, 0, { game }).findLast((entry) => entry.event));

/** The coach's best in a few words: "swap 8s", "four diamonds". */
function coached(action, hand) {
  const held = cardsIn(action);
  return held.length > 1 ? heldTitle(held, hand.length) : t.lowered(actionTitle(action, hand.length));
}

/** Beside it: what folding costs, or that the cards chosen are the best. */
function coachedBeside(ui) {
  const { options } = ui.advice;
  const fold = options.find((each) => each.action === "fold");
  if (fold && fold !== options[0]) return ` · ${t.lowered(fold.action)} ${signed(Math.round(fold.cents))}`;
  return ui.choices.find((button) => button.main)?.action === options[0].action ? ` · ${t.BEST}` : null;
}

/** On the phone: the last thing that happened, or the coach's best, on a row that opens the rest. */
function sheet(state, layout, ui, act) {
  const best = ui.coach && ui.advice?.options?.[0];
  const own = new Set(mine(state));
  const name = (seat) => state.view.seats[seat]?.player ?? t.seatName(seat);
  const last = best ? null : lastEntry(dealEvents(state), layout.games?.find((game) => game.id === (state.view.game || ui.lastGame)));
  const said = last ? partsOf(last, name, (seat) => own.has(seat)) : null;
  if (!best && !said) return null;
  return h(
    "button",
    { key: "sheet", class: best ? "sheet" : "sheet plain", "aria-expanded": String(ui.sheet), onclick: act.sheet },
    h("b", null, best ? t.COACH : t.FEED_TITLE),
    h("span", { class: "line" }, best ? [words(coached(best.action, ui.hand ?? [])), " ", h("b", { class: "brass" }, signed(Math.round(best.cents))), coachedBeside(ui)] : told(said)),
    h("i", { class: "ico i-more", "aria-hidden": "true" }),
  );
}
