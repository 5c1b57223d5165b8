// Cards and pay lines, in English.

export const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "deuce" };
export const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
export const JOKER = "joker";

/** "queen of hearts", for those who listen. */
export function spoken(card) {
  if (!card || card === "??") return "a card face down";
  if (card === "Jk") return `the ${JOKER}`;
  return `${RANK_NAMES[card[0]]} of ${SUIT_NAMES[card[1]]}`;
}

/** A pay line as players read it on a layout, and a shorter form where there is less room. */
export const onCloth = (words) => words.replace(/^tens or better$/, "pair, 10’s or better").replace(/^(\w+) full$/, "full house, $1 up").replace(/^any other (full house|four|three)( of a kind)?$/, "$1, other");
export const shortLine = (words) => words.replace(/^two pair or three of a kind$/, "trips or two pair").replace("any other ", "other ").replace("three of a kind", "three").replace("four of a kind", "four").replace("straight flush", "str. flush").replace("pair of ", "");
export const postedLimit = (name) => (name ? `Limit, ${name}` : "Payout limit");
export const payoutLimit = (name, amount) => `${name}: posted payout limit ${amount} a deal, for all players together.`;
export const payTable = (name) => `${name} pays`;
