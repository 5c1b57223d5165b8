// The panels beside a table, in English.

import { dollars } from "../../lib/money.js";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const number = (count) => NUMBERS[count] ?? String(count);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const list = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}` : words[0] ?? "");

export const SEEN_AND_GONE = "Seen and gone";
export const FOLDED_UP = "Up cards that were folded: ";
export const stillUnseen = (ranks) => `${capital(list(ranks.map(([name, names, count]) => `${number(count)} ${count === 1 ? name : names}`)))} ${ranks.length === 1 && ranks[0][2] === 1 ? "is" : "are"} still unseen.`;
export const AMOUNTS = "Amounts";
export const leastRaise = (word, cents) => `A ${word} is ${word === "bet" ? "at least" : "to at least"} ${dollars(cents)}`;
export const potRaise = (call, pot) => (call ? `Pot: you call ${dollars(call)}, the pot is ${dollars(pot)}, you raise by ${dollars(pot)}. Half pot: by ${dollars(Math.round(pot / 2))}.` : `Pot: ${dollars(pot)}. Half pot: ${dollars(Math.round(pot / 2))}.`);
export const WHO_PAYS = "Who pays";
export const PAY_HEADS = ["Before the first card", "Fee", "Ante"];
export const THE_BUTTON = ", the button";
export const others = (count) => `${capital(number(count))} ${count === 1 ? "other" : "others"}`;
export const each = (cents) => `${dollars(cents)} each`;
export const FEE_BOX_POT = "Fee box, pot";
export const FEE_FROM_STACK = "The fee is from your stack and not from the pot";
export const NO_CHOICE = "No choice in time: the last game again.";
export const THE_POTS = "The pots";
export const POT_HEADS = ["Pot", "Chips", "Without"];
export const callExactly = (cents) => `Call ${dollars(cents)} only`;
export const moveTo = (seat) => `Move to seat ${seat}`;
export const moveWords = (seats) => `${seats.length === 1 ? `Seat ${seats[0]} is` : `Seats ${list(seats.map(String))} are`} open. Moving there keeps your chips and waits for the end of the hand. `;
export const movingTo = (seat) => `You move to seat ${seat} when the hand is over.`;
export const PRESS_TO_MOVE = "open, press to move";
export const TOP_UP = "Keep me at this amount before every deal";
export const toppedUp = (cents) => `Topped up to ${dollars(cents)} before every deal. `;
export const STOP_TOP_UP = "Stop";
export const CALL_FLOOR = "Call the floor";
export const FLOOR_CALLED = "Floor called";
export const paused = (why) => `Table paused: ${why}`;
export const calledBy = (name) => `${name} called the floor`;
export const CLOSES = "This table closes after the hand";
export const LEAVE_AFTER = "after this round";
export const OTHER_WAGERS = "Other wagers";
export const NEXT_ROUND = "next round";
export const TAKE_BACK = "Take back";
export const holdAll = (count) => `Hold all ${number(count)}`;
export const holdThese = (count) => `Hold these ${number(count)}`;
