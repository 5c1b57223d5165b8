// The deal on the table, from the facts of its events: folds, first wagers, settlements. Pure.

/** @type {EventTypes} */
const BEGINS = new Set(["staked", "posted", "dealt"]);
const known = new WeakMap(); // a feed is never changed, only replaced

/** The events of the deal being played, or of the last one until the next begins.
 * @param {State} state */
export function dealEvents(state) {
  if (!known.has(state.feed)) known.set(state.feed, lastDeal(state.feed));
  return known.get(state.feed);
}

/** The events of the previous deal, as far as they are remembered.
 * @param {State} state */
export function previousEvents(state) {
  const before = state.feed.slice(0, state.feed.length - dealEvents(state).length);
  return before.length ? lastDeal(before) : [];
}

/** @param {TableEvent[]} feed */
function lastDeal(feed) {
  const begins = (event) => BEGINS.has(event.type);
  const end = feed.findLastIndex((event, at) => event.type === "finished" && feed.slice(at + 1).some(begins));
  return feed.slice(end + 1);
}

/** The standing of the deal: pots, chips in front, street, cap and results, as the server sends them.
 * @param {State} state @returns {Partial<Wire.ShownStanding>} */
export const standing = (state) => state.view?.deal?.standing ?? {};

/** The awards of each pot, with the cards that won it.
 * @param {State} state */
export const won = (state) => /** @type {Wire.ShownPotResult[]} */ (standing(state).results ?? []);

/** The chips in front of each seat in this round of betting. */
export const front = (state) => standing(state).front ?? {};

/** The game that is played, as the layout prints it.
 * @param {Layout} layout */
export const gameOf = (layout, id) => layout.games?.find((each) => each.id === id) ?? layout.games?.[0];

/** The street being played, with what is bet on it. */
export function streetNow(state, game) {
  return game?.streets?.find((each) => each.name === standing(state).street) ?? null;
}

/** The wagers with which a spot began the deal, to be repeated; null if it had none.
 * @param {TableEvent[]} events */
export function opening(events, seat) {
  const placed = events.filter((event) => event.type === "staked" && event.seat === seat);
  return placed.length ? Object.fromEntries(placed.map((event) => [event.pile, event.cents])) : null;
}

/** True if an event ends a seat's hand: folded, or given up by an option of a house game.
 * @param {TableEvent} event */
export const foldsHand = (event) => event.type === "folded" || (event.type === "chosen" && Boolean(event.folds));

export const folded = (events, seat) => events.some((event) => event.seat === seat && foldsHand(event));

/** The settlement of each wager of a spot: {wager: {stake, paid, won, lost, odds, line, rule}}.
 * @param {TableEvent[]} events @param {number} seat @returns {Record<string, Settled>} */
export function settled(events, seat) {
  /** @type {Record<string, Settled>} */
  const done = {};
  for (const event of events) {
    if (event.type !== "settled" || event.seat !== seat) continue;
    const { wager, stake = 0, paid = 0, odds = "", line = "", rule } = event;
    const before = done[wager]; // a bonus comes before the result of its wager
    const won = event.result === "win";
    done[wager] = {
      stake,
      paid: (before?.paid ?? 0) + paid,
      won: won || Boolean(before?.won),
      lost: event.result === "lose",
      odds: won ? odds : (before?.odds ?? ""),
      line: line || (before?.line ?? ""),
      rule,
    };
  }
  return done;
}

/** The net result of a spot, or null while nothing of it is settled.
 * @param {TableEvent[]} events */
export function net(events, seat) {
  const each = Object.values(settled(events, seat));
  return each.length ? each.reduce((sum, one) => sum + one.paid - (one.lost ? one.stake : 0), 0) : null;
}

/** The line of a wager's pay table that an event paid by, or -1.
 * @param {Wager} wager @param {TableEvent} event */
export function paidLine(wager, event) {
  const paid = event.type === "settled" && event.wager === wager.key && event.result === "win" && event.line;
  return paid ? wager.lines.findIndex((each) => each.line === event.line) : -1;
}

/** The dealer's call of a hand of the house: {pile, hand, qualifier}; the hand is missing if it does not qualify.
 * @param {TableEvent[]} events */
export const announced = (events) => events.findLast((event) => event.type === "announced");

/** The hands that a seat has shown. */
export const shownBy = (events, seat) =>
  events.findLast((event) => event.type === "shown" && event.seat === seat)?.hands ?? [];

// Hands that are read for me -----------------------------------------------------------------------------------------

/** How the pots go if I show: [{seat, pile, cents, half, by, rule}]; null if that is not known yet.
 * @param {State} state */
export const ifShown = (state, seats) => seats.map((seat) => state.reading?.[seat]?.shares?.show).find(Boolean) ?? null;

/** True if two hands are worth the same. */
export const sameHand = (one, other) =>
  one?.category === other?.category && String(one?.ranks ?? []) === String(other?.ranks ?? []);

/** The hands of a reading as facts: one, or one for each part of a split pot.
 * @param {Reading} reading */
export function handsOf(reading) {
  const halves = Object.values(reading?.halves ?? {});
  return (halves.length ? halves : [reading]).map((each) => each?.hand).filter(Boolean);
}

/** The hands of a seat that count: the halves of a split pot it gets, if known; else all it makes.
 * @param {State} state @param {number} seat @param {Share[]} shares @returns {Array<Reading & {name: string}>} */
export function counting(state, seat, shares) {
  const reading = state.reading?.[seat];
  const halves = Object.entries(reading?.halves ?? {}).map(([name, half]) => ({ name, ...half }));
  const got = new Set((shares ?? []).filter((each) => each.seat === seat).map((each) => each.half));
  const kept = halves.filter(({ name }) => got.has(name));
  if (kept.length) return kept;
  if (halves.length) return halves;
  return reading?.hand ? [{ name: "", ...reading }] : [];
}

/** The cards a seat plays: those of the halves of a split pot it gets, after the showdown those it won with.
 * @param {State} state @param {number} seat @param {Share[]} shares */
export function playing(state, seat, shares) {
  const read = counting(state, seat, shares).flatMap((half) => half.cards ?? []);
  if (read.length) return read;
  return won(state).filter((each) => each.seat === seat).flatMap((each) => each.cards ?? []);
}

// Wagers before the deal ---------------------------------------------------------------------------------------------

/** The keys that put a chip on the wagers, in the order of the definition. */
export const WAGER_KEYS = "qweasfghjl";

/** The stakes after `cents` were put on a wager or taken off it, within its limits. Wagers that have to be equal are
 * one stake: a chip on any of them lies on each.
 * @param {Wager[]} wagers @param {Stakes} stakes */
export function moved(wagers, stakes, key, cents) {
  const equal = (each) => each.equals || each.key;
  const pressed = wagers.find((each) => each.key === key);
  const tied = wagers.filter((each) => equal(each) === equal(pressed));
  const low = Math.max(...tied.map((each) => each.low ?? 0));
  const high = Math.min(...tied.map((each) => each.high || Infinity));
  const now = stakes[key] ?? 0;
  let next = Math.min(high, Math.max(0, now + cents));
  if (next < low) next = cents > 0 ? low : 0;
  const after = { ...stakes };
  for (const each of tied) {
    if (next) after[each.key] = next;
    else delete after[each.key];
  }
  return after;
}

/** The sum of stakes.
 * @param {Stakes} stakes */
export const total = (stakes) => Object.values(stakes ?? {}).reduce((sum, cents) => sum + cents, 0);
