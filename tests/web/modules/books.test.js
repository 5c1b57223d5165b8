// What the books write: deviations with their sign, and how many hands were dealt.

import assert from "node:assert/strict";
import test from "node:test";

import { sigma } from "../../../src/pitboss/web/js/books/drawing.js";
import { handsDealt } from "../../../src/pitboss/web/js/texts/en/books.js";

test("a deviation has a sign unless it rounds to nothing", () => {
  assert.deepEqual([1.25, -1.26, 0.04, -0.04, 0].map(sigma), ["+1.3 σ", "−1.3 σ", "0.0 σ", "0.0 σ", "0.0 σ"]);
});

test("one hand is a hand", () => {
  assert.deepEqual([0, 1, 1200].map(handsDealt), ["poker, 0 hands", "poker, 1 hand", "poker, 1,200 hands"]);
});
