// The state of a table page is a pure fold of messages.

import assert from "node:assert/strict";
import test from "node:test";

import {
  deciding,
  fold,
  left,
  mine,
  options,
  question,
  START,
  wagers,
} from "../../../src/pitboss/web/js/table/store.js";

const SNAP = {
  type: "snap",
  seq: 10,
  now: 0,
  view: {
    viewer: "player Ann",
    version: 10,
    games: ["any"],
    seats: { 1: { player: "Ann", cents: 1000, status: "in" }, 2: { player: "Ben", cents: 900, status: "in" } },
    chips: { "player Ann": 1000, "spot 1/ante": 500, rack: 0 },
    actors: [1, 2],
    done: false,
    deal: {
      piles: { "player 1": ["As", "Kd"], "player 2": ["??", "??"] },
      legal: { 1: [{ word: "fold", actions: ["fold"] }, { word: "raise", why: "capped", rule: "PK-8" }] },
      events: [],
    },
  },
  clock: [{ seat: 1, left: 20, bank: 30 }],
  presence: {},
  seal: ["ab"],
};

const opened = () => fold(fold(START, { type: "welcome", you: "Ann", seats: [1], now: 5 }), SNAP, 1000);

test("a snapshot replaces everything and knows my seats", () => {
  const state = opened();
  assert.deepEqual(mine(state), [1]);
  assert.equal(deciding(state), 1);
  assert.deepEqual(wagers(state, 1), { ante: 500 });
  assert.equal(options(state, 1).forbidden[0].rule, "PK-8");
  assert.equal(left(state, 1, 6000), 15);
});

test("news is laid over what is there and the old state is untouched", () => {
  const before = opened();
  const after = fold(before, {
    type: "ev",
    base: 10,
    seq: 12,
    events: [{ verb: "fold", seat: 2 }],
    actors: [],
    chips: { rack: 3 },
    done: true,
    clock: [{ seat: 1, left: 0 }],
    piles: { "player 2": [] },
  }, 2000);
  assert.equal(after.seq, 12);
  assert.deepEqual(after.view.deal.piles["player 2"], []);
  assert.deepEqual(after.view.deal.piles["player 1"], ["As", "Kd"]);
  assert.equal(left(after, 1, 2000), null);
  assert.equal(before.seq, 10);
  assert.deepEqual(before.view.deal.piles["player 2"], ["??", "??"]);
});

test("every clock says which question it runs for, and a question may outlast its clock", () => {
  const clocked = (clock) =>
    fold(opened(), { type: "ev", base: 10, seq: 11, events: [], actors: [1], chips: {}, done: false, clock });
  const first = clocked([{ seat: 1, left: 20, question: 11 }]);
  assert.equal(question(first), 11);
  assert.equal(question(fold(first, { type: "clock", seat: 1, left: 0, bank: 0, question: 11 })), 11);
  assert.equal(question(fold(first, { type: "clock", seat: 1, left: 20, bank: 0, question: 12 })), 12);
  const others = { type: "clock", seat: 2, left: 20, bank: 0, question: 13 };
  assert.equal(question(fold(first, others)), 11);
  assert.equal(question(fold(first, { ...SNAP, seq: 14 })), 0); // a snapshot tells all there are
  assert.equal(question(clocked([{ seat: 1, left: 0 }])), 0);
});

test("a seat has the chips of its player, also between changes of the seats", () => {
  const after = fold(opened(), {
    type: "ev",
    base: 10,
    seq: 11,
    events: [],
    actors: [],
    chips: { "player Ann": 650 },
    done: false,
    clock: [],
  });
  assert.equal(after.view.seats[1].cents, 650);
  assert.equal(after.view.seats[2].cents, 900);
});

test("news that does not follow asks for a sync, news already known is ignored", () => {
  const state = opened();
  const ev = { type: "ev", events: [], actors: [], chips: {}, done: true, clock: [] };
  assert.equal(fold(state, { ...ev, base: 11, seq: 12 }).needSync, true);
  assert.equal(fold(state, { ...ev, base: 8, seq: 9 }), state);
});

test("an acknowledgement settles the command it is about, a refusal says why", () => {
  const sent = fold(opened(), { type: "sent", command: { key: "k", type: "act" } });
  assert.equal(fold(sent, { type: "ack", key: "other", ok: true }).pending.key, "k");
  assert.equal(fold(sent, { type: "ack", key: "k", ok: true }).pending, null);
  assert.equal(fold(sent, { type: "ack", key: "k", ok: false, why: "no", rule: "PK-8" }).refusal.rule, "PK-8");
});

test("what the room says stands in the feed, what people say in the chat only", () => {
  const said = fold(opened(), { type: "chat", player: "", text: "The table is paused." });
  assert.deepEqual(said.feed.at(-1), { type: "said", words: "The table is paused." });
  const chatted = fold(said, { type: "chat", player: "Ben", text: "hello" });
  assert.equal(chatted.feed.length, said.feed.length);
  assert.equal(chatted.chat.length, 2);
});

test("what is unknown changes nothing", () => {
  const state = opened();
  assert.equal(fold(state, { type: "weather" }), state);
});

test("a seal that is told again is the same seal", () => {
  const state = fold(fold(opened(), { type: "seal", root: "cd" }), { type: "seal", root: "ab" });
  assert.deepEqual([...state.seals].sort(), ["ab", "cd"]);
});

test("what was refused or done for me in one deal is not said in the next", () => {
  const told = fold(opened(), { type: "note", text: "Your time is up: fold." });
  const ev = {
    type: "ev",
    base: told.seq,
    seq: told.seq + 1,
    events: [],
    actors: [],
    chips: {},
    done: false,
    clock: [],
  };
  assert.equal(fold(told, ev).refusal.why, "Your time is up: fold.");
  assert.equal(fold(told, { ...ev, hand: 8 }).refusal, null);
});
