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

/** The facts to be sent: the values filled in, each in the format of its kind. */
export function stated(ruling, values) {
  const facts = {};
  for (const fact of ruling.facts ?? []) {
    const value = valueOf(fact, values);
    if (value === "" || value === undefined || (value === false && !fact.required)) continue;
    facts[fact.name] = read(fact.kind, value);
  }
  return facts;
}

/** The facts still to be stated before the ruling can be given. */
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

/** The current steps: with the stated players and cards, and whether each is met or does not apply.
 * @param {Ruling} ruling @param {Record<string, any>} values @param {(seat: number) => string} nameOf */
export function steps(ruling, values, nameOf) {
  const kinds = Object.fromEntries((ruling.facts ?? []).map((fact) => [fact.name, fact.kind]));
  const told = ({ words, fact }) => NAMED[kinds[fact]]?.(values[fact], nameOf) || words;
  return (ruling.steps ?? []).map((step) => ({
    ...step,
    does: step.parts?.map(told).join("") ?? step.does,
    idle: kinds[step.given] === "flag" && !values[step.given],
  }));
}

const player = (seat, nameOf) => seat && nameOf(seat);
const NAMED = {
  seat: player,
  spot: player,
  card: (value) => value?.cards?.length && inText(value.cards[0]),
};
