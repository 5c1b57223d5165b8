// Hands in words, in English.

import { capital } from "./words.js";

const FIGURES = { ace: "A", king: "K", queen: "Q", jack: "J", ten: "10", nine: "9", eight: "8", seven: "7", six: "6", five: "5", four: "4", three: "3", two: "2" };
const LOW = /([a-z]+(?:-[a-z]+){4}) low\b/;

/** A low hand in figures: "7-6-5-3-A low". */
const lowFigures = (words) => words.replace(LOW, (_, ranks) => `${ranks.split("-").map((rank) => FIGURES[rank] ?? rank).join("-")} low`);

/** A hand as players say it: "Queens and fours", "Three nines". */
export function handWords(words) {
  if (LOW.test(words)) return words.split("; ").map((part) => (LOW.test(part) ? lowFigures(part) : handWords(part))).join(", ");
  const text = words
    .replace(/^two pair, (\w+ and \w+)$/, "$1")
    .replace(/^three of a kind, (\w+)$/, "three $1")
    .replace(/^four of a kind, (\w+)$/, "four $1")
    .replace(/^full house, (\w+) full of (\w+)$/, "$1 full of $2");
  return capital(text);
}

/** One half of a split pot in words: "three kings, high", "7-6-5-3-A low". */
export const halfWords = (name, words) => `${shownWords(words)}${name === "high" ? ", high" : ""}`;
/** A low hand by its first two cards, as players say it: "Eight-five low". */
export const lowTitle = (words) => capital(words.replace(LOW, (_, ranks) => `${ranks.split("-").slice(0, 2).join("-")} low`));
export const shownWords = (words) => (words ? handWords(words.replace(/^[a-z]+ high; /, "")).replace(/^./, (letter) => letter.toLowerCase()) : "shows");
