// What the floor states with a ruling, and its steps in words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inText, pieces } from "../../../src/pitboss/web/js/lib/cards.js";
import { missing, picked, stated, steps } from "../../../src/pitboss/web/js/panels/rulings.js";

const exposed = {
  facts: [
    { name: "seat", kind: "seat", says: "whose card it was", required: true },
    { name: "card", kind: "card", says: "the card", required: true },
  ],
  steps: [
    { does: "If it is the second card exposed on the deal, it is a misdeal.", rule: "PK-34", met: "It is the first." },
    {
      does: "The player may not keep the card: put it out of the hand, face up.",
      parts: [
        { words: "The player", fact: "seat" },
        { words: " may not keep " },
        { words: "the card", fact: "card" },
        { words: ": put it out of the hand, face up." },
      ],
      rule: "PK-19",
    },
  ],
};

test("a card is a rank and then a suit", () => {
  let value = picked({}, "s", false);
  assert.deepEqual(value, { cards: [], half: "" });
  value = picked(value, "Q", false);
  assert.deepEqual(value, { cards: [], half: "Q" });
  value = picked(value, "d", false);
  assert.deepEqual(value, { cards: ["Qd"], half: "" });
  value = picked(picked(value, "T", false), "c", false);
  assert.deepEqual(value.cards, ["Tc"]);
});

test("several cards are picked one after the other, each once", () => {
  let value = { cards: ["Qd"] };
  for (const pressed of ["A", "s", "Q", "d"]) value = picked(value, pressed, true);
  assert.deepEqual(value.cards, ["As", "Qd"]);
});

test("facts are stated as their kinds want them", () => {
  assert.deepEqual(stated(exposed, { seat: "6", card: { cards: ["Qd"] } }), { seat: 6, card: "Qd" });
  assert.deepEqual(missing(exposed, { seat: "6" }).map((fact) => fact.name), ["card"]);
  assert.deepEqual(missing(exposed, { seat: "6", card: { cards: ["Qd"] } }), []);
  const bet = {
    facts: [{ name: "amounts", kind: "amounts", required: true }, {
      name: "announced",
      kind: "flag",
      default: false,
      required: false,
    }],
  };
  assert.deepEqual(stated(bet, { amounts: "400, 800", announced: true }), { amounts: [400, 800], announced: true });
  assert.deepEqual(stated(bet, { amounts: "400 800" }), { amounts: [400, 800] });
});

test("the steps name the player and the card, and say what is met", () => {
  const walked = steps(exposed, { seat: "6", card: { cards: ["Qd"] } }, () => "Ray");
  assert.equal(walked[1].does, `Ray may not keep ${inText("Qd")}: put it out of the hand, face up.`);
  assert.equal(walked[0].met, "It is the first.");
  for (const name of ["$5", "$&", "4 to 1", "As"]) {
    const [, named] = steps(exposed, { seat: "6", card: { cards: ["Qd"] } }, () => name);
    assert.deepEqual(pieces(named.does), [
      `${name} may not keep `,
      { card: "Qd" },
      ": put it out of the hand, face up.",
    ]);
  }
  assert.equal(steps(exposed, { seat: "6" }, () => "Ray")[1].does.slice(0, 25), "Ray may not keep the card");
  assert.equal(steps(exposed, {}, () => "Ray")[1].does, exposed.steps[1].does);
  const fault = {
    facts: [{ name: "persists", kind: "flag" }],
    steps: [{ does: "Unplug it.", rule: "HB-9", given: "persists" }],
  };
  assert.equal(steps(fault, {}, () => "")[0].idle, true);
  assert.equal(steps(fault, { persists: true }, () => "")[0].idle, false);
});
