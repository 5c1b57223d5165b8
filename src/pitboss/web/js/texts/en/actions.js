// The action bar and the side column, in English.

import { inText, namedIn } from "../../lib/cards.js";
import { dollars, grouped } from "../../lib/money.js";
import { aHand, briefHand } from "./cards.js";
import { capital, cards, number } from "./words.js";

export const PLACE_WAGERS = "Place your wagers";
export const CHOOSE_CHIP = "Choose a chip, then a place. ";
export const down = (cents) => `${dollars(cents)} down`;
export const CLEAR = "Clear";
export const REPEAT = "Repeat";
export const DOUBLE = "Double";
export const DEAL = "Deal";
export const READY = "waiting for the others";
export const closesIn = (seconds) => `Wagers close in ${seconds} ${seconds === 1 ? "second" : "seconds"}. `;
export const secondsLeft = (seconds) => `${seconds} ${seconds === 1 ? "second" : "seconds"} left`;
export const toCall = (cents) => `${dollars(cents)} to call`;
export const into = (cents) => ` into ${dollars(cents)}`;
export const timeBank = (seconds) => ` Time bank ${Math.round(seconds)} seconds`;
export const YOUR_TURN = "Your turn.";
export const thinking = (name) => `${name} is thinking`;
export const SENT = "waiting for the table";
export const NEXT_DEAL = "The next deal begins in a moment";
export const WATCHING = "You are watching";
export const CHOOSE_SEAT = "Choose a seat to play.";
export const SAT_OUT = "You are sitting out";
export const COME_BACK = "Deal me in";
export const SIT_OUT = "Sit out";
export const SIT_OUT_NEXT = "Sit out next hand";
export const LEAVE = "Leave the table";
export const LEAVING_HAND = "You leave after this hand";
export const LEAVING_ROUND = "You leave after this round";
export const BUY = "Buy chips";
export const REPLAY = "Replay";
export const LOST = "Connection lost. ";
export const LOST_PENDING = "Your last action has not been received yet; it will be sent again.";
export const LOST_CLEAR = "Your last action was received.";
export const ELSEWHERE = "This table is open in another window.";
export const CLOSED = "This table is closed to you now. Go back to the lobby to choose another.";

/** The words on a decision's button. */
export function actionWords(option, action, cents) {
  const { word } = option;
  const amount = cents ? ` ${dollars(cents)}` : "";
  const named = namedIn(option, action);
  if (amount && (word === "raise" || word === "complete")) return `${capital(word)} to${amount}`;
  if (option.names === "held") return `${capital(word)} ${number(named.length)}`;
  if (option.names === "out" && named.length) return `${capital(word)} ${thrown(named)}`;
  if (option.names === "out") return "Stand pat";
  return `${capital(amount ? word : action)}${amount}`;
}

const thrown = (named) => (named.length === 1 ? inText(named[0]) : number(named.length));

export const costs = (cents) => `wager ${dollars(cents)}`;

/** My options in a row, after "Your turn.", with how many cards they take. */
export function asked(options) {
  const listed = [...new Set(options.map(askedFor))];
  const last = listed.pop();
  if (!last) return "";
  const several = listed.length ? `${listed.join(", ")}${listed.length > 1 ? "," : ""} or ${last}` : last;
  return ` ${capital(several)}`;
}

function askedFor(option) {
  const { word, names, actions } = option;
  if (!names) return word;
  const counts = actions.map((action) => namedIn(option, action).length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return `${word} ${least === most ? cards(most) : `${number(least)} to ${cards(most)}`}`;
}

export const goOut = (count) => (count === 1 ? " goes out" : " go out");

export const TABLE_FULL = "The table is full.";
export const JOIN_LIST = "Join the list";
export const from = (cents) => `from ${dollars(cents)}`;
export const ALL_SET = "Your wagers are down";
export const NAME_THE_GAME = "Name the game";
export const OWES_LONG = "Blinds missed meanwhile are owed: post them now, or wait for the big blind.";
export const WAIT_FOR_BLIND = "Wait for the big blind";
export const chooseFirst = (names) => (names === "held" ? "choose what goes out" : "choose a card first");
export const MIN = "Min";
export const HALF_POT = "Half pot";
export const ALL_IN_WORD = "All in";
export const AMOUNT = "Amount";
export const AMOUNT_IN_DOLLARS = "Amount in dollars";
export const CHECK_FOLD = "Check or fold";
export const CALL_ANY = "Call any";
export const decideNow = "Decide";

export const completes = (count, hand) =>
  `${capital(number(count))} community ${count === 1 ? "card completes" : "cards complete"} your ${number(hand)}. `;
export const bestOf = (count) => `Best ${number(count)}: `;
export const coming = (cents) => `${dollars(cents)} to come`;
export const waitingFor = (names, words) => `${[...names, names.length ? "then you" : "You"].join(", ")}: ${words}`;
export const beats = (hand) => `The dealer has ${aHand(hand)}. `;
export const FEED_TITLE = "Feed";
export const CHAT_TITLE = "Chat";
export const RULES_TITLE = "Rules";
export const COACH = "Coach";
export const EXACT = "exact";
export const HIDE = "Hide";
export const SHOW = "Show";
export const HAPPENED = "What happened";
export const SEALED = "The deck was fixed before the deal.";
export const shortRoot = (root) => `${root.slice(0, 4)}…${root.slice(-4)}`;
export const apostrophe = (name) => name.replaceAll("'", "’");
export const commitment = (root) => `Commitment ${root.slice(0, 4)}…${root.slice(-4)}`;
export const BEFORE_TURN = "Before your turn";
export const NEXT_TIME = "Next time";
export const NEXT_TIME_WORDS = "Done on your turn, if it is still possible.";

export const PANELS = "Panels";
export const SHUFFLE = "Shuffle";
export const seatName = (seat) => `Seat ${seat}`;
export const roundTitle = (count) => `Round ${grouped(count)}`;
export const handTitle = (count) => `Hand ${grouped(count)}`;
export const HAND_TITLE = "Hand";
export const BETTING_COSTS = "What these wagers cost on average, played perfectly.";
export const edgesOf = (listed) =>
  `House edge ${listed.map(([name, percent]) => `${percent.toFixed(4)}% of ${name}`).join(", ")}.`;
export const notCounted = (names) =>
  names.length === 1
    ? `${names[0]} is not counted: no decision changes it.`
    : `${names.join(" and ")} are not counted: no decision changes them.`;
export const YOUR_LAST_ROUND = "Your last round";
/** The number of a round with the dealer's hand. */
export const slipOf = (count, dealer) => [grouped(count), dealer && dealerHad(dealer)].filter(Boolean).join(", ");
const dealerHad = ({ pile, hand }) => (hand ? `${pile} had ${briefHand(hand)}` : `${pile} did not qualify`);
export const SLIP = ["Wager", "Stake", "Odds", "Paid"];
export const cameBack = (stake, back) => `Staked ${dollars(stake)}, came back ${dollars(back)}`;
export const FEE_THIS_HAND = "Fee this hand";
export const TIME_BANK = (seconds) => `Time bank ${Math.round(seconds)} s`;
export const secondsShort = (seconds) => `, ${seconds} s left`;
export const YOUR_BUTTON = "Your button. Name the game";
export const tooMany = (least, most, now) => `${number(least)} to ${number(most)} players, you are ${number(now)}`;
export const downAndUp = (down, up, board) =>
  [down && `${number(down)} down`, up && `${number(up)} up`, board && `${number(board)} on the board`]
    .filter(Boolean)
    .join(", ");
export const feeAnte = (fee, ante) =>
  [fee ? `fee ${dollars(fee)}` : "no fee", ante ? `ante ${dollars(ante)}` : "no ante"].join(", ");
export const pay = (cents) => (cents ? `pay ${dollars(cents)}` : "");
export const AGAIN = (name) => `${name} again`;

export const ALL = "all";
export const playedBy = (names) => names.join(", ");
export const COACH_WAITS = "On your turn, the exact value of every option is shown here.";
export const COACH_WORKS = "Computing the exact value of every option …";
export const SAY = "Say";
export const SAY_LABEL = "Say something to the table";

export const MUTE = "Mute";
export const MUTED = "Muted:";
export const mutePlayer = (name) => `Mute ${name}`;
export const hearAgain = (name) => `Hear ${name} again`;
export const NOT_FETCHED = "This part of the page could not be fetched. Try again, or load the page again.";
export const NO_TABLE = "This table is not open";
export const GONE_TABLE = "It was closed, or its address is misspelt. The lobby has every table that is open.";
export const WALLET = "In your wallet";
export const LOSES = "loses";
export const PUSH = "push";
export const DEALER_WORKS = "The dealer is at work";
export const ALL_RULES = "All rules by their numbers";
export const EVERY_WAGER = "Every wager";
