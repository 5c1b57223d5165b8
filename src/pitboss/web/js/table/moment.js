// One moment of a table page as a frozen model: my seat, what is asked of me, my choices, what I wait for. Elements
// read it and write nothing; what a player chooses is kept by the page in `ui`, from which the next moment is made.

import { later } from "../lib/api.js";
import * as t from "../texts/en.js";
import { total } from "./deal.js";
import { deciding, left, mine, options } from "./store.js";

const KINDS = { house: () => import("../kinds/house.js"), poker: () => import("../kinds/poker.js") };

/** The module of a table's kind; the other kind is not fetched.
 * @param {Layout} layout */
export const kindOf = async (layout) => (await later(KINDS[layout.kind]())).KIND;

/** A player's choices after news, without those for a lost seat, a fulfilled wish or a finished game.
 * @param {Chosen} ui @param {State} state @param {Layout} layout */
export function kept(ui, state, layout) {
  if (!state.view) return {};
  const own = mine(state);
  const asked = deciding(state);
  const free = freeSeats(state, layout);
  return {
    seat: seatOf(ui, own, asked),
    leaving: own.includes(ui.leaving) ? ui.leaving : 0,
    moving: !own.includes(ui.moving) && free.includes(ui.moving) ? ui.moving : 0,
    lastGame: state.view.game || ui.lastGame,
  };
}

/** @param {Chosen} ui @param {number[]} own */
const seatOf = (ui, own, asked) => asked || (own.includes(ui.seat) ? ui.seat : (own[0] ?? 0));

/** The choices of a player who has just come in. */
export const NOTHING_CHOSEN = Object.freeze({
  tab: "feed",
  picked: new Set(),
  draft: {},
  chip: 0,
  amount: 0,
  coach: false,
  preChosen: "",
  dialog: null,
  ready: false,
  sheet: false,
  before: null,
  muted: new Set(),
  player: null,
  linger: false,
});

/** Empty values of the parts that only one kind has. */
const NONE = {
  price: {},
  results: {},
  slip: null,
  games: [],
  game: "",
  naming: false,
  pre: [],
  cap: null,
  street: null,
  capped: null,
  level: 0,
};

/** The model of what is shown now: everything in `ui`, and what follows from it and from the state.
 * @param {{kind: Kind, layout: Layout, ui: Chosen, table: string}} page @param {State} state
 * @returns {Readonly<Moment>} */
export function momentOf({ kind, layout, ui, table }, state, now) {
  const own = mine(state);
  const asked = ui.replay ? 0 : deciding(state);
  const seat = ui.replay ? ui.seat : seatOf(ui, own, asked);
  const taken = state.view.seats[seat];
  const hand = state.view.deal?.piles?.[`player ${asked}`] ?? [];
  const first = {
    ...ui,
    kind,
    now,
    table,
    own,
    asked,
    seat,
    hand,
    free: freeSeats(state, layout),
    betting: kind.open(state) && !ui.linger,
    names: Object.fromEntries((layout.wagers ?? []).map((wager) => [wager.key, t.title(wager.title || wager.key)])),
    players: Object.values(state.view.seats).filter((each) => each.status === "in").length,
    owes: Boolean(taken?.owes?.length),
    broke: Boolean(taken && !taken.cents && state.view.done),
    question: asked ? t.decideNow : "",
    waiting: waitingWords(state),
    ...decision(state, asked && ui.player, hand, ui, asked),
  };
  const whole = { ...first, ...NONE, ...kind.parts(state, layout, { ...first, ...NONE, game: ui.game }) };
  return Object.freeze({ ...whole, mode: mode(state, whole, taken) });
}

/** The seats nobody has taken.
 * @param {State} state @param {Layout} layout */
export function freeSeats(state, layout) {
  const taken = new Set(Object.keys(state.view?.seats ?? {}).map(Number));
  return Array.from({ length: layout.seats }, (_, index) => index + 1).filter((seat) => !taken.has(seat));
}

/** My choices now, and how cards are chosen for them; none until the player's part of the page is loaded.
 * @param {State} state @param {Player} player @param {string[]} hand @param {Chosen} ui */
function decision(state, player, hand, { picked, amount }, asked) {
  const { allowed, forbidden } = options(state, asked);
  const listed = [...allowed, ...forbidden];
  const choices = player ? player.choices(player.worthAButton(listed), hand, picked, amount) : [];
  return {
    picking: player ? player.picking(listed, hand) : null,
    choices,
    callCost: choices.find((button) => button.word === "call" && !button.why)?.cost ?? 0,
    priceWord: choices.find((button) => button.cost && button.option && !button.why)?.word ?? "",
  };
}

/** @param {State} state @param {Omit<Moment, "mode">} moment @param {Wire.SeatView} taken @returns {Mode} */
function mode(state, moment, taken) {
  if (moment.floor) return "floor";
  if (!taken) return "watch";
  if (!moment.player) return "wait"; // until a player's part of the page is loaded
  if (moment.asked) return "decide";
  if (moment.naming) return "name";
  if (state.later) return "wait"; // the settlement is being shown
  if (moment.kind.open(state) && taken.cents + total(taken.placed) > 0) return "bet";
  if (taken.status === "out" || (taken.cents === 0 && state.view.done)) return "out";
  return "wait";
}

/** @param {State} state */
function waitingWords(state) {
  const names = state.view.actors.map((seat) => state.view.seats[seat]?.player ?? t.seatName(seat));
  if (names.length) return t.theirTurn(names);
  return state.view.done ? t.NEXT_DEAL : t.DEALER_WORKS;
}

/** The announcement that screen readers speak at once: my turn, and the last seconds.
 * @param {State} state @param {Moment} moment */
export function announcement(state, { asked, now }) {
  if (!asked) return "";
  const seconds = left(state, asked, now);
  if (seconds !== null && seconds <= 3) return t.secondsLeft(3);
  if (seconds !== null && seconds <= 8) return t.secondsLeft(8);
  return `${t.YOUR_TURN} ${state.reading?.[asked]?.words ?? ""}`;
}
