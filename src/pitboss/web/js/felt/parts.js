// Small parts of a table, each a description: cards, chips, plates, rule numbers, sentences.

import { hidden, pieces, rank, suit } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { stack } from "../lib/money.js";
import { goesOut, JOKER, OUT, spoken, SUIT_NAMES } from "../texts/en.js";

/** A card; without a label it is decoration of a group that has one.
 * @param {string} text @param {Drawn} [how] */
export function card(text, { lit, gone, label = true, key, inside = null, more } = {}) {
  const classes = ["card", lit && "lit", gone && "gone", more].filter(Boolean).join(" ");
  if (hidden(text)) return h("i", { key, class: classes });
  const spokenAs = label ? { role: "img", "aria-label": label === true ? spoken(text) : label } : {};
  return h("i", { key, class: classes, "data-c": text, ...spokenAs }, inside);
}

/** A stack of chips for an amount; the caller always writes the amount next to it. */
export function chips(cents, most) {
  if (!cents) return null;
  return h(
    "span",
    { class: "chips", "aria-hidden": "true" },
    stack(cents, most).map((value) => h("i", { "data-v": value })),
  );
}

/** A card in a sentence: rank and suit. */
export function inline(text) {
  if (text === "Jk") return h("b", null, JOKER);
  return h(
    "span",
    null,
    rank(text),
    h("i", {
      class: `suit suit-${suit(text)}`,
      role: "img",
      "aria-label": SUIT_NAMES[suit(text)],
    }),
  );
}

/** A rule's number in its box. */
export function rule(id) {
  return id ? h("a", { class: "rule", href: `/rules#${id}`, target: "rules" }, id) : null;
}

/** A sentence of the feed: {name}s are bold, {card}s are drawn. */
export function told(parts) {
  return parts.map((part, index) => {
    if (part?.card) return [h("b", null, inline(part.card)), parts[index + 1]?.card ? " " : null];
    return part?.name === undefined ? part : h("b", null, part.name);
  });
}

/** A key on a button. */
export const kbd = (key) => h("kbd", null, key);

const SIGNS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };

/** A text with the cards that were put into it and the signs of suits drawn. */
export function words(text) {
  return pieces(text).flatMap((part) => (part.card ? inline(part.card) : signs(part)));
}

const signs = (text) => text.split(/([♠♥♦♣])/).map((part) => (SIGNS[part] ? sign(SIGNS[part]) : part));
const sign = (suit) =>
  h("i", {
    class: `suit suit-${suit}`,
    role: "img",
    "aria-label": SUIT_NAMES[suit],
  });

/** A card of mine that can be put out.
 * @param {Act} act */
export function pickCard(text, index, pressed, act) {
  return h(
    "button",
    {
      key: text,
      class: "pick",
      "aria-pressed": String(pressed),
      "aria-label": pressed ? goesOut(spoken(text)) : spoken(text),
      onclick: () => act.pick(text),
    },
    card(text, { label: false }),
    h("kbd", { "aria-hidden": "true" }, index + 1),
    pressed ? h("span", { class: "flag" }, OUT) : null,
  );
}

/** The words of the action bar: a title in the serif, a line below it. */
export function say(first, second, extra) {
  return h("div", { class: "say" }, h("b", null, first), h("p", null, second), extra);
}
