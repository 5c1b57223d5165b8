import assert from "node:assert/strict";
import { test } from "node:test";

import { acts, during } from "../../../src/pitboss/web/js/felt/settlement.js";
import { resultOf } from "../../../src/pitboss/web/js/lib/results.js";
import { net, settled } from "../../../src/pitboss/web/js/table/deal.js";
import { sentence } from "../../../src/pitboss/web/js/texts/en.js";
import { START } from "../../../src/pitboss/web/js/table/store.js";

const settle = (seat, pile, words, cents = 500) => ({ verb: "settle", seat, pile, cents, words: `${pile} $5 ${words}`, rule: "T5-14" });
const EVENTS = [
  { verb: "swap", seat: 2, pile: "out 2", cents: 500 },
  { verb: "turn", pile: "dealer", cards: ["Ks", "Kd"] },
  { verb: "announce", pile: "dealer", words: "the dealer qualifies with pair of kings" },
  { verb: "show", seat: 2, pile: "player 2", cards: ["As", "Ad"] },
  settle(2, "ante", "wins 1 to 1"),
  settle(2, "bet", "pushes"),
  { verb: "show", seat: 1, pile: "player 1", cards: ["2s", "3d"] },
  settle(1, "ante", "loses"),
  { verb: "end", words: "the round is over" },
  { verb: "finish", words: "deal 1 is over" },
];
const BEFORE = {
  ...START,
  feed: [{ verb: "deal", seat: 1 }],
  view: { seats: { 1: { player: "Bob", cents: 9500 }, 2: { player: "Ann", cents: 9000 } }, chips: {}, deal: { piles: { dealer: ["??", "??"], "player 1": ["??", "??"], "player 2": ["As", "Ad"] } } },
};
const AFTER = {
  ...BEFORE,
  feed: [...BEFORE.feed, ...EVENTS],
  view: { seats: { 1: { player: "Bob", cents: 9500 }, 2: { player: "Ann", cents: 10500 } }, chips: {}, done: true, deal: { piles: { dealer: ["Ks", "Kd"], "player 1": ["2s", "3d"], "player 2": ["As", "Ad"] } } },
};

test("the dealer comes first, then each spot in the order told", () => {
  const listed = acts(BEFORE, { events: EVENTS }, [2]);
  assert.deepEqual(listed.map((act) => act.fresh.map((event) => `${event.verb} ${event.seat ?? ""}`.trim())), [
    ["swap 2"],
    ["turn", "announce"],
    ["show 2", "settle 2", "settle 2"],
    ["show 1", "settle 1", "end", "finish"],
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
  assert.deepEqual(dealer.later.filter((event) => event.seat).map((event) => event.seat), [2, 2, 2, 1, 1]); // so that my places can say what is to come
  assert.deepEqual(last, AFTER);
});

test("a message without a settlement is not played", () => {
  assert.deepEqual(acts(BEFORE, { events: [{ verb: "fold", seat: 1 }] }, [2]), []);
});

test("a wager is settled by its result, whatever its name and its pay lines contain", () => {
  const read = (pile, said, cents = 500) => {
    const { won, lost, stake, odds, line } = resultOf({ verb: "settle", pile, cents, words: `${pile} ${said}` });
    return [won ? "won" : lost ? "lost" : "push", stake, odds, line];
  };
  for (const name of ["close-call", "push-up", "returned", "lose", "loses", "pushes", "wins", "bonus", "to", "4", "1-to-1"]) {
    assert.deepEqual(read(name, "$5 wins 8 to 5 with two pair"), ["won", 500, "8 to 5", "two pair"]);
    assert.deepEqual(read(name, "$5 loses"), ["lost", 500, "", ""]);
    assert.deepEqual(read(name, "$5 pushes with ace high"), ["push", 500, "", "ace high"]);
    assert.deepEqual(read(name, "bonus $2.50 wins 4 to 1 with straight"), ["won", 250, "4 to 1", "straight"]);
  }
  assert.deepEqual(read("ante", "$1,234.50 wins 3 to 2 with 4 to 1 loses, king high, breakage 1/2 of a cent"), ["won", 123450, "3 to 2", "4 to 1 loses, king high"]);
  assert.deepEqual(read("ante", "$5 loses with wins 4 to 1"), ["lost", 500, "", "wins 4 to 1"]);
});

test("winning wagers of any name are paid on the felt", () => {
  const events = [settle(2, "close-call", "wins 1 to 1"), settle(2, "push-up", "loses"), settle(2, "lose", "pushes")];
  assert.deepEqual(Object.entries(settled(events, 2)).map(([key, one]) => [key, one.won, one.lost, one.paid]), [
    ["close-call", true, false, 500],
    ["push-up", false, true, 0],
    ["lose", false, false, 0],
  ]);
  assert.equal(net(events, 2), 0);
  const said = sentence({ ...events[0], name: "Close Call" }, () => "June", () => false).map((part) => part.name ?? part).join("");
  assert.equal(said, "June’s Close Call of $5, 1 to 1, paid $5");
});
