// The coach's words, in English.

import { dollars, exact } from "../../lib/money.js";
import { aHand } from "./cards.js";
import { list, number } from "./words.js";

const RANKS = {
  A: "ace",
  K: "king",
  Q: "queen",
  J: "jack",
  T: "ten",
  9: "nine",
  8: "eight",
  7: "seven",
  6: "six",
  5: "five",
  4: "four",
  3: "three",
  2: "two",
};
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

export const suitName = (suit) => SUITS[suit];
export const rankName = (rank) => RANKS[rank] ?? "joker";
export const rankNames = (rank) => (rank === "6" ? "sixes" : `${rankName(rank)}s`);
export const allCards = (count) => `all ${number(count)}`;
export const ofSuit = (count, suit) => `${number(count)} ${SUITS[suit]}`;
export const the = (name) => `the ${name}`;
export const either = (first, second) => `${first} or ${second}`;

export const youHold = (hand) => `You hold ${aHand(hand)}.`;
export const makes = (option, hand) => `${option} makes ${aHand(hand)}.`;
export const toCome = (option) => `${option} waits for cards still face down.`;
/** The payment of a line, whatever the dealer holds; odds of 0 are a push. */
export function paysAnyway(name, { odds, pays }, dealer) {
  return odds === "0" ? `${name} pushes` : `${name} pays ${pays}${dealer ? " whatever the dealer holds" : ""}`;
}
export const paysIfWon = (name, odds) => `${name} ${odds} if you win`;
export const notPaid = (name, least) => `${name} pays from ${least} up.`;
export const pairPays = (parts) => `${list(parts)}.`;
export const gains = (cents, next) =>
  `It is worth ${cents < 0.5 ? "less than a cent" : exact(cents)} more than ${next}, the next best.`;
export const ties = (other) => `${other} is worth exactly the same.`;
export const equal = "The options are worth exactly the same.";
export const foldIsBest = (cents) =>
  `The hand does not win often enough: playing it on costs ${exact(cents)} more than folding.`;
export const settledAlready = (name, line, odds) => `${name} is settled already: ${line} pays ${odds}.`;
export const counted = (names) => `${list(names)}${names.length > 1 ? " together" : " alone"}.`;
export const SHOW_ALL = (count) => `All ${count} options`;
export const SHOW_FEWER = "Fewer options";
export const LAST_SLIP = "Last slip";
export const score = ({ decisions, slips, cents }) => {
  const made = `${decisions} ${decisions === 1 ? "decision" : "decisions"}`;
  return slips
    ? `${made}, ${slips} ${slips === 1 ? "slip" : "slips"}, ${exact(-Math.round(cents))}`
    : `${made}, no slip`;
};
export const scoreShare = ({ cents, staked }) =>
  staked ? `${((100 * cents) / staked).toFixed(2)}% of ${dollars(Math.round(staked))} staked` : "";
const ORDER = "23456789TJQKA";
/** Two cards before any others lie there: "Ace-queen, suited", "Pair of queens". */
export function twoCards(hand) {
  if (hand.length !== 2) return "";
  const [high, low] = [...hand].sort((a, b) => ORDER.indexOf(b[0]) - ORDER.indexOf(a[0]));
  if (high[0] === low[0]) return `Pair of ${rankNames(high[0])}`;
  const words = `${rankName(high[0])}-${rankName(low[0])}${high[1] === low[1] ? ", suited" : ""}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
export const holdTitle = (word, held) => `${word} ${held}`;
export const comeIn = (count) => (count === 1 ? "comes in" : "come in");
export const mayMake = (hand, wager, odds) => `It may still become ${hand}: ${wager} pays ${odds}.`;
