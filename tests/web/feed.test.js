// The feed: what belongs together is one line, every deal has a heading, sentences name people and cards.

import assert from "node:assert/strict";
import test from "node:test";

import { entries } from "../../src/pitboss/web/js/panels/feed.js";
import { sentence } from "../../src/pitboss/web/js/texts/en.js";

const text = (parts) => parts.map((part) => part.name ?? part).join("");
const name = (seat) => ["", "Ann", "Ben"][seat];

test("cards to every seat are one line, wagers of a spot too", () => {
  const feed = [
    { verb: "shuffle", words: "52 cards" },
    { verb: "wager", seat: 1, pile: "ante", cents: 500 },
    { verb: "wager", seat: 1, pile: "ace-or-face", cents: 100 },
    { verb: "deal", seat: 1, cards: ["As", "Kd"] },
    { verb: "deal", seat: 2, cards: ["??", "??"] },
    { verb: "deal", pile: "board", cards: ["Qh"], up: true },
    { verb: "fold", seat: 2 },
    { verb: "finish" },
    { verb: "shuffle" },
  ];
  const listed = entries(feed, 7);
  assert.deepEqual(listed.map((entry) => entry.deal ?? entry.event.verb), [7, "wager", "deal all", "fold", 8]);
  assert.equal(text(sentence(listed[1].event, name, () => false, listed[1].wagers)), "Ann Ante $5, Ace or Face $1");
  assert.equal(listed[2].parts[0], "Two cards to each of two spots, ");
  assert.deepEqual(listed[2].parts.slice(1), ["community card ", "Qh"]);
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
  assert.deepEqual(listed[2].seats, [3, 1]);
  assert.deepEqual(listed.map((entry) => Boolean(entry.plain)), [false, true, false, true, false]);
});

test("stud names its streets by the cards in a hand", () => {
  const up = (seat, card) => ({ verb: "deal", seat, cards: [card], up: true });
  const down = (seat) => ({ verb: "deal", seat, cards: ["??"] });
  const feed = [{ verb: "ante", seat: 1, cents: 50 }, { verb: "ante", seat: 2, cents: 50 }, down(1), down(2), down(1), down(2), up(1, "As"), up(2, "Ks"), { verb: "forced bet", seat: 2, cents: 200 }, up(1, "2s"), up(2, "3s")];
  assert.deepEqual(entries(feed, 1).map((entry) => entry.heading).filter(Boolean), ["Third street", "Fourth street"]);
});
