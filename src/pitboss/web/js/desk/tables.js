// Tables as the lobby shows them: a small cloth for each house table, a row for each poker table.

import { h } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import { rows, shape } from "../felt/places.js";
import * as t from "../texts/en-desk.js";

/** The wager places of a game and the cards of a player, as on the felt. */
function cloth(layout) {
  const drawn = rows(layout);
  const wide = Math.max(1, ...drawn.map((row) => row.length));
  const place = (row) => (wager) =>
    h("i", {
      class: `place ${shape(wager, layout)}`.trim(),
      style: row.length === 1 && wide > 1 ? { "grid-column": "1 / -1", "justify-self": "center" } : null,
    });
  return h(
    "div",
    { class: "cloth", "aria-hidden": "true" },
    h("div", { class: "places", style: { "--cols": wide } }, drawn.flatMap((row) => row.map(place(row)))),
    h("div", { class: "cards" }, Array.from({ length: layout.player || 5 }, () => h("i", { class: "card" }))),
  );
}

const dots = (table) =>
  h(
    "span",
    { class: "dots", "aria-hidden": "true" },
    Array.from({ length: table.seats }, (_, index) => h("i", { key: index, class: index < table.taken ? "on" : null })),
  );

/** The house edge of a table, or the progress of its proof. */
function edgeWords(page, table) {
  const edge = page.edges[table.id];
  if (edge != null) return t.edge(edge);
  const proof = page.proofs[table.id];
  if (proof?.state === "not proved") {
    return h("span", { title: proof.why }, t.TOO_LARGE, h("span", { class: "quiet" }, `: ${proof.why}`));
  }
  if (proof?.state === "waiting") return t.PROOF_WAITS;
  return proof?.done ? t.provedSoFar(proof.done) : t.BEING_PROVED;
}

export function houseCard(page, table) {
  const free = table.seats - table.taken;
  return h(
    "a",
    { key: table.id, class: "game", href: `/table/${table.id}`, onclick: (event) => page.act.sit(event, table) },
    cloth({ wagers: [], ...table.felt }),
    h(
      "div",
      { class: "txt" },
      h("h3", null, table.title || table.name),
      h("p", { class: "sub" }, `${table.name} · ${table.limit}`),
      h("p", { class: "dim" }, edgeWords(page, table)),
      h(
        "div",
        { class: "foot" },
        dots(table),
        h(
          "span",
          { class: "dim" },
          table.yours ? t.yourPlace(table.yours.place, table.yours.want === "going") : t.seatsFree(free),
        ),
        h("span", { class: "btn small" }, free ? t.SIT : t.WAIT),
      ),
    ),
  );
}

/** A poker table from above. */
const oval = () =>
  h(
    "div",
    { class: "cloth", "aria-hidden": "true" },
    h(
      "svg",
      { class: "oval-table", viewBox: "0 0 142 72" },
      h("rect", { class: "rail", width: 142, height: 72, rx: 36 }),
      h("rect", { class: "cloth-in", x: 6, y: 6, width: 130, height: 60, rx: 30 }),
      h("rect", { class: "line-in", x: 19, y: 16, width: 104, height: 40, rx: 20 }),
    ),
  );

/** For the first visitor of an evening: house tables, then poker tables where bots make room. */
export function firstCards(page, house, poker) {
  const card = (table, cloth, about, foot) =>
    h(
      "a",
      { key: table.id, class: "game", href: `/table/${table.id}`, onclick: (event) => page.act.sit(event, table) },
      cloth,
      h(
        "div",
        { class: "txt" },
        h("h3", null, about[0]),
        h("p", { class: "sub" }, about[1]),
        h("p", { class: "dim" }, about[2]),
        h("div", { class: "foot" }, h("span", { class: "dim" }, foot), h("span", { class: "btn small" }, t.SIT)),
      ),
    );
  const free = (table) => table.seats - table.taken;
  return [
    house.slice(0, 3).map((table) =>
      card(table, cloth({ wagers: [], ...table.felt }), [
        table.title || table.name,
        `${table.name} · ${table.limit}`,
        edgeWords(page, table),
      ], table.bots ? t.botsAndFree(table.bots, free(table)) : t.DEALS_ALONE)
    ),
    poker.slice(0, 2).map((table) =>
      card(table, oval(), [
        `${table.title || table.name} ${stakesWords(table)}`,
        `${table.house} · ${forcedWords(table.stakes)}`,
        t.capital(t.BOTS_LEAVE_LOBBY),
      ], table.bots ? t.botsAndFree(table.bots, free(table)) : t.seatsFree(free(table)))
    ),
  ];
}

/** A shipped house game that no table deals now. */
export function houseGame(game) {
  const deal = { wagers: game.wagers, unit: game.unit, player: 0 };
  return h(
    "a",
    {
      key: game.id,
      class: "game unopened",
      href: `/open?kind=house&game=${game.id}`,
      "aria-label": t.openOne(game.name),
    },
    cloth(deal),
    h(
      "div",
      { class: "txt" },
      h("h3", null, game.name),
      h("p", { class: "dim" }, t.NOT_OPEN),
      h("div", { class: "foot" }, h("span", { class: "btn small" }, t.OPEN_ONE)),
    ),
  );
}

/** "2–4" or "no limit", as the lobby calls the stakes of a poker table. */
export function stakesWords({ stakes, limit }) {
  if (stakes.no_limit) return t.NO_LIMIT;
  return stakes.higher ? `${stakes.lower / 100}–${stakes.higher / 100}` : limit;
}

export const forcedWords = ({ blinds = [], ante = 0 }) =>
  [blinds.some(Boolean) ? t.blindsOf(blinds) : "", ante ? t.anteOf(ante) : ""].filter(Boolean).join(", ");

export function pokerTable(page, table) {
  const free = table.seats - table.taken;
  const { yours } = table;
  const name = `${table.title || table.name}, ${table.name}`;
  return h(
    "tr",
    { key: table.id },
    h("td", null, h("b", null, table.title || table.name), " ", h("span", { class: "sub" }, stakesWords(table))),
    h("td", { class: "sub hide-s" }, table.house),
    h("td", { class: "sub hide-s" }, forcedWords(table.stakes)),
    h("td", { class: "sub hide-s fee", title: table.fee }, t.feeShort(table.stakes, table.fee)),
    h("td", { class: "num sub hide-s" }, table.pot ? dollars(table.pot) : "–"),
    h(
      "td",
      null,
      h(
        "span",
        { class: "who" },
        h("span", { class: "hide-s" }, dots(table)),
        t.seatsOf(table.taken, table.seats),
        table.waiting
          ? h(
            "span",
            { class: "tag" },
            yours ? t.yourPlace(yours.place, yours.want === "going") : t.waiting(table.waiting),
          )
          : null,
      ),
    ),
    h(
      "td",
      { class: "num" },
      yours
        ? h("button", {
          class: "btn small",
          "aria-label": `${t.OFF_LIST}: ${name}`,
          onclick: () => page.wait(table.id, "off"),
        }, t.OFF_LIST)
        : h("a", {
          class: "btn small",
          href: `/table/${table.id}`,
          "aria-label": `${free ? t.SIT : t.WAIT}: ${name}`,
          onclick: (event) => page.act.sit(event, table),
        }, free ? t.SIT : t.WAIT),
    ),
  );
}
