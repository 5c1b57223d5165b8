// Pay tables printed on the cloth: the line played for is outlined, the line that hit is filled.

import { h } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import { BY_TABLE, EVERY_WAGER, LOSES, RESULTS, bestCards, capital, onCloth, payTable, postedLimit, shortLine, title, unqualified } from "../texts/en.js";

const SHORT = 4; // a table of up to four single cards is a strip under the board
const LONG = 9;
const FEW = 3; // under so few lines there is room for the order of the hands
const LETTERS = 22; // a longer line would break in two

/** Every pay table of the layout, each where there is room for it; the others open from the rules. */
export function payTables(layout, marks, betting) {
  const tables = distinct(layout.wagers.filter((wager) => wager.lines?.length));
  const strips = tables.filter((each) => each.lines.length <= SHORT && each.lines.every((line) => line.words.length <= 6));
  const columns = tables.filter((each) => !strips.includes(each));
  const placed = [];
  const sides = columns.slice(0, 2);
  const tight = !strips.length; // something wide stands between them
  const results = tables.length > strips.length + 1 && sides[1]?.lines.length > 1 ? null : outcomes(layout);
  if (results && sides.length > 1) sides.pop(); // its few lines stand among the outcomes
  const free = betting && !layout.board;
  sides.forEach((wager, index) => placed.push(column(wager, index, marks, tight, free)));
  if (results) placed.push(results(sides.length, free));
  const second = results ? 0 : sides[1]?.lines.length ?? 0;
  if (layout.order?.hands && second <= FEW && !results) placed.push(order(layout.order, second));
  if (columns[2]) placed.push(twin(columns[2], marks));
  if (strips[0] && !columns[2]) placed.push(strip(strips[0], marks));
  return placed;
}

/** Where a side of the cloth is free: what the wagers against the dealer come to; null where all is said by tables. */
function outcomes(layout) {
  const listed = layout.wagers.filter((wager) => wager.outcomes);
  if (!listed.length || listed.length > 2) return null;
  const rows = [];
  for (const key of ["win", "tie"]) {
    const all = new Set(listed.map((wager) => text(wager.outcomes[key])));
    if (all.size === 1) rows.push([RESULTS[key], [...all][0]]);
    else listed.forEach((wager) => rows.push([`${RESULTS[key]}, ${name(wager)}`, text(wager.outcomes[key])]));
  }
  if (listed.some((wager) => wager.outcomes.unqualified) && layout.qualifies) {
    rows.push([unqualified(layout.qualifies), ""]);
    for (const wager of listed) {
      const outcome = wager.outcomes.unqualified ?? [];
      rows.push([name(wager), text(outcome.filter((each) => each !== "table"))]);
      if (outcome.includes("table")) wager.lines?.forEach((line) => rows.push([`${name(wager)}, ${line.words.replace(" or better", " or up")}`, line.pays]));
    }
  }
  const heading = listed.map(name).join(" and ");
  return (index, free) => h("section", { key: "outcomes", class: "posted", style: place(index, true, free), "aria-label": payTable(heading) }, h("h3", { "aria-level": "2" }, heading), h("ul", null, rows.map(([words, pays]) => h("li", { key: words }, h("span", null, words), h("b", null, pays)))));
}

const name = (wager) => title(wager.title ?? wager.key);
const text = (outcome) => (outcome ?? []).map((each) => (each === "table" ? BY_TABLE : each === "lose" ? LOSES : each))[0] ?? "";

/** The hands of this game, best first, where they are not the usual ones. */
function order({ hands, cards }, above) {
  const heading = bestCards(cards);
  const style = { "--x": "804", "--y": String(above ? 66 + 20 * above + 20 : 42), "--wd": "180" };
  return h("section", { key: "order", class: "posted order", style, "aria-label": heading }, h("h3", { "aria-level": "2" }, heading), h("ul", null, hands.map((each, index) => h("li", { key: each }, h("b", null, index + 1), h("span", null, capital(each))))));
}

/** Wagers that pay by the same lines share one table, which wears all their names. */
function distinct(wagers) {
  const byLines = new Map();
  for (const wager of wagers) {
    const key = JSON.stringify(wager.lines);
    if (!byLines.has(key)) byLines.set(key, { ...wager, names: [], limited: [] });
    byLines.get(key).names.push(wager.key);
    if (wager.payout) byLines.get(key).limited.push(wager);
  }
  const longestFirst = (a, b) => (b.lines.length > 2) - (a.lines.length > 2) || Boolean(a.fixed) - Boolean(b.fixed); // then those with a decision
  return [...byLines.values()].sort(longestFirst);
}

function lines(wager, marks, shorten) {
  const any = (marked) => wager.names.map((key) => marked[key]).find((line) => line !== undefined);
  const hit = any(marks.hit);
  const near = any(marks.near);
  return printed(wager.lines).map(({ words, pays, of }) => {
    const state = of.includes(hit) ? "lit" : of.includes(near) ? "near" : null;
    return h("li", { class: state }, h("span", null, capital(shorten || (words.length > LETTERS && onCloth(words) === words) ? shortLine(words) : onCloth(words))), h("b", null, shorten ? pays.replace(/ to 1$/, "") : pays));
  });
}

/** The lines as printed: two that pay alike, one of them the rest of the other, are one. */
function printed(lines) {
  const listed = [];
  lines.forEach((line, index) => {
    const rest = /^any other (.+)$/.exec(line.words)?.[1];
    const above = listed[listed.length - 1];
    if (rest && above && above.pays === line.pays && above.words.startsWith(rest)) Object.assign(above, { words: rest, of: [...above.of, index] });
    else listed.push({ ...line, of: [index] });
  });
  return listed;
}

/** The payout limits that are posted with a table. */
const limits = ({ limited, names }) => limited.map((wager) => h("li", { key: `limit ${wager.key}`, class: "limit" }, h("span", null, postedLimit(names.length > 1 ? title(wager.key) : "")), h("b", null, dollars(wager.payout.cents))));

const heading = (wager) => title(wager.heading ?? wager.title ?? "") || (wager.names.length > 2 ? EVERY_WAGER : wager.names.map(title).join(", "));

/** Left or right of what lies in the middle; further out while nothing lies there. */
function place(index, tight, free) {
  const x = free ? ["260", "820"] : tight ? ["276", "804"] : ["304", "776"];
  return { "--x": x[index], "--y": "42", "--wd": free ? "190" : tight ? "180" : "196", "grid-area": index ? "pay2" : "pay1" };
}

function column(wager, index, marks, tight, free) {
  const wide = wager.lines.length + wager.limited.length > LONG;
  const style = place(index, tight, free);
  const listed = lines(wager, marks).slice(0, wide ? 12 : undefined);
  return h("section", { key: `pay ${wager.key}`, class: wide ? "posted dense" : "posted", style, "aria-label": payTable(heading(wager)) }, h("h3", { "aria-level": "2" }, heading(wager)), h("ul", null, listed, limits(wager)));
}

function strip(wager, marks) {
  const style = { "--x": "540", "--y": "268", "--wd": "244" };
  return h("section", { key: `pay ${wager.key}`, class: "posted row", style, "aria-label": payTable(heading(wager)) }, h("ul", null, lines(wager, marks)));
}

function twin(wager, marks) {
  const style = { "--x": "540", "--y": "176", "--wd": "298", "grid-area": "row" };
  return h("section", { key: `pay ${wager.key}`, class: "posted twin", style, "aria-label": payTable(heading(wager)) }, h("h3", { "aria-level": "2" }, heading(wager)), h("ul", null, lines(wager, marks, true), limits(wager)));
}
