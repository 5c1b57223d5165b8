// What the feed says about the deal on the table: its events, who folded, what the settlement did. Pure.

import { rank } from "../lib/cards.js";
import { resultOf } from "../lib/results.js";

/** The events of the deal being played, or of the last one until the next begins. */
export function dealEvents(state) {
  if (!known.has(state.feed)) known.set(state.feed, lastDeal(state.feed));
  return known.get(state.feed);
}

/** The events of the deal before, as far as they are remembered. */
export function previousEvents(state) {
  const before = state.feed.slice(0, state.feed.length - dealEvents(state).length);
  return before.length ? lastDeal(before) : [];
}

const known = new WeakMap(); // a feed is never changed, only replaced

function lastDeal(feed) {
  let from = 0;
  for (let at = feed.length - 1; at >= 0; at -= 1) {
    if (feed[at].verb === "finish" && at < feed.length - 1 && feed.slice(at).some(begins)) {
      from = at + 1;
      break;
    }
  }
  return feed.slice(from);
}

const begins = (event) => event.verb === "wager" || event.verb === "post" || event.verb === "ante" || event.verb === "deal";

/** The wagers with which a spot began the deal, to be repeated; null if it had none. */
export function opening(events, seat) {
  const placed = events.filter((event) => event.verb === "wager" && event.seat === seat);
  return placed.length ? Object.fromEntries(placed.map((event) => [event.pile, event.cents])) : null;
}

/** The street being played: its name and what is bet on it, from the cards that lie there. */
export function streetNow(events, game) {
  if (!game?.streets) return null;
  const boards = events.filter((event) => event.verb === "board").length;
  const drawn = events.some((event) => event.verb === "draw") ? 1 : 0;
  const held = new Map();
  for (const event of events) if (event.verb === "deal" && event.seat) held.set(event.seat, (held.get(event.seat) ?? 0) + event.cards.length);
  const later = game.up ? Math.max(0, Math.max(0, ...held.values()) - game.down - 1) : boards + drawn;
  return game.streets[Math.min(later, game.streets.length - 1)];
}

export const folded = (events, seat) => events.some((event) => event.verb === "fold" && event.seat === seat);

/** What the settlement did to the wagers of a spot: stake, what was paid on it, how, under which rule. */
export function settled(events, seat) {
  const done = {};
  for (const event of events) {
    if (event.verb !== "settle" || event.seat !== seat) continue;
    const { stake, won, lost, odds, line } = resultOf(event);
    const before = done[event.pile];
    done[event.pile] = { stake, paid: (before?.paid ?? 0) + (won ? event.cents : 0), won: won || Boolean(before?.won), lost, odds, line, rule: event.rule };
  }
  return done;
}

/** What a spot has won or lost in all, or null while nothing of it is settled. */
export function net(events, seat) {
  const each = Object.values(settled(events, seat));
  return each.length ? each.reduce((sum, one) => sum + (one.lost ? -one.stake : one.paid), 0) : null;
}

/** The line of a pay table that a settlement paid by, or -1. */
export function paidLine(lines, result) {
  if (!result.won) return -1;
  const paying = lines.map((line, index) => ({ line, index })).filter(({ line }) => line.pays === result.odds);
  const named = paying.find(({ line }) => line.words === result.line || line.words.startsWith(result.line));
  return (named ?? paying[0])?.index ?? -1;
}

/** What a stake is paid at odds such as "8 to 5". */
export function pays(stake, odds) {
  const [, to, by] = /^(\d+) to (\d+)$/.exec(odds) ?? [];
  return to ? Math.floor((stake * Number(to)) / Number(by)) : 0;
}

/** How the pots go if I show: [{seat, pile, cents, words}]; null where that is not known yet. */
export const ifShown = (state, seats) => seats.map((seat) => state.reading?.[seat]?.shares?.show).find(Boolean) ?? null;

/** The hands of a seat that count: of a split pot the halves it gets, if that is known; else all it makes. */
export function counting(state, seat, shares) {
  const reading = state.reading?.[seat];
  const halves = Object.entries(reading?.halves ?? {});
  const got = new Set((shares ?? []).filter((each) => each.seat === seat).map((each) => each.words.split(",")[0]));
  const kept = halves.filter(([name]) => got.has(name));
  return kept.length ? kept.map(([name, half]) => ({ name, ...half })) : reading ? [{ name: "", ...reading }] : [];
}

const MATCHED = /^(pair|two pair|three|four of|four )/;

/** The cards that make a hand what it is called: of a pair the two, of a straight all, of a high card none. */
export function making(reading) {
  if (!reading?.cards) return [];
  const words = reading.words ?? "";
  const ranks = reading.cards.map(rank);
  if (MATCHED.test(words)) return reading.cards.filter((card, index) => ranks.filter((each) => each === ranks[index]).length > 1);
  return /high$/.test(words) && !/straight|flush/.test(words) ? [] : reading.cards;
}
