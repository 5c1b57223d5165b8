// What the panels beside a table tell.

import assert from "node:assert/strict";
import { test } from "node:test";
import { payTables } from "../../../src/pitboss/web/js/felt/pay-tables.js";
import { goneCards, payers, priceOfCall, unseen } from "../../../src/pitboss/web/js/panels/panel-facts.js";
import { START, fold } from "../../../src/pitboss/web/js/table/store.js";
import * as t from "../../../src/pitboss/web/js/texts/en.js";

const stud = [
  { verb: "deal", seat: 1, cards: ["Qc"], up: true },
  { verb: "deal", seat: 2, cards: ["3h"], up: true },
  { verb: "deal", seat: 3, cards: ["??"] },
  { verb: "deal", seat: 3, cards: ["Qh"], up: true },
  { verb: "fold", seat: 2 },
  { verb: "deal", seat: 1, cards: ["4s"], up: true },
];

test("up cards that were folded are gone, and cards nobody showed are unseen", () => {
  assert.deepEqual(goneCards(stud), ["3h"]);
  const left = unseen(stud, ["Qd", "4c", "Qc", "4s"]);
  assert.deepEqual(left, [["Q", 1], ["4", 2]]);
  assert.equal(t.stillUnseen(left.map(([rank, count]) => [t.rankName(rank), t.rankNames(rank), count])), "One queen and two fours are still unseen.");
  assert.deepEqual(unseen(stud, ["Qd", "4c"]), []);
});

test("the button pays the fee, everyone the ante", () => {
  assert.deepEqual(payers({ fee: [0, 0, 100, 100, 100, 200], ante: 100 }, 7), { fee: 200, ante: 100, others: 6, pot: 700 });
  assert.deepEqual(payers({ fee: [] }, 4), { fee: 0, ante: 0, others: 3, pot: 0 });
});

test("a call costs what is missing in front", () => {
  assert.equal(priceOfCall({ 1: 800, 2: 1600 }, 1), 800);
  assert.equal(priceOfCall({ 2: 1600 }, 1), 1600);
  assert.equal(priceOfCall({}, 1), 0);
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

test("hands are said as players say them", () => {
  assert.equal(t.handWords("pair of aces; eight-five-four-three-ace low"), "Pair of aces, 8-5-4-3-A low");
  assert.equal(t.shownWords("ace high; seven-six-five-three-ace low"), "7-6-5-3-A low");
  assert.equal(t.handWords("two pair, queens and fours"), "Queens and fours");
  assert.equal(t.dealerHas("the dealer qualifies with pair of tens"), "pair of tens, qualifies");
  assert.deepEqual(t.sentence({ verb: "announce", words: "the dealer qualifies with pair of tens" }, () => "", () => false), ["Dealer qualifies: pair of tens"]);
  assert.deepEqual(t.sentence({ verb: "announce", words: "the dealer does not qualify" }, () => "", () => false), ["Dealer does not qualify"]);
  assert.equal(t.title("tens or better"), "10’s or Better");
  assert.equal(t.foldedOn(3), "folded on third");
});

test("a payout limit stands under the pay table of its wager, by name where wagers share one", () => {
  const lines = [{ words: "royal flush", pays: "1000 to 1" }, { words: "pair of tens or better", pays: "1 to 1" }];
  const wager = (key, more) => ({ key, lines, ...more });
  const texts = (node) => (node.text !== undefined ? [node.text] : node.children.flatMap(texts));
  const posted = (wagers) => payTables({ wagers }, { hit: {}, near: {} }, false).flatMap((each) => each.children[1].children).filter((each) => each.attributes.class === "limit").map(texts);
  const payout = { cents: 500000, source: "WAC 230-15-490" };
  assert.deepEqual(posted([wager("tens", { payout })]), [["Payout limit", "$5,000"]]);
  assert.deepEqual(posted([wager("bet-1", { payout }), wager("bet-2")]), [["Limit, Bet 1", "$5,000"]]);
  assert.deepEqual(posted([wager("tens")]), []);
});
