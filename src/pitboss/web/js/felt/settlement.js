// A settlement act by act: the server tells it at once, the page shows the dealer's hand first and then each spot in the
// order told, from the dealer's right. Pure: every act says what still lies on the table as it was.

import { settled } from "../table/deal.js";

const DEALER = new Set(["turn", "set", "discard", "announce"]);
const MS = { first: 320, dealer: 700, won: 760, lost: 520 }; // a payment takes its light, then 320 to the wager and 320 at rest

/** The acts of a message that settles: {feed, fresh, later, ms}; a message without a settlement is one act. */
export function acts(before, message, own) {
  const groups = grouped(message.events);
  if (!groups.some(({ seat }) => seat)) return [];
  let told = before.feed;
  return groups.map((group, index) => {
    told = [...told, ...group.events];
    const later = groups.slice(index + 1).flatMap((each) => each.events);
    return { feed: told, fresh: group.events, ms: pace(group), later: { ...covered(before, later, own), events: later, reading: before.reading } };
  });
}

/** Events that belong together: what comes first, the dealer's cards, then each spot with what is said of it. */
function grouped(events) {
  const groups = [];
  for (const event of events) {
    const key = DEALER.has(event.verb) && !event.seat ? "dealer" : event.verb === "settle" || event.verb === "show" ? `spot ${event.seat}` : "";
    const last = groups[groups.length - 1];
    if (last && (!key || last.key === key)) last.events.push(event);
    else groups.push({ key, seat: key.startsWith("spot") ? event.seat : 0, events: [event] });
  }
  return groups;
}

function pace({ key, seat, events }) {
  if (!seat) return key ? MS.dealer : MS.first;
  return Object.values(settled(events, seat)).some((each) => each.won) ? MS.won : MS.lost;
}

/** What later acts will change, as it is until then: chips on the wagers, cards face down, money not yet paid. */
function covered(before, events, own) {
  const chips = {};
  const piles = {};
  const unpaid = {};
  const was = before.view.deal?.piles ?? {};
  for (const event of events) {
    if (event.verb === "settle") {
      const one = settled([event], event.seat)[event.pile];
      chips[`spot ${event.seat}/${event.pile}`] = one.stake;
      unpaid[event.seat] = (unpaid[event.seat] ?? 0) + (one.lost ? 0 : one.stake + one.paid);
    }
    const pile = event.verb === "show" && !own.includes(event.seat) ? `player ${event.seat}` : event.verb === "turn" ? event.pile : "";
    if (pile && was[pile]) piles[pile] = was[pile];
  }
  return { chips, piles, unpaid };
}

/** The state as it is shown during an act, whatever else has been heard meanwhile. */
export function during(state, { feed, later }) {
  const { view } = state;
  const seats = Object.fromEntries(Object.entries(view.seats).map(([seat, taken]) => [seat, later.unpaid[seat] ? { ...taken, cents: Math.max(0, taken.cents - later.unpaid[seat]) } : taken]));
  const deal = view.deal && { ...view.deal, piles: { ...view.deal.piles, ...later.piles } };
  return { ...state, feed, ...(later.events.length ? { later: later.events, reading: { ...later.reading, ...state.reading } } : {}), view: { ...view, seats, deal, chips: { ...view.chips, ...later.chips } } };
}
