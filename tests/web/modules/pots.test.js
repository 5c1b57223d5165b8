// Pots and what lies before the seats, from what every seat has put in.

import assert from "node:assert/strict";
import test from "node:test";

import { making, paidLine, settled } from "../../../src/pitboss/web/js/table/deal.js";
import { inFront, pots } from "../../../src/pitboss/web/js/felt/pots.js";

const seats = (stacks) => Object.fromEntries(stacks.map((cents, index) => [index + 1, { cents, player: `P${index + 1}` }]));

test("an all-in makes a side pot without him, the fee comes out of the main pot", () => {
  const events = [
    { verb: "post", seat: 1, cents: 100, to: 100 },
    { verb: "post", seat: 2, cents: 200, to: 200 },
    { verb: "deal", seat: 1, cards: ["??"] },
    { verb: "call", seat: 3, cents: 200, to: 200 },
    { verb: "fold", seat: 1 },
    { verb: "check", seat: 2 },
    { verb: "board", cards: ["As", "Kd", "2c"] },
    { verb: "fee", cents: 100, pile: "fee box" },
    { verb: "bet", seat: 2, cents: 300, to: 300 },
    { verb: "raise", seat: 3, cents: 400, to: 400 },
    { verb: "board", cards: ["3c"] },
    { verb: "bet", seat: 3, cents: 500, to: 500 },
  ];
  assert.deepEqual(inFront(events), { 3: 500 });
  assert.deepEqual(pots(events, seats([1000, 0, 1000]), 1600), [
    { cents: 1000, without: [] },
    { cents: 100, without: [2] },
  ]);
});

test("blinds lie before the seats while cards are dealt, stud sweeps after each street", () => {
  const blind = [{ verb: "post", seat: 1, cents: 100, to: 100 }, { verb: "deal", seat: 1, cards: ["??"] }];
  assert.deepEqual(inFront(blind), { 1: 100 });
  const stud = [{ verb: "deal", seat: 1, cards: ["As"], up: true }, { verb: "forced bet", seat: 1, cents: 200, to: 200 }, { verb: "call", seat: 2, cents: 200, to: 200 }];
  assert.deepEqual(inFront(stud), { 1: 200, 2: 200 });
  assert.deepEqual(inFront([...stud, { verb: "deal", seat: 1, cards: ["Ks"], up: true }]), {});
});

test("a settlement tells stake, pay and the line that paid", () => {
  const result = settled([{ verb: "settle", seat: 2, pile: "tens", cents: 25000, words: "tens $10 wins 25 to 1 with four of a kind" }], 2).tens;
  assert.equal(result.stake, 1000);
  assert.equal(result.paid, 25000);
  assert.equal(paidLine([{ words: "royal flush", pays: "250 to 1" }, { words: "four of a kind", pays: "25 to 1" }], result), 1);
});

test("only the cards that make a hand what it is called are lit", () => {
  assert.deepEqual(making({ words: "three of a kind, nines", cards: ["9s", "9c", "9h", "Qs", "Jd"] }), ["9s", "9c", "9h"]);
  assert.deepEqual(making({ words: "straight, nine high", cards: ["9s", "8c", "7h", "6s", "5d"] }).length, 5);
  assert.deepEqual(making({ words: "ace high", cards: ["As", "8c"] }), []);
});
