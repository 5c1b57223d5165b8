// What the bar of a table offers about one's seat.

import assert from "node:assert/strict";
import test from "node:test";

import { KIND as HOUSE } from "../../../src/pitboss/web/js/kinds/house.js";
import { KIND as POKER } from "../../../src/pitboss/web/js/kinds/poker.js";
import { tools } from "../../../src/pitboss/web/js/table/bar.js";

const state = { view: { seats: { 5: { status: "in" } } }, status: {}, you: { name: "Ann", roles: ["player"] } };
const leave = (kind, leaving) =>
  tools({ state, moment: { kind, seat: 5, leaving }, act: {} }).find((tool) => tool.key === "leave");

test("whoever asked to leave in the middle of a hand is told so in the bar", () => {
  assert.equal(leave(POKER, 0).words, "Leave the table");
  assert.deepEqual([leave(POKER, 5).near, leave(POKER, 5).words], [true, "You leave after this hand"]);
  assert.equal(leave(HOUSE, 5).words, "You leave after this round");
});
