// The feed: what belongs together is one line, every deal has a heading, sentences name people and cards. Events are
// told by their types and facts: a verb or a name may be any word of a stranger's file.

import assert from "node:assert/strict";
import test from "node:test";

import { entries } from "../../../src/pitboss/web/js/panels/feed.js";
import { partsOf } from "../../../src/pitboss/web/js/panels/side.js";
import { didPoker, outcome, sentence, together } from "../../../src/pitboss/web/js/texts/en.js";

const text = (parts) => parts.map((part) => part.name ?? part.card ?? part).join("");
const name = (seat) => ["", "Ann", "Ben"][seat];
const PAIR = { category: "pair", ranks: [11, 3], words: "pair of kings" };
const TWO = { category: "two pair", ranks: [11, 2, 0], words: "two pair, kings and fours" };
const settled = (seat, wager, result, cents, more = {}) => ({
  ...{ type: "settled", verb: "settle", seat, pile: wager, wager, result, stake: cents, cents },
  ...(result === "win" ? { paid: cents, odds: "1" } : {}),
  ...more,
});
const post = (seat, cents, what = "big blind") => ({
  type: "posted",
  verb: "post",
  post: what,
  seat,
  cents,
  to: cents,
});
const wagered = (verb, seat, more) => ({ type: "wagered", verb, seat, rule: "PK-7", ...more });

test("cards to every seat are one line, wagers of a spot too", () => {
  const feed = [
    { type: "shuffled", verb: "shuffle" },
    { type: "staked", verb: "wager", seat: 1, pile: "ante", cents: 500 },
    { type: "staked", verb: "wager", seat: 1, pile: "ace-or-face", cents: 100 },
    { type: "dealt", verb: "deal", seat: 1, cards: ["As", "Kd"] },
    { type: "dealt", verb: "deal", seat: 2, cards: ["??", "??"] },
    { type: "dealt", verb: "deal", pile: "board", cards: ["Qh"], up: true, rule: "T5-5" },
    { type: "chosen", verb: "fold", seat: 2, folds: true },
    { type: "finished", verb: "finish" },
    { type: "shuffled", verb: "shuffle" },
  ];
  const listed = entries(feed, 7);
  assert.deepEqual(listed.map((entry) => entry.deal ?? entry.event.type), [7, "staked", "dealt", "dealt", "chosen", 8]);
  assert.equal(text(sentence(listed[1].event, name, () => false, listed[1].wagers)), "Ann Ante $5, Ace or Face $1");
  assert.deepEqual(listed[2].parts, ["Two cards to each spot"]);
  assert.deepEqual(listed[3].parts, ["Community card ", { card: "Qh" }]);
  assert.equal(listed[3].event.rule, "T5-5");
});

test("of a round that is over only my own wagers stay", () => {
  const feed = [
    { type: "closed", verb: "close" },
    { type: "shown", verb: "show", seat: 1, cards: [], hands: [PAIR] },
    { type: "announced", verb: "announce", pile: "dealer", hand: TWO, qualifier: true },
    settled(1, "tens", "win", 1000, { line: "pair of T" }),
    settled(1, "ante", "lose", 1000),
    settled(2, "ante", "lose", 1000),
    { type: "finished", verb: "finish" },
    { type: "closed", verb: "close" },
  ];
  const about = { house: true, own: new Set([1]), against: new Set(["ante"]), names: { tens: "10’s or Better" } };
  const listed = entries(feed, 117, { ...about, brief: true });
  assert.deepEqual(listed.map((entry) => entry.deal ?? entry.event.seat ?? entry.event.type), [
    117,
    1,
    1,
    118,
    "closed",
  ]);
  assert.equal(text(outcome(listed[1].event, listed[1].outcome)), "You 10’s or Better, pair of kings, 1 to 1");
  assert.equal(text(outcome(listed[2].event, listed[2].outcome)), "You Ante, dealer has two pair");
  assert.deepEqual(entries(feed, 117, { house: true, own: new Set([1]) }).length, 10);
});

test("a settlement names a spot once, and what is paid", () => {
  const feed = [
    { type: "closed", verb: "close" },
    { type: "chosen", verb: "give up", seat: 2, folds: true },
    settled(2, "ante", "lose", 500),
    { type: "shown", verb: "show", seat: 1, cards: ["As", "Ad"], hands: [{ ...PAIR, words: "pair of aces" }] },
    settled(1, "ante", "win", 2500),
    settled(1, "bet", "lose", 2500),
  ];
  const told = entries(feed, 1, { house: true, own: new Set() }).filter((entry) => entry.event);
  const said = told.map((entry) => text(sentence(entry.event, name, () => false)));
  assert.deepEqual(said.slice(1), [
    "Ben gives up",
    "Ben folded: Ante $5 to the rack",
    "Ann pair of aces",
    "Ante $25, 1 to 1, paid $25",
    "Bet $25 loses",
  ]);
  const alone = (event, seat) => text(sentence(event, name, (each) => each === seat));
  assert.equal(alone(settled(1, "ante", "push", 500), 1), "Your Ante of $5 pushes");
  assert.equal(alone(settled(1, "ante", "lose", 500), 2), "Ann’s Ante of $5 loses");
  assert.equal(
    alone(settled(1, "ante", "win", 500, { odds: "3/2", paid: 750 }), 1),
    "Your Ante of $5, 3 to 2, paid $7.50",
  );
  assert.equal(alone(settled(1, "lose", "win", 500, { bonus: true }), 1), "Your Lose Bonus of $5, 1 to 1, paid $5");
});

test("options, wagers and players are told by what they are, whatever they are called", () => {
  const people = (seat) => ["", "Ann wins", "returned"][seat];
  const say = (event) => text(sentence(event, people, () => false));
  const chosen = (verb, more) => ({ type: "chosen", verb, seat: 1, ...more });
  assert.equal(say(chosen("settle", { cents: 500 })), "Ann wins settles, wagers $5");
  assert.equal(say(chosen("deal", { names: "out", cards: ["??"], cents: 500 })), "Ann wins deals a card, wagers $5");
  assert.equal(say(chosen("void", { folds: true })), "Ann wins voids");
  assert.equal(say(chosen("pull", { takes: "to", cents: 500 })), "Ann wins pulls, takes back $5");
  assert.equal(say(settled(2, "close-call", "win", 500)), "returned’s Close Call of $5, 1 to 1, paid $5");
  const feed = [
    { type: "closed", verb: "close" },
    chosen("void", { folds: true }),
    { ...chosen("settle", { folds: true }), seat: 2 },
    settled(1, "returned", "lose", 500),
  ];
  const listed = entries(feed, 1, { house: true, own: new Set() }).filter((entry) => entry.event);
  assert.equal(text(partsOf(listed[1], people, () => false)), "Ann wins voids, returned settles");
  assert.equal(text(partsOf(listed[2], people, () => false)), "Ann wins folded: Returned $5 to the rack");
});

test("who wins is told with the half only where there are two", () => {
  const award = (seat, by) => ({ type: "awarded", verb: "award", seat, cents: 300, reason: "hand", half: "high", by });
  const feed = [post(1, 100), award(1), award(2, "suit"), { type: "finished", verb: "finish" }, post(1, 100)];
  const told = (wins, brief) => {
    const listed = entries(feed, 1, { brief, own: new Set(), game: { wins }, wins });
    const awards = listed.filter((entry) => entry.event?.type === "awarded");
    return awards.map((entry) => text(sentence(entry.event, name, () => false)));
  };
  for (const brief of [true, false]) {
    assert.deepEqual(told(["high"], brief), ["Ann wins $3", "Ben wins $3, by suit"]);
    assert.deepEqual(told(["high", "low"], brief), ["Ann wins $3, high", "Ben wins $3, high by suit"]);
  }
  const odd = { ...award(1, "odd chip"), half: "low" };
  assert.equal(text(sentence(odd, name, () => false)), "Ann wins $3, low, with the odd chip");
  assert.equal(text(sentence({ ...award(1), reason: "last hand" }, name, () => true)), "You win $3, last hand left");
});

test("what I did stands under my own name as to you", () => {
  const shown = { type: "shown", verb: "show" };
  assert.deepEqual([didPoker(shown, true), didPoker(shown, false)], ["show", "shows"]);
  const bet = wagered("bet", 1, { cents: 200 });
  assert.deepEqual([didPoker(bet, true), didPoker(bet)], ["bet $2", "bets $2"]);
  assert.equal(text(sentence({ type: "button", verb: "button", seat: 1 }, name, () => true)), "You have the button");
});

test("sentences speak to me as you", () => {
  const say = (event, seat) => text(sentence(event, name, (each) => each === seat));
  assert.equal(say(wagered("raise", 2, { cents: 400, to: 1600 }), 1), "Ben raises to $16");
  assert.equal(say(wagered("raise", 2, { cents: 400, to: 1600 }), 2), "You raise to $16");
  assert.equal(say({ type: "decided", verb: "decided", seat: 2 }, 1), "Ben has decided");
  assert.equal(say({ type: "checked", verb: "check", seat: 1 }, 0), "Ann checks");
  assert.equal(say({ type: "chosen", verb: "let it ride", seat: 1 }, 0), "Ann lets it ride");
  assert.equal(say({ type: "drawn", verb: "draw", seat: 1 }, 1), "You stand pat");
  const dead = { type: "dead", verb: "dead hand", seat: 1, words: "the hand touched the muck and is dead" };
  assert.equal(say(dead, 0), "Ann, dead hand: the hand touched the muck and is dead"); // shown as sent
});

test("in poker the same act of several players is one line, a usual rule is named once", () => {
  const feed = [
    post(1, 100),
    post(2, 200),
    { type: "dealt", verb: "deal", seat: 1, cards: ["??"] },
    { type: "dealt", verb: "deal", seat: 2, cards: ["??"] },
    wagered("call", 3, { cents: 200 }),
    wagered("call", 1, { cents: 100 }),
    wagered("bet", 2, { cents: 200 }),
    { type: "burned", verb: "burn", cards: ["??"] },
    { type: "board", verb: "board", street: "flop", cards: ["As", "Kd", "2c"] },
  ];
  const listed = entries(feed, 3);
  assert.deepEqual(listed.map((entry) => entry.deal ?? entry.event.verb), [3, "post", "call", "bet", "board"]);
  assert.deepEqual(listed[2].groups, [{ verb: "call", folds: false, seats: [3, 1] }]);
  assert.deepEqual(listed.map((entry) => Boolean(entry.plain)), [false, true, false, true, false]);
});

const GAME = {
  ...{ board: 5, up: 0, down: 2, draw: 0, wins: ["high"], cap: { most: 3, rule: "PK-8" } },
  streets: [{ name: "first", bet: 200 }, { name: "flop", bet: 200 }, { name: "turn", bet: 400 }],
};

test("a street says what is bet on it, several acts are one line, the last raise is the cap", () => {
  const feed = [
    post(1, 100),
    post(2, 200),
    ...[1, 2, 3, 4, 5].map((seat) => ({ type: "dealt", verb: "deal", seat, cards: ["??"], street: "first" })),
    wagered("raise", 3, { to: 400 }),
    { type: "folded", verb: "fold", seat: 4 },
    wagered("call", 5, { cents: 400 }),
    wagered("raise", 1, { to: 600, capped: true }),
    wagered("call", 2, { cents: 100, to: 300, all_in: true }),
    { type: "board", verb: "board", cards: ["As", "Kd", "2c"], street: "flop" },
    { type: "board", verb: "board", cards: ["3c"], street: "turn" },
  ];
  const listed = entries(feed, 3, { own: new Set(), game: GAME });
  const verbs = listed.map((entry) => entry.heading ?? entry.event.verb);
  assert.deepEqual(verbs, ["Before the flop, $2", "post", "raise", "call", "raise", "call", "board", "board"]);
  assert.deepEqual([listed[6].stake, listed[7].stake], [", $2", ", $4"]);
  const people = (names) => names.map((each) => ({ name: each, you: each === "You" }));
  const calls = { verb: "call", people: people(["You", "Ann"]) };
  assert.equal(
    text(together([calls, { verb: "fold", folds: true, people: people(["Ben"]) }])),
    "You and Ann call, Ben folds",
  );
  assert.equal(text(sentence(listed[4].event, name, () => false)), "Ann raises to $6, the cap");
  assert.equal(listed[4].event.rule, "PK-8");
  assert.equal(text(sentence(listed[5].event, name, () => false)), "Ben calls $3, all in");
});

test("stud and draw games name their streets", () => {
  const dealt = (seat, card, street) => ({
    type: "dealt",
    verb: "deal",
    seat,
    cards: [card],
    up: card !== "??",
    street,
  });
  const feed = [
    { type: "posted", verb: "ante", post: "ante", seat: 1, cents: 50 },
    { type: "posted", verb: "ante", post: "ante", seat: 2, cents: 50 },
    ...[dealt(1, "??", "third"), dealt(2, "??", "third"), dealt(1, "As", "third"), dealt(2, "Ks", "third")],
    wagered("forced bet", 2, { cents: 200 }),
    ...[dealt(1, "2s", "fourth"), dealt(2, "3s", "fourth")],
  ];
  const headings = (events, game) => entries(events, 1, { game }).map((entry) => entry.heading).filter(Boolean);
  assert.deepEqual(headings(feed), ["Third street", "Fourth street"]);
  assert.equal(entries(feed, 1).find((entry) => entry.event?.type === "wagered").event.with, "Ks");
  const draw = { draw: 3, board: 0, up: 0, streets: [{ name: "first", bet: 100 }, { name: "draw", bet: 200 }] };
  const drawn = [
    post(1, 100),
    dealt(1, "??", "first"),
    { type: "drawn", verb: "draw", seat: 1, street: "draw" },
    dealt(1, "??", "draw"),
  ];
  assert.deepEqual(headings(drawn, draw), ["Before the draw, $1", "The draw, $2"]);
});

test("I am written small in the middle of a line, and somebody called You is not me", () => {
  const person = (each) => (each === "me" ? { name: "Ann", you: true } : { name: each, you: false });
  const said = (groups) =>
    text(together(groups.map(([verb, people]) => ({ verb, folds: verb === "fold", people: people.map(person) }))));
  assert.equal(said([["call", ["Hana", "me"]]]), "Hana and you call");
  assert.equal(said([["call", ["me", "Hana"]], ["fold", ["Otto"]]]), "You and Hana call, Otto folds");
  assert.equal(said([["call", ["Hana"]], ["fold", ["me"]]]), "Hana calls, you fold");
  assert.equal(said([["call", ["You"]]]), "You calls");
});
