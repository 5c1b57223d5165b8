// What the bar of a table offers about one's seat.

import assert from "node:assert/strict";
import test from "node:test";

import { tools } from "../../../src/pitboss/web/js/table/bar.js";

const state = { view: { seats: { 5: { status: "in" } } }, status: {}, you: { name: "Ann", roles: ["player"] } };
const leave = (kind, leaving) =>
  tools({ state, layout: { kind }, moment: { seat: 5, leaving }, act: {} }).find((tool) => tool.key === "leave");

test("whoever asked to leave in the middle of a hand is told so in the bar", () => {
  assert.equal(leave("poker", 0).words, "Leave the table");
  assert.deepEqual([leave("poker", 5).near, leave("poker", 5).words], [true, "You leave after this hand"]);
  assert.equal(leave("house", 5).words, "You leave after this round");
});
