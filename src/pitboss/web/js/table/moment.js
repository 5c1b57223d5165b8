// One moment of a table page as a frozen model: my seat, what is asked of me, my choices, what I wait for. Elements
// read it and write nothing; what a player chooses is kept by the page in `ui`, from which the next moment is made.

import * as t from "../texts/en.js";
import { announced, dealEvents, front, gameOf, previousEvents, settled, shownBy, standing, streetNow } from "./deal.js";
import { pickCard } from "../felt/parts.js";
import { deciding, left, mine, options, wagers } from "./store.js";
import { total } from "./wagers.js";

/** What a player's choices are after news: a seat that is gone, a wish that is met and a game that is over are
 * dropped. */
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

const seatOf = (ui, own, asked) => asked || (own.includes(ui.seat) ? ui.seat : (own[0] ?? 0));

/** The model of what is shown now: everything in `ui`, and what follows from it and from the state. */
export function momentOf({ layout, ui, act, table }, state, now) {
  const own = mine(state);
  const asked = ui.replay ? 0 : deciding(state);
  const seat = ui.replay ? ui.seat : seatOf(ui, own, asked);
  const taken = state.view.seats[seat];
  const first = {
    ...ui,
    now,
    table,
    own,
    asked,
    seat,
    free: freeSeats(state, layout),
    betting: layout.kind === "house" && (!state.view.deal || state.view.done) && !ui.linger,
    hand: state.view.deal?.piles?.[`player ${asked}`] ?? [],
    names: Object.fromEntries((layout.wagers ?? []).map((wager) => [wager.key, t.title(wager.title || wager.key)])),
    pickButton: (card, index) => pickCard(card, index, ui.picked.has(card), act),
    players: Object.values(state.view.seats).filter((each) => each.status === "in").length,
    owes: Boolean(taken?.owes?.length),
    broke: Boolean(taken && !taken.cents && state.view.done),
    question: asked ? t.decideNow : "",
    waiting: waitingWords(state),
    pre: seat ? preActions(state, layout, seat) : [],
  };
  const chosen = {
    ...first,
    ...decision(state, layout, first),
    ...naming(state, layout, first, act),
    ...limits(state, layout),
  };
  const priced = { ...chosen, price: nextWager(state, layout, chosen), results: myResults(state, layout, chosen) };
  const slip = ui.linger || !state.view.done ? slipNow(state, layout, priced) : null;
  return Object.freeze({ ...priced, slip, mode: mode(state, layout, priced, taken) });
}

/** The seats nobody has taken. */
export function freeSeats(state, layout) {
  const taken = new Set(Object.keys(state.view?.seats ?? {}).map(Number));
  return Array.from({ length: layout.seats }, (_, index) => index + 1).filter((seat) => !taken.has(seat));
}

/** What I may choose now, and how cards are chosen for it. */
function decision(state, layout, { asked, player, hand, picked, amount }) {
  const listed = asked ? [...options(state, asked).allowed, ...options(state, asked).forbidden] : [];
  const choices = asked && player ? player.choices(listed, hand, picked, amount, layout.kind) : [];
  return {
    picking: asked && player ? player.picking(listed, hand) : null,
    choices,
    callCost: choices.find((button) => button.word === "call" && !button.why)?.cost ?? 0,
    priceWord: choices.find((button) => button.cost && button.option && !button.why)?.word ?? "",
  };
}

/** The games I may name now, and the one that is chosen. */
function naming(state, layout, { player, players, seat, game }, act) {
  if (layout.kind === "house") return { games: [], game: "", naming: null };
  const games = player ? player.namable(layout.games, players) : [];
  const open = games.filter((each) => !each.why);
  const chosen = open.some((each) => each.id === game) ? game : (open[0]?.id ?? "");
  const mine = state.view.done && seat && state.namer === seat;
  return { games, game: chosen, naming: mine && player ? player.namePanel(games, chosen, act) : null };
}

/** The round of betting: the street, what lies before me, and the cap on raises. */
function limits(state, layout) {
  const game = gameOf(layout, state.view.game);
  const street = streetNow(state, game);
  const { level = 0, raises_left: raises } = standing(state);
  const full = game?.cap && raises === 0;
  const capped = full
    ? { rule: game.cap.rule, words: t.capped(game.cap.most - 1), to: level + (street?.bet ?? 0) }
    : null;
  return { cap: game?.cap, street, capped, level };
}

// My wagers -----------------------------------------------------------------------------------------------------------

/** What is known about each of my wagers: settled, on its way, or sure already. */
function myResults(state, layout, { betting, seat }) {
  if (betting || layout.kind !== "house" || !seat) return {};
  const done = settled(dealEvents(state), seat);
  const coming = settled(state.later ?? [], seat);
  const sure = state.later ? {} : (state.reading?.[seat]?.sure ?? {});
  const lying = wagers(state, seat);
  const known = {};
  for (const { key } of layout.wagers) {
    if (done[key]) known[key] = { ...done[key], words: resultWords(done[key]) };
    else if (coming[key]?.won) known[key] = { words: t.coming(coming[key].paid) };
    else if (lying[key] && sure[key]) known[key] = { won: true, sure: true, words: t.wins(sure[key]) };
  }
  return known;
}

function resultWords({ won, lost, paid }) {
  if (won) return t.wins(paid);
  return lost ? t.LOSES : t.PUSH;
}

/** My wagers of this round once they are settled, for the slip; while others are settled first, the last round's. */
function slipNow(state, layout, { seat, asked }) {
  if (layout.kind !== "house" || !seat || asked) return null;
  const events = dealEvents(state);
  const now = slipOf(events, layout, seat, state.hand);
  const turned = events.some((event) => event.type === "announced" || event.type === "shown");
  return now ?? (turned ? slipOf(previousEvents(state), layout, seat, state.hand - 1) : null);
}

function slipOf(events, layout, seat, number) {
  const done = settled(events, seat);
  const [hand] = shownBy(events, seat);
  const rows = layout.wagers
    .filter((wager) => done[wager.key])
    .map((wager) => {
      const one = done[wager.key];
      const name = t.title(wager.title || wager.key);
      return { ...one, key: wager.key, name, hand: one.won && one.line ? hand : null, odds: oddsOf(one) };
    });
  const stake = rows.reduce((sum, row) => sum + row.stake, 0);
  const back = rows.reduce((sum, row) => sum + row.paid + (row.lost ? 0 : row.stake), 0);
  return rows.length ? { rows, stake, back, number, dealer: announced(events) ?? null } : null;
}

function oddsOf({ won, lost, odds }) {
  if (won) return t.oddsText(odds);
  return lost ? t.LOSES : t.PUSH;
}

/** The wager that my decision would place next, and what it costs at least. */
function nextWager(state, layout, { asked, choices }) {
  const lying = wagers(state, asked);
  const next = (layout.wagers ?? []).find((each) => each.of && !lying[each.key]);
  if (!next || !asked) return {};
  const costs = choices.filter((button) => button.cost && !button.why).map((button) => button.cost);
  return { [next.key]: costs.length ? Math.min(...costs) : 0 };
}

// What goes on --------------------------------------------------------------------------------------------------------

function mode(state, layout, moment, taken) {
  if (moment.floor) return "floor";
  if (!taken) return "watch";
  if (!moment.player) return "wait"; // until a player’s part of the page is there
  if (moment.asked) return "decide";
  if (moment.naming) return "name";
  if (state.later) return "wait"; // the settlement is being shown
  const open = layout.kind === "house" && (!state.view.deal || state.view.done);
  if (open && taken.cents + total(taken.placed) > 0) return "bet";
  if (taken.status === "out" || (taken.cents === 0 && state.view.done)) return "out";
  return "wait";
}

function waitingWords(state) {
  const names = state.view.actors.map((seat) => state.view.seats[seat]?.player ?? t.seatName(seat));
  if (names.length) return t.theirTurn(names);
  return state.view.done ? t.NEXT_DEAL : t.DEALER_WORKS;
}

function preActions(state, layout, seat) {
  const cards = state.view.deal?.piles?.[`player ${seat}`];
  if (layout.kind === "house" || state.view.done || !cards?.length) return [];
  const price = Math.max(0, (standing(state).level ?? 0) - (front(state)[seat] ?? 0));
  return [
    { action: "check/fold", words: t.CHECK_FOLD },
    ...(price ? [{ action: "call", cents: price, words: t.callExactly(price) }] : []),
    { action: "call any", words: t.CALL_ANY },
  ];
}

/** What is announced at once to those who listen: my turn, and the last seconds. */
export function announcement(state, { asked, now }) {
  if (!asked) return "";
  const seconds = left(state, asked, now);
  if (seconds !== null && seconds <= 3) return t.secondsLeft(3);
  if (seconds !== null && seconds <= 8) return t.secondsLeft(8);
  return `${t.YOUR_TURN} ${state.reading?.[asked]?.words ?? ""}`;
}
