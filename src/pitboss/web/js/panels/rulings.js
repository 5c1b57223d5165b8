// A ruling as the floor states it: its facts, the cards picked for it, its steps in words. Pure.

import { inText } from "../lib/cards.js";

export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
export const SUITS = ["s", "h", "d", "c"];

/** The cards of a fact after a rank or a suit was pressed; `half` is a rank that waits for its suit. */
export function picked({ cards = [], half = "" }, pressed, many) {
  if (RANKS.includes(pressed)) return { cards: many ? cards : [], half: pressed };
  if (!half || !SUITS.includes(pressed)) return { cards, half };
  const card = half + pressed;
  return { cards: many ? [...cards.filter((each) => each !== card), card] : [card], half: "" };
}

/** The facts to be sent: what was filled in, as the kind of each fact wants it. */
export function stated(ruling, values) {
  const facts = {};
  for (const fact of ruling.facts ?? []) {
    const value = valueOf(fact, values);
    if (value === "" || value === undefined || (value === false && !fact.required)) continue;
    facts[fact.name] = read(fact.kind, value);
  }
  return facts;
}

/** What is still to be stated before the ruling can be given. */
export const missing = (ruling, values) =>
  (ruling.facts ?? []).filter(
    (fact) => fact.required && fact.kind !== "flag" && ["", undefined].includes(valueOf(fact, values)),
  );

function valueOf(fact, values) {
  const value = values[fact.name];
  if (fact.kind === "card" || fact.kind === "cards") return (value?.cards ?? []).join(" ");
  if (fact.kind === "flag") return value ?? Boolean(fact.default);
  return value ?? fact.default ?? "";
}

function read(kind, value) {
  if (["seat", "spot", "count", "cents"].includes(kind)) return Number(value);
  if (kind === "amounts") return String(value).split(/[ ,]+/).filter(Boolean).map(Number);
  return value;
}

/** The steps as they stand: with the player and the card named, and whether each is met or does not apply. */
export function steps(ruling, values, nameOf) {
  const seat = values.seat ?? values.spot;
  const card = values.card?.cards?.[0] ?? "";
  const flags = new Set((ruling.facts ?? []).filter((fact) => fact.kind === "flag").map((fact) => fact.name));
  return (ruling.steps ?? []).map((step) => ({
    ...step,
    does: inWords(step.does, seat ? nameOf(seat) : "", card),
    idle: Boolean(step.given) && flags.has(step.given) && !values[step.given],
  }));
}

function inWords(does, name, card) {
  const words = card ? does.replace(/\bthe card\b/, () => inText(card)) : does;
  return name ? words.replace(/^The player\b/, () => name) : words;
}
