// Where things lie on the felt: the button covers neither a name nor a wager, whoever has it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { pokerSeats } from "../../../src/pitboss/web/js/felt/places.js";

const COUNTS = [2, 3, 4, 5, 6, 7, 8, 9, 10];
const CHAIR = { above: 25, below: 55, beside: 95 }; // from the middle of a seat, in units, with half a button
const FREE = { wide: 34, phone: 5 }; // from a wager's middle to the button's, in units and in hundredths of the phone

test("the button is clear of the chair and the wager of its seat", () => {
  for (const count of COUNTS) {
    for (const { x, y, wager, button } of pokerSeats(count)) {
      const clear = Math.abs(button[0] - x) >= CHAIR.beside || button[1] >= y + CHAIR.below ||
        button[1] <= y - CHAIR.above;
      assert.ok(clear, `${count} seats: button at ${button} by the chair at ${[x, y]}`);
      assert.ok(
        Math.hypot(button[0] - wager[0], button[1] - wager[1]) >= FREE.wide,
        `${count} seats: button at ${button} on the wager at ${wager}`,
      );
      assert.ok(
        Math.hypot(button[2] - wager[2], button[3] - wager[3]) >= FREE.phone,
        `${count} seats, phone: ${button} on ${wager}`,
      );
    }
  }
});
