// One event's effect on the cards and chips on the table, for the moments within a step. Pure.

/** @type {EventTypes} */
const IN = new Set(["wagered", "posted"]);
/** @type {EventTypes} */
const OUT = new Set(["awarded", "returned"]);
/** @type {EventTypes} */
const THROWN = new Set(["chosen", "drawn"]); // with the cards that are put out
const hidden = (card) => card === "??";

/** The table after an event, as far as known here; each step ends with the table as it really was.
 * @param {any} more @param {TableEvent} event */
export function advance({ piles, chips }, event) {
  return { piles: cards(piles, event), chips: money(chips, event) };
}

/** @param {Piles} piles @param {TableEvent} event */
function cards(piles, event) {
  const { type, pile, cards: named = [], seat } = event;
  if (!named.length) return piles;
  const lying = piles[pile] ?? [];
  const own = `player ${seat}`;
  const hand = piles[own] ?? [];
  if (type === "dealt") return { ...piles, [pile]: [...lying, ...named] };
  if (type === "board") return { ...piles, board: [...(piles.board ?? []), ...named] };
  if (type === "turned") return { ...piles, [pile]: turned(lying, named) };
  if (type === "shown") return { ...piles, [own]: named.length >= hand.length ? named : turned(hand, named) };
  if (THROWN.has(type)) return { ...piles, [own]: without(hand, named) };
  return piles;
}

/** Cards turned face up where they lie: each takes the place of one face down. */
function turned(lying, named) {
  const left = [...named.filter((card) => !lying.includes(card))];
  const shown = lying.map((card) => (hidden(card) && left.length ? left.shift() : card));
  return [...shown, ...left];
}

/** A pile without the cards thrown away; unknown ones are taken off its end. */
function without(lying, named) {
  const known = new Set(named.filter((card) => !hidden(card)));
  const kept = lying.filter((card) => !known.has(card));
  return kept.slice(0, Math.max(0, kept.length - (named.length - known.size)));
}

/** @param {Stakes} chips @param {TableEvent} event */
function money(chips, { type, seat, cents = 0, pile }) {
  const move = (from, to) => ({ ...chips, [from]: (chips[from] ?? 0) - cents, [to]: (chips[to] ?? 0) + cents });
  if (!cents) return chips;
  if (IN.has(type)) return move(`player ${seat}`, "pot");
  if (OUT.has(type)) return move("pot", `player ${seat}`);
  if (type === "fee") return move(seat ? `player ${seat}` : "pot", "fee box");
  if (type === "staked") return move(`player ${seat}`, `spot ${seat}/${pile}`);
  return chips;
}

// The standing within a step -----------------------------------------------------------------------------------------

/** @type {EventTypes} */
const BETS = new Set(["wagered", "posted", "returned", "folded", "checked", "fee"]);

/** How the deal stands within a step: as before it during betting, then as at its end, without events still to come.
 * `told` has the events of the step so far. */
export function within(before, after, told) {
  if (told.every((event) => BETS.has(event.type))) {
    return { ...before, front: told.reduce(infront, before.front ?? {}) };
  }
  const earlier = before.results ?? [];
  const awarded = told.filter((event) => event.type === "awarded").length;
  const results = (after.results ?? []).slice(0, earlier.length + awarded);
  const coming = (after.results ?? []).slice(results.length);
  return {
    ...after,
    front: {},
    results,
    pots: coming.reduce((pots, each) => unpaid(pots, each, before), after.pots ?? []),
  };
}

function infront(front, { type, seat, to = 0, cents = 0 }) {
  if (type === "returned") return { ...front, [seat]: Math.max(0, (front[seat] ?? 0) - cents) };
  return to ? { ...front, [seat]: to } : front;
}

/** The pots with one that was not yet pushed to its winner. */
function unpaid(pots, { pot, cents = 0 }, before) {
  const there = pots.find((each) => each.name === pot);
  if (there) return pots.map((each) => (each === there ? { ...each, cents: each.cents + cents } : each));
  const seats = before.pots?.find((each) => each.name === pot)?.seats ?? [];
  return [...pots, { name: pot, cents, seats }];
}
