// Chips that travelled are taken away although a hidden page is never told that their motion ended.

import assert from "node:assert/strict";
import { test } from "node:test";

import { animate } from "../../../src/pitboss/web/js/felt/motion.js";

const box = { left: 0, top: 0, width: 10, height: 10 };

/** A felt without anything on it. */
const felt = {
  querySelector: () => null,
  querySelectorAll: () => [],
  getBoundingClientRect: () => box,
  clientWidth: 1080,
  classList: { contains: () => false },
};
const root = { querySelector: () => felt };

function wager() {
  const made = {
    isConnected: false,
    removed: false,
    classList: { add() {} },
    setAttribute() {},
    style: { setProperty() {} },
  };
  made.animate = () => ({ finish() {} });
  made.remove = () => (made.removed = true);
  return made;
}

test("news to a hidden page ends what travelled before", () => {
  globalThis.document = { hidden: false, body: { append() {} }, documentElement: { dataset: {} } };
  globalThis.matchMedia = () => ({ matches: false });
  const chips = wager();
  const nothing = { faces: new Map(), chips: new Map(), figures: new Map() };
  animate.after(root, { ...nothing, chips: new Map([[chips, { box, kind: "wager" }]]) }, [{
    type: "wagered",
    verb: "call",
  }]);
  assert.equal(chips.removed, false);
  globalThis.document.hidden = true;
  animate.after(root, nothing, [{ type: "wagered", verb: "call" }]);
  assert.equal(chips.removed, true);
});
