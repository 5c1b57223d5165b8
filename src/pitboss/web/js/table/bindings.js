// The keyboard of a table page: the keys that do something now.

import { purse } from "../lib/money.js";
import { may } from "./store.js";
import { WAGER_KEYS } from "./deal.js";

/** The keys that do something now, and what each does.
 * @param {TablePage} page */
export function bindings(page) {
  const { state, layout, moment: ui, act } = page;
  const bound = {
    "?": () => page.open({ kind: "keys" }),
    k: act.coach,
    c: () => act.tab("chat"),
    t: act.bank,
  };
  if (ui.dialog) return { Escape: () => page.open(null) };
  if (may(state, "floor")) bound["!"] = () => act.floor(!ui.floor);
  else if (ui.seat) bound["!"] = act.call;
  if (may(state, "dealer") && layout.dealt === "person") bound.n = act.step;
  if (ui.floor) Object.assign(bound, { Escape: () => act.floor(false), Enter: () => page.parts.floor.ruleNow(page) });
  if (ui.mode === "watch" && ui.free.length) bound.s = bound.Enter = () => act.sit(0);
  if (ui.mode === "watch" && !ui.free.length) bound.l = bound.Enter = act.list;
  if (ui.mode === "out") bound.b = bound.Enter = () => act.back(false);
  if (ui.mode === "name") namingKeys(page, bound);
  if (ui.mode === "bet") bettingKeys(page, bound);
  if (ui.mode === "decide") decisionKeys(page, bound);
  if (ui.mode === "wait" && ui.before) {
    Object.assign(bound, { w: () => act.again(false), r: () => act.again(true), Enter: () => act.again(true) });
  }
  if (ui.seat && ui.mode !== "out") bound.o = act.out;
  return bound;
}

/** @param {TablePage} page */
function namingKeys(page, bound) {
  const { moment: ui, act } = page;
  ui.games.forEach((game, index) => (bound[String(index + 1)] = () => !game.why && act.chooseGame(game.id)));
  bound.Enter = () => ui.game && act.name(ui.game);
  bound.a = () => ui.games.some((game) => game.id === ui.lastGame && !game.why) && act.name(ui.lastGame);
}

/** @param {TablePage} page */
function bettingKeys({ layout, act }, bound) {
  purse(layout.limit).forEach((cents, index) => (bound[String(index + 1)] = () => act.choose(cents)));
  Object.assign(bound, { z: act.clear, r: act.repeat, d: act.double, Enter: act.ready });
  const order = layout.wagers.filter((wager) => !wager.of);
  order.forEach((wager, index) => (bound[WAGER_KEYS[index]] = () => act.chip(wager.key)));
}

/** @param {TablePage} page */
function decisionKeys(page, bound) {
  const { moment: ui, act } = page;
  if (ui.picking) {
    const hand = page.state.view.deal.piles[`player ${ui.asked}`] ?? [];
    hand.forEach((card, index) => (bound[String(index + 1)] = () => act.pick(card)));
  }
  const all = ui.picked.size && ui.picking?.boxes ? ui.player.wholeHand(ui) : null;
  if (all) Object.assign(bound, { a: () => act.decide(all), z: act.takeBack });
  for (const button of ui.choices) {
    if (button.why) continue;
    if (button.key) bound[button.key.toLowerCase()] = () => act.decide(button);
    if (button.main) bound.Enter = () => act.decide(button);
  }
}
