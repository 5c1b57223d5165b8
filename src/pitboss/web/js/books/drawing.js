// The pictures of the books: a band with its dot, and a table day by day.

import { h } from "../lib/dom.js";
import { grouped } from "../lib/money.js";
import * as t from "../texts/en/books.js";

const MIDDLE = 140;
const SCALE = 25; // units for one standard deviation
const ENDS = [46, 234];

/** The positions of a band's parts in a picture 280 wide, from the figures of a row. */
export function placed(band, win) {
  const at = (cents) => MIDDLE + (band.sd ? ((cents - band.expected) / band.sd) * SCALE : 0);
  const kept = (cents) => Math.max(ENDS[0] + 11, Math.min(ENDS[1] - 11, at(cents)));
  return {
    low99: kept(band.low99),
    low95: kept(band.low95),
    high95: kept(band.high95),
    high99: kept(band.high99),
    dot: kept(win),
  };
}

/** A share as the books write it. */
export function percent(share, places = 2) {
  if (share === null || share === undefined) return "–";
  return `${share < 0 ? "−" : ""}${(Math.abs(share) * 100).toFixed(places)}%`;
}

/** Standard deviations with their sign. */
export function sigma(off) {
  const size = Math.abs(off).toFixed(1);
  const sign = off < 0 ? "−" : "+";
  return `${size === "0.0" ? "" : sign}${size} σ`;
}

/** The band of a wager: light bar 99%, dark bar 95%, line expected, dot the win. */
export function bandPicture(row) {
  const { band, base, win } = row;
  if (!band) return null;
  const { low99, low95, high95, high99, dot } = placed(band, win);
  const far = band.where === "outside 99%";
  const ends = [band.low95, band.high95].map((cents) => ((100 * cents) / base).toFixed(1).replace("-", "−"));
  const label = t.bandLabel(
    ((100 * band.expected) / base).toFixed(2),
    ends[0],
    ends[1],
    ((100 * win) / base).toFixed(1),
  );
  return h(
    "svg",
    { class: "band", viewBox: "0 0 280 26", role: "img", "aria-label": label },
    h("rect", {
      class: "w",
      x: low99.toFixed(1),
      y: 8,
      width: Math.max(1, high99 - low99).toFixed(1),
      height: 10,
      rx: 5,
    }),
    h("rect", {
      class: "m",
      x: low95.toFixed(1),
      y: 8,
      width: Math.max(1, high95 - low95).toFixed(1),
      height: 10,
      rx: 3,
    }),
    h("line", { class: "e", x1: MIDDLE, x2: MIDDLE, y1: 3, y2: 23 }),
    h("text", { x: (Math.min(low99, dot - 8) - 6).toFixed(1), y: 17.5, "text-anchor": "end" }, ends[0]),
    h("text", { x: (Math.max(high99, dot + 8) + 6).toFixed(1), y: 17.5 }, ends[1]),
    h("circle", { class: far ? "p far" : "p", cx: dot.toFixed(1), cy: 13, r: 5.5 }),
  );
}

const WIDE = 630;
const HIGH = 214;

/** A table day by day: its win so far against its band. */
export function timelinePicture(line) {
  const { points } = line;
  if (!points.length) return null;
  const every = points.flatMap((point) => [point.low99, point.high99, point.win, 0]);
  const low = Math.min(...every);
  const high = Math.max(...every, low + 1);
  const x = (index) => 72 + ((WIDE - 90) * (index + 1)) / points.length;
  const y = (cents) => 12 + ((HIGH - 34) * (high - cents)) / (high - low);
  const path = (
    name,
  ) => [
    `72,${y(0).toFixed(1)}`,
    ...points.map((point, index) => `${x(index).toFixed(1)},${y(point[name]).toFixed(1)}`),
  ];
  const area = (lows, highs) => [...path(highs), ...path(lows).reverse()].join(" ");
  const last = points[points.length - 1];
  const far = last.where === "outside 99%";
  return h(
    "svg",
    {
      class: far ? "plot far books" : "plot books",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      role: "img",
      "aria-label": t.lineLabel(line.game, line.wager || t.ALL_WAGERS, last.where),
    },
    h("polygon", { class: "w", points: area("low99", "high99") }),
    h("polygon", { class: "m", points: area("low95", "high95") }),
    ticks(low, high).map((
      cents,
      index,
    ) => [
      h("line", {
        key: `l${index}`,
        class: "ax",
        x1: 72,
        x2: WIDE - 18,
        y1: y(cents),
        y2: y(cents),
        "stroke-dasharray": cents ? "2 4" : null,
      }),
      h("text", { key: `t${index}`, x: 64, y: y(cents) + 4, "text-anchor": "end" }, short(cents)),
    ]),
    h("polyline", { class: "x", points: path("expected").join(" ") }),
    h("polyline", { class: "win", points: path("win").join(" ") }),
    h("circle", { class: "end", cx: x(points.length - 1), cy: y(last.win), r: 5 }),
    h("text", { x: 72, y: HIGH - 4 }, t.dayShort(points[0].day)),
    h("text", { x: WIDE - 18, y: HIGH - 4, "text-anchor": "end" }, t.dayShort(last.day)),
  );
}

/** Cents as whole dollars: "$301,292". */
export const whole = (cents) => `${cents < 0 ? "−" : ""}$${grouped(Math.round(Math.abs(cents) / 100))}`;

/** Cents in few letters, for an axis: "$3k". */
export function short(cents) {
  const dollars = Math.abs(cents) / 100;
  if (dollars < 1000) return whole(cents);
  return `${cents < 0 ? "−" : ""}$${+(dollars / 1000).toFixed(1)}k`;
}

/** About four round amounts to draw lines at, zero among them. */
export function ticks(low, high) {
  const rough = (high - low) / 4;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 3, 5, 10].map((times) => times * ten).find((each) => each >= rough);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step);
}
