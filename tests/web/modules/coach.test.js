// The coach in words, and the score of a session.

import assert from "node:assert/strict";
import { test } from "node:test";
import { actionTitle, alike, heldTitle, reasons, scope } from "../../../src/pitboss/web/js/panels/reasons.js";
import { NO_SCORE, scored } from "../../../src/pitboss/web/js/panels/score.js";
import * as t from "../../../src/pitboss/web/js/texts/en.js";

const layout = {
  player: 5,
  dealer: 5,
  wagers: [
    { key: "ace-or-face", initial: "alone", sure: true, lines: [{ words: "ace", pays: "4 to 1" }, { words: "queen", pays: "8 to 5" }] },
    { key: "tens", title: "tens or better", initial: "alone", lines: [{ words: "straight", pays: "3 to 1" }, { words: "tens or better", pays: "1 to 1" }] },
    { key: "ante", initial: "alone", against: "dealer" },
    { key: "bet", of: "ante", against: "dealer", lines: [{ words: "straight", pays: "3 to 1" }, { words: "high card", pays: "1 to 1" }] },
  ],
};
const option = (action, cents, more = {}) => ({ action, cents, ev: `${cents}/1000`, ...more });
const advice = {
  seat: 3,
  unit: 1000,
  without: ["ace-or-face"],
  options: [
    option("swap 8s", 5886, { words: "straight, queen high", lines: { tens: 0, bet: 0 } }),
    option("swap 8h", 5886, { words: "straight, queen high", lines: { tens: 0, bet: 0 } }),
    option("swap 9c", -1283, { words: "pair of eights", lines: { bet: 1 } }),
    option("fold", -2000),
  ],
};
const about = { layout, advice, reading: { words: "pair of eights", lines: { "ace-or-face": 1 } }, stakes: { ante: 1000, tens: 1000, "ace-or-face": 500 } };

test("options of one value are one line", () => {
  assert.deepEqual(alike(advice.options).map((each) => each.title), ["Swap 8s or 8h", "Swap 9c", "Fold"]);
});

test("cards are named as players name them", () => {
  assert.equal(actionTitle("hold Ad Jd Td 4d", 5), "Hold A J 10 4 ♦");
  assert.equal(actionTitle("hold Ad 4d 4s", 5), "Hold the fours and the ace");
  assert.equal(actionTitle("hold 6d 6s", 5), "Hold the sixes");
  assert.equal(actionTitle("hold Ad Jd Td 4d 4s", 5), "Hold all five");
  assert.equal(actionTitle("hold Jk Jd", 5), "Hold Jk Jd"); // a joker is no jack
  assert.equal(heldTitle(["Ad", "Jd", "Td", "4d"], 5), "four diamonds");
  const holds = [option("hold Ad 4d 4s", 5), option("hold Jd 4d 4s", 5), option("hold Td 4d 4s", 5)];
  assert.equal(alike(holds, 5)[0].title, "Hold the fours and the ace");
});

test("the reasons say what the best option makes, what that pays and what it gains", () => {
  assert.deepEqual(reasons(about), [
    "Swap 8s or 8h makes a straight, queen high.",
    "10’s or Better pays 3 to 1 whatever the dealer holds and Bet 3 to 1 if you win.",
    "It is worth $71.69 more than Swap 9c, the next best.",
  ]);
  assert.deepEqual(scope(about), ["Ante and 10’s or Better together.", "Ace or Face is settled already: queen pays 8 to 5."]);
});

test("the reasons say what a hand still needs", () => {
  const play = { ...advice, options: [option("play", -500, { words: "pair of eights", lines: { bet: 1 } }), option("fold", -2000)] };
  assert.deepEqual(reasons({ ...about, advice: play }), [
    "You hold a pair of eights.",
    "Bet 1 to 1 if you win.",
    "10’s or Better pays from tens or better up.",
    "It is worth $15.00 more than Fold, the next best.",
  ]);
  const fold = { ...advice, options: [option("fold", -2000), option("play", -2412, { words: "ace high" })] };
  assert.match(reasons({ ...about, advice: fold })[1], /costs \$4\.12 more than folding/);
});

test("where cards are to come the reasons say what they may make", () => {
  const final = { key: "final", initial: "alone", lines: [{ words: "flush", pays: "2 to 1" }, { words: "three of a kind", pays: "1 to 1" }] };
  const holdout = { player: 5, dealer: 0, wagers: [final] };
  const said = (action) => reasons({ layout: holdout, advice: { seat: 1, options: [option(action, 1517), option("hold Ks", 689)] }, stakes: { final: 2000 } });
  assert.ok(said("hold Ad Jd Td 4d").includes("One more diamond would make a flush: Final pays 2 to 1."));
  assert.ok(said("hold 4d 4s").includes("Another four would make three of a kind: Final pays 1 to 1."));
});

test("a slip is what the best option was worth more, and the score adds them up", () => {
  const fine = scored(NO_SCORE, advice, "swap 8h");
  assert.deepEqual([fine.decisions, fine.slips, fine.last], [1, 0, null]);
  const slipped = scored(fine, advice, "fold");
  assert.deepEqual([slipped.decisions, slipped.slips, slipped.cents, slipped.staked], [2, 1, 7886, 2000]);
  assert.deepEqual(slipped.last, { action: "fold", best: "swap 8s", cents: 7886 });
  assert.equal(scored(slipped, advice, "call"), slipped); // the coach did not value it
  assert.equal(t.score(slipped), "2 decisions, 1 slip, −$78.86");
  assert.equal(t.scoreShare(slipped), "394.30% of $20 staked");
  assert.equal(t.score(fine), "1 decision, no slip");
  assert.deepEqual(t.sentence({ verb: "slip", words: "Swap 8s was worth $1.12 more" }, () => "", () => false), ["Swap ", "8s", " was worth $1.12 more"]);
});

test("an advantage of less than a cent is not called $0.00", async () => {
  const { gains } = await import("../../../src/pitboss/web/js/texts/en/coach.js");
  assert.equal(gains(0.2, "Swap 8"), "It is worth less than a cent more than Swap 8, the next best.");
  assert.match(gains(30, "Swap 8"), /\$0\.30 more/);
});
