// What stands on a table, in English.

import { dollars, grouped } from "../../lib/money.js";
import { spoken } from "./cards.js";
import { capital, cards, number, title } from "./words.js";

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
export const OPEN = "open";
export const holds = (count) => `holds ${count}`;
// Never broken after the sign.
export const settlingNow = (cents) => `settling, ${cents < 0 ? "−\u2060" : "+"}${dollars(Math.abs(cents))}`;
export const inFrontWords = (cents) => `and ${dollars(cents)} in front`;
export const playersIn = (count) => `${number(count)} players`;
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
export const netWords = (
  cents,
) => (cents > 0 ? `wins ${dollars(cents)}` : cents < 0 ? `loses ${dollars(-cents)}` : "even");

// The bar of the floor and of a dealer; what the floor opens from it has its own texts.
export const FLOOR = "Floor";
export const DEALER_STEP = "Next step";
export const AS_FLOOR = "as the floor";
