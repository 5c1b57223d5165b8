// What is special about house tables: wagers are placed before the deal and settled by the dealer.

import { houseFelt } from "../felt/house.js";
import { h } from "../lib/dom.js";
import { exact } from "../lib/money.js";
import { announced, dealEvents, previousEvents, settled, shownBy, total } from "../table/deal.js";
import { wagers } from "../table/store.js";
import * as t from "../texts/en.js";

/** @type {Kind} */
export const KIND = {
  house: true,
  felt: houseFelt,
  seated: () => import("../panels/seated-house.js"),
  open: ({ view }) => !view.deal || view.done,
  parts: (state, layout, moment) => ({
    price: nextWager(state, layout, moment),
    results: moment.betting || !moment.seat ? {} : myResults(state, layout, moment.seat),
    slip: moment.seat && !moment.asked && (moment.linger || !state.view.done)
      ? slipNow(state, layout, moment.seat)
      : null,
  }),
  money(page, state) {
    const { moment: ui } = page;
    const taken = state.view.seats[ui.seat];
    if (!taken) return [h("span", null, t.WALLET), h("b", null, exact(page.me.cents ?? 0))];
    const down = ui.mode === "bet" ? total(ui.draft) : 0;
    return [h("span", null, t.AT_TABLE), h("b", null, exact(taken.cents - down))];
  },
  number: t.round,
  heading: t.roundTitle,
  feed: t.FEED_TITLE,
  rail: "",
  sit: t.sitHere,
  sitOut: t.SIT_OUT,
  leaving: t.LEAVING_ROUND,
  floorTools: ["fill", "credit"],
  files: ["txt", "json"],
};

/** The wager that my decision would place next, and its least cost.
 * @param {State} state @param {Layout} layout @param {Moment} moment */
function nextWager(state, layout, { asked, choices }) {
  const lying = wagers(state, asked);
  const next = layout.wagers.find((each) => each.of && !lying[each.key]);
  if (!next || !asked) return {};
  const costs = choices.filter((button) => button.cost && !button.why).map((button) => button.cost);
  return { [next.key]: costs.length ? Math.min(...costs) : 0 };
}

/** The state of each of my wagers: settled, on its way, or sure already.
 * @param {State} state @param {Layout} layout */
function myResults(state, layout, seat) {
  const done = settled(dealEvents(state), seat);
  const coming = settled(state.later ?? [], seat);
  const sure = state.later ? {} : (state.reading?.[seat]?.sure ?? {});
  const lying = wagers(state, seat);
  /** @type {Moment["results"]} */
  const known = {};
  for (const { key } of layout.wagers) {
    if (done[key]) known[key] = { ...done[key], words: resultWords(done[key]) };
    else if (coming[key]?.won) known[key] = { words: t.coming(coming[key].paid) };
    else if (lying[key] && sure[key]) known[key] = { won: true, sure: true, words: t.wins(sure[key]) };
  }
  return known;
}

/** @param {Settled} result */
function resultWords({ won, lost, paid }) {
  if (won) return t.wins(paid);
  return lost ? t.LOSES : t.PUSH;
}

/** My wagers of this round once they are settled; while others are settled first, those of the last round.
 * @param {State} state @param {Layout} layout */
function slipNow(state, layout, seat) {
  const events = dealEvents(state);
  const now = slipOf(events, layout, seat, state.hand);
  const turned = events.some((event) => event.type === "announced" || event.type === "shown");
  return now ?? (turned ? slipOf(previousEvents(state), layout, seat, state.hand - 1) : null);
}

/** @param {TableEvent[]} events @param {Layout} layout */
function slipOf(events, layout, seat, number) {
  const done = settled(events, seat);
  const [hand] = shownBy(events, seat);
  const rows = layout.wagers
    .filter((wager) => done[wager.key])
    .map((wager) => {
      const one = done[wager.key];
      const name = t.title(wager.title || wager.key);
      return { ...one, key: wager.key, name, hand: one.won && one.line ? hand : null, odds: oddsOf(one) };
    });
  const stake = rows.reduce((sum, row) => sum + row.stake, 0);
  const back = rows.reduce((sum, row) => sum + row.paid + (row.lost ? 0 : row.stake), 0);
  return rows.length ? { rows, stake, back, number, dealer: announced(events) ?? null } : null;
}

/** @param {Settled} result */
function oddsOf({ won, lost, odds }) {
  if (won) return t.oddsText(odds);
  return lost ? t.LOSES : t.PUSH;
}
