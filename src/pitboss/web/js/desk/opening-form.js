// The form for opening a table; impossible choices stay, dashed, with their rule.

import { h } from "../lib/dom.js";
import * as t from "../texts/en-desk.js";
import { limitsOf, noLimitGames, ofKind, openingWagers, payTables, rowsOf } from "./wanted.js";

const DELAYS = [0, 30, 120];
const CLOCKS = [10, 20, 40, 90];
const LAWS = ["washington", ""];
const PAYERS = ["pot", "button", "nobody"];

export function openingForm(page) {
  const { wanted } = page;
  const rows = ROWS[wanted.kind];
  return h(
    "section",
    { class: "panel" },
    h(
      "div",
      { class: "in" },
      h(
        "div",
        { class: "rows-form" },
        picks(t.KIND, Object.entries(t.KINDS), wanted.kind, (kind) => page.choose({ kind })),
        rows.before(page),
        gamesRow(page),
        wanted.file || wanted.definition ? fileRow(page) : null,
        rows.after(page),
        seatsRow(page),
        row(
          "bots",
          t.BOTS,
          h(
            "div",
            { class: "line" },
            count(page, "bots", wanted.bots, 0, 9, t.FEWER_BOTS, t.MORE_BOTS),
            h("span", { class: "sub" }, t.BOTS_LEAVE),
          ),
        ),
        optionsRow(page),
        picks(
          t.CLOCK,
          CLOCKS.map((seconds) => [seconds, t.secondsWord(seconds)]),
          wanted.act,
          (act) => page.choose({ act }),
        ),
        picks(
          t.RAIL_DELAY,
          DELAYS.map((seconds) => [seconds, t.secondsWord(seconds)]),
          wanted.delay,
          (delay) => page.choose({ delay }),
        ),
        picks(
          t.LAW,
          LAWS.map((law) => [law, law ? t.title(law) : t.NO_LAW]),
          wanted.law,
          (law) => page.choose({ law }),
        ),
        row(
          "name",
          t.TABLE_NAME,
          h("input", {
            class: "field",
            id: "table-name",
            "aria-label": t.TABLE_NAME,
            maxlength: "60",
            placeholder: t.TABLE_NAME_WORDS,
            value: wanted.name,
            oninput: (event) => (page.wanted.name = event.target.value),
          }),
        ),
      ),
    ),
  );
}

/** The rows that only one kind of table has, before and after its game; its games, and why it has no coach. */
const ROWS = {
  house: {
    before: () => null,
    games: (page) => ofKind(page.games, "house").map((game) => [game.id, game.name]),
    after: (page) => [
      wagerLimits(page),
      payoutLimits(page),
      payTables(page.game()).map((wager) => tableRow(page, wager)),
    ],
    noCoach: "",
  },
  poker: {
    before: houses,
    games: (page) => [...new Map(page.house().games.map((each) => [each.game, each.name]))],
    after: limitsRow,
    noCoach: t.HOUSE_ONLY,
  },
};

const row = (key, name, ...inside) => h("div", { key }, h("b", null, name), inside);

/** A group of choices of which one is selected; an impossible one is [value, words, why, rule]. */
function picks(name, choices, chosen, on, two = false) {
  const pick = ([value, words, why, rule]) =>
    h(
      "button",
      {
        key: String(value),
        class: "btn",
        role: "radio",
        "aria-checked": String(value === chosen && !why),
        "aria-disabled": why ? "true" : null,
        onclick: () => !why && on(value),
      },
      words,
      why ? [" ", h("small", null, why, rule ? [", ", h("u", null, rule)] : null)] : null,
    );
  return row(
    name,
    name,
    h(
      "div",
      { class: two ? "picks two" : "picks", role: "radiogroup", "aria-label": name, onkeydown: walk },
      choices.map(pick),
    ),
  );
}

/** The arrow keys go from choice to choice, as in any radio group. */
function walk(event) {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll("[role=radio]")];
  all[(all.indexOf(document.activeElement) + by + all.length) % all.length].focus();
}

/** Houses by how they take their fee: out of the pot first. */
const sorted = (houses) =>
  [...houses].sort((one, other) => PAYERS.indexOf(one.fee.payer) - PAYERS.indexOf(other.fee.payer));

function houses(page) {
  const words = (house) => `${t.HOUSE_WORDS[house.fee.payer] ?? ""}${house.dealers_choice ? t.NAMES_GAME : ""}`;
  return picks(
    t.HEADS.house,
    sorted(page.houses).map((house) => [house.id, [house.name, h("small", null, words(house))]]),
    page.wanted.house,
    (house) => page.choose({ house }),
    true,
  );
}

function gamesRow(page) {
  const { wanted } = page;
  const house = page.house();
  const listed = ROWS[wanted.kind].games(page);
  const choice = house?.dealers_choice ? [["", t.DEALERS_CHOICE]] : [];
  const file = page.floor ? [["file", t.GAME_FILE]] : [];
  return picks(
    t.GAME,
    [...listed, ...choice, ...file],
    wanted.file ? "file" : wanted.game,
    (
      game,
    ) => (game === "file"
      ? page.choose({ file: "own.toml" })
      : page.choose({ game, file: "", definition: "", checked: null })),
  );
}

/** A game file or its text, checked, with the line of each mistake. */
function fileRow(page) {
  const { wanted } = page;
  const wrong = wanted.checked?.mistakes ?? [];
  return row(
    "file",
    t.FILE_NAME,
    h(
      "div",
      { class: "stack" },
      h("label", { for: "game-file", class: "sub" }, t.FILE_WORDS),
      h("input", {
        id: "game-file",
        type: "file",
        accept: ".toml,text/plain",
        class: "field",
        "aria-label": t.CHOOSE_FILE,
        onchange: (event) => page.read(event.target.files[0]),
      }),
      h("textarea", {
        id: "game-text",
        class: "field text",
        rows: "8",
        spellcheck: "false",
        "aria-label": t.TEXT_OF_GAME,
        value: wanted.definition,
        oninput: (event) => page.write(event.target.value),
      }),
      h(
        "div",
        { class: "line" },
        h("button", { class: "btn", onclick: () => page.check() }, t.CHECK_IT),
        h(
          "span",
          { role: "status", class: wrong.length ? "warn" : "good" },
          wanted.checked && (wrong.length ? t.mistakeCount(wrong.length) : t.fileGood(wanted.checked.game.name)),
        ),
      ),
      wrong.length
        ? h(
          "ul",
          { class: "find" },
          wrong.map((each, index) =>
            h("li", { key: index }, h("b", null, t.atLine(each.line)), h("span", { class: "vs" }, each.problem))
          ),
        )
        : null,
    ),
  );
}

function limitsRow(page) {
  const { wanted } = page;
  const house = page.house();
  const named = rowsOf(house, wanted.game)[0] ?? house.games[0];
  const own = rowsOf(house, wanted.game).map((each) => each.limit.replace("-", "–"));
  const free = noLimitGames(house);
  const choices = limitsOf(house, wanted.file ? "" : wanted.game).sort((one, other) =>
    Number(other.possible) - Number(one.possible)
  )
    .map((
      { limit, possible },
    ) => [
      limit,
      limit.replace("-", "–"),
      possible ? "" : t.onlyAt(named.name, [...new Set(own)].join(", ")),
      house.rule,
    ]);
  choices.push([
    "no-limit",
    t.capital(t.NO_LIMIT),
    named.play.includes("no-limit") && wanted.game ? "" : t.onlyGames(free),
    "PK-29",
  ]);
  const taken = wanted.options.play === "no-limit" ? "no-limit" : wanted.limit;
  const at = rowsOf(house, wanted.game).find((each) => each.limit === wanted.limit) ?? named;
  const form = picks(
    t.LIMIT,
    choices,
    taken,
    (limit) =>
      page.choose(
        limit === "no-limit"
          ? { options: { ...wanted.options, play: limit } }
          : { limit, options: without(wanted.options, "play") },
      ),
  );
  form.children.push(
    h(
      "p",
      { class: "note" },
      t.limitNote(at),
      t.feeNote(at.fees),
      " ",
      at.rule ? h("a", { class: "rule", href: `/rules#${house.rule || at.rule}` }, house.rule || at.rule) : null,
    ),
  );
  return form;
}

/** The limits of each wager placed before the deal, in dollars. */
function wagerLimits(page) {
  const { wanted } = page;
  const put = (wager, name) => (event) => {
    const value = Number(event.target.value);
    if (value > 0) page.choose({ limits: { ...wanted.limits, [wager]: { ...limitOf(page, wager), [name]: value } } });
  };
  const amount = (wager, name, label) =>
    h(
      "label",
      { class: "sum" },
      h("span", { class: "sub" }, label),
      h("input", {
        class: "field",
        type: "number",
        min: "0.01",
        step: "any",
        inputmode: "decimal",
        "aria-label": `${t.wagerLimit(t.title(wager.key))}: ${label}`,
        value: String(limitOf(page, wager.key)[name]),
        onchange: put(wager.key, name),
      }),
    );
  return row(
    "limits",
    t.LIMIT,
    h(
      "div",
      { class: "stack" },
      openingWagers(page.game()).map((wager) =>
        h(
          "div",
          { key: wager.key, class: "line limits" },
          h("span", null, t.title(wager.key)),
          amount(wager, "least", t.LEAST),
          amount(wager, "most", t.MOST),
          amount(wager, "step", t.STEP_WORD),
        )
      ),
    ),
    h("p", { class: "note" }, t.LIMIT_WORDS, " ", h("a", { class: "rule", href: "/rules#HB-2" }, "HB-2")),
  );
}

/** The posted maximum payouts on one deal, in dollars, for each wager the law allows one for. */
function payoutLimits(page) {
  const { payouts } = page.wanted;
  const least = Object.entries(page.leastPayouts);
  if (!least.length) return null;
  const put = (wager) => (event) => page.choose({ payouts: { ...payouts, [wager]: Number(event.target.value) } });
  const field = ([wager, cents]) =>
    h(
      "div",
      { key: wager, class: "line limits" },
      h("span", null, t.title(wager)),
      h(
        "label",
        { class: "sum" },
        h("span", { class: "sub" }, t.payoutFrom(cents)),
        h("input", {
          class: "field",
          type: "number",
          min: "0",
          step: "any",
          inputmode: "decimal",
          "aria-label": t.payoutLimitOf(t.title(wager)),
          value: payouts[wager] ? String(payouts[wager]) : "",
          onchange: put(wager),
        }),
      ),
    );
  return row(
    "payouts",
    t.PAYOUT_LIMIT,
    h("div", { class: "stack" }, least.map(field)),
    h("p", { class: "note" }, t.PAYOUT_WORDS),
  );
}

export function limitOf(page, wager) {
  const chosen = page.wanted.limits[wager];
  if (chosen) return chosen;
  const posted = page.game()?.limits?.[wager];
  return posted
    ? { least: posted.minimum / 100, most: posted.maximum / 100, step: posted.step / 100 }
    : { least: 5, most: 100, step: 5 };
}

const tableRow = (page, wager) => {
  const chosen = page.wanted.options[wager.key] ?? wager.table;
  return picks(
    t.PAY_TABLE(t.title(wager.key)),
    Object.entries(wager.tables).map(([name, lines]) => [
      name,
      `${name}: ${lines.slice(0, 3).map((line) => line.pays).join(", ")} …`,
    ]),
    chosen,
    (table) => page.choose({ options: { ...page.wanted.options, [wager.key]: table } }),
  );
};

function seatsRow(page) {
  const [least, most] = page.seatRange();
  const seats = page.wanted.seats || page.sheet?.seats || most;
  return row(
    "seats",
    t.SEATS_WORD,
    h(
      "div",
      { class: "line" },
      count(page, "seats", seats, least, most, t.SEAT_FEWER, t.SEAT_MORE),
      h("span", { class: "sub" }, t.seatRange(least, most)),
    ),
  );
}

function count(page, name, now, least, most, fewer, more) {
  const step = (by) => () => now + by >= least && now + by <= most && page.choose({ [name]: now + by });
  return h(
    "span",
    { class: "count" },
    h("button", { "aria-label": fewer, "aria-disabled": now <= least ? "true" : null, onclick: step(-1) }, "−"),
    h("b", { "aria-live": "polite" }, now),
    h("button", { "aria-label": more, "aria-disabled": now >= most ? "true" : null, onclick: step(1) }, "+"),
  );
}

function optionsRow(page) {
  const toggle = (name, words, why = "") => {
    const on = Boolean(page.wanted[name]) && !(why && name === "coach");
    return h(
      "button",
      {
        key: name,
        class: "switch",
        role: "switch",
        "aria-checked": String(on),
        "aria-disabled": why ? "true" : null,
        onclick: () => !why && page.choose({ [name]: !on }),
      },
      h("i", null),
      h("div", null, words[0], " ", h("span", null, why || words[1])),
    );
  };
  return row(
    "options",
    t.OPTIONS,
    h(
      "div",
      { class: "switches" },
      toggle("coach", t.COACH_OPTION, ROWS[page.wanted.kind].noCoach),
      toggle("spectators", t.SPECTATORS),
      toggle("private", t.PRIVATE, page.floor ? "" : t.ONLY_FLOOR),
      toggle("chat", t.CHAT_OPTION),
      toggle("bank", t.BANK_OPTION),
      page.floor ? toggle("dealt", t.DEALT_OPTION) : null,
    ),
  );
}

const without = (options, name) => Object.fromEntries(Object.entries(options).filter(([key]) => key !== name));
