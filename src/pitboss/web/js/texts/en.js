// Every text of the pages, in English. A language is one file like this one.

import { spoken } from "./en/cards.js";
import { aHand } from "./en/coach.js";
import { rank } from "../lib/cards.js";
import { dollars, exact, grouped } from "../lib/money.js";

export * from "./en/cards.js";
export * from "./en/coach.js";
export * from "./en/floor.js";
export * from "./en/desk.js";
export * from "./en/panels.js";
export * from "./en/replay.js";

export const language = "en";

export const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const number = (count) => NUMBERS[count] ?? String(count);
const cards = (count) => `${number(count)} ${count === 1 ? "card" : "cards"}`;
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A name as players read it: "ace-or-face" is "Ace or Face". */
export function title(key) {
  const small = new Set(["or", "and", "of", "the", "to"]);
  return key
    .split(/[-_ ]/)
    .map((word, index) => (word === "tens" ? "10’s" : index && small.has(word) ? word : capital(word)))
    .join(" ");
}

// Rooms and pages
export const PITBOSS = "Pitboss";
export const LOBBY = "Lobby";
export const SKIP = "Skip to the page";
export const HELP = "Help and keys";
export const SETTINGS = "Settings";
export const SOUND = "Sound";
export const GREETING = "Good evening. Take a seat.";
export const PROMISE = "Play chips, exact odds, every rule by its number.";
export const NAME_LABEL = "Your name at the table";
export const QUICK_SEAT = "Quick seat";
export const SHOW_ROUND = "Show me round";
export const AGAINST_HOUSE = "Against the house";
export const BETWEEN_PLAYERS = "Between players";
export const NEVER_A_SIDE = "the house takes a fee, never a side";
export const OPEN_TABLE = "Open a table";
export const OPEN_NOW = "Open now";
export const ALL_GAMES = "All games";
export const SIT = "Sit";
export const WAIT = "Wait";
export const WATCH = "Watch";
export const tablesOpen = (count) => `${number(count)} ${count === 1 ? "table" : "tables"} open, pay tables posted`;
export const seatsFree = (count) => (count ? `${count} free` : "full");
export const seatsOf = (taken, size) => `${taken} of ${size}`;
export const waiting = (count) => `${count} waiting`;
export const edge = (percent) => `House edge ${percent.toFixed(2)}%`;
export const PROVING = "House edge being proved";
export const HEADS = { game: "Game and limit", house: "House book", forced: "Forced bet", seats: "Seats", fee: "Fee" };

// The table
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
export const openSpot = (seat) => `Spot ${seat} open`;
export const openSeat = (seat) => `Seat ${seat} open`;
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
export const afterCards = (of, times = []) => `after your cards, ${times.length === 1 && times[0] === 1 ? "equal to" : "by"} the ${title(of)}`;
export const addChip = (name, cents) => `${name}, ${dollars(cents)}, add a chip`;
export const chipOf = (cents) => `${dollars(cents)} chip`;
export const CHIP_TO_PLACE = "Chip to place";
export const wins = (cents) => `wins ${dollars(cents)}`;
export const OUT = "OUT";
export const HOLD = "HOLD";
export const burned = (count) => `${cards(count)} burned`;

// The action bar
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
export const into = (cents) => ` into ${dollars(cents)}.`;
export const cardsToAll = (count, seats) => `${capital(cards(count))} to each of ${number(seats)} seats`;
export const timeBank = (seconds) => ` Time bank ${Math.round(seconds)} seconds`;
export const USE_BANK = "Take more time";
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
export const LOST_PENDING = "Your last action was not yet received; it is sent again.";
export const LOST_CLEAR = "Your last action was received.";
export const ELSEWHERE = "This table is open in another window.";
export const CLOSED = "This table is closed to you now. Go back to the lobby to choose another.";
export const chooseDraw = "Choose the cards to throw away";
export const nobody = "Nobody is seated yet.";

/** The words on a decision's button. */
export function actionWords(option, action, cents) {
  const word = option.word;
  const amount = cents ? ` ${dollars(cents)}` : "";
  if (amount && (word === "raise" || word === "complete")) return `${capital(word)} to${amount}`;
  if (word === "bet" || word === "call") return `${capital(word)}${amount}`;
  if (word === "hold") return `Hold ${number(action.split(" ").length - 1)}`;
  if (word === "draw") {
    const thrown = action.split(" ").slice(1).length;
    return thrown ? `Draw ${number(thrown)}` : "Stand pat";
  }
  return capital(action === word ? word : action);
}

export const costs = (cents, wager) => `${wager && wager !== "bet" ? "wager" : "bet"} ${dollars(cents)}`;

// The feed
const who = (name) => ({ name });

export const SETTLEMENT = "Settlement, from the dealer’s right";
export const SHOWDOWN = "Showdown";
export const COLLECTED = "Folded hands and discards in, face down";
const ORDINALS = ["", "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"];
export const street = (nth) => `${ORDINALS[nth] ?? nth} street`;
export const anteEach = (cents, count) => [`${capital(number(count))} players ante ${dollars(cents)} each`];

/** A street's heading with what is bet on it: "Flop, $2", "Third street, $2", "steps of $2" without limit. */
export function stakes(words, cents, game) {
  if (!cents) return words;
  const bet = game?.steps ? `steps of ${dollars(cents)}` : dollars(cents);
  return `${words}, ${bet}`;
}
export const firstStreet = (game) => (game.board ? "Before the flop" : game.up ? street(game.down + 1) : "Before the draw");
export const THE_DRAW = "The draw";
export const anteHeading = (cents) => `Ante, ${cents < 100 ? `${cents}¢` : dollars(cents)} each`;
export const uses = (used, away) => ["He uses ", ...used, ", ", ...away, away.length === 1 ? " goes to the rack" : " go to the rack"];

/** One passage of the dealer, a line for each kind of cards: to the spots and the dealer, to the board, turned up. */
export function passage(seats, piles) {
  const lines = [];
  const spots = seats.size === 1 ? `${cards([...seats.values()][0])} to one spot` : seats.size ? `${cards(Math.max(...seats.values()))} to each spot` : "";
  const down = piles.filter((each) => !each.up);
  const all = (pile) => piles.filter((each) => each.pile === pile && each.verb !== "burn").reduce((sum, each) => sum + each.cards.length, 0);
  const count = (pile) => down.filter((each) => (each.verb === "burn" ? "burn" : each.pile) === pile).reduce((sum, each) => sum + each.cards.length, 0);
  const first = [spots, count("dealer") && `${spots ? number(all("dealer")) : cards(all("dealer"))} to the dealer`].filter(Boolean);
  if (first.length) lines.push({ parts: [capital(first.join(", "))] });
  const rest = [...new Set(down.map((each) => each.pile).filter((pile) => pile !== "dealer" && pile !== "burn"))];
  const second = [count("burn") && `${number(count("burn"))} burned`, ...rest.map((pile) => `${number(count(pile))} ${pile === "board" ? `community ${count(pile) === 1 ? "card" : "cards"}` : `to the ${pile}`} face down`)].filter(Boolean);
  if (second.length) lines.push({ pile: rest[0] ?? "burn", parts: [capital(second.join(", "))] });
  for (const each of piles.filter((event) => event.up)) lines.push({ pile: each.pile, parts: [each.pile === "board" ? (each.cards.length === 1 ? "Community card " : "Community cards ") : `${capital(each.pile)} shows `, ...each.cards] });
  return lines;
}

const FEW = 3;

/** "You, Marek and Otis call, Theo folds": the names first, many folds as a number. */
export function together(groups) {
  return groups.flatMap(([verb, names], index) => {
    const many = groups.length > 1 && verb === "fold" && names.length >= FEW && !names.includes(YOU);
    const listed = many ? [number(names.length)] : names.flatMap((name, at) => [at ? (at === names.length - 1 ? " and " : ", ") : "", who(name === YOU && (index || at) ? YOU.toLowerCase() : name)]);
    return [index ? ", " : "", ...listed, ` ${plural(verb, names.length === 1 && names[0] !== YOU ? "s" : "")}`];
  });
}

const FIGURES = { ace: "A", king: "K", queen: "Q", jack: "J", ten: "10", nine: "9", eight: "8", seven: "7", six: "6", five: "5", four: "4", three: "3", two: "2" };
const LOW = /([a-z]+(?:-[a-z]+){4}) low\b/;

/** A low hand in figures: "7-6-5-3-A low". */
const lowFigures = (words) => words.replace(LOW, (_, ranks) => `${ranks.split("-").map((rank) => FIGURES[rank] ?? rank).join("-")} low`);

/** A hand as players say it: "Queens and fours", "Three nines". */
export function handWords(words) {
  if (LOW.test(words)) return words.split("; ").map((part) => (LOW.test(part) ? lowFigures(part) : handWords(part))).join(", ");
  const text = words
    .replace(/^two pair, (\w+ and \w+)$/, "$1")
    .replace(/^three of a kind, (\w+)$/, "three $1")
    .replace(/^four of a kind, (\w+)$/, "four $1")
    .replace(/^full house, (\w+) full of (\w+)$/, "$1 full of $2");
  return capital(text);
}

/** What is asked of me, after "Your turn.": the options in a row, with how many cards they are about. */
export function asked(options) {
  const listed = [...new Set(options.map(askedFor))];
  const last = listed.pop();
  return last ? ` ${capital(listed.length ? `${listed.join(", ")}${listed.length > 1 ? "," : ""} or ${last}` : last)}` : "";
}

function askedFor({ word, actions }) {
  const counts = word === "hold" || word === "swap" ? actions.map((action) => action.split(" ").length - 1) : [];
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return counts.length ? `${word} ${least === most ? cards(most) : `${number(least)} to ${cards(most)}`}` : word;
}
export const goOut = (count) => (count === 1 ? " goes out" : " go out");

/** One event as a sentence: a list of texts, names and cards. `name(seat)` names a seat, `you` is true for mine. */
export function sentence(event, name, you, wagers = [event]) {
  const seat = event.seat ? who(you(event.seat) ? YOU : name(event.seat)) : null;
  const s = event.seat && you(event.seat) ? "" : "s";
  const shown = (event.cards ?? []).filter((card) => card !== "??");
  const tell = FEED[event.verb];
  if (tell) return tell({ event, seat, s, shown, wagers, count: event.cards?.length ?? 0 });
  if (!seat) return event.words ? [capital(event.words)] : null;
  return [seat, ` ${plural(event.verb, s)}`, event.cents ? `, ${dollars(event.cents)}` : ""];
}

function plural(verb, s) {
  const [first, ...rest] = verb.split(" ");
  const third = s ? (/(s|x|ch|sh)$/.test(first) ? `${first}es` : first === "carry" ? "carries" : `${first}s`) : first;
  return [third, ...rest].join(" ");
}

/** After an amount: the last chips, or the last raise of the round. */
const last = (event) => (event.words === "all-in" ? ", all in" : event.cap ? ", the cap" : "");
const added = (event, s) => (event.cents ? `, bet${s} ${dollars(event.cents)}` : "");
const onTo = (word) => ({ event, seat, s }) => [seat, ` ${word}${s} to ${dollars(event.to || event.cents)}`, last(event)];
const amount = (word) => ({ event, seat, s }) => [seat, ` ${word}${s} ${dollars(event.cents)}`];

const FEED = {
  shuffle: ({ event }) => (event.words ? [`The deck is shuffled, ${event.words}`] : ["The deck is shuffled"]),
  wager: ({ seat, wagers }) => [seat, ` ${wagers.map((each) => `${title(each.pile)} ${dollars(each.cents)}`).join(", ")}`],
  close: () => ["Wagers close"],
  decide: () => null,
  decided: ({ seat, s }) => [seat, ` ha${s || "ve"} decided`],
  deal: ({ event, seat, shown, count }) =>
    event.up
      ? [seat ?? capital(event.pile), seat ? ": " : " ", ...shown]
      : seat
        ? [seat, `: ${cards(count)}`]
        : [`${capital(cards(count))} to the ${event.pile}`],
  "forced bet": ({ event, seat, s }) => (event.with ? [seat, s ? " is low with " : " are low with ", event.with, `, bet${s} ${dollars(event.cents)}`] : [seat, ` bet${s} ${dollars(event.cents)}, the low card`]),
  burn: ({ count }) => [`The dealer burns ${cards(count)}`],
  board: ({ event, shown }) => [capital(event.words || "board"), " ", ...shown],
  turn: ({ event, shown }) => [`${capital(event.pile)} turns `, ...shown],
  set: ({ event, shown }) => [`${capital(event.pile)} sets `, ...shown, event.words ? `: ${event.words}` : ""],
  discard: ({ shown, count }) => [...(shown.length ? shown : [cards(count)]), (shown.length || count) === 1 ? " goes to the rack" : " go to the rack"],
  announce: ({ event }) => [capital(event.words.replace(/^the /, "").replace(/ qualifies with (.+)$/, " qualifies: $1").replace(/ has (.+)$/, (_, hand) => ` has ${aHand(hand)}`))],
  show: ({ event, seat, s, shown }) => event.open && event.words ? [seat, ` ${event.words}`] : [seat, ` show${s} `, ...shown, event.words ? `: ${event.words}` : ""],
  settle: settled,
  end: () => null,
  dispense: () => null,
  collect: () => null,
  hold: ({ event, seat, s, count }) => [seat, event.held === undefined ? ` hold${s}, ${cards(count)} out` : ` hold${s} ${number(event.held)}`],
  play: ({ event, seat, s }) => [seat, ` play${s}`, added(event, s)],
  swap: ({ event, seat, s }) => [seat, ` swap${s} a card`, added(event, s)],
  fee: ({ event, seat, s }) => (event.seat ? [seat, ` pay${s} the fee, ${dollars(event.cents)}`] : [`Fee ${dollars(event.cents)} from ${event.antes ? `antes of ${dollars(event.antes)}` : "the pot"}, ${event.words.replace(/^\d+/, (count) => number(Number(count)))}`]),
  ante: amount("ante"),
  post: ({ event, seat, s }) => [seat, ` post${s} ${dollars(event.cents)}`, event.words ? `, ${event.words}` : ""],
  "bring in": ({ event, seat, s }) => [seat, ` bring${s} it in for ${dollars(event.cents)}`],
  bet: ({ event, seat, s }) => [seat, ` bet${s} ${dollars(event.cents)}`, last(event)],
  call: ({ event, seat, s }) => [seat, ` call${s} ${dollars(event.words === "all-in" ? event.to || event.cents : event.cents)}`, last(event)],
  raise: onTo("raise"),
  complete: onTo("complete"),
  draw: ({ event, seat, s, count }) => [seat, count ? ` draw${s} ${number(count)}` : s ? " stands pat" : " stand pat"],
  muck: ({ seat, s }) => [seat, ` muck${s}`],
  award: ({ event, seat, s }) => [seat, ` win${s} ${dollars(event.cents)}`, event.words ? `, ${event.words}` : ""],
  return: ({ event, seat, s }) => [seat, ` get${s} back ${dollars(event.cents)}`],
  passed: ({ event }) => [`Passed out: ${event.words}`],
  sit: ({ event, seat, s }) => [seat, ` sit${s} down`],
  buy: ({ event, seat, s }) => [seat, ` buy${s} chips for ${dollars(event.cents)}`],
  place: ({ event, seat, s }) => (event.cents ? [seat, ` place${s} ${event.words}`] : [seat, ` take${s} the wagers back`]),
  finish: () => null,
  said: ({ event }) => [event.words],
  slip: ({ event }) => event.words.split(/\b([2-9TJQKA][shdc])\b/),
  leave: ({ event, s }) => [who(event.words), ` leave${s}`, event.cents ? ` with ${dollars(event.cents)}` : ""],
  "sit out": ({ seat, s }) => [seat, ` sit${s} out`],
  "come back": ({ seat, s }) => [seat, s ? " is back" : " are back"],
  button: ({ event, seat }) => [seat, " has the button"],
  "names the game": ({ event, seat, s }) => [seat, ` name${s} the game: ${event.words}`],
};

export const completes = (count, hand) => `${capital(number(count))} community ${count === 1 ? "card completes" : "cards complete"} your ${number(hand)}. `;
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
export const NEXT_TIME_WORDS = "Chosen now, done when it is your turn and still possible.";
export const cardName = (card) => `${rank(card)}`;
export const balance = exact;

export const DISCARDED = "Discarded";
export const DEALER = "Dealer";
export const COMMUNITY = "Community Cards";
export const dealerPlays = (count) => `Dealer plays ${number(count)}`;
export const boardDown = (count) => `${capital(cards(count))} on the board, face down`;
export const NO_BOARD = "No cards on the board yet";
export const AWAY = "sitting out";
export const OPEN = "open";
export const holds = (count) => `holds ${count}`;
export const settlingNow = (cents) => `settling, ${cents < 0 ? "−\u2060" : "+"}${dollars(Math.abs(cents))}`; // never broken after the sign
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
export const netWords = (cents) => (cents > 0 ? `wins ${dollars(cents)}` : cents < 0 ? `loses ${dollars(-cents)}` : "even");

const SETTLED = /^([a-z0-9-]+(?: bonus)?) (\$[\d,.]+) (.+)$/;

/** A wager's settlement: "Ante $25, 1 to 1, paid $25"; of a folded spot, "June folded: Ante $5 to the rack". */
function settled({ event, seat }) {
  const [, key, stake, result] = SETTLED.exec(event.words) ?? [null, "", "", event.words];
  const wager = key ? `${event.name && !/ bonus$/.test(key) ? event.name : title(key)} ${stake}` : "";
  if (event.folded && /lose/.test(result)) return [seat, ` folded: ${wager} to the rack`];
  const name = event.under ? [] : [seat, " "];
  const odds = /(\d+ to \d+)/.exec(result)?.[1];
  if (!odds || /lose|push|returned/.test(result)) return [...name, `${wager} ${result}`.trim()];
  return [...name, `${wager}, ${odds}, paid `, who(dollars(event.cents))];
}

/** A wager of a round that is over: "10’s or Better, pair of kings, 1 to 1", "Ante, dealer has two pair". */
export function outcome(event, announced) {
  const [, key, , result] = SETTLED.exec(event.words) ?? [null, event.words, "", ""];
  const odds = /(\d+ to \d+)/.exec(result)?.[1];
  const dealer = /lose/.test(result) && /(qualifies with|has) (.+)$/.exec(announced)?.[2];
  return [who(YOU), ` ${[event.name ?? title(key), odds && event.hand?.replace(/, .*$/, ""), odds, /push|returned/.test(result) && "push", dealer && `dealer has ${aHand(dealer.replace(/, .*$/, ""))}`].filter(Boolean).join(", ")}`];
}

/** What a spot did, beside its name. */
export function did(verb) {
  if (verb === "decided") return "has decided";
  if (verb === "swap") return "swapped";
  if (verb === "show") return "shows";
  if (verb === "folded") return "folded";
  return plural(verb, "s");
}

/** What a poker seat did, under its name. */
export function didPoker(event) {
  const past = { bet: "bets", call: "called", raise: "raised to", complete: "completed to", check: "checked", post: "posted", ante: "ante", "bring in": "brought in", "forced bet": "low card, bets", show: shownWords(event.words), draw: event.words || "drew", return: "" };
  const word = past[event.verb];
  if (word === undefined) return event.words || event.verb;
  if (["raise", "complete"].includes(event.verb)) return `${word} ${dollars(event.to || event.cents)}`;
  if (["bet", "call", "post", "ante", "bring in", "forced bet"].includes(event.verb)) return `${word} ${dollars(event.to || event.cents)}`;
  return word;
}

export const TABLE_FULL = "The table is full.";
export const JOIN_LIST = "Join the list";
export const from = (cents) => `from ${dollars(cents)}`;
export const ALL_SET = "Your wagers are down";
export const NAME_THE_GAME = "Name the game";
export const OWES_LONG = "Blinds missed meanwhile are owed: post them now, or wait for the big blind.";
export const WAIT_FOR_BLIND = "Wait for the big blind";
export const chooseFirst = (word) => (word === "hold" ? "choose what goes out" : "choose a card first");
export const MIN = "Min";
export const HALF_POT = "Half pot";
export const ALL_IN_WORD = "All in";
export const AMOUNT = "Amount";
export const AMOUNT_IN_DOLLARS = "Amount in dollars";
export const CHECK_FOLD = "Check or fold";
export const CALL_ANY = "Call any";
export const callOnly = (cents) => `Call ${dollars(cents)} only`;
export const decideNow = "Decide";

export const PANELS = "Panels";
export const SHUFFLE = "Shuffle";
export const seatName = (seat) => `Seat ${seat}`;
export const roundTitle = (count) => `Round ${grouped(count)}`;
export const handTitle = (count) => `Hand ${grouped(count)}`;
export const HAND_TITLE = "Hand";
export const BETTING_COSTS = "What these wagers cost on average, played perfectly.";
export const edgesOf = (listed) => `House edge ${listed.map(([name, percent]) => `${percent.toFixed(4)}% of ${name}`).join(", ")}.`;
export const notCounted = (names) => `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} not counted: no decision changes ${names.length === 1 ? "it" : "them"}.`;
export const YOUR_LAST_ROUND = "Your last round";
export const slipOf = (count, announced) => [grouped(count), /qualify|qualifies|has /.test(announced) && `dealer ${announced.replace(/, .*$/, "").replace(/^the dealer /, "").replace(/^(qualifies with|has) /, "had ").replace("does not qualify", "did not qualify")}`].filter(Boolean).join(", ");
export const SLIP = ["Wager", "Stake", "Odds", "Paid"];
export const cameBack = (stake, back) => `Staked ${dollars(stake)}, came back ${dollars(back)}`;
export const FEE_THIS_HAND = "Fee this hand";
export const TIME_BANK = (seconds) => `Time bank ${Math.round(seconds)} s`;
export const secondsShort = (seconds) => `, ${seconds} s left`;
export const YOUR_BUTTON = "Your button. Name the game";
export const tooMany = (least, most, now) => `${number(least)} to ${number(most)} players, you are ${number(now)}`;
export const downAndUp = (down, up, board) => [down && `${number(down)} down`, up && `${number(up)} up`, board && `${number(board)} on the board`].filter(Boolean).join(", ");
export const feeAnte = (fee, ante) => [fee ? `fee ${dollars(fee)}` : "no fee", ante ? `ante ${dollars(ante)}` : "no ante"].join(", ");
export const pay = (cents) => (cents ? `pay ${dollars(cents)}` : "");
export const AGAIN = (name) => `${name} again`;
export const PLAY_ON = "Play on";
export const NO_RULING = "no ruling";
export const ruleThat = (name) => `Rule ${name}`;
export const AS_FLOOR = "as the floor";
export const ALL = "all";
/** One half of a split pot in words: "three kings, high", "7-6-5-3-A low". */
export const halfWords = (name, words) => `${shownWords(words)}${name === "high" ? ", high" : ""}`;
/** A low hand by its first two cards, as players say it: "Eight-five low". */
export const lowTitle = (words) => capital(words.replace(LOW, (_, ranks) => `${ranks.split("-").slice(0, 2).join("-")} low`));
export const shownWords = (words) => (words ? handWords(words.replace(/^[a-z]+ high; /, "")).replace(/^./, (letter) => letter.toLowerCase()) : "shows");
export const playedBy = (names) => names.join(", ");
export const COACH_WAITS = "When it is your turn, the exact value of everything you may do stands here.";
export const COACH_PROVES = "The figures of this game are being proved.";
export const SAY = "Say";
export const SAY_LABEL = "Say something to the table";
export const capitalised = capital;
export const BUY_IN = "Buy chips and sit down";
export const buyInRange = (least, most) => (most ? `This table takes ${dollars(least)} to ${dollars(most)}.` : `This table takes ${dollars(least)} or more.`);
export const inWallet = (cents) => `You have ${exact(cents)} in your wallet.`;
export const CANCEL = "Cancel";
export const takeSeat = (seat, cents) => `Take seat ${seat} with ${dollars(cents)}`;
export const AMOUNT_LABEL = "Chips in dollars";
export const REFILL = "Ask the cage for chips";
export const WATCH_ONLY = "This table does not allow spectators.";
export const KEYS_TITLE = "Keys";
export const CLOSE = "Close";
export const theirTurn = (names) => (names.length === 1 ? `${names[0]} is thinking` : "The others are deciding");
export const KEYS = [
  ["Enter", "the brass button"],
  ["F", "fold"],
  ["1–9", "choose a chip, or a card"],
  ["Q W E A", "put the chosen chip on a wager, in their order"],
  ["Z R D", "clear, repeat, double the wagers"],
  ["K", "show or hide the coach"],
  ["T", "take more time from the time bank"],
  ["S", "take a free seat; L joins the list of a full table"],
  ["O", "sit out; B comes back"],
  ["C", "chat"],
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

export const MUTE = "Mute";
export const MUTED = "Muted:";
export const mutePlayer = (name) => `Mute ${name}`;
export const hearAgain = (name) => `Hear ${name} again`;
export const NOT_FETCHED = "This part of the page could not be fetched. Load the page again.";
export const NO_TABLE = "This table is not open";
export const GONE_TABLE = "It was closed, or its address is misspelt. The lobby has every table that is open.";
export const WALLET = "In your wallet";
export const LOSES = "loses";
export const PUSH = "push";
export const DEALER_WORKS = "The dealer is at work";
export const ALL_RULES = "All rules by their numbers";

export const PAGES = "Pages";
export const TOUR = [
  ["A seat in two clicks", "Quick seat finds a table you can afford with people at it. You play with chips that cost nothing: $500 to begin with."],
  ["Shapes say what a wager is", "A circle starts the round, a double square comes with your decision, a diamond is a bonus by the pay table."],
  ["The brass button is the likeliest next thing", "Fold is left; the further right, the more chips. What is not allowed stays in its place and names its rule."],
  ["Every line has its rule", "The small numbers in the feed are rules of the house. Press one to read it in plain words."],
  ["The deck is fixed before the deal", "Its seal is shown before the first card. After the hand you get the proof for every card you saw."],
];
export const tourCount = (step, of) => `${step} of ${of}`;
export const tourStep = (step, of) => `Tour, step ${step} of ${of}`;
export const SKIP_TOUR = "Skip";
export const BACK = "Back";
export const NEXT = "Next";
export const DONE = "Done";

export const EVERY_WAGER = "Every wager";

export const NO_HAND = "You may not see this hand";
export const GONE_HAND = "It is not finished, was not yours to see, or its address is misspelt.";
export const STEPS = "Steps";
export const STEP = "Step";
export const stepOf = (step, of) => `Step ${step} of ${of}`;
export const FIRST = "First step";
export const FORWARD = "Forward";
export const LAST = "Last step";
export const PLAY = "Play";
export const PAUSE = "Pause";
export const replayRound = (count) => `Replay, round ${grouped(count)}`;
export const replayHand = (count) => `Replay, hand ${grouped(count)}`;
export const THIS_SHUFFLE = "This shuffle";
export const SAME_DECK = "same deck";
export const OTHER_DECK = "not the same deck";
export const SEAL_WORDS = "The seal was shown before the first card. Every card you saw is checked against it here, in your browser.";
export const NO_SEAL = "You saw no card of this deck, so there is nothing to check.";
export const SEAL = "Seal";
export const CARDS_CHECKED = "Cards that hold";
export const VERIFY = "Verify again";

export const KIND = "Kind";
export const GAME = "Game";
export const LIMIT = "Limit";
export const BOTS = "Bots";
export const OPTIONS = "Options";
export const PRIVATE = ["Private", "by link only"];
export const SPECTATORS = ["Spectators", "down cards hidden"];
export const ONLY_FLOOR = "by link only; the floor opens public ones";
export const DEALERS_CHOICE = "Dealer’s choice";
export const FEWER_BOTS = "One bot fewer";
export const MORE_BOTS = "One bot more";
export const LEAST_BUY_IN = "Least buy-in";
export const AS_IN_LOBBY = "As it will stand in the lobby";
export const FINDINGS = "Findings";
export const findingCount = (count) => (count ? `${number(count)} ${count === 1 ? "finding" : "findings"}` : "no findings");
export const openWith = (count) => `Open with ${number(count)} ${count === 1 ? "finding" : "findings"}`;

export const FLOOR = "Floor";
export const TABLE_TOOLS = "The table";
export const possibleNow = (count) => `Possible now, ${number(count)}`;
export const NOT_NOW = "Not now, and why";
export const DEALER_STEP = "Next step";
