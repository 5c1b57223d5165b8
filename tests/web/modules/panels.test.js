// What the panels beside a table tell.

import assert from "node:assert/strict";
import { test } from "node:test";
import { payTables } from "../../../src/pitboss/web/js/felt/pay-tables.js";
import { goneCards, payers, unseen } from "../../../src/pitboss/web/js/panels/panel-facts.js";
import { fold, START } from "../../../src/pitboss/web/js/table/store.js";
import { centsOf, inField } from "../../../src/pitboss/web/js/lib/money.js";
import * as t from "../../../src/pitboss/web/js/texts/en.js";

const stud = [
  { type: "dealt", seat: 1, cards: ["Qc"], up: true },
  { type: "dealt", seat: 2, cards: ["3h"], up: true },
  { type: "dealt", seat: 3, cards: ["??"] },
  { type: "dealt", seat: 3, cards: ["Qh"], up: true },
  { type: "folded", seat: 2 },
  { type: "dealt", seat: 1, cards: ["4s"], up: true },
];

test("up cards that were folded are gone, and cards nobody showed are unseen", () => {
  assert.deepEqual(goneCards(stud), ["3h"]);
  const left = unseen(stud, ["Qd", "4c", "Qc", "4s"]);
  assert.deepEqual(left, [["Q", 1], ["4", 2]]);
  assert.equal(
    t.stillUnseen(left.map(([rank, count]) => [t.rankName(rank), t.rankNames(rank), count])),
    "One queen and two fours are still unseen.",
  );
  assert.deepEqual(unseen(stud, ["Qd", "4c"]), []);
});

test("the button pays the fee, everyone the ante", () => {
  assert.deepEqual(payers({ fee: [0, 0, 100, 100, 100, 200], ante: 100 }, 7), {
    fee: 200,
    ante: 100,
    others: 6,
    pot: 700,
  });
  assert.deepEqual(payers({ fee: [] }, 4), { fee: 0, ante: 0, others: 3, pot: 0 });
});

test("what stops a table is known from the snapshot on and changes by itself", () => {
  const view = { seats: {}, chips: {} };
  let state = fold(START, { type: "snap", seq: 3, view, clock: [], paused: "a fire drill" });
  assert.deepEqual(state.status, { paused: "a fire drill", called: "", closing: false });
  state = fold(state, { type: "status", paused: "", called: "Ann", closing: false });
  assert.equal(state.status.called, "Ann");
  state = fold(state, { type: "snap", seq: 4, view, clock: [] });
  assert.equal(state.status.called, "");
});

test("two cards have a name before the board comes", () => {
  assert.equal(t.twoCards(["Qs", "Ah"]), "Ace-queen");
  assert.equal(t.twoCards(["Qh", "Ah"]), "Ace-queen, suited");
  assert.equal(t.twoCards(["6s", "6h"]), "Pair of sixes");
  assert.equal(t.twoCards(["6s", "6h", "2c"]), "");
});

const hand = (category, ranks, words = "", more = {}) => ({ category, ranks, words, ...more });
const TENS = hand("pair", [8, 3], "pair of tens");

test("hands are said as players say them", () => {
  const low = hand("low", [6, 3, 2, 1, 12], "eight-five-four-three-ace low", { half: "low" });
  assert.equal(t.myHands([hand("pair", [12]), low]), "Pair of aces, 8-5-4-3-A low");
  assert.equal(t.handsShown([hand("high card", [12]), low]), "8-5-4-3-A low");
  assert.equal(t.handsShown([hand("high card", [12])]), "ace high");
  assert.equal(t.myHands([hand("two pair", [10, 2, 0])]), "Queens and fours");
  assert.equal(t.handWords(hand("full house", [4, 0])), "sixes full of deuces");
  assert.equal(t.handWords(hand("card", [10], "queen", { size: 1 })), "queen");
  assert.equal(t.handWords(hand("blaze", [], "blaze")), "blaze"); // a category of a stranger's file
  assert.equal(t.lowTitle(low), "Eight-five low");
  const says = (event) =>
    t.sentence({ type: "announced", verb: "announce", pile: "dealer", ...event }, () => "", () => false);
  assert.equal(t.dealerHas({ hand: TENS, qualifier: true }), "pair of tens, qualifies");
  assert.deepEqual(says({ hand: TENS, qualifier: true }), ["Dealer qualifies: pair of tens"]);
  assert.deepEqual(says({ hand: TENS }), ["Dealer has a pair of tens"]);
  assert.deepEqual(says({ qualifier: true }), ["Dealer does not qualify"]);
  assert.equal(t.title("tens or better"), "10’s or Better");
  assert.equal(t.foldedOn(3), "folded on third");
});

test("what a dealer and an opener need is said from its facts", () => {
  assert.equal(t.unqualified({ category: "pair", ranks: [8], words: "a pair of tens" }), "Dealer below tens:");
  assert.equal(t.unqualified({ category: "pair", ranks: [], words: "a pair or better" }), "Dealer below pair:");
  assert.equal(
    t.unqualified({ category: "high card", ranks: [10], words: "a queen high" }),
    "Dealer below queen high:",
  );
  assert.equal(t.unqualified({ category: "high card", ranks: [12, 11], words: "ace-king" }), "Dealer below ace-king:");
  assert.equal(t.opensBy({ opens: "low card" }), "The lowest card opens.");
  assert.equal(
    t.opensBy({ opens: "", opens_with: { category: "pair", ranks: [9], words: "" } }),
    "Jacks or better open.",
  );
});

test("a pay line on the cloth and where there is less room", () => {
  const line = (kind, categories, words, more = {}) => ({
    line: words,
    words,
    kind,
    categories,
    odds: "1",
    pays: "1 to 1",
    ...more,
  });
  const both = (each) => [t.onCloth(each, 30), t.shortLine(each)];
  assert.deepEqual(both(line("ranks", ["pair"], "tens or better", { ranks: [8, 12], better: true })), [
    "pair, 10’s or better",
    "tens or better",
  ]);
  assert.deepEqual(both(line("ranks", ["full house"], "aces full", { ranks: [12, 12] })), [
    "full house, aces up",
    "aces full",
  ]);
  assert.deepEqual(both(line("other", ["straight flush"], "any other straight flush")), [
    "any other straight flush",
    "other str. flush",
  ]);
  assert.deepEqual(both(line("other", ["full house"], "any other full house")), [
    "full house, other",
    "other full house",
  ]);
  assert.deepEqual(both(line("category", ["two pair", "three of a kind"], "two pair or three of a kind")), [
    "two pair or three of a kind",
    "trips or two pair",
  ]);
  assert.deepEqual(both(line("ranks", ["straight flush"], "ace-high straight flush", { ranks: [12, 12] })), [
    "ace-high straight flush",
    "ace-high str. flush",
  ]);
  const flush = line("other", ["straight flush"], "any other straight flush");
  assert.equal(t.onCloth(flush, 22), "other str. flush");
  assert.deepEqual([t.shortOdds({ odds: "25", pays: "25 to 1" }), t.shortOdds({ odds: "8/5", pays: "8 to 5" })], [
    "25",
    "8 to 5",
  ]);
});

test("two lines that pay alike, one of them the rest of the other, are one", () => {
  const aces = {
    line: "full house of A",
    words: "aces full",
    kind: "ranks",
    categories: ["full house"],
    ranks: [12, 12],
    odds: "15",
    pays: "15 to 1",
  };
  const rest = {
    line: "full house",
    words: "any other full house",
    kind: "other",
    categories: ["full house"],
    odds: "15",
    pays: "15 to 1",
  };
  const printed = (lines) => {
    const [table] = payTables({ wagers: [{ key: "trips", lines }] }, { hit: { trips: 1 }, near: {} }, false);
    return table.children[1].children.map((each) => [each.attributes.class, each.children[0].children[0].text]);
  };
  assert.deepEqual(printed([aces, rest]), [["lit", "Full house"]]);
  assert.deepEqual(printed([{ ...aces, odds: "20" }, rest]), [[null, "Full house, aces up"], [
    "lit",
    "Full house, other",
  ]]);
});

test("an amount in dollars is whole cents, never a float", () => {
  assert.deepEqual(["$1,250.50", "0.29", "1.1", "19.999", "7", "", "x", "-5", "1.005"].map(centsOf), [
    125050,
    29,
    110,
    1999,
    700,
    0,
    0,
    0,
    100,
  ]);
  assert.deepEqual([29, 100, 125050].map(inField), ["0.29", "1", "1250.50"]);
});

test("a payout limit stands under the pay table of its wager, by name where wagers share one", () => {
  const royal = { line: "royal flush", words: "royal flush", kind: "category", categories: ["royal flush"] };
  const lines = [{ ...royal, odds: "1000", pays: "1000 to 1" }, { ...royal, line: "flush", odds: "1", pays: "1 to 1" }];
  const wager = (key, more) => ({ key, lines, ...more });
  const texts = (node) => (node.text !== undefined ? [node.text] : node.children.flatMap(texts));
  const posted = (wagers) =>
    payTables({ wagers }, { hit: {}, near: {} }, false).flatMap((each) => each.children[1].children).filter((each) =>
      each.attributes.class === "limit"
    ).map(texts);
  const payout = { cents: 500000, source: "WAC 230-15-490" };
  assert.deepEqual(posted([wager("tens", { payout })]), [["Payout limit", "$5,000"]]);
  assert.deepEqual(posted([wager("bet-1", { payout }), wager("bet-2")]), [["Limit, Bet 1", "$5,000"]]);
  assert.deepEqual(posted([wager("tens")]), []);
});
