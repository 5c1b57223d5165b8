// The coach's panel: the value of every option, why, the cost of the last slip; before the deal, the wagers' cost.

import { h } from "../lib/dom.js";
import { dollars, gained, signed } from "../lib/money.js";
import * as t from "../texts/en.js";
import { kbd, rule, told, words } from "../felt/parts.js";
import { actionTitle, alike, reasons, scope } from "./reasons.js";
import { wagers } from "../table/store.js";

const FEW = 5;

/** @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act */
export function coach(state, layout, ui, act) {
  const costs = ui.mode === "bet" ? expected(layout, ui.draft) : null;
  return h(
    "section",
    { key: "coach", "aria-label": t.COACH },
    h(
      "header",
      null,
      h("h2", null, t.COACH),
      h("span", { class: "tag" }, t.EXACT),
      h(
        "button",
        { class: "btn plain small push", "aria-pressed": String(ui.coach), onclick: act.coach },
        ui.coach ? t.HIDE : t.SHOW,
        " ",
        kbd("K"),
      ),
    ),
    !ui.coach
      ? null
      : (costs ?? (ui.advice ? values(state, layout, ui, act) : h("p", { class: "dim" }, coachSays(ui)))),
    ui.coach && !ui.advice && ui.score?.last
      ? h("p", { key: "slip", class: "dim" }, h("b", null, t.LAST_SLIP), ": ", slipWords(ui.score.last))
      : null,
  );
}

/** @param {Moment} ui */
const coachSays = (ui) => (ui.asked ? t.capital(ui.coachWords) || t.COACH_WORKS : t.COACH_WAITS);

/** "Swap 8♠ was worth $1.12 more." */
export const slipWords = (last) => told(t.slipWas(actionTitle(last.best), Math.round(last.cents)));

/** The average cost of the wagers being placed, from the figures shipped with the game; null if there are none.
 * @param {Layout} layout @param {Stakes} draft */
function expected(layout, draft) {
  const listed = layout.wagers
    .map((wager) => ({ wager, cents: draft[wager.key] ?? 0, edge: layout.edges?.[wager.sheet || wager.key] }))
    .filter(({ cents, edge }) => cents && edge !== undefined);
  if (!listed.length) return null;
  const most = Math.max(...listed.map(({ cents, edge }) => Math.abs(cents * edge)));
  const name = (wager) => t.title(wager.title || wager.key);
  return [
    h("p", { class: "dim" }, t.BETTING_COSTS),
    h(
      "ul",
      { class: "ev", style: { "--zero": "0%" } },
      listed.map(({ wager, cents, edge }) =>
        h(
          "li",
          { key: wager.key },
          h("b", null, name(wager), " ", dollars(cents)),
          h("span", { class: "num" }, signed(-Math.round((cents * edge) / 100))),
          h(
            "div",
            { class: "track" },
            h("i", {
              style: {
                "--from": "0%",
                "--by": `${(Math.abs(cents * edge) / most) * 74}%`,
              },
            }),
          ),
        )
      ),
    ),
    h("p", { class: "dim" }, t.edgesOf(listed.map(({ wager, edge }) => [name(wager), edge]))),
  ];
}

/** @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act */
function values(state, layout, ui, act) {
  const { advice } = ui;
  const whole = advice.options.some((each) => each.cards?.length > 1) ? layout.player : 0;
  const swaps = !whole && advice.options.some((each) => each.cards?.length);
  const stays = (line) => swaps && !line.cards?.length && !line.folds; // among swaps: play the cards as dealt
  const lines = alike(advice.options, whole).map((line) =>
    stays(line) ? { ...line, title: t.withThese(t.capital(line.word), layout.player) } : line
  );
  const all = advice.options.map((each) => ({ ...each, title: actionTitle(each, whole) }));
  const shown = ui.allOptions ? all : few(lines);
  const about = { layout, advice, reading: state.reading?.[advice.seat], stakes: wagers(state, advice.seat) };
  return [
    bars(shown),
    lines.length > FEW + 1
      ? h(
        "button",
        {
          key: "all",
          class: "btn plain small",
          "aria-expanded": String(Boolean(ui.allOptions)),
          onclick: act.allOptions,
        },
        ui.allOptions ? t.SHOW_FEWER : t.SHOW_ALL(advice.options.length),
      )
      : null,
    h(
      "p",
      { key: "why", class: "reasons" },
      reasons(about).flatMap((each) => [words(each), " "]),
    ),
    h(
      "p",
      { key: "scope", class: "dim scope" },
      scope(about).flatMap((each) => [typeof each === "string" ? words(each) : rule(each.rule), " "]),
    ),
  ];
}

/** The lines to show: the best two of a word with many; with one word only, the best and the worst. */
function few(lines) {
  const kept = lines.filter(
    (line, index) => lines.slice(0, index).filter((each) => each.word === line.word).length < 2,
  );
  if (kept.length > 2) return kept;
  return lines.length <= FEW + 1 ? lines : [...lines.slice(0, FEW - 1), lines[lines.length - 1]];
}

function bars(lines) {
  const low = Math.min(0, ...lines.map((each) => each.cents));
  const high = Math.max(0, ...lines.map((each) => each.cents));
  const span = high - low || 1;
  const part = (cents) => `${(cents / span) * 100}%`;
  return h(
    "ul",
    { class: "ev", style: { "--zero": part(-low) } },
    lines.map((each, index) =>
      h(
        "li",
        { key: each.action, class: index ? null : "best", title: each.ev },
        h("b", null, words(each.title)),
        h("span", { class: index ? "num" : "num brass" }, signed(Math.round(each.cents))),
        h(
          "div",
          { class: "track" },
          h("i", {
            style: { "--from": part(Math.min(each.cents, 0) - low), "--by": part(Math.abs(each.cents)) },
          }),
        ),
      )
    ),
  );
}

/** My last round: each wager with its stake, odds and pay.
 * @param {Slip} slip */
export function slip({ rows, stake, back, number, dealer }) {
  return h(
    "section",
    { key: "slip", "aria-label": t.YOUR_LAST_ROUND },
    h("header", null, h("h2", null, t.YOUR_LAST_ROUND), h("span", { class: "push dim" }, t.slipOf(number, dealer))),
    h(
      "table",
      { class: "slip" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          t.SLIP.map((head) => h("th", { key: head }, head)),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map((row) =>
          h(
            "tr",
            { key: row.key },
            h("td", null, h("b", null, row.name), row.hand ? `, ${t.tersest(row.hand)}` : "", " ", rule(row.rule)),
            h("td", null, dollars(row.stake)),
            h("td", null, row.odds),
            h("td", null, row.won ? h("b", null, dollars(row.paid)) : dollars(row.paid)),
          )
        ),
      ),
      h(
        "tfoot",
        null,
        h(
          "tr",
          null,
          h("td", { colspan: "3" }, t.cameBack(stake, back)),
          h("td", null, h("b", null, gained(back - stake))),
        ),
      ),
    ),
  );
}
