// Panels next to a poker table, each shown when it has something to say.

import { h } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import * as t from "../texts/en.js";
import { dealEvents, front, ifShown, standing } from "../table/deal.js";
import { goneCards, payers, unseen } from "./panel-facts.js";
import { inline, rule } from "../felt/parts.js";
import { mine } from "../table/store.js";
import { topUp } from "./feed-ahead.js";

/** Every panel for this moment, the most useful first.
 * @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act */
export function panels(state, layout, ui, act) {
  if (!ui.seat) return [];
  return [
    whoPays(ui),
    sidePots(state),
    amounts(state, ui),
    gone(state, layout, ui),
    nextTime(ui, act),
    seats(layout, ui, act),
    topUp(ui, act),
  ];
}

const section = (key, title, ...inside) =>
  h("section", { key, "aria-label": title }, h("header", null, h("h2", null, title)), inside);

/** @param {Moment} ui @param {Act} act */
function nextTime(ui, act) {
  // before my turn they are in the bar
  const acting = ui.choices.some((button) => button.word === "fold" || button.word === "check");
  if (!ui.pre.length || !ui.asked || ui.choices.some((button) => button.range) || !acting) return null;
  return section(
    "next",
    t.NEXT_TIME,
    h("p", null, t.NEXT_TIME_WORDS),
    h(
      "div",
      { class: "seg", role: "group", "aria-label": t.NEXT_TIME },
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
    ),
  );
}

/** @param {State} state @param {Layout} layout @param {Moment} ui */
function gone(state, layout, ui) {
  if (!layout.up || !state.view.deal) return null;
  const events = dealEvents(state);
  const cards = goneCards(events);
  const left = unseen(events, state.view.deal.piles[`player ${ui.seat}`] ?? []);
  if (!cards.length && !left.length) return null;
  return section(
    "gone",
    t.SEEN_AND_GONE,
    h(
      "p",
      null,
      cards.length ? [t.FOLDED_UP, cards.map((card, index) => [index ? " " : "", inline(card)]), ". "] : null,
      left.length ? t.stillUnseen(left.map(([rank, count]) => [t.rankName(rank), t.rankNames(rank), count])) : null,
    ),
  );
}

/** @param {State} state @param {Moment} ui */
function amounts(state, ui) {
  const range = ui.choices.find((button) => button.range);
  if (!range) return null;
  const call = ui.choices.find((button) => button.word === "call" && !button.why)?.cost ?? 0;
  return section(
    "amounts",
    t.AMOUNTS,
    h(
      "p",
      null,
      t.leastRaise(range.word, range.option.low),
      ui.street?.bet ? t.aStep(ui.street.bet) : "",
      " ",
      rule(range.rule),
      range.rule ? "." : "",
      ui.cap?.most ? [` ${t.raisesARound(ui.cap.most - 1)} `, rule(ui.cap.rule), "."] : null,
    ),
    h("p", null, t.potRaise(call, (state.view.chips?.pot ?? 0) + call)),
  );
}

/** @param {Moment} ui */
function whoPays(ui) {
  const game = ui.naming && ui.games.find((each) => each.id === ui.game);
  if (!game) return null;
  const { fee, ante, others, pot } = payers(game, ui.players);
  const cents = (amount) => (amount ? dollars(amount) : "–");
  return section(
    "pays",
    t.WHO_PAYS,
    h(
      "table",
      { class: "slip" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          t.PAY_HEADS.map((head) => h("th", { key: head, scope: "col" }, head)),
        ),
      ),
      h(
        "tbody",
        null,
        h(
          "tr",
          null,
          h("td", null, h("b", null, t.YOU), t.THE_BUTTON),
          h("td", null, h("b", null, cents(fee))),
          h("td", null, cents(ante)),
        ),
        h("tr", null, h("td", null, t.others(others)), h("td", null, "–"), h("td", null, ante ? t.each(ante) : "–")),
      ),
      h(
        "tfoot",
        null,
        h(
          "tr",
          null,
          h("td", null, t.FEE_BOX_POT),
          h("td", null, h("b", null, cents(fee))),
          h("td", null, h("b", null, cents(pot))),
        ),
      ),
    ),
    h("p", null, fee ? [t.PLAYERS_FEE(game.fee), t.FEE_FROM_STACK, " ", rule("PK-2"), ". "] : null, t.NO_CHOICE),
  );
}

/** At the showdown, or with somebody all in: each pot, and who has no part in it.
 * @param {State} state */
function sidePots(state) {
  const shares = ifShown(state, mine(state));
  const { pots = [] } = standing(state);
  if (shares) return potsIfShown(state, pots, shares);
  if (pots.length < 2 || Object.keys(front(state)).length) return null;
  const without = (pot) => pots[0].seats.filter((seat) => !pot.seats.includes(seat));
  const names = (seats) => seats.map((seat) => named(state, seat, t.YOU.toLowerCase())).join(", ");
  const row = (pot, index) =>
    h(
      "tr",
      { key: pot.name },
      h("td", null, h("b", null, index ? t.SIDE_POT : t.MAIN_POT)),
      h("td", null, dollars(pot.cents)),
      h("td", null, names(without(pot)) || "–"),
    );
  return section(
    "pots",
    t.THE_POTS,
    h("table", { class: "slip" }, heads(t.POT_HEADS), h("tbody", null, pots.map(row))),
  );
}

const heads = (listed) =>
  h(
    "thead",
    null,
    h(
      "tr",
      null,
      listed.map((head, index) => h("th", { key: index, scope: "col" }, head)),
    ),
  );

/** The name of a seat's player; mine is called `you`.
 * @param {State} state */
function named(state, seat, you = t.YOU) {
  return mine(state).includes(seat) ? you : (state.view.seats[seat]?.player ?? t.seatName(seat));
}

/** For the last player to show or muck: the shares of each pot if the hand is shown, and the odd chip.
 * @param {State} state @param {Share[]} shares */
function potsIfShown(state, pots, shares) {
  const own = mine(state);
  const piles = [...new Set(shares.map((each) => each.pile))];
  const sums = piles.map((pile) => sum(shares, pile));
  const seats = [...new Set([...shares.map((each) => each.seat), ...own])];
  const odd = shares.find((each) => each.by === "odd chip");
  const fees = dealEvents(state).filter((event) => event.type === "fee");
  const fee = fees.reduce((cents, event) => cents + event.cents, 0);
  const columns = [h("span", { class: "quiet" }, t.WHO), ...piles.map((_, index) => t.potHead(index, sums[index]))];
  const row = (seat) =>
    h(
      "tr",
      { key: seat },
      h("td", null, h("b", null, named(state, seat)), t.halvesOf(halves(shares, seat))),
      piles.map((pile) => h("td", { key: pile }, part(own, pots, shares, pile, seat))),
    );
  return section(
    "pots",
    t.POTS_IF_SHOWN,
    h("table", { class: "slip" }, heads(columns), h("tbody", null, seats.map(row))),
    odd ? h("p", null, t.oddChip(sum(shares, odd.pile), named(state, odd.seat)), rule(odd.rule), ".") : null,
    h("p", { class: "dim" }, t.wentIn(sums.reduce((a, b) => a + b, 0) + fee, fee, sums)),
  );
}

/** @param {Share[]} shares */
function sum(shares, pile, seat = 0) {
  const those = shares.filter((each) => each.pile === pile && (!seat || each.seat === seat));
  return those.reduce((cents, each) => cents + each.cents, 0);
}

/** @param {Share[]} shares */
const halves = (shares, seat) =>
  [...new Set(shares.filter((each) => each.seat === seat).map((each) => each.half))].filter(Boolean);

/** The share of a seat in a pot, or a note that it has none.
 * @param {Share[]} shares */
function part(own, pots, shares, pile, seat) {
  const cents = sum(shares, pile, seat);
  const yours = own.includes(seat);
  if (cents) return h(yours ? "b" : "span", { class: yours ? "brass" : null }, dollars(cents));
  const pot = pots.find((each) => each.name === pile);
  return pot && !pot.seats.includes(seat) ? t.NOT_IN_IT : "–";
}

/** @param {Layout} layout @param {Moment} ui @param {Act} act */
function seats(layout, ui, act) {
  if (ui.moving) return h("section", { key: "move" }, h("p", null, t.movingTo(ui.moving)));
  if (layout.several || !ui.free.length || ui.naming) return null;
  return h(
    "section",
    { key: "move" },
    h(
      "p",
      null,
      t.moveWords(ui.free),
      ui.free.length === 1
        ? h("button", { class: "link", onclick: () => act.move(ui.free[0]) }, t.moveTo(ui.free[0]))
        : null,
    ),
  );
}
