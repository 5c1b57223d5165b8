// Pay tables printed on the cloth: the line played for is outlined, the line that hit is filled.

import { h } from "../lib/dom.js";
import { EVERY_WAGER, title } from "../texts/en.js";

const SHORT = 4; // a table of up to four single cards is a strip under the board
const LONG = 9;

/** Every pay table of the layout, each where LOOK.md puts it; what finds no room opens from the rules. */
export function payTables(layout, marks) {
  const tables = distinct(layout.wagers.filter((wager) => wager.lines?.length));
  const strips = tables.filter((each) => each.lines.length <= SHORT && each.lines.every((line) => line.words.length <= 6));
  const columns = tables.filter((each) => !strips.includes(each));
  const placed = [];
  const sides = columns.slice(0, 2);
  sides.forEach((wager, index) => placed.push(column(wager, index, marks)));
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
  const longestFirst = (a, b) => (b.lines.length > 2) - (a.lines.length > 2);
  return [...byLines.values()].sort(longestFirst);
}

function lines(wager, marks, shorten) {
  const any = (marked) => wager.names.map((key) => marked[key]).find((line) => line !== undefined);
  const hit = any(marks.hit);
  const near = any(marks.near);
  return wager.lines.map((line, index) => {
    const state = index === hit ? "lit" : index === near ? "near" : null;
    return h("li", { class: state }, h("span", null, capital(shorten ? short(line.words) : line.words)), h("b", null, shorten ? line.pays.replace(/ to 1$/, "") : line.pays));
  });
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const short = (words) => words.replace("any other ", "other ").replace("three of a kind", "three").replace("four of a kind", "four").replace("straight flush", "str. flush").replace("pair of ", "");
const heading = (wager) => wager.title || (wager.names.length > 2 ? EVERY_WAGER : wager.names.map(title).join(", "));

function column(wager, index, marks) {
  const wide = wager.lines.length > LONG;
  const style = { "--x": index ? "790" : "290", "--y": "42", "--wd": "188", "grid-area": index ? "pay2" : "pay1" };
  const listed = lines(wager, marks).slice(0, wide ? 12 : undefined);
  return h("section", { key: `pay ${wager.key}`, class: wide ? "posted dense" : "posted", style, "aria-label": `${heading(wager)} pays` }, h("h3", null, heading(wager)), h("ul", null, listed));
}

function strip(wager, marks) {
  const style = { "--x": "540", "--y": "268", "--wd": "244" };
  return h("section", { key: `pay ${wager.key}`, class: "posted row", style, "aria-label": `${heading(wager)} pays` }, h("ul", null, lines(wager, marks)));
}

function twin(wager, marks) {
  const style = { "--x": "540", "--y": "176", "--wd": "298", "grid-area": "row" };
  return h("section", { key: `pay ${wager.key}`, class: "posted twin", style, "aria-label": `${heading(wager)} pays` }, h("h3", null, heading(wager)), h("ul", null, lines(wager, marks, true)));
}
