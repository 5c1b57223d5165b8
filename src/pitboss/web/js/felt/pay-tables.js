// Pay tables printed on the cloth: the line played for is outlined, the line that hit is filled.

import { h } from "../lib/dom.js";
import { EVERY_WAGER, capitalised, onCloth, payTable, shortLine, title } from "../texts/en.js";

const SHORT = 4; // a table of up to four single cards is a strip under the board
const LONG = 9;
const LETTERS = 22; // a longer line would break in two

/** Every pay table of the layout, each where there is room for it; the others open from the rules. */
export function payTables(layout, marks) {
  const tables = distinct(layout.wagers.filter((wager) => wager.lines?.length));
  const strips = tables.filter((each) => each.lines.length <= SHORT && each.lines.every((line) => line.words.length <= 6));
  const columns = tables.filter((each) => !strips.includes(each));
  const placed = [];
  const sides = columns.slice(0, 2);
  const tight = !strips.length; // something wide stands between them
  sides.forEach((wager, index) => placed.push(column(wager, index, marks, tight)));
  if (columns[2]) placed.push(twin(columns[2], marks));
  if (strips[0] && !columns[2]) placed.push(strip(strips[0], marks));
  return placed;
}

/** Wagers that pay by the same lines share one table, which wears all their names. */
function distinct(wagers) {
  const byLines = new Map();
  for (const wager of wagers) {
    const key = JSON.stringify(wager.lines);
    if (byLines.has(key)) byLines.get(key).names.push(wager.key);
    else byLines.set(key, { ...wager, names: [wager.key] });
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
    return h("li", { class: state }, h("span", null, capitalised(shorten || words.length > LETTERS ? shortLine(words) : onCloth(words))), h("b", null, shorten ? pays.replace(/ to 1$/, "") : pays));
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

const heading = (wager) => title(wager.heading ?? wager.title ?? "") || (wager.names.length > 2 ? EVERY_WAGER : wager.names.map(title).join(", "));

function column(wager, index, marks, tight) {
  const wide = wager.lines.length > LONG;
  const style = { "--x": tight ? (index ? "804" : "276") : index ? "776" : "304", "--y": "42", "--wd": tight ? "180" : "196", "grid-area": index ? "pay2" : "pay1" };
  const listed = lines(wager, marks).slice(0, wide ? 12 : undefined);
  return h("section", { key: `pay ${wager.key}`, class: wide ? "posted dense" : "posted", style, "aria-label": payTable(heading(wager)) }, h("h3", { "aria-level": "2" }, heading(wager)), h("ul", null, listed));
}

function strip(wager, marks) {
  const style = { "--x": "540", "--y": "268", "--wd": "244" };
  return h("section", { key: `pay ${wager.key}`, class: "posted row", style, "aria-label": payTable(heading(wager)) }, h("ul", null, lines(wager, marks)));
}

function twin(wager, marks) {
  const style = { "--x": "540", "--y": "176", "--wd": "298", "grid-area": "row" };
  return h("section", { key: `pay ${wager.key}`, class: "posted twin", style, "aria-label": payTable(heading(wager)) }, h("h3", { "aria-level": "2" }, heading(wager)), h("ul", null, lines(wager, marks, true)));
}
