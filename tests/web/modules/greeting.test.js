// The lobby greets by the visitor's own clock.

import assert from "node:assert/strict";
import test from "node:test";

import { greeting } from "../../../src/pitboss/web/js/texts/en-desk.js";

test("morning, afternoon and evening begin when they do", () => {
  const said = {
    4: "evening",
    5: "morning",
    11: "morning",
    12: "afternoon",
    17: "afternoon",
    18: "evening",
    0: "evening",
  };
  for (const [hour, time] of Object.entries(said)) assert.equal(greeting(Number(hour)), `Good ${time}. Take a seat.`);
});
