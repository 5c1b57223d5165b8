// Hands in words, in English, from their facts: {category, ranks, size, half, words}. Ranks run from 0, a deuce, to 12.

import { capital, list } from "./words.js";

const ONE = ["deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
const FIGURES = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SIX = 4;

/** The name of a rank by its place, and of several cards of it. */
export const rankWord = (rank) => ONE[rank];
export const rankWords = (rank) => (rank === SIX ? "sixes" : `${ONE[rank]}s`);

const HANDS = {
  "five aces": () => "five aces",
  "five of a kind": ([rank]) => `five ${rankWords(rank)}`,
  "royal flush": () => "royal flush",
  "straight flush": ([high]) => `straight flush, ${ONE[high]} high`,
  "four of a kind": ([rank]) => `four ${rankWords(rank)}`,
  "full house": ([three, two]) => `${rankWords(three)} full of ${rankWords(two)}`,
  flush: ([high]) => `flush, ${ONE[high]} high`,
  straight: ([high]) => `straight, ${ONE[high]} high`,
  "three of a kind": ([rank]) => `three ${rankWords(rank)}`,
  "two pair": ([high, low]) => `${rankWords(high)} and ${rankWords(low)}`,
  pair: ([rank]) => `pair of ${rankWords(rank)}`,
  "high card": ([rank]) => `${ONE[rank]} high`,
  low: (ranks) => `${ranks.map((rank) => FIGURES[rank]).join("-")} low`,
};

/** A hand as players say it: "queens and fours", "three nines", "8-5-4-3-A low". */
export function handWords(hand) {
  const { category, ranks = [], size = 5, words } = hand;
  if (size === 1) return ONE[ranks[0]];
  return ranks.length || category === "royal flush" ? (HANDS[category]?.(ranks) ?? words) : (words ?? category);
}

/** Hands of mine as a title: "Queens and fours", "Pair of aces, 8-5-4-3-A low". */
export const myHands = (hands) => capital(hands.map(handWords).join(", "));

const BRIEF = new Set(["pair", "high card", "low"]);

/** A hand in a few words: "pair of kings", "two pair", "flush". */
export const briefHand = (hand) => (BRIEF.has(hand.category) || hand.size === 1 ? handWords(hand) : hand.category);

/** A hand in as few words as there are: "kings", "two pair". */
export const tersest = (hand) => (hand.category === "pair" ? rankWords(hand.ranks[0]) : briefHand(hand));

const ARTICLE = new Set(["pair", "straight", "flush", "full house", "royal flush", "straight flush"]);

/** A hand as it stands in a sentence: "a pair of tens", but "two pair, tens and fours". */
export const aHand = (hand) => (ARTICLE.has(hand.category) ? `a ${hand.words}` : hand.words);

/** A pay line as it stands in a sentence: "a straight", "tens or better". */
export function aLine({ kind, categories = [], better, words }) {
  const named = kind === "category" || (kind === "ranks" && categories[0] === "pair" && !better);
  return named && ARTICLE.has(categories[0]) ? `a ${words}` : words;
}

/** A hand in a sentence in few words: "a pair of tens", "two pair". */
export const aBriefHand = (hand) => (ARTICLE.has(hand.category) ? `a ${briefHand(hand)}` : briefHand(hand));

/** The hands that a player shows: a mere high card beside a low hand is not said. */
export function handsShown(hands) {
  const [first, ...others] = hands;
  const said = others.length && first.category === "high card" ? others : hands;
  return said.map(handWords).join(", ");
}

/** One half of a split pot in words: "three kings, high", "7-6-5-3-A low". */
export const halfWords = (half, hand) => `${handWords(hand)}${half === "high" ? ", high" : ""}`;

/** A low hand by its first two cards, as players say it: "Eight-five low". */
export const lowTitle = (hand) =>
  hand.ranks?.length ? capital(`${hand.ranks.slice(0, 2).map(rankWord).join("-")} low`) : capital(hand.words);

/** What the dealer has, on the plate before the cards: "pair of tens, qualifies". */
export function dealerHas({ hand, qualifier }) {
  if (!hand) return "does not qualify";
  return qualifier ? `${hand.words}, qualifies` : hand.words;
}

/** Below what the dealer does not play: "Dealer below tens:", "Dealer below ace high:". */
export function unqualified({ category, ranks, words }) {
  if (category === "high card") {
    return `Dealer below ${ranks.map(rankWord).join("-")}${ranks.length > 1 ? "" : " high"}:`;
  }
  if (!ranks.length) return `Dealer below ${category}:`;
  return `Dealer below ${category === "pair" ? rankWords(ranks[0]) : words}:`;
}

const OPENS = {
  "high board": "The highest showing opens.",
  "low board": "The lowest showing opens.",
  "low card": "The lowest card opens.",
};

/** Who opens a game: "Jacks or better open." */
export function opensBy({ opens, opens_with: least }) {
  if (!least) return OPENS[opens] ?? "";
  const pair = least.category === "pair" && least.ranks.length;
  return pair ? `${capital(rankWords(least.ranks[0]))} or better open.` : `${capital(least.words)} opens.`;
}

export const halvesOf = (halves) => (halves.length ? `, ${list(halves)}` : "");
