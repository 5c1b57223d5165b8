// Dealer's choice: the games are listed on the cloth, with what the button pays; one is chosen.

import { h } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import * as t from "../texts/en.js";

/** The games for the player who names one: what each costs now, and why one cannot be dealt.
 * @param {Game[]} games @param {number} players @returns {Namable[]} */
export function namable(games, players) {
  return games.map((game) => {
    const [least, most] = game.seats;
    const fee = game.fee?.[Math.min(players, game.fee.length - 1)] ?? 0;
    const why = players < least || players > most ? t.tooMany(least, most, players) : "";
    const cards = t.capital(t.downAndUp(game.hand - game.up, game.up, game.board));
    const words = `${cards}${game.draw ? t.changes(game.draw) : ""}. ${t.opensBy(game) || `${t.capital(game.words)}.`}`;
    return {
      ...game,
      name: t.apostrophe(game.name),
      why,
      cents: fee + (game.ante ?? 0),
      costs: t.feeAnte(fee, game.ante),
      words,
    };
  });
}

/** @param {Namable[]} games @param {string} chosen @param {Act} act */
export function namePanel(games, chosen, act) {
  return h(
    "section",
    { key: "choose", class: "choose", "aria-label": t.NAME_THE_GAME },
    h("h2", null, t.YOUR_BUTTON),
    h(
      "ol",
      null,
      games.map((game, index) =>
        h(
          "li",
          { key: game.id },
          h(
            "button",
            {
              "aria-pressed": String(game.id === chosen),
              "aria-disabled": game.why ? "true" : null,
              onclick: () => !game.why && act.chooseGame(game.id),
            },
            h("kbd", null, index + 1),
            h("div", null, h("b", null, game.name), h("span", null, game.words)),
            game.why
              ? h(
                "span",
                { class: "cost" },
                h("small", null, game.why, game.rule ? [", ", h("u", null, game.rule)] : null),
              )
              : h("span", { class: "cost" }, dollars(game.cents), h("small", null, game.costs)),
          ),
        )
      ),
    ),
  );
}
