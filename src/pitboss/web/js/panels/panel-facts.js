// Facts for the panels next to a table: cards that are gone, the payments before a hand. Pure.

import { hidden } from "../lib/cards.js";

/** @type {EventTypes} */
const OUT = new Set(["folded", "mucked"]);

/** Up cards of stud hands that were folded, in the order they were dealt.
 * @param {TableEvent[]} events */
export function goneCards(events) {
  const out = new Set(events.filter((event) => OUT.has(event.type)).map((event) => event.seat));
  return upCards(events)
    .filter(({ seat }) => out.has(seat))
    .map(({ card }) => card);
}

/** @param {TableEvent[]} events */
function upCards(events) {
  const open = events.filter((event) => event.type === "dealt" && event.up && event.seat);
  return open.flatMap(({ seat, cards }) => cards.map((card) => ({ seat, card })));
}

/** Of each rank that my hand has in pairs or better, how many cards nobody has shown: [[rank, count]].
 * @param {TableEvent[]} events */
export function unseen(events, hand) {
  const rank = (card) => card[0];
  const mine = hand.filter((card) => !hidden(card));
  const paired = [...new Set(mine.map(rank))].filter((each) => mine.filter((card) => rank(card) === each).length > 1);
  const seen = new Set([...mine, ...upCards(events).map(({ card }) => card)]);
  return paired.map((each) => [each, 4 - [...seen].filter((card) => rank(card) === each).length]);
}

/** The payments before the first card of a game that the button names: fee, ante, and the pot they make.
 * @param {Game} game */
export function payers(game, players) {
  const fee = game.fee?.[Math.min(players, game.fee.length - 1)] ?? 0;
  const ante = game.ante ?? 0;
  return { fee, ante, others: players - 1, pot: ante * players };
}
