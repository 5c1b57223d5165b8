// What the parts of a table page need to know besides the state: my seat, what is asked of me, my choices, what I wait for.

import * as t from "../texts/en.js";
import { dealEvents, previousEvents, settled, streetNow } from "./deal.js";
import { priceOfCall } from "../panels/panel-facts.js";
import { pickCard } from "../felt/parts.js";
import { inFront } from "../felt/pots.js";
import { deciding, left, mine, options, wagers } from "./store.js";
import { total } from "./wagers.js";

/** Bring `ui` up to date with the state that is shown. */
export function prepare({ layout, ui, act, table }, state) {
  const own = mine(state);
  const asked = deciding(state);
  const { player } = ui; // fetched when I sit down
  ui.table = table;
  ui.own = own;
  ui.asked = asked;
  ui.seat = asked || (own.includes(ui.seat) ? ui.seat : own[0] ?? 0);
  ui.free = freeSeats(state, layout);
  const taken = state.view.seats[ui.seat];
  const hand = state.view.deal?.piles?.[`player ${asked}`] ?? [];
  const listed = asked ? [...options(state, asked).allowed, ...options(state, asked).forbidden] : [];
  ui.hand = hand;
  ui.picking = asked && player ? player.picking(listed, hand) : null;
  ui.choices = asked && player ? player.choices(listed, hand, ui.picked, ui.amount) : [];
  ui.callCost = ui.choices.find((button) => button.word === "call" && !button.why)?.cost ?? 0;
  ui.names = Object.fromEntries((layout.wagers ?? []).map((wager) => [wager.key, t.title(wager.title ?? wager.key)]));
  ui.pickButton = (card, index) => pickCard(card, index, ui.picked.has(card), act);
  ui.players = Object.values(state.view.seats).filter((each) => each.status === "in").length;
  ui.games = player ? player.namable(layout.games ?? [], ui.players) : [];
  if (!own.includes(ui.leaving)) ui.leaving = 0;
  if (own.includes(ui.moving) || ui.free.indexOf(ui.moving) < 0) ui.moving = 0;
  ui.front = inFront(dealEvents(state))[asked] ?? 0;
  const game = layout.games?.find((each) => each.id === state.view.game) ?? layout.games?.[0];
  ui.cap = game?.cap;
  ui.street = streetNow(dealEvents(state), game);
  ui.capped = game?.cap?.most ? { rule: game.cap.rule, words: t.capped(game.cap.most - 1), to: Math.max(0, ...Object.values(inFront(dealEvents(state)))) + (ui.street?.bet ?? 0) } : null;
  ui.slip = ui.linger || !state.view.done ? slip(state, layout, ui) : null;
  const naming = state.view.done && ui.seat && state.namer === ui.seat;
  ui.game = ui.games.some((game) => game.id === ui.game && !game.why) ? ui.game : ui.games.find((game) => !game.why)?.id ?? "";
  ui.naming = naming && player ? player.namePanel(ui.games, ui.game, act) : null;
  ui.owes = Boolean(taken?.owes?.length);
  ui.broke = taken && !taken.cents && state.view.done;
  ui.price = nextWager(state, layout, ui);
  ui.priceWord = ui.choices.find((button) => button.cost && button.option && !button.why)?.word ?? "";
  ui.question = asked ? t.decideNow : "";
  if (state.view.game) ui.lastGame = state.view.game;
  ui.waiting = waitingWords(state);
  ui.pre = ui.seat ? preActions(state, layout, ui.seat) : [];
  ui.mode = mode(state, layout, ui, taken);
}

/** The seats nobody has taken. */
export function freeSeats(state, layout) {
  const taken = new Set(Object.keys(state.view?.seats ?? {}).map(Number));
  return Array.from({ length: layout.seats }, (_, index) => index + 1).filter((seat) => !taken.has(seat));
}

/** My wagers of this round once they are settled, for the slip; while others are settled first, those of the last round. */
function slip(state, layout, ui) {
  if (layout.kind !== "house" || !ui.seat || ui.asked) return null;
  const events = dealEvents(state);
  const now = slipOf(events, layout, ui.seat, state.hand);
  return now ?? (events.some((event) => event.verb === "announce" || event.verb === "show") ? slipOf(previousEvents(state), layout, ui.seat, state.hand - 1) : null);
}

function slipOf(events, layout, seat, number) {
  const done = settled(events, seat);
  const rows = layout.wagers.filter((wager) => done[wager.key]).map((wager) => {
    const one = done[wager.key];
    return { key: wager.key, name: t.title(wager.title ?? wager.key), ...one, odds: one.won ? one.odds : one.lost ? t.LOSES : t.PUSH };
  });
  const shown = events.findLast((event) => event.verb === "show" && event.seat === seat)?.words.replace(/, .*$/, "").replace(/^pair of /, "") ?? "";
  for (const row of rows) if (row.won && row.line) row.hand = shown;
  const stake = rows.reduce((sum, row) => sum + row.stake, 0);
  const back = rows.reduce((sum, row) => sum + (row.lost ? 0 : row.stake + row.paid), 0);
  const dealer = events.findLast((event) => event.verb === "announce")?.words ?? "";
  return rows.length ? { rows, stake, back, number, dealer } : null;
}

function mode(state, layout, ui, taken) {
  if (ui.floor) return "floor";
  if (!taken) return "watch";
  if (!ui.player) return "wait"; // until a player’s part of the page is there
  if (ui.asked) return "decide";
  if (ui.naming) return "name";
  if (state.later) return "wait"; // the settlement is being shown
  const betting = layout.kind === "house" && (!state.view.deal || state.view.done);
  if (betting && taken.cents + total(taken.placed) > 0) return "bet";
  if (taken.status === "out" || (taken.cents === 0 && state.view.done)) return "out";
  return "wait";
}

/** The wager that my decision would place next, and what it costs at least. */
function nextWager(state, layout, ui) {
  const lying = wagers(state, ui.asked);
  const next = (layout.wagers ?? []).find((each) => each.of && !lying[each.key]);
  if (!next || !ui.asked) return {};
  const cheapest = ui.choices.filter((button) => button.cost && !button.why).sort((a, b) => a.cost - b.cost)[0];
  return { [next.key]: cheapest?.cost ?? 0 };
}

function waitingWords(state) {
  const names = state.view.actors.map((seat) => state.view.seats[seat]?.player ?? t.seatName(seat));
  if (names.length) return t.theirTurn(names);
  return state.view.done ? t.NEXT_DEAL : t.DEALER_WORKS;
}

function preActions(state, layout, seat) {
  if (layout.kind === "house" || state.view.done || !state.view.deal?.piles?.[`player ${seat}`]?.length) return [];
  const price = priceOfCall(inFront(dealEvents(state)), seat);
  return [
    { action: "check/fold", words: t.CHECK_FOLD },
    ...(price ? [{ action: "call", cents: price, words: t.callExactly(price) }] : []),
    { action: "call any", words: t.CALL_ANY },
  ];
}

/** What is announced at once to those who listen: my turn, and the last seconds. */
export function announcement(state, ui) {
  if (!ui.asked) return "";
  const seconds = left(state, ui.asked, ui.now);
  if (seconds !== null && seconds <= 3) return t.secondsLeft(3);
  if (seconds !== null && seconds <= 8) return t.secondsLeft(8);
  return `${t.YOUR_TURN} ${state.reading?.[ui.asked]?.words ?? ""}`;
}
