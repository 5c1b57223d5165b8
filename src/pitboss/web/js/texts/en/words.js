// Numbers, names and capitals, for use in the other texts.

const SMALL = new Set(["or", "and", "of", "the", "to"]);
export const NUMBERS = [
  ...["no", "one", "two", "three", "four", "five", "six"],
  ...["seven", "eight", "nine", "ten", "eleven", "twelve"],
];
export const number = (count) => NUMBERS[count] ?? String(count);
export const cards = (count) => `${number(count)} ${count === 1 ? "card" : "cards"}`;
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const list = (names) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : (names[0] ?? "");

/** A name as players read it: "ace-or-face" is "Ace or Face". */
export function title(key) {
  return key
    .split(/[-_ ]/)
    .map((word, index) => titled(word, index))
    .join(" ");
}

function titled(word, index) {
  if (word === "tens") return "10’s";
  return index && SMALL.has(word) ? word : capital(word);
}
