// The printed cloth: rail, felt and lettering. It never changes while a table is open.

import { h, memo } from "../lib/dom.js";
import * as t from "../texts/en.js";

const stop = (offset, colour) => h("stop", { offset, style: { "stop-color": `var(${colour})` } });
const shine = (cy, r) =>
  h(
    "radialGradient",
    { id: "cloth", cx: ".5", cy, r },
    stop("0", "--felt-1"),
    stop(".61", "--felt-2"),
    stop("1", "--felt-3"),
  );
const wood = () =>
  h(
    "linearGradient",
    { id: "rail", x2: "0", y2: "1" },
    stop("0", "--rail-2"),
    stop(".72", "--rail-1"),
    stop("1", "--rail-2"),
  );
const nap = () =>
  h(
    "filter",
    { id: "nap" },
    h("feTurbulence", { type: "fractalNoise", baseFrequency: ".9", numOctaves: "2", seed: "4" }),
    h("feColorMatrix", { values: "0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 .5 -.14" }),
  );

const D = "M34 0H1046C1052 330 930 690 540 690S28 330 34 0Z";
const SEAM = "M19 0H1061C1070 340 943 709 540 709S10 340 19 0Z";

/** A house table: a half-moon with the most important rule on its arc. */
export const moon = memo((law, logo, y = 236) =>
  h(
    "svg",
    { class: "felt", viewBox: "0 0 1080 732", "aria-hidden": "true" },
    h("defs", null, shine(".42", ".72"), wood(), nap(), h("clipPath", { id: "edge" }, h("path", { d: D }))),
    h("path", { class: "rail", d: "M4 0H1076C1086 350 955 728 540 728S-6 350 4 0Z" }),
    h("path", { class: "seam", d: SEAM }),
    h("path", { class: "shine", d: SEAM }),
    h("path", { class: "cloth", d: D }),
    h(
      "g",
      { "clip-path": "url(#edge)" },
      h("rect", { width: "1080", height: "732", filter: "url(#nap)", opacity: ".3" }),
      h("path", { class: "edge", d: D }),
    ),
    h("path", { class: "ring thin", d: "M249 277Q540 387 831 277M242 313Q540 425 838 313" }),
    h("path", { id: "arc", fill: "none", d: "M172 270Q540 443 908 270" }),
    h("text", { class: "law" }, h("textPath", { href: "#arc", startOffset: "50%" }, law)),
    logo && h("text", { class: "logo", x: "540", y }, logo),
  )
);

const oval = (name, inset) =>
  h("rect", {
    class: name,
    x: 72 + inset,
    y: 58 + inset,
    width: 936 - 2 * inset,
    height: 558 - 2 * inset,
    rx: 279 - inset,
  });

/** A poker table: an oval with the name of the house. */
export const ring = memo((lettered = true, y = 404) =>
  h(
    "svg",
    { class: "felt", viewBox: "0 0 1080 732", "aria-hidden": "true" },
    h("defs", null, shine(".45", ".68"), wood(), nap(), h("clipPath", { id: "edge" }, oval(null, 40))),
    oval("rail", 0),
    oval("seam", 20),
    oval("shine", 19),
    oval("cloth", 40),
    h(
      "g",
      { "clip-path": "url(#edge)" },
      h("rect", { width: "1080", height: "732", filter: "url(#nap)", opacity: ".3" }),
      oval("edge", 40),
    ),
    lettered ? h("rect", { class: "ring thin", x: "190", y: "170", width: "700", height: "334", rx: "167" }) : null,
    lettered ? h("text", { class: "house", x: "540", y }, t.HOUSE_NAME) : null,
  )
);

/** The dealer's rack of chips. */
export const rack = memo(() =>
  h(
    "div",
    { class: "rack", "aria-hidden": "true" },
    ["1", "5", "5", "25", "25", "100", "500"].map((value) => h("i", { "data-v": value })),
  )
);
