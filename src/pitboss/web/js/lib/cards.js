// Cards are text: "As", "Td", the joker "Jk", a card nobody showed me "??".

const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "deuce" };
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const RED = new Set(["h", "d"]);

export const hidden = (card) => card === "??" || !card;

/** "queen of hearts", for those who listen. */
export function spoken(card) {
  if (hidden(card)) return "a card face down";
  if (card === "Jk") return "the joker";
  return `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
}

export const rank = (card) => (card[0] === "T" ? "10" : card[0]);
export const suit = (card) => card[1];
export const isRed = (card) => RED.has(card?.[1]);
