// Cards and pay lines, in English.

import { rankWord, rankWords } from "./hands.js";

export const RANK_NAMES = {
  ...{ A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight" },
  ...{ 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "deuce" },
};
export const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
export const JOKER = "joker";

/** "queen of hearts", for those who listen. */
export function spoken(card) {
  if (!card || card === "??") return "a card face down";
  if (card === "Jk") return `the ${JOKER}`;
  return `${RANK_NAMES[card[0]]} of ${SUIT_NAMES[card[1]]}`;
}

// Pay lines -----------------------------------------------------------------------------------------------------------

const SHORT = { "three of a kind": "three", "four of a kind": "four", "straight flush": "str. flush" };
const OTHERS = { "full house": "full house", "four of a kind": "four", "three of a kind": "three" };
const TEN = 8;
const short = (category) => SHORT[category] ?? category;
const only = ({ ranks }) => ranks[0] === ranks[1];

/** A pay line as players read it on a layout, where a line of more letters would break. */
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

/** The same where there is less room. */
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

/** What a line pays where there is little room: "25" for 25 to 1. */
export const shortOdds = ({ odds, pays }) => (odds === "0" || odds.includes("/") ? pays : odds);

export const postedLimit = (name) => (name ? `Limit, ${name}` : "Payout limit");
export const payoutLimit = (name, amount) => `${name}: posted payout limit ${amount} a deal, for all players together.`;
export const payTable = (name) => `${name} pays`;
