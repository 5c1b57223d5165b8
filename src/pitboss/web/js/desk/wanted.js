// The table that is wanted, on the page that opens it: pure functions, no page.

import { centsOf } from "../lib/money.js";

/** The rows of a house book for a game; all of them for its dealer's choice. */
export const rowsOf = (house, game) => house.games.filter((row) => !game || row.game === game);

/** The limits of a house book for a game, each with what else the house has and this game has not. */
export function limitsOf(house, game) {
  const own = new Set(rowsOf(house, game).map((row) => row.limit));
  return [...new Set(house.games.map((row) => row.limit))].map((limit) => ({ limit, possible: own.has(limit) }));
}

/** The games of a house that may be played without a limit, by name. */
export const noLimitGames = (house) => [
  ...new Set(house.games.filter((row) => row.play.includes("no-limit")).map((row) => row.name)),
];

/** The wagers of a house game that a player places before the deal. */
export const openingWagers = (game) => (game?.wagers ?? []).filter((wager) => wager.initial);

/** The pay tables a house chooses between, by wager. */
export const payTables = (game) => (game?.wagers ?? []).filter((wager) => Object.keys(wager.tables ?? {}).length > 1);

/** Limits as the server reads them; nothing where all are as they were. */
export function limitText(limits) {
  return Object.entries(limits)
    .filter(([, limit]) => limit)
    .map(([wager, { least, most, step }]) => `${wager}=${least}-${most}/${step}`)
    .join(",");
}

/** Payout limits in cents; a field that was emptied posts none. */
export const payoutCents = (payouts) =>
  Object.fromEntries(
    Object.entries(payouts)
      .filter(([, dollars]) => dollars)
      .map(([wager, dollars]) => [wager, centsOf(String(dollars))]),
  );

/** A wish with what follows from a change of it: another kind, house or game brings its own first choices. */
export function choose(wanted, changes, { games, houses }) {
  const next = { ...wanted, ...changes };
  const changed = (name) => name in changes && changes[name] !== wanted[name];
  if (changed("kind")) {
    Object.assign(next, {
      definition: "",
      file: "",
      checked: null,
      game: changes.game ?? "",
      house: changes.house ?? "",
    });
  }
  if (changed("kind") || changed("house") || changed("game")) {
    Object.assign(next, { options: {}, limits: {}, payouts: {}, seats: 0 });
  }
  if (next.kind === "house") {
    Object.assign(next, { house: "", limit: "" });
    if (!next.definition && !games.some((game) => game.kind === "house" && game.id === next.game)) {
      next.game = games.find((game) => game.kind === "house").id;
    }
    return next;
  }
  next.coach = wanted.coach;
  const house = houses.find((each) => each.id === next.house) ?? houses.find((each) => each.id === "pot") ?? houses[0];
  next.house = house.id;
  if (
    !next.definition &&
    !house.games.some((row) => row.game === next.game) &&
    !(next.game === "" && house.dealers_choice && !changed("kind"))
  ) {
    next.game = house.games[0].game;
  }
  const rows = rowsOf(house, next.definition ? "" : next.game);
  if (!rows.some((row) => row.limit === next.limit)) {
    next.limit = rows.find((row) => row.limit === "2-4")?.limit ?? rows[0].limit;
  }
  return next;
}

/** The body that opens such a table. */
export function body(wanted) {
  const {
    kind,
    name,
    game,
    house,
    limit,
    limits,
    payouts,
    options,
    seats,
    bots,
    spectators,
    coach,
    chat,
    act,
    bank,
    delay,
    law,
    definition,
    file,
  } = wanted;
  const posted = kind === "house" ? payoutCents(payouts) : {};
  return {
    name: name.trim(),
    game: definition ? file : game,
    house,
    limit: kind === "house" ? limitText(limits) : limit,
    options,
    seats,
    bots,
    private: wanted.private,
    spectators,
    coach: kind === "house" && coach,
    chat,
    dealer: wanted.dealt ? "person" : "machine",
    ...(act ? { act } : {}),
    ...(bank ? {} : { bank: 0 }),
    ...(delay ? { rail_delay: delay } : {}),
    ...(law ? { jurisdiction: law } : {}),
    ...(definition ? { definition } : {}),
    ...(Object.keys(posted).length ? { payout_limits: posted } : {}),
  };
}
