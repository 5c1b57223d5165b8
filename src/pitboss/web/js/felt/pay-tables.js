// Pay tables printed on the cloth: the line played for is outlined, the line that hit is filled.

import { h } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import * as t from "../texts/en.js";

const SHORT = 4; // a table of up to four single cards is a strip under the board
const LONG = 9;
const FEW = 3; // with so few lines there is room for the order of the hands
const LETTERS = 22; // a longer line would break in two

/** Every pay table of the layout, each where there is room for it; the others open from the rules.
 * @param {Layout} layout */
export function payTables(layout, marks, betting) {
  const tables = distinct(layout.wagers.filter((wager) => wager.lines?.length));
  const strips = tables.filter(
    (each) => each.lines.length <= SHORT && each.lines.every((line) => line.words.length <= 6),
  );
  const columns = tables.filter((each) => !strips.includes(each));
  const placed = [];
  const sides = columns.slice(0, 2);
  const tight = !strips.length; // something wide is between them
  const results = tables.length > strips.length + 1 && sides[1]?.lines.length > 1 ? null : outcomes(layout);
  if (results && sides.length > 1) sides.pop(); // its few lines are among the outcomes
  const free = betting && !layout.board;
  sides.forEach((wager, index) => placed.push(column(wager, index, marks, tight, free)));
  if (results) placed.push(results(sides.length, free));
  const second = results ? 0 : (sides[1]?.lines.length ?? 0);
  if (layout.order?.hands && second <= FEW && !results) placed.push(order(layout.order, second));
  if (columns[2]) placed.push(twin(columns[2], marks));
  if (strips[0] && !columns[2]) placed.push(strip(strips[0], marks));
  return placed;
}

/** For a free side of the cloth: the payouts of wagers against the dealer; null if the tables show them all.
 * @param {Layout} layout */
function outcomes(layout) {
  const listed = layout.wagers.filter((wager) => wager.outcomes);
  if (!listed.length || listed.length > 2) return null;
  const rows = [];
  for (const key of ["win", "tie"]) {
    const all = new Set(listed.map((wager) => text(wager.outcomes[key])));
    if (all.size === 1) rows.push([t.RESULTS[key], [...all][0]]);
    else listed.forEach((wager) => rows.push([`${t.RESULTS[key]}, ${name(wager)}`, text(wager.outcomes[key])]));
  }
  if (listed.some((wager) => wager.outcomes.unqualified) && layout.qualifier) {
    rows.push([t.unqualified(layout.qualifier), ""], ...listed.flatMap(unqualified));
  }
  const heading = t.list(listed.map(name));
  const item = ([words, pays], index) => h("li", { key: index }, h("span", null, words), h("b", null, pays));
  return (index, free) =>
    h(
      "section",
      { key: "outcomes", class: "posted", style: place(index, true, free), "aria-label": t.payTable(heading) },
      h("h3", { "aria-level": "2" }, heading),
      h("ul", null, rows.map(item)),
    );
}

/** The results of a wager when the dealer does not qualify.
 * @param {Wager} wager */
function unqualified(wager) {
  const outcome = wager.outcomes.unqualified ?? [];
  const first = [name(wager), text(outcome.filter((each) => each !== "table"))];
  if (!outcome.includes("table")) return [first];
  return [first, ...(wager.lines ?? []).map((line) => [`${name(wager)}, ${t.orUp(line)}`, line.pays])];
}

/** @param {Wager} wager */
const name = (wager) => t.title(wager.title || wager.key);
const PRINTED = { table: t.BY_TABLE, lose: t.LOSES };
/** @param {string[]} [outcome] */
const text = ([first = ""] = []) => PRINTED[first] ?? first;

/** The hands of this game, best first, if they are not the usual ones. */
function order({ hands, cards }, above) {
  const heading = t.bestCards(cards);
  const style = { "--x": "804", "--y": String(above ? 66 + 20 * above + 20 : 42), "--wd": "180" };
  return h(
    "section",
    { key: "order", class: "posted order", style, "aria-label": heading },
    h("h3", { "aria-level": "2" }, heading),
    h(
      "ul",
      null,
      hands.map((each, index) => h("li", { key: each }, h("b", null, index + 1), h("span", null, t.capital(each)))),
    ),
  );
}

/** Wagers that pay by the same lines share one table, which has all their names.
 * @param {Wager[]} wagers @returns {PayTable[]} */
function distinct(wagers) {
  const byLines = new Map();
  for (const wager of wagers) {
    const key = JSON.stringify(wager.lines);
    if (!byLines.has(key)) byLines.set(key, { ...wager, names: [], limited: [] });
    byLines.get(key).names.push(wager.key);
    if (wager.payout) byLines.get(key).limited.push(wager);
  }
  // the longest first, then those with a decision
  const longestFirst = (a, b) =>
    Number(b.lines.length > 2) - Number(a.lines.length > 2) || Number(a.fixed ?? 0) - Number(b.fixed ?? 0);
  return [...byLines.values()].sort(longestFirst);
}

/** @param {PayTable} wager @param {any} marks @param {boolean} [shorten] */
function lines(wager, marks, shorten) {
  const any = (marked) => wager.names.map((key) => marked[key]).find((line) => line !== undefined);
  const hit = any(marks.hit);
  const near = any(marks.near);
  return printed(wager.lines).map((line) => {
    const far = line.of.includes(near) ? "near" : null;
    const words = shorten ? t.shortLine(line) : t.onCloth(line, LETTERS);
    return h(
      "li",
      { class: line.of.includes(hit) ? "lit" : far },
      h("span", null, t.capital(words)),
      h("b", null, shorten ? t.shortOdds(line) : line.pays),
    );
  });
}

/** The lines as printed: two that pay alike, one of them the rest of the other, are one. */
function printed(lines) {
  const listed = [];
  lines.forEach((line, index) => {
    const above = listed[listed.length - 1];
    const rest = line.kind === "other" && above?.odds === line.odds && above.categories?.[0] === line.categories[0];
    if (rest) listed[listed.length - 1] = { ...above, ...whole(line), of: [...above.of, index] };
    else listed.push({ ...line, of: [index] });
  });
  return listed;
}

/** All hands of a line's category as a line. */
const whole = ({ categories }) => ({ kind: "category", categories, ranks: [], better: false, words: categories[0] });

/** The payout limits that are posted with a table.
 * @param {PayTable} wager */
const limits = ({ limited, names }) =>
  limited.map((wager) =>
    h(
      "li",
      { key: `limit ${wager.key}`, class: "limit" },
      h("span", null, t.postedLimit(names.length > 1 ? t.title(wager.key) : "")),
      h("b", null, dollars(wager.payout.cents)),
    )
  );

/** @param {PayTable} wager */
const heading = (wager) =>
  t.title(wager.heading || wager.title || "") ||
  (wager.names.length > 2 ? t.EVERY_WAGER : wager.names.map(t.title).join(", "));

/** Left or right of the middle; further out while the middle is empty. */
function place(index, tight, free) {
  const beside = tight ? [["276", "804"], "180"] : [["304", "776"], "196"];
  const [x, wide] = free ? [["260", "820"], "190"] : beside;
  return { "--x": x[index], "--y": "42", "--wd": wide, "grid-area": index ? "pay2" : "pay1" };
}

/** @param {PayTable} wager */
function column(wager, index, marks, tight, free) {
  const wide = wager.lines.length + wager.limited.length > LONG;
  const style = place(index, tight, free);
  const listed = lines(wager, marks).slice(0, wide ? 12 : undefined);
  return h(
    "section",
    {
      key: `pay ${wager.key}`,
      class: wide ? "posted dense" : "posted",
      style,
      "aria-label": t.payTable(heading(wager)),
    },
    h("h3", { "aria-level": "2" }, heading(wager)),
    h("ul", null, listed, limits(wager)),
  );
}

/** @param {PayTable} wager */
function strip(wager, marks) {
  const style = { "--x": "540", "--y": "268", "--wd": "244" };
  return h(
    "section",
    {
      key: `pay ${wager.key}`,
      class: "posted row",
      style,
      "aria-label": t.payTable(heading(wager)),
    },
    h("ul", null, lines(wager, marks)),
  );
}

/** @param {PayTable} wager */
function twin(wager, marks) {
  const style = { "--x": "540", "--y": "176", "--wd": "298", "grid-area": "row" };
  return h(
    "section",
    {
      key: `pay ${wager.key}`,
      class: "posted twin",
      style,
      "aria-label": t.payTable(heading(wager)),
    },
    h("h3", { "aria-level": "2" }, heading(wager)),
    h("ul", null, lines(wager, marks, true), limits(wager)),
  );
}
