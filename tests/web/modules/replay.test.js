// A finished hand as moments: cards and chips move with every event, also within a step.

import assert from "node:assert/strict";
import { test } from "node:test";
import { advance } from "../../../src/pitboss/web/js/replay/advance.js";
import { moments } from "../../../src/pitboss/web/js/replay/steps.js";

const hand = { number: 7, game: "holdem", players: { 1: "Ann", 2: "Ben" } };
const steps = [
  { number: 0, events: [{ verb: "post", seat: 1, cents: 100 }, { verb: "post", seat: 2, cents: 200 }, { verb: "deal", seat: 1, pile: "player 1", cards: ["As"] }, { verb: "deal", seat: 2, pile: "player 2", cards: ["??"] }], piles: { "player 1": ["As"], "player 2": ["??"] }, chips: { "player 1": 900, "player 2": 800, pot: 300 }, actors: [1] },
  { number: 1, events: [{ verb: "call", seat: 1, cents: 100 }, { verb: "board", words: "flop", cards: ["2c", "3c", "4c"] }, { verb: "show", seat: 2, cards: ["Kd"] }, { verb: "award", seat: 1, cents: 400 }], piles: { "player 1": ["As"], "player 2": ["Kd"], board: ["2c", "3c", "4c"] }, chips: { "player 1": 1200, "player 2": 800, pot: 0 }, done: true },
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
  assert.deepEqual(advance({ piles, chips: {} }, { verb: "turn", pile: "dealer", cards: ["9c", "Qh", "2d"] }).piles.dealer, ["9c", "Qh", "2d"]);
  assert.deepEqual(advance({ piles, chips: {} }, { verb: "swap", seat: 3, cards: ["As"] }).piles["player 3"], ["Kd", "??"]);
  assert.deepEqual(advance({ piles, chips: {} }, { verb: "swap", seat: 3, cards: ["??"] }).piles["player 3"], ["As", "Kd"]);
});
