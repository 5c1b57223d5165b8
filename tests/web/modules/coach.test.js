// The coach in words, and the score of a session.

import assert from "node:assert/strict";
import { test } from "node:test";
import { actionTitle, alike, heldTitle, reasons, scope } from "../../../src/pitboss/web/js/panels/reasons.js";
import { inText } from "../../../src/pitboss/web/js/lib/cards.js";
import { Coaching, NO_SCORE, scored } from "../../../src/pitboss/web/js/panels/coaching.js";
import * as t from "../../../src/pitboss/web/js/texts/en.js";

const line = (words, odds, pays) => ({ line: words, words, odds, pays, kind: "category", categories: [words] });
const hand = (category, words) => ({ category, words });
const STRAIGHT = { words: "straight, queen high", hand: hand("straight", "straight, queen high") };
const EIGHTS = { words: "pair of eights", hand: { ...hand("pair", "pair of eights"), ranks: [6, 3] } };
const layout = {
  player: 5,
  dealer: 5,
  wagers: [
    {
      key: "ace-or-face",
      initial: "alone",
      sure: true,
      lines: [line("ace", "4", "4 to 1"), line("queen", "8/5", "8 to 5")],
    },
    {
      key: "tens",
      title: "tens or better",
      initial: "alone",
      lines: [line("straight", "3", "3 to 1"), { ...line("tens or better", "1", "1 to 1"), kind: "ranks" }],
    },
    { key: "ante", initial: "alone", against: "dealer" },
    {
      key: "bet",
      of: "ante",
      against: "dealer",
      lines: [line("straight", "3", "3 to 1"), line("high card", "1", "1 to 1")],
    },
  ],
};
const option = (action, cents, more = {}) => {
  const [word, ...cards] = action.split(" ");
  return { action, word, cards, folds: word === "fold", cents, ev: `${cents}/1000`, ...more };
};
const advice = {
  seat: 3,
  unit: 1000,
  without: ["ace-or-face"],
  options: [
    option("swap 8s", 5886, { ...STRAIGHT, lines: { tens: 0, bet: 0 } }),
    option("swap 8h", 5886, { ...STRAIGHT, lines: { tens: 0, bet: 0 } }),
    option("swap 9c", -1283, { ...EIGHTS, lines: { bet: 1 } }),
    option("fold", -2000),
  ],
};
const about = {
  layout,
  advice,
  reading: { ...EIGHTS, lines: { "ace-or-face": 1 } },
  stakes: { ante: 1000, tens: 1000, "ace-or-face": 500 },
};

test("options of one value are one line", () => {
  assert.deepEqual(alike(advice.options).map((each) => each.title), [
    `Swap ${inText("8s")} or ${inText("8h")}`,
    `Swap ${inText("9c")}`,
    "Fold",
  ]);
});

test("cards are named as players name them", () => {
  const titled = (action) => actionTitle(option(action, 0), 5);
  assert.equal(titled("hold Ad Jd Td 4d"), "Hold A J 10 4 ♦");
  assert.equal(titled("hold Ad 4d 4s"), "Hold the fours and the ace");
  assert.equal(titled("hold 6d 6s"), "Hold the sixes");
  assert.equal(titled("hold Ad Jd Td 4d 4s"), "Hold all five");
  assert.equal(titled("hold Jk Jd"), `Hold ${inText("Jk")} ${inText("Jd")}`); // a joker is no jack
  assert.equal(heldTitle(["Ad", "Jd", "Td", "4d"], 5), "four diamonds");
  const holds = [option("hold Ad 4d 4s", 5), option("hold Jd 4d 4s", 5), option("hold Td 4d 4s", 5)];
  assert.equal(alike(holds, 5)[0].title, "Hold the fours and the ace");
});

test("the reasons say what the best option makes, what that pays and what it gains", () => {
  assert.deepEqual(reasons(about), [
    `Swap ${inText("8s")} or ${inText("8h")} makes a straight, queen high.`,
    "10’s or Better pays 3 to 1 whatever the dealer holds and Bet 3 to 1 if you win.",
    `It is worth $71.69 more than Swap ${inText("9c")}, the next best.`,
  ]);
  assert.deepEqual(scope(about), [
    "Ante and 10’s or Better together.",
    "Ace or Face is settled already: queen pays 8 to 5.",
  ]);
});

test("the reasons say what a hand still needs", () => {
  const play = { ...advice, options: [option("play", -500, { ...EIGHTS, lines: { bet: 1 } }), option("fold", -2000)] };
  assert.deepEqual(reasons({ ...about, advice: play }), [
    "You hold a pair of eights.",
    "Bet 1 to 1 if you win.",
    "10’s or Better pays from tens or better up.",
    "It is worth $15.00 more than Fold, the next best.",
  ]);
  const fold = {
    ...advice,
    options: [option("fold", -2000), option("play", -2412, { words: "ace high", hand: hand("high card", "ace high") })],
  };
  assert.match(reasons({ ...about, advice: fold })[1], /costs \$4\.12 more than folding/);
});

test("where cards are to come the reasons say what they may make", () => {
  const lines = [line("flush", "2", "2 to 1"), line("three of a kind", "1", "1 to 1")];
  const holdout = { player: 5, dealer: 0, wagers: [{ key: "final", initial: "alone", lines }] };
  const said = (action, reach) => {
    const options = [option(action, 1517, { reach }), option("hold Ks", 689)];
    return reasons({ layout: holdout, advice: { seat: 1, options }, stakes: { final: 2000 } });
  };
  assert.ok(said("hold Ad Jd Td 4d", { final: 0 }).includes("It may still become a flush: Final pays 2 to 1."));
  assert.ok(said("hold 4d 4s", { final: 1 }).includes("It may still become three of a kind: Final pays 1 to 1."));
  assert.equal(said("hold 4d 4s", {}).length, 2);
});

test("a slip is what the best option was worth more, and the score adds them up", () => {
  const fine = scored(NO_SCORE, advice, "swap 8h");
  assert.deepEqual([fine.decisions, fine.slips, fine.last], [1, 0, null]);
  const slipped = scored(fine, advice, "fold");
  assert.deepEqual([slipped.decisions, slipped.slips, slipped.cents, slipped.staked], [2, 1, 7886, 2000]);
  assert.deepEqual(slipped.last, { action: "fold", best: { word: "swap", cards: ["8s"] }, cents: 7886 });
  assert.equal(scored(slipped, advice, "call"), slipped); // the coach did not value it
  assert.equal(t.score(slipped), "2 decisions, 1 slip, −$78.86");
  assert.equal(t.scoreShare(slipped), "394.30% of $20 staked");
  assert.equal(t.score(fine), "1 decision, no slip");
  const slip = { type: "slip", best: actionTitle(slipped.last.best), cents: 111.6 };
  assert.deepEqual(t.sentence(slip, () => "", () => false), ["Swap ", { card: "8s" }, " was worth $1.12 more"]);
});

test("an advantage of less than a cent is not called $0.00", async () => {
  const { gains } = await import("../../../src/pitboss/web/js/texts/en/coach.js");
  assert.equal(gains(0.2, "Swap 8"), "It is worth less than a cent more than Swap 8, the next best.");
  assert.match(gains(30, "Swap 8"), /\$0\.30 more/);
});

test("another option of exactly the same value is not called worse", () => {
  const tied = { ...advice, options: [option("play", 0), option("check", 0)] };
  assert.equal(reasons({ ...about, advice: tied }).at(-1), "Check is worth exactly the same.");
});

/** Ask about question 5 of seat 1; the server gives these answers in turn. */
function coached(t, answers) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const text = () => Promise.resolve(JSON.stringify(answers.shift()));
  t.mock.method(globalThis, "fetch", () => Promise.resolve({ ok: true, text }));
  const shown = {};
  const coaching = new Coaching("t1", { changed: (fields) => Object.assign(shown, fields), slipped: () => {} });
  const pass = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    t.mock.timers.tick(1500);
  };
  return { shown, coaching, pass, done: coaching.ask(1, 5) };
}

const OVER = { seat: 1, options: [], question: 0, stale: true, says: "the question is over." };
const VALUED = { seat: 1, options: [{ action: "call", word: "call", cents: 5, ev: "1" }], question: 5 };

test("a question that stands is asked again although the server calls it over", async (t) => {
  const { shown, pass, done } = coached(t, [OVER, VALUED]);
  await pass();
  assert.equal(shown.advice, null);
  await done;
  assert.equal(shown.advice.question, 5);
});

test("a question that is over here and there is not asked again, and nothing of it is shown", async (t) => {
  const answers = [OVER, VALUED];
  const { shown, coaching, done } = coached(t, answers);
  coaching.stop();
  await done;
  assert.deepEqual([answers.length, shown.advice], [1, null]);
});

test("the answer to an earlier question is not shown under the next one", async (t) => {
  const { shown, coaching, done } = coached(t, [VALUED, { ...VALUED, question: 6, options: [] }]);
  coaching.ask(1, 6);
  await done;
  assert.equal(shown.advice, null);
});
