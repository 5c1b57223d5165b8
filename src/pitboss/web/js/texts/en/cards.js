// Cards, hands and pay lines, in English.

import { capital, list } from "./words.js";

export const RANK_NAMES = {
  ...{ A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight" },
  ...{ 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "deuce" },
};
export const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
export const JOKER = "joker";

/** "queen of hearts", for screen readers. */
export function spoken(card) {
  if (!card || card === "??") return "a card face down";
  if (card === "Jk") return `the ${JOKER}`;
  return `${RANK_NAMES[card[0]]} of ${SUIT_NAMES[card[1]]}`;
}

// Hands --------------------------------------------------------------------------------------------------------------

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

/** A hand in as few words as possible: "kings", "two pair". */
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

/** The hands that a player shows; a mere high card is left out next to a low hand. */
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

/** The dealer's hand, on the plate in front of the cards: "pair of tens, qualifies".
 * @param {TableEvent} event */
export function dealerHas({ hand, qualifier }) {
  if (!hand) return "does not qualify";
  return qualifier ? `${hand.words}, qualifies` : hand.words;
}

/** The hand below which the dealer does not play: "Dealer below tens:", "Dealer below ace high:". */
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

/** The condition to open a game: "Jacks or better open."
 * @param {Game} game */
export function opensBy({ opens, opens_with: least }) {
  if (!least) return OPENS[opens] ?? "";
  const pair = least.category === "pair" && least.ranks.length;
  return pair ? `${capital(rankWords(least.ranks[0]))} or better open.` : `${capital(least.words)} opens.`;
}

export const halvesOf = (halves) => (halves.length ? `, ${list(halves)}` : "");

// Pay lines ----------------------------------------------------------------------------------------------------------

const SHORT = { "three of a kind": "three", "four of a kind": "four", "straight flush": "str. flush" };
const OTHERS = { "full house": "full house", "four of a kind": "four", "three of a kind": "three" };
const TEN = 8;
const short = (category) => SHORT[category] ?? category;
const only = ({ ranks }) => ranks[0] === ranks[1];

/** A pay line as printed on a layout, within a number of letters. */
export function onCloth(line, letters) {
  return inTwoParts(line) ?? (line.words.length > letters ? shortLine(line) : line.words);
}

/** A line that is read more quickly with its category first. */
function inTwoParts(line) {
  const { kind, categories = [], ranks = [], better } = line;
  const [category] = categories;
  if (kind === "other" && OTHERS[category]) return `${OTHERS[category]}, other`;
  if (kind !== "ranks") return null;
  if (category === "pair" && better && ranks[0] === TEN) return "pair, 10’s or better";
  return category === "full house" && !better && only(line) ? `full house, ${rankWords(ranks[0])} up` : null;
}

/** A pay line where there is less room. */
export function shortLine(line) {
  const { kind, categories = [] } = line;
  const [first] = categories;
  const last = categories[categories.length - 1];
  if (kind === "ranks") return shortRanks(line);
  if (kind === "other") return `other ${short(first)}`;
  if (kind === "rest") return "all other";
  if (kind !== "category") return line.words;
  if (first === last) return `${short(first)}${line.better ? " or better" : ""}`;
  if (first === "two pair" && last === "three of a kind") return "trips or two pair";
  return `${short(first)} ${categories.length === 2 ? "or" : "to"} ${short(last)}`;
}

function shortRanks(line) {
  const { categories, ranks, better } = line;
  const [category] = categories;
  if (category === "pair" && !better) {
    return only(line) ? rankWords(ranks[0]) : `${rankWords(ranks[0])} to ${rankWords(ranks[1])}`;
  }
  if (category !== "straight flush" || !only(line)) return line.words;
  return `${rankWord(ranks[0])}-high ${short(category)}${better ? " or better" : ""}`;
}

/** A line of a pay table for a hand of this or a better kind, where there is little room: "tens or up". */
export function orUp(line) {
  const { kind, categories = [], ranks = [], better } = line;
  if (!better) return line.words;
  if (kind === "ranks" && categories[0] === "pair") return `${rankWords(ranks[0])} or up`;
  return kind === "category" ? `${categories[0]} or up` : line.words;
}

/** The odds of a line where there is little room: "25" for 25 to 1. */
export const shortOdds = ({ odds, pays }) => (odds === "0" || odds.includes("/") ? pays : odds);

export const postedLimit = (name) => (name ? `Limit, ${name}` : "Payout limit");
export const payoutLimit = (name, amount) => `${name}: posted payout limit ${amount} a deal, for all players together.`;
export const payTable = (name) => `${name} pays`;
