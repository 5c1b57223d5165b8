// Cards are text: "As", "Td", the joker "Jk", a card nobody showed me "??".

const RED = new Set(["h", "d"]);

export const hidden = (card) => card === "??" || !card;

export const rank = (card) => (card[0] === "T" ? "10" : card[0]);
export const suit = (card) => card[1];
export const isRed = (card) => RED.has(card?.[1]);
