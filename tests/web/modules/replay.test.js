// A finished hand as moments: cards and chips move with every event, also within a step.

import assert from "node:assert/strict";
import { test } from "node:test";
import { advance } from "../../../src/pitboss/web/js/replay/advance.js";
import { moments } from "../../../src/pitboss/web/js/replay/steps.js";

const hand = { number: 7, game: "holdem", players: { 1: "Ann", 2: "Ben" } };
const post = (seat, cents) => ({ type: "posted", verb: "post", post: "big blind", seat, cents, to: cents });
const dealt = (seat, card) => ({ type: "dealt", verb: "deal", seat, pile: `player ${seat}`, cards: [card] });
const won = { type: "pot", seat: 1, pot: "pot", cents: 400, reason: "hand", cards: ["As", "4c"] };
const steps = [
  {
    number: 0,
    events: [post(1, 100), post(2, 200), dealt(1, "As"), dealt(2, "??")],
    piles: { "player 1": ["As"], "player 2": ["??"] },
    chips: { "player 1": 900, "player 2": 800, pot: 300 },
    actors: [1],
    standing: { street: "first", front: { 1: 100, 2: 200 }, level: 200 },
  },
  {
    number: 1,
    events: [
      { type: "wagered", verb: "call", seat: 1, cents: 100, to: 200 },
      { type: "board", verb: "board", street: "flop", cards: ["2c", "3c", "4c"] },
      { type: "shown", verb: "show", seat: 2, cards: ["Kd"] },
      { type: "awarded", verb: "award", seat: 1, pile: "pot", cents: 400, reason: "hand" },
    ],
    piles: { "player 1": ["As"], "player 2": ["Kd"], board: ["2c", "3c", "4c"] },
    chips: { "player 1": 1200, "player 2": 800, pot: 0 },
    done: true,
    standing: { street: "flop", results: [won] },
  },
];
const recalled = { hand, viewer: "player 1", steps, seals: [] };

test("every event has its moment, and the first begins before the blinds", () => {
  const listed = moments(recalled);
  assert.equal(listed.length, 8);
  assert.equal(listed[0].state.view.chips.pot, 100);
  assert.equal(listed[0].state.view.chips["player 2"], 1000);
  assert.deepEqual(listed[2].state.view.deal.piles, { "player 1": ["As"] });
});

test("the pot and the board grow within a step", () => {
  const listed = moments(recalled);
  assert.equal(listed[4].state.view.chips.pot, 400);
  assert.deepEqual(listed[5].state.view.deal.piles.board, ["2c", "3c", "4c"]);
  assert.deepEqual(listed[6].state.view.deal.piles["player 2"], ["Kd"]);
  assert.equal(listed[6].state.view.chips.pot, 400);
  assert.equal(listed[7].state.view.chips.pot, 0);
});

test("cards are turned and thrown where they lie", () => {
  const piles = { dealer: ["??", "Qh", "??"], "player 3": ["As", "Kd", "??"] };
  assert.deepEqual(
    advance({ piles, chips: {} }, { type: "turned", pile: "dealer", cards: ["9c", "Qh", "2d"] }).piles.dealer,
    ["9c", "Qh", "2d"],
  );
  assert.deepEqual(
    advance({ piles, chips: {} }, { type: "chosen", verb: "swap", seat: 3, cards: ["As"] }).piles["player 3"],
    ["Kd", "??"],
  );
  assert.deepEqual(
    advance({ piles, chips: {} }, { type: "chosen", verb: "swap", seat: 3, cards: ["??"] }).piles["player 3"],
    ["As", "Kd"],
  );
});

test("the standing is that of the step, less what is still to come", () => {
  const listed = moments(recalled).map(({ state }) => state.view.deal.standing);
  assert.deepEqual(listed[0].front, { 1: 100 });
  assert.deepEqual(listed[3].front, { 1: 100, 2: 200 });
  assert.deepEqual(listed[4].front, { 1: 200, 2: 200 });
  assert.deepEqual([listed[5].front, listed[5].pots, listed[5].results], [
    {},
    [{ name: "pot", cents: 400, seats: [] }],
    [],
  ]);
  assert.deepEqual(listed[7], steps[1].standing);
});
