// The lobby, accounts, opening a table and people, in English.

import { dollars, exact } from "../../lib/money.js";
import { capital, number } from "./words.js";

const ordinal = (place) =>
  `${place}${["th", "st", "nd", "rd"][place % 100 > 10 && place % 100 < 14 ? 0 : place % 10] ?? "th"}`;

// The lobby
export const WHICH_TABLES = "Which tables";
export const NOT_OPEN = "no table open";
export const OPEN_ONE = "Open";
export const openOne = (name) => `Open a table of ${name}`;
export const BEING_PROVED = "House edge being proved";
export const provedSoFar = (done) => `House edge being proved, ${Math.round(done * 100)}%`;
export const PROOF_WAITS = "House edge to be proved next";
export const TOO_LARGE = "Too large to be proved";
export const FORCED_BET = "Forced bet";
export const blindsOf = (blinds) => blinds.map(dollars).join(" / ");
export const cents = (amount) => (amount < 100 ? `${amount}¢` : dollars(amount));
export const anteOf = (amount) => `${cents(amount)} ante`;
export const NO_LIMIT = "no limit";
export const FIRST_TONIGHT = "You are the first tonight";
export const ALONE_HERE = "You have the room to yourself";
export const START_AT_ONCE = "these start the moment you sit down";
export const DEALS_ALONE = "deals to you alone";
export const BOTS_LEAVE_LOBBY = "bots leave as people come";
export const botsAndFree = (bots, free) => `${bots} ${bots === 1 ? "bot" : "bots"}, ${free} free`;
const PAYERS = { button: "paid by the button", pot: "out of the pot" };
/** "$1–$3 out of the pot": the sums of a fee by head count, and who pays; a single sum is written in full. */
export const feeShort = ({ fees = [], payer }, fee) =>
  fees.length > 1 ? `${dollars(fees[0])}–${dollars(fees[fees.length - 1])} ${PAYERS[payer] ?? payer}` : fee;
export const AVERAGE_POT = "Average pot";
export const LINE_LOST = "Connection lost. This page catches up by itself when it is back.";
export const manyBots = (bots) => (bots ? `${number(bots)} ${bots === 1 ? "bot" : "bots"}` : "");

// Waiting for a seat
export const WAIT_TITLE = "Wait for a seat";
const HELD_WORDS = "When a seat is free it is held for you for a minute, and every page of yours says so.";
export const waitWords = (name, count) =>
  `${name} is full; ${count ? `${number(count)} waiting` : "nobody waits yet"}. ${HELD_WORDS}`;
export const GOING = "I am on my way";
export const INTEREST = "I am interested";
export const OFF_LIST = "Leave the list";
export const yourPlace = (place, going) => `you are ${ordinal(place)}${going ? ", on your way" : ""}`;
export const seatFor = (seat, name) => `Seat ${seat}, ${name}, is held for you`;
export const SECONDS_SIGN = "s";
export const YOU_BRING = "You bring";
export const STAY_ON_LIST = "Stay on the list";
export const secondsHeld = (seconds) => `${seconds}`;
export const LET_GO = "Let it go";

// Accounts
export const SIGN_IN = "Sign in";
export const SIGN_OUT = "Sign out";
export const REGISTER = "Keep this account";
export const REGISTER_NEW = "Register";
export const CHANGE_PASSWORD = "Change the password";
export const YOUR_ACCOUNT = "Your account";
export const accountOf = (name, cents) => `${name}, ${exact(cents)}: your account`;
export const guestWords = (name, cents) =>
  `You play as the guest ${name} with ${exact(cents)}. Choose a password to keep the name and the chips.`;
export const memberWords = (name, cents) => `You are ${name} and have ${exact(cents)}.`;
export const ROLE_WORDS = {
  player: "player",
  dealer: "dealer",
  cashier: "cashier",
  floor: "floor",
  auditor: "auditor",
  owner: "owner",
};
export const rolesWords = (roles) => `Your roles: ${roles.join(", ")}.`;
export const NAME = "Name";
export const PASSWORD = "Password";
export const PASSWORD_NOW = "Current password";
export const PASSWORD_NEW = "New password, eight characters or more";
export const LEAVES_CHIPS = "A guest who signs out cannot get these chips back.";
export const SIGNED_OUT = "You were signed out, as after a new role or password; sign in again.";
export const SIGN_IN_WORDS = "With the name and password you registered.";
export const REGISTER_WORDS = "A name and a password keep your chips from one visit to the next.";
export const HAVE_ACCOUNT = "I have an account";
export const NO_ACCOUNT = "I have no account yet";
export const PASSWORD_CHANGED = "The password is changed. Other browsers are signed out.";
export const ASK_CAGE = "Ask the cage for chips";
export const PEOPLE = "People";

export const rulesFound = (many) =>
  many ? `${number(many)} ${many === 1 ? "rule" : "rules"}` : "No rule has these words.";

// Keys of the pages around the tables
export const PAGE_KEYS = [
  ["Tab", "to the next button, link or field"],
  ["Enter", "press it, or take the seat that is held for you"],
  ["?", "these keys"],
  ["Esc", "close the dialog"],
];
export const LOBBY_KEYS = [["Q", "quick seat"], ["← →", "back and on in the tour"], ...PAGE_KEYS];
export const BOOKS_KEYS = [["1–7", "the parts of the books, in order"], ...PAGE_KEYS];
export const RULES_KEYS = [["/", "find a rule by a word or its number"], ...PAGE_KEYS];

// Opening a table
export const FILE_FIRST = "Choose a game file or paste its text; it is checked, then the table can be opened.";
export const FILE_CHECKING = "The game file is being checked; then the table can be opened.";
export const FILE_HAS_MISTAKES = "The table can be opened once the mistakes in the game file are corrected.";
export const KIND = "Kind";
export const KINDS = { house: "Against the house", poker: "Between players" };
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
export const AS_IN_LOBBY = "As it will appear in the lobby";
export const FINDINGS = "Findings";
export const findingCount = (many) => many ? `${number(many)} ${many === 1 ? "finding" : "findings"}` : "no findings";
export const openWith = (count) => `Open with ${number(count)} ${count === 1 ? "finding" : "findings"}`;
export const GAME_FILE = "A game file";
export const FILE_NAME = "Game file";
export const FILE_WORDS = "Choose the file of a game, or paste its text.";
export const CHOOSE_FILE = "Choose a file";
export const TEXT_OF_GAME = "Text of the game";
export const CHECK_IT = "Check it";
export const fileGood = (name) => `${name}: no mistake`;
export const mistakeCount = (count) => `${number(count)} ${count === 1 ? "mistake" : "mistakes"}`;
export const atLine = (line) => `line ${line}`;
export const SEATS_WORD = "Seats";
export const SEAT_FEWER = "One seat fewer";
export const SEAT_MORE = "One seat more";
export const seatRange = (least, most) =>
  least === most ? `always ${number(least)}` : `${number(least)} to ${number(most)}`;
export const BOTS_LEAVE = "they leave as people come";
export const wagerLimit = (name) => `Limits of ${name}`;
export const LEAST = "Least";
export const MOST = "Most";
export const STEP_WORD = "Step";
export const LIMIT_WORDS = "Dollars: the least and the most a player may stake, and the step between.";
export const PAYOUT_LIMIT = "Payout limit";
export const payoutLimitOf = (name) => `Payout limit of ${name}`;
export const payoutFrom = (amount) => `From ${dollars(amount)}`;
export const PAYOUT_WORDS =
  "Dollars, empty for none: the most that one deal may pay to all players together, as posted at the table. " +
  "No payment is cut; the books list each deal that paid more.";
export const PAY_TABLE = (name) => `${name} pays by table`;
export const onlyAt = (name, limits) => `${name} at ${limits} only`;
export const onlyGames = (names) => (names.length ? `${names.join(", ")} only` : "not in this house");
export const HOUSE_WORDS = {
  pot: "fee out of the pot, limits posted per game",
  button: "the button pays",
  nobody: "no fee, any stakes",
};
export const NAMES_GAME = " and names the game";
export const feeSteps = (fees) => {
  const steps = [];
  for (const [heads, amount] of Object.entries(fees)) {
    if (!steps.length || steps[steps.length - 1][1] !== amount) steps.push([Number(heads), amount]);
  }
  const words = ([heads, amount], at) => at ? `${dollars(amount)} with ${number(heads)} or more` : dollars(amount);
  return steps.map(words).join(", ");
};
export const limitNote = (row) => {
  const blinds = row.blinds.length ? `Blinds ${blindsOf(row.blinds)}` : "";
  const forced = row.ante ? `Ante ${cents(row.ante)}` : blinds;
  return [forced, row.buy_in ? `least buy-in ${dollars(row.buy_in)}` : ""].filter(Boolean).join(", ") + ".";
};
export const feeNote = (fees) => (Object.values(fees).some(Boolean) ? ` Fee ${feeSteps(fees)}.` : "");
export const COACH_OPTION = ["Coach", "exact values while you play"];
export const HOUSE_ONLY = "house games only";
export const CHAT_OPTION = ["Chat", "with mute"];
export const BANK_OPTION = ["Time bank", "60 s a player"];
export const DEALT_OPTION = ["Dealt by a person", "a dealer steps through it"];
export const RAIL_DELAY = "Delay for spectators";
export const CLOCK = "Time to decide";
export const secondsWord = (seconds) => (seconds === 0 ? "at once" : `${seconds} s`);
export const TABLE_NAME = "Name";
export const TABLE_NAME_WORDS = "empty: its number";
export const BEYOND = "beyond";
export const AGREES = "agrees";
export const LAW = "Law";
export const NO_LAW = "none";
export const lawTitle = (name, day) =>
  `${capital(name)}, ${day.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" })}`;
export const STAYS_ON_RECORD = "The table opens anyway and keeps its findings on record.";
export const NOTHING_AGAINST = "No law or approval forbids this table.";
export const IS_OPEN = "The table is open";
export const INVITE_WORDS = "Anyone with this link may come in.";
export const INVITE_LINK = "Invitation link";
export const COPY = "Copy the link";
export const COPIED = "Copied";
export const GO_TO_TABLE = "Go to the table";
export const LOW_BETS = "Lower bet";
export const HIGH_BETS = "Higher bet";
export const RAISES = "Raises a round";
export const withBots = (seats, bots) => [String(seats), manyBots(bots)];

// People
export const PEOPLE_TITLE = "People";
export const PEOPLE_WORDS =
  "Everyone is a player. Granting or removing a role ends that account’s sessions; it has to sign in again.";
export const ONLY_OWNER =
  "Only an owner sees who has an account here. Run pitboss owner-link for a link that makes you one.";
export const FIND = "Find a name";
export const KIND_WORDS = { guest: "guest", registered: "registered", bot: "bot" };
export const IN_WALLET = "Wallet";
export const AT_TABLES = "At tables";
export const ROLES = "Roles";
export const REFILL_PERSON = "Refill";
export const refillOf = (name) => `Refill the chips of ${name}`;
export const roleOf = (role, name) => `${role}: ${name}`;
export const GUESTS_HAVE_NONE = "register first";
export const MORE_PEOPLE = "Show more";
export const rolesSet = (name, roles) => `${name} is ${roles.join(", ")} now.`;
export const refilled = (name, cents) => `${name} has ${exact(cents)} now.`;

// The lobby ----------------------------------------------------------------------------------------------------------

export function greeting(hour) {
  const day = hour < 12 ? "morning" : "afternoon";
  return `Good ${hour < 5 || hour >= 18 ? "evening" : day}. Take a seat.`;
}
export const PROMISE = "Play chips, exact odds, every rule by its number.";
export const NAME_LABEL = "Your name at the table";
export const QUICK_SEAT = "Quick seat";
export const SHOW_ROUND = "Show me round";
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
export const HEADS = { game: "Game and limit", house: "House book", forced: "Forced bet", seats: "Seats", fee: "Fee" };
