// A finished hand as states of a table, one for each event, so that it is drawn like a live one. Pure.

import { START } from "../table/store.js";
import { advance } from "./advance.js";

/** Every moment of a recalled hand: the state to draw and the event that led to it. */
export function moments(recalled) {
  const seats = Object.fromEntries(Object.entries(recalled.hand.players).map(([seat, player]) => [seat, { player, cents: 0, status: "in" }]));
  const me = /^player (\d+)$/.exec(recalled.viewer)?.[1];
  const you = me ? { name: recalled.hand.players[me], roles: [] } : { name: "", roles: [] };
  const listed = [];
  let feed = [];
  let table = { piles: {}, chips: undone(recalled.steps[0]) };
  for (const step of recalled.steps) {
    const events = step.events ?? [];
    for (const [index, event] of events.entries()) {
      feed = [...feed, event];
      const last = index === events.length - 1;
      table = last ? step : { ...advance(table, event), actors: [], done: false };
      listed.push({ event, state: state(recalled, seats, you, feed, table) });
    }
  }
  return listed;
}

/** The chips before the first step: what it put in lies with the players again. */
function undone(step) {
  const chips = { ...(step?.chips ?? {}) };
  const moved = (step?.events ?? []).reduce((table, event) => advance(table, event), { piles: {}, chips: {} }).chips;
  for (const [account, cents] of Object.entries(moved)) chips[account] = (chips[account] ?? 0) - cents;
  return chips;
}

function state(recalled, seats, you, feed, table) {
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
