// The table and the dialogs over it, in English.

import { dollars, exact, grouped } from "../../lib/money.js";
import { spoken } from "./cards.js";
import { capital, cards, number, title } from "./words.js";

export const PITBOSS = "Pitboss";
export const LOBBY = "Lobby";
export const SKIP = "Skip to the page";
export const HELP = "Help and keys";
export const SETTINGS = "Settings";
export const seatTitle = "A seat is free for you";
export const guestName = (number) => `Guest ${number}`;
export const FELT = "The felt";
export const YOU = "You";
export const AT_TABLE = "At the table";
export const TONIGHT = "Tonight";
export const SEATS = "Seats";
export const OTHER_SPOTS = "Other spots";
export const YOUR_WAGERS = "Your wagers";
export const YOUR_CARDS = "Your cards";
export const YOUR_DECISION = "Your decision";
export const DEALER_BUTTON = "DEALER";
export const HOUSE_NAME = "Pitboss Card Room";
export const round = (count) => `round ${grouped(count)}`;
export const hand = (count) => `hand ${grouped(count)}`;
export const yourSpot = (seat, placed) => `Your spot ${seat}${placed ? ", in" : ""}`;
export const wagerOn = (seat) => `Place wagers on your spot ${seat}`;
export const openSpot = (seat) => `Spot ${seat} open`;
export const openSeat = (seat) => `Seat ${seat} open`;
export const NO_ANSWER = "The server does not answer; try again in a moment.";
export const sitHere = (seat) => `Sit at ${seat}`;
export const hasButton = (name) => `${name} has the button`;
export const dealerShows = (listed) => `Dealer: ${listed.map(spoken).join(", ")}`;
export const dealerDown = (count) => `Dealer: ${cards(count)} face down`;
export const boardShows = (listed) => `Board: ${listed.map(spoken).join(", ")}`;
export const POT = "Pot";
export const MAIN_POT = "Main pot";
export const SIDE_POT = "Side pot";
export const ifYou = (word) => `if you ${word}`;
export const NEEDED = "needed";
export const OPTIONAL = "optional";
export const afterCards = (of, times = []) =>
  `after your cards, ${times.length === 1 && times[0] === 1 ? "equal to" : "by"} the ${title(of)}`;
export const addChip = (name, cents) => `${name}, ${dollars(cents)}, add a chip`;
export const chipOf = (cents) => `${dollars(cents)} chip`;
export const CHIP_TO_PLACE = "Chip to place";
export const wins = (cents) => `wins ${dollars(cents)}`;
export const win = (cents) => `win ${dollars(cents)}`;
export const OUT = "OUT";
export const HOLD = "HOLD";
export const burned = (count) => `${cards(count)} burned`;

export const DISCARDED = "Discarded";
export const DEALER = "Dealer";
export const COMMUNITY = "Community Cards";
export const dealerPlays = (count) => `Dealer plays ${number(count)}`;
export const boardDown = (count) => `${capital(cards(count))} on the board, face down`;
export const NO_BOARD = "No cards on the board yet";
export const AWAY = "sitting out";
export const holds = (count) => `holds ${count}`;
// Never broken after the sign.
export const settlingNow = (cents) => `settling, ${cents < 0 ? "−\u2060" : "+"}${dollars(Math.abs(cents))}`;
export const inFrontWords = (cents) => `and ${dollars(cents)} in front`;
export const IN = "in";
export const THINKING = "thinking";
export const FOLDED = "folded";
export const MUCKED = "mucked";
export const ALL_IN = "all in";
export const OWES = "owes blinds";
export const WAITING_BLIND = "waits for the blind";
export const PRESS_TO_SIT = "press to sit";
export const ONLY_YOU = "Only you see";
export const UP = "Up";
export const HOLD_BOX = "Hold";
export const OUT_BOX = "Out";
export const HOLD_OR_OUT = "Your cards; press a card to move it between hold and out";
export const without = (names) => `without ${names.join(" and ")}`;
export const reconnecting = (seconds) => (seconds ? `reconnecting, ${Math.round(seconds)} s` : "reconnecting");
export const chooseCards = (word) => `Your cards; choose what to ${word}`;
export const goesOut = (name) => `${name}, goes out`;
export const isHeld = (name) => `${name}, held`;
export function netWords(cents) {
  if (!cents) return "even";
  return cents > 0 ? `wins ${dollars(cents)}` : `loses ${dollars(-cents)}`;
}

// The bar of the floor and of a dealer; the panels opened from it have their own texts.
export const FLOOR = "Floor";
export const DEALER_STEP = "Next step";
export const AS_FLOOR = "as the floor";

// Dialogs: buying in, the keys, the settings -------------------------------------------------------------------------

export const BUY_IN = "Buy chips and sit down";
export const buyInRange = (least, most) =>
  `This table takes ${dollars(least)} ${most ? `to ${dollars(most)}` : "or more"}.`;
export const inWallet = (cents) => `You have ${exact(cents)} in your wallet.`;
export const CANCEL = "Cancel";
export const takenMeanwhile = (seat) => `Seat ${seat} was taken meanwhile.`;
export const takeSeat = (seat, cents) => `Take seat ${seat} with ${dollars(cents)}`;
export const AMOUNT_LABEL = "Chips in dollars";
export const REFILL = "Ask the cage for chips";
export const KEYS_TITLE = "Keys";
export const CLOSE = "Close";
export const theirTurn = (names) => (names.length === 1 ? `${names[0]} is thinking` : "The others are deciding");
export const KEYS = [
  ["Enter", "the brass button"],
  ["F C R", "fold, call or check, raise: the letter on each button"],
  ["1–9", "choose a chip, or a card"],
  ["Q W E A", "put the chosen chip on a wager, in order"],
  ["Z R D", "clear, repeat, double the wagers"],
  ["K", "show or hide the coach"],
  ["T", "take more time from the time bank"],
  ["S", "take a free seat; L joins the list of a full table"],
  ["O", "sit out; B comes back"],
  ["C", "chat, while nothing is asked of you; Esc ends typing"],
  ["!", "call the floor; opens the panel if you are the floor"],
  ["N", "next step, at a table dealt by a person"],
  ["?", "these keys"],
  ["Esc", "close the dialog or panel"],
];
export const four = "Four-colour deck";
export const THEME = "Theme";
export const THEMES = { system: "As the device", light: "Light", dark: "Dark" };
export const CONTRAST = "High contrast";
export const MOTION = "Less motion";
export const SOUNDS = "Sounds";
export const NOTIFY = "Tell me when it is my turn";
