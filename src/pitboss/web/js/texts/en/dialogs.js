// What opens over a table: buying in, the keys, the settings, in English.

import { dollars, exact } from "../../lib/money.js";

export const BUY_IN = "Buy chips and sit down";
export const buyInRange = (
  least,
  most,
) => (most ? `This table takes ${dollars(least)} to ${dollars(most)}.` : `This table takes ${dollars(least)} or more.`);
export const inWallet = (cents) => `You have ${exact(cents)} in your wallet.`;
export const CANCEL = "Cancel";
export const takenMeanwhile = (seat) => `Seat ${seat} was taken meanwhile.`;
export const takeSeat = (seat, cents) => `Take seat ${seat} with ${dollars(cents)}`;
export const AMOUNT_LABEL = "Chips in dollars";
export const REFILL = "Ask the cage for chips";
export const WATCH_ONLY = "This table does not allow spectators.";
export const KEYS_TITLE = "Keys";
export const CLOSE = "Close";
export const theirTurn = (names) => (names.length === 1 ? `${names[0]} is thinking` : "The others are deciding");
export const KEYS = [
  ["Enter", "the brass button"],
  ["F C R", "fold, call or check, raise: the letter on each button"],
  ["1–9", "choose a chip, or a card"],
  ["Q W E A", "put the chosen chip on a wager, in their order"],
  ["Z R D", "clear, repeat, double the wagers"],
  ["K", "show or hide the coach"],
  ["T", "take more time from the time bank"],
  ["S", "take a free seat; L joins the list of a full table"],
  ["O", "sit out; B comes back"],
  ["C", "chat, while nothing is asked of you; Esc ends typing"],
  ["!", "call the floor; for the floor, its panel"],
  ["N", "next step, at a table dealt by a person"],
  ["?", "these keys"],
  ["Esc", "close what is open"],
];
export const four = "Four-colour deck";
export const THEME = "Theme";
export const THEMES = { system: "As the device", light: "Light", dark: "Dark" };
export const CONTRAST = "High contrast";
export const MOTION = "Less motion";
export const SOUNDS = "Sounds";
export const NOTIFY = "Tell me when it is my turn";
