// A settlement act by act: the server sends it at once; the page shows the dealer's hand first and then each spot in
// the order sent, from the dealer's right. Pure: every act says what still lies on the table as before.

import { settled } from "../table/deal.js";

/** @type {EventTypes} */
const DEALER = new Set(["turned", "set", "discarded", "announced"]);
/** @type {EventTypes} */
const SPOT = new Set(["settled", "shown"]);
// A payment takes its light, then 320 to the wager and 320 at rest.
const MS = { first: 320, dealer: 700, won: 760, lost: 520 };

/** The acts of a message that settles: {feed, fresh, later, ms}; a message without a settlement is one act. */
export function acts(before, message, own) {
  const groups = grouped(message.events);
  if (!groups.some(({ seat }) => seat)) return [];
  let told = before.feed;
  return groups.map((group, index) => {
    told = [...told, ...group.events];
    const later = groups.slice(index + 1).flatMap((each) => each.events);
    const covers = { ...covered(before, later, own), events: later, reading: before.reading };
    return { feed: told, fresh: group.events, ms: pace(group), later: covers };
  });
}

/** Events that belong together: what comes first, the dealer's cards, then each spot with its events.
 * @param {TableEvent[]} events */
function grouped(events) {
  const groups = [];
  for (const event of events) {
    const key = keyOf(event);
    const last = groups[groups.length - 1];
    if (last && (!key || last.key === key)) last.events.push(event);
    else groups.push({ key, seat: SPOT.has(event.type) ? event.seat : 0, events: [event] });
  }
  return groups;
}

/** @param {TableEvent} event */
function keyOf({ type, seat }) {
  if (SPOT.has(type)) return `spot ${seat}`;
  return DEALER.has(type) && !seat ? "dealer" : "";
}

function pace({ key, seat, events }) {
  if (!seat) return key ? MS.dealer : MS.first;
  return Object.values(settled(events, seat)).some((each) => each.won) ? MS.won : MS.lost;
}

/** The table as it is until later acts change it: chips on the wagers, cards face down, money not yet paid.
 * @param {TableEvent[]} events */
function covered(before, events, own) {
  const chips = {};
  const piles = {};
  const unpaid = {};
  const was = before.view.deal?.piles ?? {};
  for (const event of events) {
    if (event.type === "settled") {
      const { seat, wager, stake = 0, paid = 0, result, bonus } = event;
      chips[`spot ${seat}/${wager}`] = stake;
      const back = result === "lose" || bonus ? 0 : stake; // a bonus leaves the stake where it lies
      unpaid[seat] = (unpaid[seat] ?? 0) + back + paid;
    }
    const pile = turnedPile(event, own);
    if (was[pile]) piles[pile] = was[pile];
  }
  return { chips, piles, unpaid };
}

/** The pile whose cards an event turns up.
 * @param {TableEvent} event @param {number[]} own */
function turnedPile({ type, seat, pile }, own) {
  if (type === "shown" && !own.includes(seat)) return `player ${seat}`;
  return type === "turned" ? pile : "";
}

/** The state as it is shown during an act, whatever else has arrived meanwhile.
 * @param {State} state */
export function during(state, { feed, later }) {
  const { view } = state;
  const seats = Object.fromEntries(
    Object.entries(view.seats).map(([seat, taken]) => [seat, unpaid(taken, later.unpaid[seat])]),
  );
  const deal = view.deal && {
    ...view.deal,
    piles: { ...view.deal.piles, ...later.piles },
  };
  const coming = later.events.length ? { later: later.events, reading: { ...later.reading, ...state.reading } } : {};
  return {
    ...state,
    feed,
    ...coming,
    view: { ...view, seats, deal, chips: { ...view.chips, ...later.chips } },
  };
}

const unpaid = (taken, cents = 0) => (cents ? { ...taken, cents: Math.max(0, taken.cents - cents) } : taken);
