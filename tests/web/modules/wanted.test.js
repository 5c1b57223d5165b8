// What table is wanted: choices that follow from others, and the body that opens it.

import assert from "node:assert/strict";
import test from "node:test";

import { body, choose, limitsOf, limitText, noLimitGames } from "../../../src/pitboss/web/js/desk/wanted.js";

const row = (game, limit, play = ["limit"]) => ({ game, name: game, limit, play, seats: [2, 8] });
const pot = {
  id: "pot",
  dealers_choice: false,
  games: [row("holdem", "1-2", ["limit", "no-limit"]), row("holdem", "2-4", ["limit", "no-limit"]), row("stud", "2-4")],
};
const button = { id: "button", dealers_choice: true, games: [row("draw", "3-6")] };
const data = { games: [{ id: "top5", kind: "house" }, { id: "high5", kind: "house" }], houses: [button, pot] };
const first = {
  kind: "",
  name: " ",
  game: "",
  house: "",
  limit: "",
  limits: {},
  payouts: {},
  options: {},
  seats: 0,
  bots: 2,
  private: true,
  spectators: true,
  coach: true,
  chat: true,
  bank: true,
  act: 20,
  delay: 0,
  law: "",
  definition: "",
  file: "",
};

test("a kind brings its first game, house and limit", () => {
  const house = choose(first, { kind: "house" }, data);
  assert.deepEqual([house.game, house.house, house.limit], ["top5", "", ""]);
  const poker = choose(house, { kind: "poker" }, data);
  assert.deepEqual([poker.game, poker.house, poker.limit], ["holdem", "pot", "2-4"]);
});

test("another game keeps a limit that it has and takes another one else", () => {
  const wanted = choose(choose(first, { kind: "poker" }, data), { limit: "1-2" }, data);
  assert.equal(wanted.limit, "1-2");
  assert.equal(choose(wanted, { game: "stud" }, data).limit, "2-4");
  const choice = choose(choose(wanted, { house: "button" }, data), { game: "" }, data);
  assert.deepEqual([choice.house, choice.game, choice.limit], ["button", "", "3-6"]);
});

test("limits that a game does not have stay, as impossible", () => {
  assert.deepEqual(limitsOf(pot, "stud"), [
    { limit: "1-2", possible: false },
    { limit: "2-4", possible: true },
  ]);
  assert.deepEqual(noLimitGames(pot), ["holdem"]);
});

test("the body of a table has only what was chosen", () => {
  const house = choose(
    choose(first, { kind: "house" }, data),
    { limits: { ante: { least: 10, most: 50, step: 10 } } },
    data,
  );
  assert.equal(limitText(house.limits), "ante=10-50/10");
  const sent = body(house);
  assert.equal(sent.limit, "ante=10-50/10");
  assert.deepEqual([sent.name, sent.coach, sent.dealer, sent.act, "definition" in sent, "jurisdiction" in sent], [
    "",
    true,
    "machine",
    20,
    false,
    false,
  ]);
  assert.equal(body(choose(house, { kind: "poker" }, data)).coach, false);
  const own = body({ ...house, definition: "text", file: "own.toml", bank: false, delay: 30 });
  assert.deepEqual([own.game, own.definition, own.bank, own.rail_delay], ["own.toml", "text", 0, 30]);
});

test("payout limits are sent in cents, by house tables that post some", () => {
  const house = choose(first, { kind: "house" }, data);
  assert.equal("payout_limits" in body(house), false);
  const posted = choose(house, { payouts: { tens: 5000.5, bet: 0 } }, data);
  assert.deepEqual(body(posted).payout_limits, { tens: 500050 });
  assert.deepEqual(choose(posted, { game: "high5" }, data).payouts, {});
  assert.equal("payout_limits" in body({ ...posted, kind: "poker" }), false);
});
