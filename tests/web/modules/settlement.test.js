// A settlement is shown act by act, and read from the facts of its events.

import assert from "node:assert/strict";
import { test } from "node:test";

import { acts, during } from "../../../src/pitboss/web/js/felt/settlement.js";
import { net, paidLine, settled } from "../../../src/pitboss/web/js/table/deal.js";
import { START } from "../../../src/pitboss/web/js/table/store.js";

const settle = (seat, wager, result, more = {}) => ({
  ...{ type: "settled", verb: "settle", seat, pile: wager, wager, result, stake: 500, cents: 500, rule: "T5-14" },
  ...(result === "win" ? { paid: 500, odds: "1" } : {}),
  ...more,
});
const EVENTS = [
  { type: "chosen", verb: "swap", seat: 2, pile: "out 2", cents: 500 },
  { type: "turned", verb: "turn", pile: "dealer", cards: ["Ks", "Kd"] },
  {
    type: "announced",
    verb: "announce",
    pile: "dealer",
    hand: { category: "pair", ranks: [11], words: "pair of kings" },
  },
  { type: "shown", verb: "show", seat: 2, pile: "player 2", cards: ["As", "Ad"] },
  settle(2, "ante", "win"),
  settle(2, "bet", "push"),
  { type: "shown", verb: "show", seat: 1, pile: "player 1", cards: ["2s", "3d"] },
  settle(1, "ante", "lose"),
  { type: "ended", verb: "end" },
  { type: "finished", verb: "finish", number: 1 },
];
const hands = { "player 2": ["As", "Ad"] };
const seats = (bob, ann) => ({ 1: { player: "Bob", cents: bob }, 2: { player: "Ann", cents: ann } });
const hidden = { dealer: ["??", "??"], "player 1": ["??", "??"], ...hands };
const turned = { dealer: ["Ks", "Kd"], "player 1": ["2s", "3d"], ...hands };
const BEFORE = {
  ...START,
  feed: [{ type: "dealt", verb: "deal", seat: 1 }],
  view: { seats: seats(9500, 9000), chips: {}, deal: { piles: hidden } },
};
const AFTER = {
  ...BEFORE,
  feed: [...BEFORE.feed, ...EVENTS],
  view: { seats: seats(9500, 10500), chips: {}, done: true, deal: { piles: turned } },
};

test("the dealer comes first, then each spot in the order told", () => {
  const listed = acts(BEFORE, { events: EVENTS }, [2]);
  assert.deepEqual(listed.map((act) => act.fresh.map((event) => `${event.type} ${event.seat ?? ""}`.trim())), [
    ["chosen 2"],
    ["turned", "announced"],
    ["shown 2", "settled 2", "settled 2"],
    ["shown 1", "settled 1", "ended", "finished"],
  ]);
  assert.ok(listed.every((act) => act.ms > 0 && act.ms < 1000));
});

test("what is not settled yet lies as it lay", () => {
  const [first, dealer, mine, last] = acts(BEFORE, { events: EVENTS }, [2]).map((act) => during(AFTER, act));
  assert.deepEqual(first.view.deal.piles.dealer, ["??", "??"]);
  assert.deepEqual(dealer.view.deal.piles.dealer, ["Ks", "Kd"]);
  assert.deepEqual(dealer.view.deal.piles["player 2"], ["As", "Ad"]); // I see my own cards all the time
  assert.deepEqual(mine.view.deal.piles["player 1"], ["??", "??"]);
  assert.deepEqual(dealer.view.chips, { "spot 2/ante": 500, "spot 2/bet": 500, "spot 1/ante": 500 });
  assert.deepEqual(mine.view.chips, { "spot 1/ante": 500 });
  assert.equal(dealer.view.seats[2].cents, 9000); // two stakes and one payment are to come
  assert.equal(mine.view.seats[2].cents, 10500);
  const coming = dealer.later.filter((event) => event.seat).map((event) => event.seat);
  assert.deepEqual(coming, [2, 2, 2, 1, 1]); // so that my places can say what is to come
  assert.deepEqual(last, AFTER);
});

test("a message without a settlement is not played, whatever an option is called", () => {
  assert.deepEqual(acts(BEFORE, { events: [{ type: "chosen", verb: "settle", seat: 1, folds: true }] }, [2]), []);
});

test("a wager is settled by its result, whatever its name and its pay lines contain", () => {
  const NAMES = ["close-call", "push-up", "returned", "lose", "loses", "pushes", "wins", "bonus", "to", "4", "1-to-1"];
  for (const name of NAMES) {
    const events = [settle(2, name, "win", { line: "loses with 4 to 1", odds: "8/5", paid: 800 })];
    const read = (result, more) => settled([settle(2, name, result, more)], 2)[name];
    const { won, lost, stake, paid, odds, line } = settled(events, 2)[name];
    assert.deepEqual([won, lost, stake, paid, odds, line], [true, false, 500, 800, "8/5", "loses with 4 to 1"]);
    assert.deepEqual([read("lose").won, read("lose").lost, net([settle(2, name, "lose")], 2)], [false, true, -500]);
    assert.deepEqual([read("push").won, read("push").lost, net([settle(2, name, "push")], 2)], [false, false, 0]);
  }
});

test("a bonus is paid on top of whatever its wager comes to", () => {
  const events = [settle(2, "ante", "win", { bonus: true, paid: 2000, odds: "4" }), settle(2, "ante", "lose")];
  assert.equal(net(events, 2), 1500);
  assert.deepEqual([settled(events, 2).ante.won, settled(events, 2).ante.lost], [true, true]);
});

test("the line that paid is the one the settlement names", () => {
  const tens = { key: "tens", lines: [{ line: "royal flush" }, { line: "four of a kind" }] };
  assert.equal(paidLine(tens, settle(2, "tens", "win", { line: "four of a kind" })), 1);
  assert.equal(paidLine(tens, settle(2, "tens", "lose", { line: "four of a kind" })), -1);
  assert.equal(paidLine(tens, settle(2, "ante", "win", { line: "four of a kind" })), -1);
});
