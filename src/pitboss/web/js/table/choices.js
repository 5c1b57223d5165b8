// From options to buttons: which decisions a seat has, how cards are chosen for them, and what each costs. Pure.

const FIRST = ["fold", "muck"];
const LIKELY = ["check", "call", "play", "show", "let it ride", "raise", "bet"];

/** The decisions of a seat as buttons: fold first, then by cost; forbidden ones keep their place and name their rule. */
export function choices(options, hand, picked, amount) {
  const listed = shownOptions(options);
  const buttons = listed.flatMap((option) => (option.why ? [forbidden(option)] : allowed(option, hand, picked, amount)));
  buttons.sort((a, b) => order(a) - order(b) || a.cost - b.cost);
  const main = likeliest(buttons);
  const taken = new Set();
  for (const button of buttons) {
    button.main = button === main;
    button.key = keyFor(button.word, taken);
  }
  return buttons;
}

const BETTING = ["raise", "complete", "bet"];

/** The options worth a button: all that are allowed, those chips are missing for and, in poker, the one bet that a rule
 * forbids while none is allowed. */
function shownOptions(options) {
  const open = options.filter((option) => !option.why);
  const poker = options.some((option) => BETTING.includes(option.word) && options.some((other) => other.word === "muck"));
  if (!poker) return options.filter((option) => !option.why || option.cents > 0);
  const acting = open.some((option) => ["fold", "check", "call"].includes(option.word));
  if (!acting || open.some((option) => BETTING.includes(option.word))) return open;
  const facing = open.some((option) => option.word === "call");
  const closed = options.find((option) => option.word === (facing ? "raise" : "bet"));
  return closed ? [...open, closed] : open;
}

function forbidden(option) {
  return { word: option.word, action: option.word, why: option.why.replace(/\.$/, ""), rule: option.rule, cost: option.cents || (BETTING.includes(option.word) ? Infinity : 0) };
}

function allowed(option, hand, picked, amount) {
  if (byCards(option)) {
    const action = chosen(option, hand, picked);
    if (!action) return [{ word: option.word, action: "", option, why: option.word, waiting: true, cost: option.cents ?? 0 }];
    return [{ word: option.word, action, option, cents: 0, cost: option.cents ?? 0, rule: option.rule }];
  }
  if (option.high) {
    const cents = clamp(option, amount);
    return option.actions.map((action) => ({ word: option.word, action, option, cents, cost: cents, range: option.high > option.low, rule: option.rule }));
  }
  const actions = option.word === "show" ? option.actions.slice(0, 1) : option.actions; // all cards or none
  return actions.map((action) => ({ word: action, action, option, cents: 0, cost: option.cents ?? 0, rule: option.rule }));
}

const order = (button) => (FIRST.includes(button.word) ? 0 : 1);

function likeliest(buttons) {
  const open = buttons.filter((button) => !button.why);
  const picking = open.find((button) => button.option && byCards(button.option));
  if (picking) return picking;
  for (const word of LIKELY) {
    const match = open.find((button) => button.word === word || button.word.startsWith(`${word} `));
    if (match) return match;
  }
  return open[open.length - 1];
}

function keyFor(word, taken) {
  for (const letter of word.toLowerCase().replace(/[^a-z0-9]/g, "")) {
    if (taken.has(letter) || RESERVED.has(letter)) continue;
    taken.add(letter);
    return letter.toUpperCase();
  }
  return "";
}

const RESERVED = new Set(["k", "o", "t", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);

// Amounts --------------------------------------------------------------------------------------------------------------

/** The amount nearest to the wanted one that the option takes; without a wish, the least. */
export function clamp(option, wanted) {
  if (!wanted || option.high <= option.low) return option.low;
  if (wanted >= option.high) return option.high;
  const step = option.step || 1;
  return Math.max(option.low, option.low + Math.round((wanted - option.low) / step) * step);
}

// Cards ----------------------------------------------------------------------------------------------------------------

const cardsOf = (action) => action.split(" ").filter((word) => /^([2-9TJQKA][shdc]|Jk)$/.test(word));

/** Whether an option is decided by choosing cards, as in a swap, a hold or a draw. */
export function byCards(option) {
  return option.word !== "show" && (option.actions?.some((action) => cardsOf(action).length > 0) ?? false);
}

/** How cards are chosen now: the word, whether the chosen ones are held or thrown, how many may go. */
export function picking(options, hand) {
  const option = options.find((each) => !each.why && byCards(each));
  if (!option) return null;
  const counts = option.actions.map((action) => cardsOf(action).length);
  const holds = option.word === "hold";
  const out = counts.map((count) => (holds ? hand.length - count : count));
  return { word: option.word, boxes: holds, least: Math.min(...out), most: Math.max(...out) };
}

/** The action of an option for the cards that go out, or "" if these cannot go. */
export function chosen(option, hand, picked) {
  const out = new Set(picked);
  const wanted = option.word === "hold" ? hand.filter((card) => !out.has(card)) : hand.filter((card) => out.has(card));
  const key = [...wanted].sort().join(" ");
  return option.actions.find((action) => cardsOf(action).sort().join(" ") === key) ?? "";
}

/** Put a card out or take it back; where only one may go, the other comes back. */
export function toggled(picked, card, picking) {
  const next = new Set(picked);
  if (next.has(card)) next.delete(card);
  else {
    if (picking.most === 1) next.clear();
    if (next.size < picking.most) next.add(card);
  }
  return next;
}
