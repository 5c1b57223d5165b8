// From options to buttons: the decisions of a seat, how cards are chosen for them, and their costs. Pure.

import { namedIn } from "../lib/cards.js";

const LIKELY = ["check", "call", "play", "show", "let it ride", "raise", "bet"];

/** The decisions of a seat as buttons: fold first, then by cost; forbidden ones keep their place and name their
 * rule.
 * @param {Wire.Option[]} options @param {string[]} hand @param {Set<string>} picked @param {number} amount */
export function choices(options, hand, picked, amount) {
  /** @type {Choice[]} */
  const buttons = options.flatMap((option) => option.why ? [forbidden(option)] : allowed(option, hand, picked, amount));
  buttons.sort((a, b) => order(a) - order(b) || a.cost - b.cost);
  const main = likeliest(buttons);
  const taken = new Set();
  return buttons.map((button) => ({ ...button, main: button === main, key: keyFor(button.word, taken) }));
}

/** The options of a house game worth a button: the allowed ones, and forbidden ones that place a wager.
 * @param {Wire.Option[]} options */
export const houseOptions = (options) => options.filter((option) => !option.why || option.cents > 0);

const BETTING = ["raise", "complete", "bet"];

/** The options of poker worth a button: the allowed ones, and one forbidden bet if no bet is allowed.
 * @param {Wire.Option[]} options */
export function pokerOptions(options) {
  const open = options.filter((option) => !option.why);
  const acting = open.some((option) => ["fold", "check", "call"].includes(option.word));
  if (!acting || open.some((option) => BETTING.includes(option.word))) return open;
  const facing = open.some((option) => option.word === "call");
  const closed = options.find((option) => option.word === (facing ? "raise" : "bet"));
  return closed ? [...open, closed] : open;
}

/** @param {Wire.Option} option @returns {Choice} */
function forbidden({ word, why, rule, cents, folds }) {
  const cost = cents || (BETTING.includes(word) ? Infinity : 0);
  return { word, action: word, why, rule, cost, folds };
}

/** @param {Wire.Option} option @param {string[]} hand @param {Set<string>} picked @param {number} amount
 * @returns {Choice[]} */
function allowed(option, hand, picked, amount) {
  const { word, rule, folds, cents: cost = 0 } = option;
  if (byCards(option)) {
    const action = chosen(option, hand, picked);
    const button = { word, action, option, cost, folds };
    return [action ? { ...button, cents: 0, rule } : { ...button, why: word, waiting: true }];
  }
  if (option.high) {
    const cents = clamp(option, amount);
    const range = option.high > option.low;
    return option.actions.map((action) => ({ word, action, option, cents, cost: cents, range, rule, folds }));
  }
  const actions = word === "show" ? option.actions.slice(0, 1) : option.actions; // all cards or none
  return actions.map((action) => ({ word: action, action, option, cents: 0, cost, rule, folds }));
}

/** @param {Choice} button */
const order = (button) => (button.folds ? 0 : 1);

function likeliest(buttons) {
  const open = buttons.filter((button) => !button.why);
  const picking = open.find((button) => button.option && byCards(button.option));
  if (picking) return picking;
  for (const word of LIKELY) {
    const match = open.find((button) => button.word === word || button.word.startsWith(`${word} `));
    if (match) return match;
  }
  return open[open.length - 1];
}

function keyFor(word, taken) {
  for (const letter of word.toLowerCase().replace(/[^a-z0-9]/g, "")) {
    if (taken.has(letter) || RESERVED.has(letter)) continue;
    taken.add(letter);
    return letter.toUpperCase();
  }
  return "";
}

const RESERVED = new Set(["k", "o", "t", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);

// Amounts ------------------------------------------------------------------------------------------------------------

/** The amount nearest to the wanted one that the option accepts; by default the least.
 * @param {Wire.Option} option */
export function clamp(option, wanted) {
  if (!wanted || option.high <= option.low) return option.low;
  if (wanted >= option.high) return option.high;
  const step = option.step || 1;
  return Math.max(option.low, option.low + Math.round((wanted - option.low) / step) * step);
}

// Cards --------------------------------------------------------------------------------------------------------------

/** True if an option is decided by choosing cards, as in a swap, a hold or a draw.
 * @param {Wire.Option} option */
export const byCards = (option) => Boolean(option.names);

/** How cards are chosen now: the word, whether the chosen ones are held or thrown, how many may go.
 * @param {Wire.Option[]} options @param {string[]} hand @returns {Picking | null} */
export function picking(options, hand) {
  const option = options.find((each) => !each.why && byCards(each));
  if (!option) return null;
  const counts = option.actions.map((action) => namedIn(option, action).length);
  const holds = option.names === "held";
  const out = counts.map((count) => (holds ? hand.length - count : count));
  return { word: option.word, boxes: holds, least: Math.min(...out), most: Math.max(...out) };
}

/** The action of an option for the cards that go out, or "" if these cannot go.
 * @param {Wire.Option} option */
export function chosen(option, hand, picked) {
  const out = new Set(picked);
  const wanted = hand.filter((card) => out.has(card) === (option.names === "out"));
  const key = [...wanted].sort().join(" ");
  return option.actions.find((action) => namedIn(option, action).sort().join(" ") === key) ?? "";
}

/** Put a card out or take it back; if only one may go, the other comes back. */
export function toggled(picked, card, picking) {
  const next = new Set(picked);
  if (next.has(card)) next.delete(card);
  else {
    if (picking.most === 1) next.clear();
    if (next.size < picking.most) next.add(card);
  }
  return next;
}
