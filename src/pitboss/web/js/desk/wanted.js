// The table to be opened, as the form describes it: pure functions, no page.

import { centsOf } from "../lib/money.js";

/** The rows of a house book for a game; all of them for its dealer's choice. */
export const rowsOf = (house, game) => house.games.filter((row) => !game || row.game === game);

/** Every limit of a house book, and whether it is possible for a game. */
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

/** Limits as the server reads them; empty if none was changed. */
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

/** The wanted table after a change; another kind, house or game brings its default choices. */
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
  return { ...next, ...WISHES[next.kind].first(next, { games, houses }, changed("kind")) };
}

/** The tables or games of a kind. */
export const ofKind = (listed, kind) => listed.filter((each) => each.kind === kind);

/** The differences between kinds when a table is opened: default choices, seats, and the request. */
const WISHES = {
  house: {
    first(next, { games }) {
      const own = ofKind(games, "house");
      const known = next.definition || own.some((game) => game.id === next.game);
      return { house: "", limit: "", game: known ? next.game : own[0].id };
    },
    seats: (_wanted, game) => [1, Math.max(...(game?.spots ?? [7]))],
    terms: ({ limits, payouts, coach }) => ({ limit: limitText(limits), coach, payouts: payoutCents(payouts) }),
  },
  poker: {
    first(next, { houses }, changed) {
      const byId = (id) => houses.find((each) => each.id === id);
      const house = byId(next.house) ?? byId("pot") ?? houses[0];
      const choice = next.game === "" && house.dealers_choice && !changed;
      const known = next.definition || choice || house.games.some((row) => row.game === next.game);
      const game = known ? next.game : house.games[0].game;
      const limits = rowsOf(house, next.definition ? "" : game).map((row) => row.limit);
      const usual = limits.includes("2-4") ? "2-4" : limits[0];
      return { house: house.id, game, limit: limits.includes(next.limit) ? next.limit : usual };
    },
    seats: (wanted, _game, house) => [2, Math.min(...rowsOf(house, wanted.game).map((row) => row.seats[1]))],
    terms: ({ limit }) => ({ limit, coach: false, payouts: {} }),
  },
};

/** The least and the most seats of the wanted table. */
export const seatRange = (wanted, game, house) => WISHES[wanted.kind].seats(wanted, game, house);

/** The request body that opens the wanted table. */
export function body(wanted) {
  const { house, options, seats, bots, spectators, chat, act, bank, delay, law, definition } = wanted;
  const { limit, coach, payouts } = WISHES[wanted.kind].terms(wanted);
  return {
    name: wanted.name.trim(),
    game: definition ? wanted.file : wanted.game,
    house,
    limit,
    options,
    seats,
    bots,
    private: wanted.private,
    spectators,
    coach,
    chat,
    dealer: wanted.dealt ? "person" : "machine",
    ...(act ? { act } : {}),
    ...(bank ? {} : { bank: 0 }),
    ...(delay ? { rail_delay: delay } : {}),
    ...(law ? { jurisdiction: law } : {}),
    ...(definition ? { definition } : {}),
    ...(Object.keys(payouts).length ? { payout_limits: payouts } : {}),
  };
}
