// The panels next to a table, in English.

import { dollars } from "../../lib/money.js";
import { capital, list, number } from "./words.js";

export const SEEN_AND_GONE = "Seen and gone";
export const FOLDED_UP = "Up cards that were folded: ";
export function stillUnseen(ranks) {
  const counted = ranks.map(([name, names, count]) => `${number(count)} ${count === 1 ? name : names}`);
  const one = ranks.length === 1 && ranks[0][2] === 1;
  return `${capital(list(counted))} ${one ? "is" : "are"} still unseen.`;
}
export const AMOUNTS = "Amounts";
export const leastRaise = (word, cents) =>
  `A ${word} is ${word === "bet" ? "at least" : "to at least"} ${dollars(cents)}`;
export function potRaise(call, pot) {
  const half = dollars(Math.floor((pot + 1) / 2));
  if (!call) return `Pot: ${dollars(pot)}. Half pot: ${half}.`;
  const raise = `you call ${dollars(call)}, the pot is ${dollars(pot)}, you raise by ${dollars(pot)}`;
  return `Pot: ${raise}. Half pot: by ${half}.`;
}
export const WHO_PAYS = "Who pays";
export const PAY_HEADS = ["Before the first card", "Fee", "Ante"];
export const THE_BUTTON = ", the button";
export const others = (count) => `${capital(number(count))} ${count === 1 ? "other" : "others"}`;
export const each = (cents) => `${dollars(cents)} each`;
export const FEE_BOX_POT = "Fee box, pot";
export const FEE_FROM_STACK = ", from your stack and not from the pot";
export const NO_CHOICE = "No choice in time: the last game again.";
export const THE_POTS = "The pots";
export const POTS_IF_SHOWN = "The pots, if you show";
/** The reason for a share of a pot: "high, June, odd chip"; without a name it is mine. */
export const share = ({ half, by }, name) =>
  [half, name || "you", by, !name && "if you show"].filter(Boolean).join(", ");
export const WHO = "Player";
export const NOT_IN_IT = "not in it";
export const potHead = (index, cents) => `${index ? "Side" : "Main"} ${dollars(cents)}`;
export const oddChip = (cents, name) =>
  `The odd chip of ${dollars(cents)} goes to ${name}: of those who share, the one closest to the button’s left `;
const potWord = (index, count) => (count > 1 ? ["main pot", "side pot"][Math.min(index, 1)] : "pot");
export function wentIn(total, fee, pots) {
  const each = pots.map((cents, index) => `${potWord(index, pots.length)} ${dollars(cents)}`);
  return `${dollars(total)} went in: ${[fee && `fee ${dollars(fee)}`, ...each].filter(Boolean).join(", ")}.`;
}
export function takes(hand, cents, pots) {
  const [only, ...others] = pots;
  const where = only && !others.length ? ` of the ${only === "pot" ? "main pot" : "side pot"}` : "";
  return `${hand} takes ${dollars(cents)}${where}`;
}
export const mucked = (name, cents) => `. Mucked, ${name} takes all ${dollars(cents)}`;
export const giveUp = (cents) => `give up ${dollars(cents)}`;
export const showAll = (count) => `Show all ${number(count)}`;
export const TAKES_NOTHING = "Shown, it takes nothing";
export const POT_HEADS = ["Pot", "Chips", "Without"];
export const callExactly = (cents) => `Call ${dollars(cents)} only`;
export const moveTo = (seat) => `Move to seat ${seat}`;
export function moveWords(seats) {
  const open = seats.length === 1 ? `Seat ${seats[0]} is` : `Seats ${list(seats.map(String))} are`;
  return `${open} open. Moving there keeps your chips and waits for the end of the hand. `;
}
export const movingTo = (seat) => `You move to seat ${seat} when the hand is over.`;
export const PRESS_TO_MOVE = "open, press to move";
export const TOKE = "Give it to the dealer";
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
export const LEAVE_WORD = "Leave";
export const repeatOf = (cents) => `Repeat ${dollars(cents)}`;
export const CHOSEN = "placed when it opens";
export const MORE = "More";
export const HELP_AND_MORE = "Help and more";
export const RESULTS = { win: "You win", tie: "You tie" };
export const BY_TABLE = "by table";
export const bestCards = (count) => `Best ${number(count)} cards`;
export const DECIDE_NOW = "decide now";
export const COMMON = "community cards";
export const asDealt = (words, result) => `${words}, ${result}`;
export const AFTER_YOU_SETTLED = "after you";
export const stillPays = (name) => `${name} still pays`;
export const trying = (seconds) => (seconds > 0 ? `Trying again in ${seconds} s` : "Trying again");
export function PLAYERS_FEE(fees) {
  const all = fees.map((fee, players) => [players, fee]);
  const steps = all.filter(([players, fee]) => players === 2 || (players > 2 && fee !== fees[players - 1]));
  const more = steps.length > 1 ? " or more" : " players or more";
  const until = (index) => (steps[index + 1] ? `up to ${number(steps[index + 1][0] - 1)} players` : null);
  const each = ([players, fee], index) => `${dollars(fee)} with ${until(index) ?? `${number(players)}${more}`}`;
  return steps.map(each).join(", ");
}
export const namingCosts = (fee, ante, others, pot) =>
  [
    `You pay ${dollars(fee)}`,
    ante ? ` and ante ${dollars(ante)}, the ${number(others)} others ante ${dollars(ante)}: pot ${dollars(pot)}` : "",
  ].join("");
export const beforeHand = (count) => `before hand ${count.toLocaleString("en-US")}`;
export const BUTTON_TO_YOU = "The button moves to ";
export const feeNow = (players, cents) => `${capital(number(players))} players: the fee is ${dollars(cents)}`;
export const gameIsFor = (name, least, most) => `${name} is for ${number(least)} to ${number(most)} players`;
export const YOUR_CHOICE = "Your choice.";
export const NAME_FEE_ANTE = " Name the game; fee first, then antes";
export const FIXED_WHEN_NAMED = "The deck is fixed when the game is named.";
export const WAGERS_OPEN = "Wagers are open";
export const YOUR_MOVE = "Your move.";
export const DEAL_OR_CHANGE = " Deal, or change your wagers";
export const CHOOSE_AND_DEAL = " Choose a chip, then a place";
export const raisesARound = (count) => `${capital(number(count))} raises a round`;
export const aStep = (cents) => `, steps of ${dollars(cents)}`;
export const changes = (count) => `, change up to ${number(count)}`;
export const BEST = "best";
export const lowered = (text) => text.charAt(0).toLowerCase() + text.slice(1);
export const CHAT_CLOSED = "chat is closed while hands are open";
export const ALONE = "you are alone at the table";
export const fromPlayers = (count) => `${number(count)} players`;
export const FEE_TOOK = "The fee took the antes";
export const HAS_BUTTON = "has the button";
export const TO_ACT = "to act";
export const DOWN_CARD_SEEN = "one down card seen";
export const AFTER_YOU = "to act after you";
export const allInWith = (words) => `all in, ${words}`;
export const secondsOnly = (seconds) => `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
export const capped = (raises) => `capped: a bet and ${number(raises)} raises`;
export const streetLimit = (name, stud, higher) =>
  `${capital(name)}${stud ? " street" : ""}, ${higher ? "higher" : "lower"} limit`;
export const thenBank = (seconds) => `, or ${Math.round(seconds)} s more from the time bank`;
export const BANK = "Bank";
export const onTheWay = (words) => `${words} is on its way`;
export const clockStands = (seconds) => `Your clock stands at ${seconds} s`;
export const RAIL = "Down cards stay hidden.";
export const sitIn = (seat) => `Sit in seat ${seat}`;
const DOING = {
  fold: "folding",
  check: "checking",
  call: "calling",
  bet: "betting",
  raise: "raising to",
  complete: "completing to",
  show: "showing",
  muck: "mucking",
  draw: "drawing",
};
export const onItsWay = (word, cents) => `${DOING[word] ?? word}${cents ? ` ${dollars(cents)}` : ""}`;
export const HAD_BUTTON = "had the button";
export const WAITING = "waiting";
const STREETS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh"];
export const foldedOn = (cards) => `folded on ${STREETS[cards] ?? cards}`;
export const withThese = (word, count) => `${word} these ${number(count)}`;
export const TAKE_BACK = "Take back";
export const withAll = (word, count) => `${word} all ${number(count)}`;
