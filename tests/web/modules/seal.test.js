// Seals are checked in the browser as `pitboss verify-shuffle` checks them.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";

import { hex, sha256 } from "../../../src/pitboss/web/js/lib/sha256.js";
import { checked, leafHolds } from "../../../src/pitboss/web/js/replay/verify.js";

test("the digest is that of the standard library, at every length around a block", () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) & 255);
    assert.equal(hex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
  }
});

const sha = (...parts) => createHash("sha256").update(Buffer.concat(parts.map((part) => Buffer.from(part)))).digest();
const salt = (position) => String(position).padStart(32, "0");
const leaf = (position, card) => sha(`\0pitboss seal 1\n${salt(position)}\n${position}\n${card}\n`);
const CARDS = ["As", "Kd", "Qc", "Jh", "Ts"];

function tree() {
  const levels = [CARDS.map((card, position) => leaf(position, card))];
  while (levels.at(-1).length > 1) {
    const level = levels.at(-1);
    const above = [];
    for (let at = 0; at < level.length; at += 2) {
      above.push(at + 1 < level.length ? sha([1], level[at], level[at + 1]) : level[at]);
    }
    levels.push(above);
  }
  return levels;
}

function opened(position) {
  const path = [];
  let at = position;
  for (const level of tree().slice(0, -1)) {
    if ((at ^ 1) < level.length) path.push(level[at ^ 1].toString("hex"));
    at >>= 1;
  }
  return { position, card: CARDS[position], salt: salt(position), path };
}

test("every leaf of a deck holds, and nothing else", () => {
  const root = tree().at(-1)[0].toString("hex");
  for (let position = 0; position < CARDS.length; position += 1) {
    const good = opened(position);
    assert.equal(leafHolds(root, good, CARDS.length), true);
    assert.equal(leafHolds(root, { ...good, card: "2c" }, CARDS.length), false);
    assert.equal(leafHolds(root, { ...good, position: (position + 1) % 5 }, CARDS.length), false);
    assert.equal(leafHolds(root, { ...good, path: good.path.slice(1) }, CARDS.length), false);
    assert.equal(leafHolds("0".repeat(64), good, CARDS.length), false);
  }
  assert.deepEqual(checked({ root, cards: 5, leaves: [opened(0), { ...opened(1), card: "2c" }] }), { good: 1, of: 2 });
});
