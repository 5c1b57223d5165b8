// The feed: what belongs together is one line, every deal has a heading, sentences name people and cards.

import assert from "node:assert/strict";
import test from "node:test";

import { entries } from "../../../src/pitboss/web/js/panels/feed.js";
import { didPoker, outcome, sentence, together } from "../../../src/pitboss/web/js/texts/en.js";

const text = (parts) => parts.map((part) => part.name ?? part).join("");
const name = (seat) => ["", "Ann", "Ben"][seat];

test("cards to every seat are one line, wagers of a spot too", () => {
  const feed = [
    { verb: "shuffle", words: "52 cards" },
    { verb: "wager", seat: 1, pile: "ante", cents: 500 },
    { verb: "wager", seat: 1, pile: "ace-or-face", cents: 100 },
    { verb: "deal", seat: 1, cards: ["As", "Kd"] },
    { verb: "deal", seat: 2, cards: ["??", "??"] },
    { verb: "deal", pile: "board", cards: ["Qh"], up: true, rule: "T5-5" },
    { verb: "fold", seat: 2 },
    { verb: "finish" },
    { verb: "shuffle" },
  ];
  const listed = entries(feed, 7);
  assert.deepEqual(listed.map((entry) => entry.deal ?? entry.event.verb), [7, "wager", "deal all", "deal all", "fold", 8]);
  assert.equal(text(sentence(listed[1].event, name, () => false, listed[1].wagers)), "Ann Ante $5, Ace or Face $1");
  assert.deepEqual(listed[2].parts, ["Two cards to each spot"]);
  assert.deepEqual(listed[3].parts, ["Community card ", "Qh"]);
  assert.equal(listed[3].event.rule, "T5-5");
});

test("of a round that is over only my own wagers stay", () => {
  const feed = [
    { verb: "close" },
    { verb: "show", seat: 1, cards: [], words: "pair of kings" },
    { verb: "announce", words: "the dealer qualifies with two pair, kings and fours" },
    { verb: "settle", seat: 1, pile: "tens", cents: 1000, words: "tens $10 wins 1 to 1 with pair of kings" },
    { verb: "settle", seat: 1, pile: "ante", cents: 1000, words: "ante $10 loses" },
    { verb: "settle", seat: 2, pile: "ante", cents: 1000, words: "ante $10 loses" },
    { verb: "finish" },
    { verb: "close" },
  ];
  const listed = entries(feed, 117, { brief: true, house: true, own: new Set([1]), against: new Set(["ante"]), names: { tens: "10’s or Better" } });
  assert.deepEqual(listed.map((entry) => entry.deal ?? entry.event.seat ?? entry.event.verb), [117, 1, 1, 118, "close"]);
  assert.equal(text(outcome(listed[1].event, listed[1].outcome)), "You 10’s or Better, pair of kings, 1 to 1");
  assert.equal(text(outcome(listed[2].event, listed[2].outcome)), "You Ante, dealer has two pair");
  assert.deepEqual(entries(feed, 117, { house: true, own: new Set([1]) }).length, 10);
});

test("a settlement names a spot once, and what is paid", () => {
  const feed = [
    { verb: "close" },
    { verb: "fold", seat: 2 },
    { verb: "settle", seat: 2, pile: "ante", cents: 500, words: "ante $5 loses" },
    { verb: "show", seat: 1, cards: ["As", "Ad"], words: "pair of aces" },
    { verb: "settle", seat: 1, pile: "ante", cents: 2500, words: "ante $25 wins 1 to 1" },
    { verb: "settle", seat: 1, pile: "bet", cents: 2500, words: "bet $25 loses" },
  ];
  const said = entries(feed, 1, { house: true, own: new Set() }).filter((entry) => entry.event).map((entry) => text(sentence(entry.event, name, () => false)));
  assert.deepEqual(said.slice(2), ["Ben folded: Ante $5 to the rack", "Ann pair of aces", "Ante $25, 1 to 1, paid $25", "Bet $25 loses"]);
  const alone = (event, seat) => text(sentence({ verb: "settle", seat: 1, pile: "ante", ...event }, name, (each) => each === seat));
  assert.equal(alone({ words: "ante $5 pushes" }, 1), "Your Ante of $5 pushes");
  assert.equal(alone({ words: "something else" }, 1), "You something else");
  assert.equal(alone({ words: "ante $5 loses" }, 2), "Ann’s Ante of $5 loses");
  assert.equal(alone({ words: "ante $5 wins 2 to 1", cents: 1000 }, 1), "Your Ante of $5, 2 to 1, paid $10");
});

test("who wins is told with his half only where there are two", () => {
  const feed = [{ verb: "post", seat: 1, cents: 100 }, { verb: "award", seat: 1, cents: 300, words: "high" }, { verb: "award", seat: 2, cents: 300, words: "high by suit" }, { verb: "finish" }, { verb: "post", seat: 1, cents: 100 }];
  const told = (wins, brief) => entries(feed, 1, { brief, own: new Set(), game: { wins }, wins }).filter((entry) => entry.event?.verb === "award").map((entry) => text(sentence(entry.event, name, () => false)));
  for (const brief of [true, false]) {
    assert.deepEqual(told(["high"], brief), ["Ann wins $3", "Ben wins $3, by suit"]);
    assert.deepEqual(told(["high", "low"], brief), ["Ann wins $3, high", "Ben wins $3, high by suit"]);
  }
});

test("what I did stands under my own name as to you", () => {
  const shown = { verb: "show", words: "" };
  assert.deepEqual([didPoker(shown, true), didPoker(shown, false)], ["show", "shows"]);
  assert.deepEqual([didPoker({ verb: "bet", cents: 200 }, true), didPoker({ verb: "bet", cents: 200 })], ["bet $2", "bets $2"]);
  assert.equal(text(sentence({ verb: "button", seat: 1 }, name, () => true)), "You have the button");
});

test("sentences speak to me as you", () => {
  const say = (event, seat) => text(sentence(event, name, (each) => each === seat));
  assert.equal(say({ verb: "raise", seat: 2, cents: 400, to: 1600 }, 1), "Ben raises to $16");
  assert.equal(say({ verb: "raise", seat: 2, cents: 400, to: 1600 }, 2), "You raise to $16");
  assert.equal(say({ verb: "decided", seat: 2 }, 1), "Ben has decided");
  assert.equal(say({ verb: "check", seat: 1 }, 0), "Ann checks");
  assert.equal(say({ verb: "let it ride", seat: 1 }, 0), "Ann lets it ride");
});

test("in poker the same act of several players is one line, a street has a heading, a usual rule is named once", () => {
  const feed = [
    { verb: "post", seat: 1, cents: 100, to: 100 },
    { verb: "post", seat: 2, cents: 200, to: 200 },
    { verb: "deal", seat: 1, cards: ["??"] },
    { verb: "deal", seat: 2, cards: ["??"] },
    { verb: "call", seat: 3, cents: 200, rule: "PK-7" },
    { verb: "call", seat: 1, cents: 100, rule: "PK-7" },
    { verb: "bet", seat: 2, cents: 200, rule: "PK-7" },
    { verb: "burn", cards: ["??"] },
    { verb: "board", cards: ["As", "Kd", "2c"], words: "flop" },
  ];
  const listed = entries(feed, 3);
  assert.deepEqual(listed.map((entry) => entry.deal ?? entry.event.verb), [3, "post", "call", "bet", "board"]);
  assert.deepEqual(listed[2].groups, [["call", [3, 1]]]);
  assert.deepEqual(listed.map((entry) => Boolean(entry.plain)), [false, true, false, true, false]);
});

const GAME = { board: 5, up: 0, down: 2, streets: [{ bet: 200 }, { bet: 200 }, { bet: 400 }], cap: { most: 3, blind: 1, pair: false, rule: "PK-8" } };

test("a street says what is bet on it, several acts are one line, the last raise is the cap", () => {
  const feed = [
    { verb: "post", seat: 1, cents: 100 },
    { verb: "post", seat: 2, cents: 200 },
    ...[1, 2, 3, 4, 5].map((seat) => ({ verb: "deal", seat, cards: ["??"] })),
    { verb: "raise", seat: 3, to: 400, rule: "PK-7" },
    { verb: "fold", seat: 4 },
    { verb: "call", seat: 5, cents: 400, rule: "PK-7" },
    { verb: "raise", seat: 1, to: 600, rule: "PK-7" },
    { verb: "call", seat: 2, cents: 100, to: 300, words: "all-in", rule: "PK-10" },
    { verb: "board", cards: ["As", "Kd", "2c"], words: "flop" },
  ];
  const listed = entries(feed, 3, { own: new Set(), game: GAME });
  assert.deepEqual(listed.map((entry) => entry.heading ?? entry.event.verb), ["Before the flop, $2", "post", "raise", "call", "raise", "call", "board"]);
  assert.equal(listed[6].stake, ", $2");
  assert.equal(text(together([["call", ["You", "Ann"]], ["fold", ["Ben"]]])), "You and Ann call, Ben folds");
  assert.equal(text(sentence(listed[4].event, name, () => false)), "Ann raises to $6, the cap");
  assert.equal(listed[4].event.rule, "PK-8");
  assert.equal(text(sentence(listed[5].event, name, () => false)), "Ben calls $3, all in");
});

test("stud names its streets by the cards in a hand", () => {
  const up = (seat, card) => ({ verb: "deal", seat, cards: [card], up: true });
  const down = (seat) => ({ verb: "deal", seat, cards: ["??"] });
  const feed = [{ verb: "ante", seat: 1, cents: 50 }, { verb: "ante", seat: 2, cents: 50 }, down(1), down(2), down(1), down(2), up(1, "As"), up(2, "Ks"), { verb: "forced bet", seat: 2, cents: 200 }, up(1, "2s"), up(2, "3s")];
  assert.deepEqual(entries(feed, 1).map((entry) => entry.heading).filter(Boolean), ["Third street", "Fourth street"]);
});

test("you are written small in the middle of a line", async () => {
  const { together } = await import("../../../src/pitboss/web/js/texts/en.js");
  const said = (groups) => together(groups).map((part) => part?.name ?? part).join("");
  assert.equal(said([["call", ["Hana", "You"]]]), "Hana and you call");
  assert.equal(said([["call", ["You", "Hana"]], ["fold", ["Otto"]]]), "You and Hana call, Otto folds");
  assert.equal(said([["call", ["Hana"]], ["fold", ["You"]]]), "Hana calls, you fold");
});
