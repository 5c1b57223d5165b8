// What is special about poker tables: players bet against each other, and some games are named.

import { pokerFelt } from "../felt/poker.js";
import { h } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import { dealEvents, front, gameOf, standing, streetNow } from "../table/deal.js";
import * as t from "../texts/en.js";

/** @type {Kind} */
export const KIND = {
  house: false,
  felt: pokerFelt,
  seated: () => import("../panels/seated-poker.js"),
  open: () => false,
  parts: (state, layout, moment) => ({
    ...naming(state, layout, moment),
    ...limits(state, layout),
    pre: moment.seat ? preActions(state, moment.seat) : [],
  }),
  /** The fee of this hand. */
  money(_page, state) {
    const fees = dealEvents(state).filter((event) => event.type === "fee");
    const cents = fees.reduce((sum, event) => sum + event.cents, 0);
    return cents ? [h("span", { class: "wide" }, t.FEE_THIS_HAND), h("b", { class: "wide" }, dollars(cents))] : null;
  },
  number: t.hand,
  heading: t.handTitle,
  feed: t.HAND_TITLE,
  rail: t.RAIL,
  sit: t.sitIn,
  sitOut: t.SIT_OUT_NEXT,
  leaving: t.LEAVING_HAND,
  floorTools: [],
  files: ["phh", "txt", "json"],
};

/** The games I may name now, and the one that is chosen.
 * @param {State} state @param {Layout} layout @param {Moment} moment */
function naming(state, layout, { player, players, seat, game }) {
  const games = player ? player.namable(layout.games, players) : [];
  const open = games.filter((each) => !each.why);
  const chosen = open.some((each) => each.id === game) ? game : (open[0]?.id ?? "");
  return { games, game: chosen, naming: Boolean(player && seat && state.view.done && state.namer === seat) };
}

/** The round of betting: the street, the chips in front of me, and the cap on raises.
 * @param {State} state @param {Layout} layout */
function limits(state, layout) {
  const game = gameOf(layout, state.view.game);
  const street = streetNow(state, game);
  const { level = 0, raises_left: raises } = standing(state);
  const full = game?.cap && raises === 0;
  const capped = full
    ? { rule: game.cap.rule, words: t.capped(game.cap.most - 1), to: level + (street?.bet ?? 0) }
    : null;
  return { cap: game?.cap, street, capped, level };
}

/** The choices offered before my turn.
 * @param {State} state */
function preActions(state, seat) {
  const cards = state.view.deal?.piles?.[`player ${seat}`];
  if (state.view.done || !cards?.length) return [];
  const price = Math.max(0, (standing(state).level ?? 0) - (front(state)[seat] ?? 0));
  return [
    { action: "check/fold", words: t.CHECK_FOLD },
    ...(price ? [{ action: "call", cents: price, words: t.callExactly(price) }] : []),
    { action: "call any", words: t.CALL_ANY },
  ];
}
