// Dealer's choice: the games stand on the cloth, with what the button pays.

import { h } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import * as t from "../texts/en.js";

export function namePanel(games, act) {
  return h(
    "section",
    { key: "choose", class: "choose", "aria-label": t.NAME_THE_GAME },
    h(
      "ol",
      null,
      games.map((game, index) =>
        h(
          "li",
          { key: game.id },
          h(
            "button",
            { "aria-pressed": "false", "aria-disabled": game.why ? "true" : null, onclick: () => !game.why && act.name(game.id) },
            h("kbd", null, index + 1),
            h("div", null, h("b", null, game.name), h("span", null, game.why || game.words)),
            game.cents ? h("span", { class: "cost" }, dollars(game.cents), h("small", null, game.costs)) : null,
          ),
        ),
      ),
    ),
  );
}
