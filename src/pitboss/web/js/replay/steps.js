// A finished hand as states of a table, one for each event, so that it is drawn like a live one. Pure.

import { START } from "../table/store.js";

/** Every moment of a recalled hand: the state to draw and the event that led to it. */
export function moments(recalled) {
  const seats = Object.fromEntries(Object.entries(recalled.hand.players).map(([seat, player]) => [seat, { player, cents: 0, status: "in" }]));
  const me = /^player (\d+)$/.exec(recalled.viewer)?.[1];
  const you = me ? { name: recalled.hand.players[me], roles: [] } : { name: "", roles: [] };
  const listed = [];
  let feed = [];
  for (const step of recalled.steps) {
    const events = step.events ?? [];
    for (const [index, event] of events.entries()) {
      feed = [...feed, event];
      const last = index === events.length - 1;
      listed.push({ event, state: state(recalled, step, seats, you, feed, last ? step : before(listed, step)) });
    }
  }
  return listed;
}

/** Within a step, cards and chips are those of the moment before it until its last event. */
function before(listed, step) {
  const last = listed[listed.length - 1]?.state.view;
  return last ? { piles: last.deal.piles, chips: last.chips, actors: [], done: false } : { ...step, piles: {}, actors: [] };
}

function state(recalled, step, seats, you, feed, table) {
  const chips = table.chips ?? {};
  const placed = Object.fromEntries(Object.entries(seats).map(([seat, taken]) => [seat, { ...taken, cents: chips[`player ${seat}`] ?? 0 }]));
  return {
    ...START,
    line: "live",
    you,
    hand: recalled.hand.number,
    seals: recalled.seals.map((seal) => seal.root),
    feed,
    view: { seats: placed, chips, actors: table.actors ?? [], done: Boolean(table.done), game: recalled.hand.game, button: recalled.button ?? 0, deal: { piles: table.piles ?? {}, events: feed } },
  };
}
