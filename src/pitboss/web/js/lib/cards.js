// Cards are text: "As", "Td", the joker "Jk", a card hidden from me "??".

export const hidden = (card) => card === "??" || !card;

export const rank = (card) => (card[0] === "T" ? "10" : card[0]);
export const suit = (card) => card[1];

/** The cards that an action of an option names after its word.
 * @param {Wire.Option} option @param {string} action */
export const namedIn = ({ word, names }, action) => (names ? action.slice(word.length).split(" ").filter(Boolean) : []);

const MARK = "\uE000"; // before a card in a text, since a name or a word may look like a card

/** A card marked within a text, so that it is drawn there. */
export const inText = (card) => `${MARK}${card}`;

/** A text in pieces: {card} for each card that was put in, and the texts between them. */
export function pieces(text) {
  const [first, ...rest] = text.split(MARK);
  return [first, ...rest.flatMap((part) => [{ card: part.slice(0, 2) }, part.slice(2)])].filter((part) => part !== "");
}
