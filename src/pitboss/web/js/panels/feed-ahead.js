// Between deals: the end of a player's feed, with the named game and the wagers, and the note on topping up.

import { h } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import * as t from "../texts/en.js";
import { rule } from "../felt/parts.js";

const line = (key, parts, id) => h("li", { key }, h("span", null, parts), rule(id));
const street = (key, words) => h("li", { key, class: "street" }, h("span", null, words));
const yours = (key, first, rest) => h("li", { key, class: "now" }, h("span", null, h("b", null, first), rest));

/** Before a hand that I name: the button, the fee, and the games for fewer players.
 * @param {State} state @param {Layout} layout */
export function toName(state, layout) {
  const players = Object.values(state.view.seats).filter((each) => each.status === "in").length;
  const fee = Math.max(0, ...layout.games.map((game) => game.fee?.[Math.min(players, game.fee.length - 1)] ?? 0));
  const shut = layout.games.filter((game) => players < game.seats[0] || players > game.seats[1]);
  return [
    street("naming", t.handTitle(state.hand + 1)),
    line("button", [t.BUTTON_TO_YOU, h("b", null, t.YOU.toLowerCase())], "PK-1"),
    fee ? line("fee", t.feeNow(players, fee), "PK-2") : null,
    ...shut.map((game) => line(game.id, t.gameIsFor(t.apostrophe(game.name), ...game.seats), game.rule)),
    yours("now", t.YOUR_CHOICE, t.NAME_FEE_ANTE),
  ];
}

/** While wagers are open: what lies on my places.
 * @param {State} state */
export function toPlace(state, names, draft) {
  const placed = Object.entries(draft).filter(([, cents]) => cents);
  return [
    street("placing", t.roundTitle(state.hand + 1)),
    line("open", t.WAGERS_OPEN, "HB-1"),
    ...placed.map(([key, cents]) =>
      h(
        "li",
        { key: `placed ${key}` },
        h("span", null, h("b", null, t.YOU), ` ${names[key] ?? key}, ${dollars(cents)}`),
      )
    ),
    yours("now", t.YOUR_MOVE, placed.length ? t.DEAL_OR_CHANGE : t.CHOOSE_AND_DEAL),
  ];
}

// Next to the table --------------------------------------------------------------------------------------------------

/** @param {Moment} ui @param {Act} act */
export function topUp(ui, act) {
  if (!ui.topup || !ui.seat) return null;
  const stop = h("button", { class: "link", onclick: () => act.topUp(0) }, t.STOP_TOP_UP);
  return h("section", { key: "topup" }, h("p", null, t.toppedUp(ui.topup), stop));
}

/** The panels next to a table against the house.
 * @param {State} _state @param {Layout} _layout @param {Moment} ui @param {Act} act */
export const housePanels = (_state, _layout, ui, act) => [topUp(ui, act)];
