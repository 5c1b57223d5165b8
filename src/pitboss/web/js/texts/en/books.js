// Texts of the books.

export const BOOKS = "Books";
export const READERS = ["floor", "cashier", "auditor", "owner"];
export const BOOKS_TITLE = "Master games report";
export const TITLES = {
  games: "Master games report",
  drop: "Drop and count",
  slips: "Slips",
  fees: "Fees",
  hands: "Hands and rounds",
  ledger: "Ledger",
  findings: "Findings",
};
const MONTH = { month: "long", year: "numeric" };
const DAY = { day: "numeric", month: "long", year: "numeric" };
const dayOf = (text) => new Date(`${text}T12:00:00`);
const inWords = (day, how) => dayOf(day).toLocaleDateString("en-GB", how);

/** "November 2026." for days of one month from the first on, otherwise the first and last day. */
export function periodWords(first, last) {
  if (first === last) return `${inWords(first, DAY)}.`;
  const from = dayOf(first);
  if (from.getDate() === 1 && inWords(first, MONTH) === inWords(last, MONTH)) return `${inWords(first, MONTH)}.`;
  return `${inWords(first, DAY)} to ${inWords(last, DAY)}.`;
}
export const voidBy = (name) => `void by ${name}`;
export const EVERY_WIN = "Each win is compared with what the exact sheet expects.";
export const ROLES_NEEDED = "The books are for the floor, the cashier and the auditor.";
export const BOOK_TABS = [
  ["games", "Games"],
  ["drop", "Drop"],
  ["slips", "Slips"],
  ["fees", "Fees"],
  ["hands", "Hands"],
  ["ledger", "Ledger"],
  ["findings", "Findings"],
];
export const WHICH_BOOK = "Which part of the books";
export const FROM_DAY = "From";
export const TO_DAY = "to";
export const CSV = "CSV";
export const PDF = "PDF";
export const HANDLE = "Handle";
export const WIN = "Win";
export const FEES_TAKEN = "Fees taken";
export const LEDGER = "Ledger";
export const TO_LOOK_AT = "To look at";
export const BALANCED = "balanced";
export const NOT_BALANCED = "not balanced";
export const SUM_ZERO = "sum is zero";
export const CHAIN_UNBROKEN = "sum is zero, chain unbroken";
/** Why tables need a look: their wins, or deals that paid too much. */
export const whyLook = (far, above) =>
  [far && "outside their 99% bands", above && "above a payout limit"].filter(Boolean).join(", or ") ||
  "nothing is outside its band";
export const PAYOUT_LIMITS = "Posted payout limits";
export const PAYOUT_LIMIT_WORDS =
  "the most that a table posts for one deal, to all players together; no payment is cut";
export const PAYOUT_COLUMNS = ["Table", "Wager", "Limit", "Deals above it"];
export const NO_DEAL_ABOVE = "none";
export const HOLD_BAND = "Hold against its band";
export const BAND_WORDS =
  "dark bar 95%, light bar 99% of honest results; line expected, dot the win; figures are the 95% ends in per cent";
export const WAGER_COLUMNS = [
  "Game and wager",
  "Table",
  "Wagers",
  "Handle",
  "Win",
  "Hold",
  "Expected",
  "Band",
  "Off by",
];
export const TABLE_COLUMNS = [
  "Table",
  "Rounds",
  "Opener",
  "Fills",
  "Closer",
  "Credits",
  "Drop",
  "Win",
  "Hold",
  "Month",
  "Year",
];
export const TABLES_TITLE = "Tables by their inventory";
export const WIN_IS = "win = closer + credits + drop − opener − fills";
export const POKER_TITLE = "Tables between players";
export const POKER_COLUMNS = ["Table", "Game", "Hands", "Fees", "Breakage", "Tokes", "Bought", "Cashed"];
export const FEE_COLUMNS = ["Table", "Game", "Players", "Hour", "Hands", "Fees"];
export const SLIP_COLUMNS = ["Slip", "Kind", "Table", "Amount", "State", "Signed by", "Remark"];
export const HAND_COLUMNS = ["Hand", "Game", "Day", "Players", "Wagered", "Result"];
export const MOVE_COLUMNS = ["Day", "From", "To", "Amount", "Why", "Line"];
export const ACCOUNT_COLUMNS = ["Account", "Holds"];
export const COUNT_TITLE = "Count a box";
export const COUNT_WORDS =
  "Two people count separately. If they agree, the chips go to the cage; a difference is a notification of error.";
export const BOX = "Box";
export const BOXES = [["drop box", "Drop box"], ["fee box", "Fee box"], ["breakage", "Breakage"], ["tokes", "Tokes"]];
export const SEND_COUNT = "This is my count";
export const COUNTED = "Counts";
export const SIGN = "Sign";
export const VOID = "Void";
export const NEW_SLIP = "New slip";
export const ASK_FILL = "Request a fill";
export const ASK_CREDIT = "Request a credit";
export const WRITE_CLOSER = "Write the closer";
export const AMOUNT = "Amount in dollars";
export const SEARCH = "Search";
export const PLAYER = "Player";
export const ACCOUNT = "Account or start of its name";
export const NOTHING_HERE = "Nothing in this period.";
export const ALL_WAGERS = "all wagers";
export const BAND_MEANS = "fewer than one honest month in a hundred ends with a win outside its 99% band";
export const lookAt = (table, wager) => `Table ${table}, ${wager}: day by day`;
export const lineTitle = (game, table, wager) => `${game}, table ${table}, ${wager}`;
export const lineLabel = (game, wager, where) => `${game}, ${wager}: ${where}`;
export const insideBand = "inside its band";
export const dayShort = (day) => inWords(day, { day: "numeric", month: "short" });
export const outsideSince = (day) => `outside its band since ${dayShort(day)}`;
export const wagersSettled = (many) => `${count(many)} wagers settled`;
export const expectedWin = (text) => `expected ${text}`;
export const handsDealt = (many) => `poker, ${count(many)} ${many === 1 ? "hand" : "hands"}`;
export const tablesToLook = (many) => (many ? `${many} ${many === 1 ? "table" : "tables"}` : "nothing");
export const waitsFor = (role) => `waits for the ${role}`;
export const bandLabel = (expected, low, high, hold) =>
  `expected ${expected}%, 95% band ${low}% to ${high}%, actual ${hold}%`;
export const ERRORS = "Notifications of error";
export const NO_FINDINGS = "No finding in this period.";
export const AUDIT_TITLE = "What the audit found";
export const AUDIT_NOW = "Audit the room now";
export const AUDIT_AGAIN = "Audit again";
export const AUDIT_RUNS = "The audit is running.";
export const NEVER_AUDITED = "Not audited since the server was started";
export const AUDIT_DOES =
  "Every round and hand is dealt again from its sealed deck and settled again; every chain and balance is checked.";
export const REPLAY_FIRST = "Replay the first of them";
export const FOUND = "Found";
export const FOUND_BEFORE = "Found by the previous audit";
export const AUDIT_FAILED = "The audit failed.";
export const PLAYED_AGAIN = "Rounds and hands played again";
export const LINES_CHECKED = "Lines of the logs checked";
export const count = (number) => number.toLocaleString("en-US");
export const foundCount = (many) => (many ? `${count(many)} ${many === 1 ? "finding" : "findings"}` : "nothing");
export const movementsChecked = (number) => `${count(number)} movements of the ledger were compared with them.`;
export const auditing = (done) => `Auditing, ${Math.floor(done * 100)}%`;
export const FULL_AUDIT = "Full audit";
const DATE = { day: "numeric", month: "short", year: "numeric" };
const TIME = { hour: "2-digit", minute: "2-digit" };
const SECOND = { ...TIME, second: "2-digit" };
const dated = (seconds, time) => new Date(seconds * 1000).toLocaleString("en-GB", { ...DATE, ...time });
export const auditedAt = (seconds) => dated(seconds, TIME);
export const auditBegan = (seconds) => dated(seconds, SECOND);
const WHOLE = "Everything stored was read from the beginning; nothing was taken from an earlier audit.";
export const auditEnded = (seconds) => `Ended ${dated(seconds, SECOND)}. ${WHOLE}`;
export const AUDIT_KINDS = {
  chain: "A log was altered",
  columns: "A row differs from its line",
  ledger: "The ledger differs from the logs",
  balance: "A balance is not the sum of its movements",
  deck: "Not the sealed deck",
  replay: "Settled differently",
  hand: "A stored hand differs",
  slip: "A slip out of sequence",
  chips: "Chips from nowhere",
};
export const recordOf = ({ table = "", line = 0, hand = "" }) => hand || (line ? `${table} line ${line}` : table);
