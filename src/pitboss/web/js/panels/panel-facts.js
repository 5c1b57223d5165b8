// What the panels beside a table tell: cards that are gone, what the pot words mean, who pays. Pure.

import { hidden } from "../lib/cards.js";

/** Up cards of stud hands that were folded, in the order they were dealt. */
export function goneCards(events) {
  const out = new Set(events.filter((event) => event.verb === "fold" || event.verb === "muck").map((event) => event.seat));
  return upCards(events).filter(({ seat }) => out.has(seat)).map(({ card }) => card);
}

function upCards(events) {
  return events.filter((event) => event.verb === "deal" && event.up && event.seat).flatMap((event) => event.cards.map((card) => ({ seat: event.seat, card })));
}

/** Of each rank that my hand has in pairs or better, how many cards nobody has shown: [[rank, count]]. */
export function unseen(events, hand) {
  const rank = (card) => card[0];
  const mine = hand.filter((card) => !hidden(card));
  const paired = [...new Set(mine.map(rank))].filter((each) => mine.filter((card) => rank(card) === each).length > 1);
  const seen = new Set([...mine, ...upCards(events).map(({ card }) => card)]);
  return paired.map((each) => [each, 4 - [...seen].filter((card) => rank(card) === each).length]);
}

/** Who pays what before the first card of a game the button names: the button, the others, what goes where. */
export function payers(game, players) {
  const fee = game.fee?.[Math.min(players, game.fee.length - 1)] ?? 0;
  const ante = game.ante ?? 0;
  return { fee, ante, others: players - 1, pot: ante * players };
}

/** The price of a call as it stands for a seat that has to wait, from the chips in front; 0 if a check is free. */
export function priceOfCall(front, seat) {
  const most = Math.max(0, ...Object.values(front));
  return most - (front[seat] ?? 0);
}
