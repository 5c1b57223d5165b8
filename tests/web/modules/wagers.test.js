// Chips on the layout before the deal, and what a player brings to a table.

import assert from "node:assert/strict";
import test from "node:test";

import { buyIn } from "../../../src/pitboss/web/js/lib/money.js";
import { moved } from "../../../src/pitboss/web/js/table/deal.js";

const WAGERS = [
  { key: "bet-1", initial: "required", equals: "bet-3", low: 500, high: 10000 },
  { key: "bet-2", initial: "required", equals: "bet-3", low: 500, high: 10000 },
  { key: "bet-3", initial: "required", low: 500, high: 10000 },
  { key: "bonus", initial: "beside", low: 100, high: 2500 },
];
const all = (cents) => ({ "bet-1": cents, "bet-2": cents, "bet-3": cents });

test("a chip on any of equal wagers lies on each of them", () => {
  for (const key of ["bet-1", "bet-2", "bet-3"]) {
    assert.deepEqual(moved(WAGERS, {}, key, 500), all(500));
    assert.deepEqual(moved(WAGERS, all(500), key, 2500), all(3000));
    assert.deepEqual(moved(WAGERS, { ...all(3000), bonus: 100 }, key, -2500), { ...all(500), bonus: 100 });
    assert.deepEqual(moved(WAGERS, { ...all(500), bonus: 100 }, key, -500), { bonus: 100 });
    // Wagers that were not equal become so.
    assert.deepEqual(moved(WAGERS, { "bet-1": 500 }, key, 500), all(key === "bet-1" ? 1000 : 500));
  }
});

test("a wager is never below its least or above its most", () => {
  assert.deepEqual(moved(WAGERS, {}, "bonus", 50), { bonus: 100 });
  assert.deepEqual(moved(WAGERS, { bonus: 2400 }, "bonus", 500), { bonus: 2500 });
  assert.deepEqual(moved(WAGERS, { bonus: 500 }, "bonus", -450), {});
  assert.deepEqual(moved(WAGERS, {}, "bet-2", 100), all(500));
  assert.deepEqual(moved(WAGERS, all(9500), "bet-1", 2500), all(10000));
});

test("a table whose wagers have a least and no most", () => {
  const free = [{ key: "ante", initial: "alone", low: 100, high: 0 }];
  assert.deepEqual(moved(free, { ante: 1000000 }, "ante", 10000), { ante: 1010000 });
});

test("a player brings the usual buy-in, or what the wallet holds in whole chips", () => {
  const table = { least: 2000, usual: 20000, most: 0, chip: 100 };
  assert.equal(buyIn(table, 50000), 20000);
  assert.equal(buyIn(table, 16350), 16300);
  assert.equal(buyIn({ ...table, chip: 25 }, 16360), 16350);
  assert.equal(buyIn({ usual: 20000 }, 16357), 16357); // against the house any sum is chips
  assert.equal(buyIn(table, 70), 0);
});
