// A finished hand as states of a table, one for each event, so that it is drawn like a live one. Pure.

import { START } from "../table/store.js";
import { advance, within } from "./advance.js";

const VIEWER = /^player (\d+)$/;

/** The seat whose player a viewer is, or 0. */
export const seatOf = (viewer) => Number(VIEWER.exec(viewer)?.[1] ?? 0);

/** Every moment of a recalled hand: the state to draw and the event that led to it. */
export function moments(recalled) {
  const { players } = recalled.hand;
  const seat = ([number, player]) => [number, { player, cents: 0, status: "in" }];
  const seats = Object.fromEntries(Object.entries(players).map(seat));
  const you = { name: players[seatOf(recalled.viewer)] ?? "", roles: [] };
  const listed = [];
  let feed = [];
  let table = { piles: {}, chips: undone(recalled.steps[0]) };
  let before = {};
  for (const step of recalled.steps) {
    const events = step.events ?? [];
    const after = step.standing ?? {};
    for (const [index, event] of events.entries()) {
      feed = [...feed, event];
      const last = index === events.length - 1;
      table = last ? step : { ...advance(table, event), actors: [], done: false };
      const standing = last ? after : within(before, after, events.slice(0, index + 1));
      listed.push({
        event,
        state: state(recalled, seats, you, feed, { ...table, standing }),
      });
    }
    before = after;
  }
  return listed;
}

/** The chips before the first step: those put in are back with the players. */
function undone(step) {
  const chips = { ...(step?.chips ?? {}) };
  const moved = (step?.events ?? []).reduce((table, event) => advance(table, event), { piles: {}, chips: {} }).chips;
  for (const [account, cents] of Object.entries(moved)) chips[account] = (chips[account] ?? 0) - cents;
  return chips;
}

/** @param {any} recalled @param {any} seats @param {State["you"]} you @param {TableEvent[]} feed @param {any} table
 * @returns {State} */
function state(recalled, seats, you, feed, { piles = {}, chips = {}, actors = [], done, standing }) {
  const stacked = ([seat, taken]) => [seat, { ...taken, cents: chips[`player ${seat}`] ?? 0 }];
  /** @type {View} */
  const view = {
    seats: Object.fromEntries(Object.entries(seats).map(stacked)),
    chips,
    actors,
    done: Boolean(done),
    game: recalled.hand.game,
    button: recalled.button ?? 0,
    deal: { piles, events: feed, standing },
  };
  const { number } = recalled.hand;
  return { ...START, line: "live", you, hand: number, seals: recalled.seals.map((seal) => seal.root), feed, view };
}
