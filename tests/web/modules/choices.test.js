// Decisions as buttons: what costs what, how cards are chosen, which one is brass.

import assert from "node:assert/strict";
import test from "node:test";

import {
  choices,
  chosen,
  clamp,
  houseOptions,
  picking,
  pokerOptions,
  toggled,
} from "../../../src/pitboss/web/js/table/choices.js";

const HAND = ["As", "Kd", "Qc"];
const SWAP = { word: "swap", names: "out", actions: ["swap As", "swap Kd", "swap Qc"], cents: 500 };

test("fold is left, the further right the more chips, one is brass", () => {
  const buttons = choices(
    pokerOptions([
      { word: "raise", actions: ["raise"], low: 800, high: 800 },
      { word: "call", actions: ["call"], cents: 400 },
      { word: "fold", actions: ["fold"], folds: true },
      { word: "muck", why: "not now" },
    ]),
    [],
    new Set(),
    0,
  );
  assert.deepEqual(buttons.map((button) => button.word), ["fold", "call", "raise"]);
  assert.deepEqual(buttons.filter((button) => button.main).map((button) => button.word), ["call"]);
  assert.equal(new Set(buttons.map((button) => button.key)).size, 3);
});

test("a bet that a rule forbids keeps its place and names the rule", () => {
  const buttons = choices(
    pokerOptions([
      { word: "fold", actions: ["fold"] },
      { word: "call", actions: ["call"], cents: 400 },
      { word: "raise", why: "capped", rule: "PK-8" },
      { word: "muck", why: "not now" },
    ]),
    [],
    new Set(),
    0,
  );
  assert.equal(buttons.find((button) => button.word === "raise").rule, "PK-8");
});

test("cards are chosen for a swap, a draw and a hold", () => {
  assert.equal(chosen(SWAP, HAND, new Set(["Kd"])), "swap Kd");
  assert.equal(chosen(SWAP, HAND, new Set()), "");
  const hold = { word: "hold", names: "held", actions: ["hold As Kd Qc", "hold As Kd", "hold As"] };
  assert.equal(chosen(hold, HAND, new Set(["Qc"])), "hold As Kd");
  assert.equal(chosen(hold, HAND, new Set()), "hold As Kd Qc");
  const draw = { word: "draw", names: "out", actions: ["draw", "draw As", "draw As Kd"] };
  assert.equal(chosen(draw, HAND, new Set(["Kd", "As"])), "draw As Kd");
  assert.equal(chosen(draw, HAND, new Set()), "draw");
});

test("where one card may go, choosing another takes the first back", () => {
  const how = picking([SWAP], HAND);
  assert.deepEqual([how.word, how.most, how.boxes], ["swap", 1, false]);
  const one = toggled(new Set(), "As", how);
  assert.deepEqual([...toggled(one, "Kd", how)], ["Kd"]);
  assert.deepEqual([...toggled(one, "As", how)], []);
});

test("an amount is moved to the nearest that is accepted", () => {
  const option = { low: 400, high: 1050, step: 100 };
  assert.equal(clamp(option, 0), 400);
  assert.equal(clamp(option, 655), 700);
  assert.equal(clamp(option, 5000), 1050);
  assert.equal(clamp(option, 1), 400);
});

test("a decision is what its facts say, whatever it is called", () => {
  const held = { word: "deal", names: "held", actions: ["deal As Kd", "deal As"] };
  assert.equal(chosen(held, ["As", "Kd"], new Set(["Kd"])), "deal As");
  assert.deepEqual(picking([held], ["As", "Kd"]), { word: "deal", boxes: true, least: 0, most: 1 });
  assert.equal(picking([{ word: "hold", actions: ["hold"] }], HAND), null); // a word alone names no cards
  const void_ = { word: "void", actions: ["void"], folds: true, cents: 900 };
  const listed = houseOptions([{ word: "settle", actions: ["settle"], cents: 500 }, void_, {
    word: "lose",
    why: "no",
  }]);
  const buttons = choices(listed, [], new Set(), 0);
  assert.deepEqual(buttons.map((button) => button.word), ["void", "settle"]);
});
