// What the books write: deviations with their sign, how many hands were dealt, what an audit found.

import assert from "node:assert/strict";
import test from "node:test";

import { auditPanel } from "../../../src/pitboss/web/js/books/audit.js";
import { sigma } from "../../../src/pitboss/web/js/books/drawing.js";
import { handsDealt } from "../../../src/pitboss/web/js/texts/en/books.js";

test("a deviation has a sign unless it rounds to nothing", () => {
  assert.deepEqual([1.25, -1.26, 0.04, -0.04, 0].map(sigma), ["+1.3 σ", "−1.3 σ", "0.0 σ", "0.0 σ", "0.0 σ"]);
});

test("one hand is a hand", () => {
  assert.deepEqual([0, 1, 1200].map(handsDealt), ["poker, 0 hands", "poker, 1 hand", "poker, 1,200 hands"]);
});

test("an audit that failed or still runs leaves no all-clear of the one before", () => {
  const before = { done: 1, began: 1, at: 2, why: "", lines: 9, deals: 3, movements: 5, found: 0, findings: [] };
  const all = (each) => [each, ...each.children.flatMap(all)];
  const panel = (audit) => {
    const parts = all(auditPanel({ audit: { ...before, ...audit } }));
    const text = (part) => all(part).map((each) => each.text ?? "").join("");
    return {
      good: parts.some((each) => each.attributes.class === "good"),
      bad: parts.some((each) => each.attributes.class === "bad"),
      status: parts.filter((each) => each.attributes.role === "status").map(text).join(),
      alert: parts.filter((each) => each.attributes.role === "alert").map(text).join(),
    };
  };
  assert.deepEqual(panel({ state: "done" }), { good: true, bad: false, status: "nothing", alert: "" });
  assert.deepEqual(panel({ state: "done", found: 2 }), { good: false, bad: true, status: "2 findings", alert: "" });
  assert.deepEqual(panel({ state: "running" }), {
    good: false,
    bad: false,
    status: "The audit is running.",
    alert: "",
  });
  assert.deepEqual(panel({ state: "failed", why: "the disk is gone." }), {
    good: false,
    bad: false,
    status: "The audit failed.",
    alert: "The audit failed. The disk is gone.",
  });
});
