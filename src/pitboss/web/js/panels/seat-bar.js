// The bar of a seated player: betting, deciding, naming, waiting, sitting out.

import { namedIn } from "../lib/cards.js";
import { h, memo } from "../lib/dom.js";
import { centsOf, dollars, purse, signed } from "../lib/money.js";
import * as t from "../texts/en.js";
import { byCards, clamp } from "../table/choices.js";
import { announced, counting, dealEvents, handsOf, ifShown, settled } from "../table/deal.js";
import { entries } from "./feed.js";
import { payers } from "./panel-facts.js";
import { chips, inline, kbd, say, told, words } from "../felt/parts.js";
import { actionTitle, heldTitle } from "./reasons.js";
import { partsOf } from "./side.js";
import { mine } from "../table/store.js";

const HOT = 8; // seconds: from here on the time is shown in figures

/** @type {Record<"bet" | "decide" | "name" | "wait" | "out", SeatedBar>} */
export const SEATED = {
  bet(state, layout, ui, act, clock) {
    const down = Object.values(ui.draft).reduce((sum, cents) => sum + cents, 0);
    const closing = state.window ? t.closesIn(Math.ceil(clock ?? 0)) : "";
    const before = Object.values(ui.before ?? {}).reduce((sum, cents) => sum + cents, 0);
    const sizes = purse(layout.limit);
    return [
      say(ui.ready ? t.ALL_SET : t.PLACE_WAGERS, [
        h("span", { class: "wide" }, closing || t.CHOOSE_CHIP),
        ui.ready ? t.READY : t.down(down),
      ]),
      h(
        "div",
        { key: "purse", class: "purse", role: "group", "aria-label": t.CHIP_TO_PLACE },
        sizes.map((cents, index) =>
          h(
            "button",
            {
              key: cents,
              "aria-pressed": String(ui.chip === cents),
              "aria-label": t.chipOf(cents),
              draggable: "true",
              ondragstart: (event) => act.drag(event, cents),
              onclick: () => act.choose(cents),
            },
            chips(cents),
            h("span", null, dollars(cents), " ", kbd(index + 1)),
          )
        ),
      ),
      h(
        "div",
        { class: "doing tight" },
        h(
          "button",
          { key: "clear", class: "btn", onclick: act.clear, ...dim(!down) },
          t.CLEAR,
          h("small", null, kbd("Z")),
        ),
        h(
          "button",
          { key: "repeat", class: "btn", onclick: act.repeat, ...dim(!before) },
          t.REPEAT,
          h("small", null, before ? dollars(before) : "", " ", kbd("R")),
        ),
        h(
          "button",
          { key: "double", class: "btn", onclick: act.double, ...dim(!down) },
          t.DOUBLE,
          h("small", null, down ? dollars(2 * down) : "", " ", kbd("D")),
        ),
        h(
          "button",
          { key: "deal", class: "btn main", onclick: act.ready, ...dim(!down || ui.ready) },
          t.DEAL,
          h("small", null, down ? dollars(down) : "", " ", kbd("Enter")),
        ),
      ),
    ];
  },

  decide(state, layout, ui, act, clock) {
    const range = ui.choices.find((button) => button.range);
    const pot = state.view.chips?.pot;
    const bank = state.clocks[ui.asked]?.bank;
    const seconds = clock === null ? null : Math.ceil(clock);
    const hot = seconds !== null && seconds < HOT;
    const reading = state.reading?.[ui.asked];
    const then = reading?.after?.[ui.choices.find((button) => button.main)?.action];
    const shown = ifShown(state, [ui.asked]);
    const call = ui.choices.find((button) => button.word === "call" && !button.why);
    const more = { call, range, pot, bank, seconds, hot, reading, then, shown };
    const longer = h("button", { class: "btn small bank", onclick: act.bank }, t.TIME_BANK(bank ?? 0), " ", kbd("T"));
    const heading = shown ? shownTitle(state, ui, shown) : title(ui, then ?? reading);
    return [
      say(heading, askedWords(state, layout, ui, more), bank && range ? longer : null),
      range ? slider(range, ui, act, pot, call) : sheet(state, layout, ui, act),
      buttons(state, ui, act, more),
    ];
  },

  name(state, layout, ui, act, clock) {
    const chosen = ui.games.find((game) => game.id === ui.game) ?? ui.games.find((game) => !game.why);
    const last = ui.games.find((game) => game.id === ui.lastGame && !game.why && game !== chosen);
    return [
      say(chosen?.name ?? t.NAME_THE_GAME, [
        h("span", { class: "wide" }, chosen ? namingWords(chosen, ui.players) : "", clock === null ? "" : ". "),
        clock === null ? "" : t.secondsLeft(Math.ceil(clock)),
      ]),
      sheet(state, layout, ui, act),
      h(
        "div",
        { class: "doing" },
        last
          ? h(
            "button",
            { key: "again", class: "btn", onclick: () => act.name(last.id) },
            t.AGAIN(last.name),
            h("small", null, t.pay(last.cents), " ", kbd("A")),
          )
          : null,
        chosen
          ? h(
            "button",
            { key: "name", class: "btn main", onclick: () => act.name(chosen.id) },
            chosen.name,
            h("small", null, t.pay(chosen.cents), " ", kbd("Enter")),
          )
          : null,
      ),
    ];
  },

  wait(state, layout, ui, act) {
    const hands = handsOf(state.reading?.[ui.seat]);
    const known = hands.length ? ui.waiting : "";
    return [
      say(hands.length ? t.myHands(hands) : ui.waiting, state.later ? toCome(state, ui) : known),
      sheet(state, layout, ui, act),
      ui.before ? nextRound(ui, act) : null,
      ui.pre.length
        ? h(
          "div",
          { class: "seg", role: "group", "aria-label": t.BEFORE_TURN },
          ui.pre.map((each) =>
            h(
              "button",
              {
                key: each.action,
                "aria-pressed": String(ui.preChosen === each.action),
                onclick: () => act.pre(each.action, each.cents),
              },
              each.words,
            )
          ),
        )
        : null,
    ];
  },

  out(_state, _layout, ui, act) {
    return [
      say(t.SAT_OUT, ui.owes ? t.OWES_LONG : ""),
      h(
        "div",
        { class: "doing" },
        h("button", { key: "leave", class: "btn", onclick: act.leave }, t.LEAVE),
        ui.owes ? h("button", { key: "wait", class: "btn", onclick: () => act.back(true) }, t.WAIT_FOR_BLIND) : null,
        ui.broke ? h("button", { key: "buy", class: "btn main", onclick: act.buy }, t.BUY) : h(
          "button",
          { key: "back", class: "btn main", onclick: () => act.back(false) },
          t.COME_BACK,
          h("small", null, kbd("B")),
        ),
      ),
    ];
  },
};

/** The line under the hand: an action on its way, a lost connection, the value of showing, or price and time.
 * @param {State} state @param {Layout} layout @param {Moment} ui */
function askedWords(state, layout, ui, more) {
  const { call, pot, bank, seconds, hot, reading, shown } = more;
  const sent = state.pending?.type === "act" && ui.choices.find((button) => button.action === state.pending.action);
  if (sent) return words(t.onTheWay(labelText(sent, ui)));
  if (state.line === "lost" && seconds !== null) return t.clockStands(seconds);
  if (shown && !hot) return ifShownWords(state, ui, shown);
  const late = [
    call ? ". " : "",
    h("span", { class: "left" }, t.secondsOnly(seconds ?? 0)),
    bank ? t.thenBank(bank) : null,
  ];
  return [
    call ? t.toCall(call.cost) : null,
    call && pot && !hot ? h("span", { class: "wide" }, t.into(pot)) : null,
    ui.picked.size ? goingOut(state, layout, ui, more) : best(ui, reading),
    hot ? late : still(layout, ui, more),
  ];
}

/** The cards that go out, and those that come in for them.
 * @param {State} state @param {Layout} layout @param {Moment} ui */
function goingOut(state, layout, ui, { then, seconds }) {
  const out = [...ui.picked];
  const completes = ui.picking?.boxes && layout.board > 1;
  const end = seconds === null ? "" : ". ";
  return h(
    "span",
    { class: "wide" },
    out.map((card) => [inline(card), " "]),
    t.goOut(out.length).trim(),
    comesIn(state, then, out),
    completes ? [". ", t.completes(out.length, ui.hand.length)] : end,
  );
}

/** @param {State} state @param {Moment} ui @param {Act} act @param {any} more */
function buttons(state, ui, act, { range, bank, hot }) {
  const short = hot && bank && !ui.kind.house; // then there is room only for what can be done
  const listed = ui.choices.filter((button) => !(short && button.why && !button.waiting));
  const seconds = `${Math.round(bank ?? 0)} s `;
  return h(
    "div",
    { class: "doing" },
    ui.picked.size && ui.picking?.boxes ? holding(ui, act) : null,
    listed.map((button) => choice(state, button, act, ui)),
    hot && bank && !range
      ? h("button", { key: "bank", class: "btn", onclick: act.bank }, t.BANK, h("small", null, seconds, kbd("T")))
      : null,
  );
}

/** My hands that win something, or all of them.
 * @param {State} state @param {Moment} ui @param {Share[]} shares */
function shownTitle(state, ui, shares) {
  const listed = counting(state, ui.asked, shares);
  return listed.map(({ name, hand }) => (name === "low" ? t.lowTitle(hand) : t.myHands([hand]))).join(", ");
}

/** The value of showing: "8-5-4-3-A takes $9 of the side pot. Mucked, June takes all $18".
 * @param {State} state @param {Moment} ui @param {Share[]} shares */
function ifShownWords(state, ui, shares) {
  const got = shares.filter((each) => each.seat === ui.asked);
  const lost = state.reading[ui.asked].shares.muck ?? [];
  const piles = [...new Set(got.map((each) => each.pile))];
  const others = lost.filter((each) => piles.includes(each.pile));
  const [first] = others;
  if (!got.length) return t.TAKES_NOTHING;
  const hands = counting(state, ui.asked, shares).map(({ hand }) => t.handWords(hand));
  const alone = first && others.every((each) => each.seat === first.seat);
  const all = alone ? t.mucked(state.view.seats[first.seat]?.player ?? "", total(others)) : "";
  return [t.takes(t.capital(hands.join(", ")), total(got), piles), all ? h("span", { class: "wide" }, all) : null];
}

/** @param {Share[]} shares */
const total = (shares) => shares.reduce((sum, each) => sum + each.cents, 0);

/** While there is time: the seconds if an amount or cards have to be chosen, else the time bank or the street. */
function still(layout, ui, { call, range, bank, seconds }) {
  if (ui.kind.house || range) {
    if (seconds === null) return null;
    return h("span", { class: "left" }, call ? t.secondsShort(seconds) : t.secondsLeft(seconds));
  }
  const more = bank ? t.timeBank(bank).trim() : streetWords(layout, ui);
  return more ? h("span", { class: "wide" }, call ? ". " : "", more) : null;
}

/** @param {Layout} layout */
const streetWords = (layout, { street }) =>
  street && layout.up ? t.streetLimit(street.name, layout.up, street.bet === layout.limit) : "";

const labelText = (button, ui) => labelOf(button, amountOf(button), ui);

/** @param {Game} game */
function namingWords(game, players) {
  const { fee, ante, others, pot } = payers(game, players);
  return t.namingCosts(fee, ante, others, pot);
}

/** My hand in words, as it will be with the cards chosen; with nothing to come, what I hold.
 * @param {Moment} ui @param {Reading} reading */
function title(ui, reading) {
  if (ui.picking?.boxes && ui.picked.size) {
    const held = ui.hand.filter((card) => !ui.picked.has(card));
    return words(t.holdTitle(t.capital(ui.picking.word), heldTitle(held, ui.hand.length)));
  }
  const hands = handsOf(reading);
  if (hands.length) return t.myHands(hands);
  return t.twoCards(ui.hand.filter((card) => card !== "??" && card !== "Jk")) || ui.question;
}

/** The cards that play, if I have more than that.
 * @param {Moment} ui @param {Reading} reading */
function best(ui, reading) {
  const cards = reading?.cards ?? [];
  if (
    !ui.kind.house ||
    !cards.length ||
    cards.length >= ui.hand.length ||
    cards.some((card) => !ui.hand.includes(card))
  ) {
    return null;
  }
  return h(
    "span",
    { class: "wide" },
    t.bestOf(cards.length),
    cards.map((card, index) => [index ? " " : "", inline(card)]),
    ". ",
  );
}

/** The cards that come in for those that go out, if they lie face up.
 * @param {State} state */
function comesIn(state, then, out) {
  const board = (state.view.deal?.piles?.board ?? []).filter((card) => then?.cards.includes(card));
  return board.length === out.length ? [", ", board.map((card) => [inline(card), " "]), t.comeIn(board.length)] : null;
}

const dim = (yes) => (yes ? { "aria-disabled": "true" } : {});

/** While others are settled before me: the dealer's hand, who comes first, and my payment.
 * @param {State} state @param {Moment} ui */
function toCome(state, ui) {
  const dealer = announced(dealEvents(state))?.hand;
  const seats = [...new Set(state.later.filter((event) => event.type === "settled").map((event) => event.seat))];
  const earlier = seats.slice(0, Math.max(0, seats.indexOf(ui.seat)));
  const before = earlier.map((seat) => state.view.seats[seat]?.player ?? t.seatName(seat));
  const paid = Object.values(settled(state.later, ui.seat)).reduce((sum, each) => sum + each.paid, 0);
  return [
    dealer ? h("span", { class: "wide" }, t.beats(dealer)) : null,
    seats.includes(ui.seat) && paid ? t.waitingFor(before, t.coming(paid)) : null,
  ];
}

/** While the round is settled: the choices for the next one.
 * @param {Moment} ui @param {Act} act */
function nextRound(ui, act) {
  const cents = Object.values(ui.before).reduce((sum, each) => sum + each, 0);
  return h(
    "div",
    { class: "doing" },
    h("button", { key: "leave", class: "btn", onclick: act.leave }, t.LEAVE_WORD, h("small", null, t.LEAVE_AFTER)),
    h(
      "button",
      { key: "other", class: "btn", "aria-pressed": String(ui.again === false), onclick: () => act.again(false) },
      t.OTHER_WAGERS,
      h("small", null, t.NEXT_ROUND, " ", kbd("W")),
    ),
    h(
      "button",
      { key: "again", class: "btn main", "aria-pressed": String(ui.again === true), onclick: () => act.again(true) },
      t.repeatOf(cents),
      h("small", null, ui.again ? t.CHOSEN : t.NEXT_ROUND, " ", kbd("R")),
    ),
  );
}

/** While cards lie in the out box: hold all after all, or take them back.
 * @param {Moment} ui @param {Act} act */
function holding(ui, act) {
  const all = wholeHand(ui);
  const words = t.withAll(t.capital(ui.picking.word), ui.hand.length);
  return [
    all
      ? h("button", { key: "all", class: "btn", onclick: () => act.decide(all) }, words, h("small", null, kbd("A")))
      : null,
    h("button", { key: "back", class: "btn", onclick: act.takeBack }, t.TAKE_BACK, h("small", null, kbd("Z"))),
  ];
}

/** The decision to hold every card, in games where cards are put out.
 * @param {Moment} ui */
export function wholeHand(ui) {
  const hold = ui.choices.find((button) => button.option && byCards(button.option))?.option;
  const action = hold?.actions.find((each) => namedIn(hold, each).length === ui.hand.length);
  return action ? { word: hold.word, action, option: hold, cents: 0, cost: 0 } : null;
}

/** @param {State} state @param {Choice} button @param {Act} act @param {Moment} ui */
function choice(state, button, act, ui) {
  if (button.why) return refused(button, act, ui);
  const pending = state.pending?.action === button.action && state.pending?.type === "act";
  const amount = amountOf(button);
  const cost = !amount && button.cost ? t.costs(button.cost) : beside(state, button, ui);
  const held = button.main && button.option?.names === "held";
  const key = held ? "Enter" : button.key;
  const idle = (Boolean(state.pending) && !pending) || state.line === "lost";
  return h(
    "button",
    {
      key: button.word,
      class: button.main ? "btn main" : "btn",
      "aria-busy": pending ? "true" : null,
      ...dim(idle),
      onclick: () => act.decide(button),
    },
    h("span", null, words(labelOf(button, amount, ui))),
    h("small", null, pending ? t.SENT : [cost, cost ? " " : null, key ? kbd(key) : null]),
  );
}

/** A decision that a rule forbids, or that waits for cards to be chosen.
 * @param {Choice} button @param {Act} act @param {Moment} ui */
function refused(button, act, ui) {
  const capped = ui.capped && button.rule === ui.capped.rule ? ui.capped : null;
  const why = capped ? capped.words : button.why;
  const reason = button.waiting ? t.chooseFirst(button.option.names) : why;
  return h(
    "button",
    { key: button.word, class: "btn", "aria-disabled": "true", onclick: () => act.refused(button) },
    t.actionWords({ word: button.word }, button.word, capped?.to ?? 0),
    h(
      "small",
      null,
      h("span", null, reason, button.rule && !button.waiting ? [", ", h("u", null, button.rule)] : null),
    ),
  );
}

/** @param {Choice} button */
const amountOf = (button) => button.cents || (button.word === "call" ? button.cost : 0);

/** Next to a decision that costs nothing: what folding leaves, what mucking gives up, the rule of a show. */
function beside(state, button, ui) {
  const shares = ifShown(state, [ui.asked]);
  if (!shares) return button.folds ? stillPaid(ui) : null;
  const cents = total(shares.filter((each) => each.seat === ui.asked));
  if (button.folds) return cents ? t.giveUp(cents) : null;
  return button.rule ?? null;
}

/** Next to a fold: a wager that is paid anyway.
 * @param {Moment} ui */
function stillPaid(ui) {
  const sure = Object.entries(ui.results ?? {}).find(([, result]) => result.sure);
  return sure && ui.names?.[sure[0]] && ui.callCost === 0 && !ui.picking ? t.stillPays(ui.names[sure[0]]) : null;
}

/** @param {Choice} button @param {Moment} ui */
function labelOf(button, amount, ui) {
  const { names } = button.option ?? {};
  const count = ui.hand.length;
  const word = t.capital(button.word);
  if (button.option?.word === "show" && count > 1) return t.showAll(count);
  if (names === "held") return ui.picked.size ? t.withThese(word, count - ui.picked.size) : t.withAll(word, count);
  const stays = ui.picking && !ui.picking.boxes && !names && !button.folds && !amount;
  return stays ? t.withThese(word, count) : t.actionWords(button.option, button.action, amount);
}

/** The amount of a no-limit bet: slider, four words with their sums, or typed. A pot raise counts the call first.
 * @param {Choice} button @param {Moment} ui @param {Act} act */
function slider(button, ui, act, pot = 0, call = null) {
  const option = button.option;
  const after = pot + (call?.cost ?? 0);
  const ready = [
    [t.MIN, option.low],
    [t.HALF_POT, clamp(option, ui.level + Math.floor((after + 1) / 2))],
    [t.POT, clamp(option, ui.level + after)],
    [t.ALL_IN_WORD, option.high],
  ];
  const quick = ([name, cents]) =>
    h(
      "button",
      {
        key: name,
        class: "btn small",
        "aria-pressed": String(button.cents === cents),
        onclick: () => act.amount(cents),
      },
      name,
      " ",
      h("b", null, dollars(cents)),
    );
  return h(
    "div",
    { key: "amount", class: "stake", role: "group", "aria-label": t.AMOUNT },
    h("input", {
      type: "range",
      "aria-label": t.AMOUNT,
      min: option.low,
      max: option.high,
      step: option.step || 1,
      value: String(button.cents),
      oninput: (event) => act.amount(Number(event.target.value)),
    }),
    h("input", {
      class: "field",
      inputmode: "decimal",
      "aria-label": t.AMOUNT_IN_DOLLARS,
      value: dollars(button.cents),
      onchange: (event) => act.amount(centsOf(event.target.value)),
    }),
    h("div", { class: "quick" }, ready.map(quick)),
  );
}

const lastEntry = memo((events, game) => entries(events, 0, { game }).findLast((entry) => entry.event));

/** The coach's best option in a few words: "swap 8s", "four diamonds".
 * @param {Wire.CoachedOption} option @param {string[]} hand */
function coached(option, hand) {
  const held = option.cards ?? [];
  return held.length > 1 ? heldTitle(held, hand.length) : t.lowered(actionTitle(option, hand.length));
}

/** Next to it: the cost of folding, or a note that the chosen cards are the best.
 * @param {Moment} ui */
function coachedBeside(ui) {
  const { options } = ui.advice;
  const fold = options.find((each) => each.folds);
  if (fold && fold !== options[0]) return ` · ${fold.word} ${signed(Math.round(fold.cents))}`;
  return ui.choices.find((button) => button.main)?.action === options[0].action ? ` · ${t.BEST}` : null;
}

/** On the phone: the last event, or the coach's best option, on a row that opens the rest.
 * @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act */
function sheet(state, layout, ui, act) {
  const best = ui.coach && ui.advice?.options?.[0];
  const own = new Set(mine(state));
  const name = (seat) => state.view.seats[seat]?.player ?? t.seatName(seat);
  const last = best ? null : lastEntry(
    dealEvents(state),
    layout.games?.find((game) => game.id === (state.view.game || ui.lastGame)),
  );
  const said = last ? partsOf(last, name, (seat) => own.has(seat)) : null;
  if (!best && !said) return null;
  return h(
    "button",
    { key: "sheet", class: best ? "sheet" : "sheet plain", "aria-expanded": String(ui.sheet), onclick: act.sheet },
    h("b", null, best ? t.COACH : t.FEED_TITLE),
    h(
      "span",
      { class: "line" },
      best
        ? [
          words(coached(best, ui.hand ?? [])),
          " ",
          h("b", { class: "brass" }, signed(Math.round(best.cents))),
          coachedBeside(ui),
        ]
        : told(said),
    ),
    h("i", { class: "ico i-more", "aria-hidden": "true" }),
  );
}
