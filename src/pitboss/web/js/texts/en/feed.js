// The feed: every event as a sentence, in English, from its facts. A sentence is a list of texts, {name}s and {card}s.

import { pieces } from "../../lib/cards.js";
import { dollars, exact } from "../../lib/money.js";
import { aBriefHand, aHand, briefHand, handsShown } from "./cards.js";
import { YOU } from "./table.js";
import { capital, cards, list, number, title } from "./words.js";

const YOUR = "Your";
const who = (name) => ({ name });
const drawn = (listed) => listed.map((card) => ({ card }));

export const SETTLEMENT = "Settlement, from the dealer’s right";
export const SHOWDOWN = "Showdown";
export const COLLECTED = "Folded hands and discards in, face down";
export const SETTLING = "Settlement";
export const ANTES = "Antes";
const BOARD = "board";
const COMMON_CARD = "common card";
export const anteEach = (cents, count) => [`${capital(number(count))} players ante ${dollars(cents)} each`];
export const uses = (used, away) => [
  "Dealer uses ",
  ...drawn(used),
  ", ",
  ...drawn(away),
  away.length === 1 ? " goes to the rack" : " go to the rack",
];

// Streets ------------------------------------------------------------------------------------------------------------

/** A street's heading with what is bet on it: "Flop, $2", "Third street, $2", "steps of $2" without limit.
 * @param {string} words @param {number} cents @param {Game} game */
export function stakes(words, cents, game) {
  if (!cents) return words;
  const bet = game?.steps ? `steps of ${dollars(cents)}` : dollars(cents);
  return `${words}, ${bet}`;
}

/** The name of a street as a heading: the first one by what comes after it, those of stud by their number.
 * @param {string} street @param {Game} game */
export function streetTitle(street, game) {
  const first = game?.streets?.[0]?.name === street;
  if (first && game.board) return "Before the flop";
  if (first && game.draw) return "Before the draw";
  if (!game || game.up) return `${capital(street)} street`;
  return street === "draw" ? "The draw" : capital(street);
}

/** @param {TableEvent} event */
export const boardTitle = ({ street, common }) => capital(common ? COMMON_CARD : street || BOARD);
export const anteHeading = (cents) => `Ante, ${cents < 100 ? `${cents}¢` : dollars(cents)} each`;

// Cards --------------------------------------------------------------------------------------------------------------

/** One passage of the dealer, a line for each kind of cards: to the spots and the dealer, to the board, turned up.
 * @param {Map<number, number>} seats @param {TableEvent[]} piles */
export function passage(seats, piles) {
  const lines = [];
  const dealt = piles.filter((each) => each.type === "dealt");
  const burned = count(piles.filter((each) => each.type === "burned"));
  const down = dealt.filter((each) => !each.up);
  const spots = toSpots([...seats.values()]);
  const dealer = count(dealt.filter((each) => each.pile === "dealer"));
  const hidden = down.some((each) => each.pile === "dealer");
  const toDealer = hidden && `${spots ? number(dealer) : cards(dealer)} to the dealer`;
  const first = [spots, toDealer].filter(Boolean);
  if (first.length) lines.push({ parts: [capital(first.join(", "))] });
  const rest = [...new Set(down.map((each) => each.pile).filter((pile) => pile !== "dealer"))];
  const many = (pile) => count(down.filter((each) => each.pile === pile));
  const second = [burned && `${number(burned)} burned`, ...rest.map((pile) => faceDown(pile, many(pile)))];
  const told = second.filter(Boolean);
  if (told.length) lines.push({ event: dealtTo(piles, rest[0]), parts: [capital(told.join(", "))] });
  for (const each of dealt.filter((event) => event.up)) lines.push({ event: each, parts: turnedUp(each) });
  return lines;
}

/** @param {TableEvent[]} events */
const count = (events) => events.reduce((sum, each) => sum + each.cards.length, 0);
/** @param {TableEvent[]} events @param {string} pile */
const dealtTo = (events, pile) =>
  events.find((each) => (pile ? each.type === "dealt" && each.pile === pile : each.type === "burned"));

function toSpots(counts) {
  if (!counts.length) return "";
  return counts.length === 1 ? `${cards(counts[0])} to one spot` : `${cards(Math.max(...counts))} to each spot`;
}

function faceDown(pile, many) {
  const where = pile === "board" ? `community ${many === 1 ? "card" : "cards"}` : `to the ${pile}`;
  return `${number(many)} ${where} face down`;
}

/** @param {TableEvent} event */
function turnedUp({ pile, cards: shown }) {
  const community = shown.length === 1 ? "Community card " : "Community cards ";
  return [pile === "board" ? community : `${capital(pile)} shows `, ...drawn(shown)];
}

// Several at once ----------------------------------------------------------------------------------------------------

const FEW = 3;

/** "You, Marek and Otis call, Theo folds": the names first, many folds as a number. `groups` are
 * [{verb, folds, people: [{name, you}]}]. */
export function together(groups) {
  return groups.flatMap(({ verb, folds, people }, index) => {
    const alone = people.length === 1 && !people[0].you;
    const many = groups.length > 1 && folds && people.length >= FEW && !people.some((each) => each.you);
    const said = many
      ? [number(people.length)]
      : people.flatMap((each, at) => [between(at, people), named(each, index || at)]);
    return [index ? ", " : "", ...said, ` ${plural(verb, alone ? "s" : "")}`];
  });
}

const named = ({ name, you }, later) => who(you ? youWords(later) : name);
const youWords = (later) => (later ? YOU.toLowerCase() : YOU);

function between(at, people) {
  if (!at) return "";
  return at === people.length - 1 ? " and " : ", ";
}

// One event ----------------------------------------------------------------------------------------------------------

/** One event as a sentence. `name(seat)` names a seat, `you` is true for mine.
 * @param {TableEvent} event @param {(seat: number) => string} name @param {(seat: number) => boolean} you
 * @param {TableEvent[]} [wagers] @returns {Part[] | null} */
export function sentence(event, name, you, wagers = [event]) {
  const seat = event.seat ? who(you(event.seat) ? YOU : name(event.seat)) : null;
  const s = event.seat && you(event.seat) ? "" : "s";
  const shown = drawn((event.cards ?? []).filter((card) => card !== "??"));
  const tell = FEED[event.type];
  if (tell) return tell({ event, seat, s, shown, wagers, count: event.cards?.length ?? 0 });
  const words = [event.verb, event.words].filter(Boolean).join(": ");
  return seat ? [seat, `, ${words}`] : [capital(words)];
}

/** A verb with the ending of its person; of several words the first is the verb. */
function plural(verb, s) {
  const [first, ...rest] = verb.split(" ");
  return [s ? third(first) : first, ...rest].join(" ");
}

function third(verb) {
  if (/(s|x|ch|sh)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

/** After an amount: the last chips, or the last raise of the round.
 * @param {TableEvent} event */
function last({ all_in: all, capped }) {
  if (all) return ", all in";
  return capped ? ", the cap" : "";
}

/** @type {Record<string, (told: {event: TableEvent, s: string}) => string>} */
const WAGERED = {
  call: ({ event, s }) => ` call${s} ${dollars(event.all_in ? event.to || event.cents : event.cents)}`,
  bet: ({ event, s }) => ` bet${s} ${dollars(event.cents)}`,
  raise: ({ event, s }) => ` raise${s} to ${dollars(event.to || event.cents)}`,
  complete: ({ event, s }) => ` complete${s} to ${dollars(event.to || event.cents)}`,
  "bring in": ({ event, s }) => ` bring${s} it in for ${dollars(event.cents)}`,
};

/** @param {Telling} told */
function wagered({ event, seat, s }) {
  if (event.verb === "forced bet") return forced(event, seat, s);
  return [seat, WAGERED[event.verb]({ event, s }), last(event)];
}

/** @param {TableEvent} event @param {Part} seat @param {string} s */
function forced(event, seat, s) {
  const bets = `bet${s} ${dollars(event.cents)}`;
  return event.with
    ? [seat, s ? " is low with " : " are low with ", { card: event.with }, `, ${bets}`]
    : [seat, ` ${bets}, the low card`];
}

/** An option of a house game by its own word: the cards it is about, the chips it places or takes back.
 * @param {Telling} told */
function chosen({ event, seat, s, count }) {
  const chips = event.takes ? `, take${s} back ${dollars(event.cents)}` : `, wager${s} ${dollars(event.cents)}`;
  return [seat, ` ${plural(event.verb, s)}${about(event, count)}`, event.cents ? chips : ""];
}

/** @param {TableEvent} event @param {number} count */
function about({ names, held }, count) {
  if (names === "out") return count === 1 ? " a card" : ` ${cards(count)}`;
  if (names !== "held") return "";
  return held === undefined ? `, ${cards(count)} out` : ` ${number(held)}`;
}

/** @param {Telling} told */
function dealt({ event, seat, shown, count }) {
  if (event.up) return [seat ?? capital(event.pile), seat ? ": " : " ", ...shown];
  return seat ? [seat, `: ${cards(count)}`] : [`${capital(cards(count))} to the ${event.pile}`];
}

/** @param {Telling} told */
function discarded({ shown, count }) {
  const goes = (shown.length || count) === 1 ? " goes to the rack" : " go to the rack";
  return [...(shown.length ? shown : [capital(cards(count))]), goes];
}

/** "Dealer qualifies: pair of tens", "Dealer has a flush, king high".
 * @param {Telling} told */
function announced({ event: { pile, hand, qualifier } }) {
  const whose = capital(pile);
  if (!hand) return [`${whose} does not qualify`];
  return [qualifier ? `${whose} qualifies: ${hand.words}` : `${whose} has ${aHand(hand)}`];
}

/** @param {Telling} told */
function shownHand({ event, seat, s, shown }) {
  const hands = (event.hands ?? []).map((hand) => hand.words).join("; ");
  if (event.open && hands) return [seat, ` ${hands}`];
  return [seat, ` show${s} `, ...shown, hands ? `: ${hands}` : ""];
}

/** @param {Telling} told */
function fee({ event, seat, s }) {
  if (seat) return [seat, ` pay${s} the fee, ${dollars(event.cents)}`];
  const from = event.antes ? `antes of ${dollars(event.antes)}` : "the pot";
  const short = event.cents < event.due ? `, ${dollars(event.due - event.cents)} short of ${dollars(event.due)}` : "";
  return [`Fee ${dollars(event.cents)} from ${from}, ${number(event.players)} players${short}`];
}

/** @param {Telling} told */
function posted({ event, seat, s }) {
  if (event.post === "ante") return [seat, ` ante${s} ${dollars(event.cents)}`];
  const what = event.plain ? "" : `, ${event.post}`;
  return [seat, ` post${s} ${dollars(event.cents)}`, what, last(event)];
}

const AWARDS = {
  "last hand": "last hand left",
  "made to discard": "made to discard",
  forfeited: "left by a forfeited hand",
  unmatched: "matched by nobody else",
  returned: "returned",
};

/** The reason for an award; the part of the pot is named only where it has several.
 * @param {TableEvent} event */
export function awardWords({ reason, half, by, whole }) {
  if (reason !== "hand") return AWARDS[reason] ?? reason;
  const part = whole ? "" : half;
  if (by === "suit") return [part, "by suit"].filter(Boolean).join(" ");
  return [part, by && `with the ${by}`].filter(Boolean).join(", ");
}

/** @param {Telling} told */
function awarded({ event, seat, s }) {
  const words = awardWords(event);
  return [seat, ` win${s} ${dollars(event.cents)}`, words ? `, ${words}` : ""];
}

/** @param {Telling} told */
function button({ event, seat, s }) {
  const card = event.card ? [", ", { card: event.card }, " is the highest card"] : [];
  return [seat, ` ha${s || "ve"} the button`, ...card];
}

/** @param {Telling} told */
function placed({ event, seat, s }) {
  if (!event.cents) return [seat, ` take${s} the wagers back`];
  return [seat, ` place${s} ${list(event.wagers.map(([key, cents]) => `${title(key)} ${dollars(cents)}`))}`];
}

const PASSED = { "play on": "the same cards now play for low", "new deal": "a new deal, antes stay" };
const stakesOf = (wagers) => wagers.map((each) => `${title(each.pile)} ${dollars(each.cents)}`).join(", ");

/** @type {{[K in TableEvent["type"]]?: (told: Telling) => Part[] | null}} */
const FEED = {
  shuffled: ({ event }) => [event.deck ? `The deck is shuffled, ${event.deck}` : "The deck is shuffled"],
  staked: ({ seat, wagers }) => [seat, ` ${stakesOf(wagers)}`],
  closed: () => ["Wagers close"],
  asked: () => null,
  decided: ({ seat, s }) => [seat, ` ha${s || "ve"} decided`],
  chosen,
  dealt,
  burned: ({ count }) => [`The dealer burns ${cards(count)}`],
  board: ({ event, shown }) => [boardTitle(event), " ", ...shown],
  turned: ({ event, shown }) => [`${capital(event.pile)} turns `, ...shown],
  set: ({ event, shown }) => [`${capital(event.pile)} sets `, ...shown, event.hand ? `: ${event.hand.words}` : ""],
  discarded,
  announced,
  shown: shownHand,
  settled,
  ended: () => null,
  dispensed: () => null,
  collected: () => null,
  fee,
  posted,
  wagered,
  checked: ({ seat, s }) => [seat, ` check${s}`],
  folded: ({ seat, s }) => [seat, ` fold${s}`],
  drawn: ({ seat, s, count }) => [seat, count ? ` draw${s} ${number(count)}` : ` stand${s} pat`],
  mucked: ({ seat, s }) => [seat, ` muck${s}`],
  awarded,
  returned: ({ event, seat, s }) => [seat, ` get${s} back ${dollars(event.cents)}`],
  passed: ({ event }) => [`Passed out: ${PASSED[event.follows] ?? event.follows}`],
  sat: ({ seat, s }) => [seat, ` sit${s} down`],
  bought: ({ event, seat, s }) => [seat, ` buy${s} chips for ${dollars(event.cents)}`],
  placed,
  finished: () => null,
  said: ({ event }) => [event.words],
  slip: ({ event }) => slipWas(event.best, Math.round(event.cents)),
  left: ({ event, s }) => [who(event.player), ` leave${s}`, event.cents ? ` with ${dollars(event.cents)}` : ""],
  "sat-out": ({ seat, s }) => [seat, ` sit${s} out`],
  "came-back": ({ seat, s }) => [seat, s ? " is back" : " are back"],
  button,
  named: ({ event, seat, s }) => [seat, ` name${s} the game: ${event.name}`],
};

/** "Swap 8♠ was worth $1.12 more"; the option may have cards in it. */
export const slipWas = (option, cents) => [...pieces(option), ` was worth ${exact(cents)} more`];

// Settlements --------------------------------------------------------------------------------------------------------

/** Odds as players say them, from a fraction: three halves are "3 to 2". */
export function oddsText(odds) {
  const [to, by = "1"] = odds.split("/");
  return `${to} to ${by}`;
}

/** @param {TableEvent} event */
const nameOf = ({ wager, bonus, name }) => (bonus ? title(`${wager} bonus`) : (name ?? title(wager)));

/** A wager's settlement: "Ante $25, 1 to 1, paid $25", "June’s Ante of $5 loses", "June folded: Ante $5 to the
 * rack".
 * @param {Telling} told */
function settled({ event, seat, s }) {
  const { result, stake, odds, line } = event;
  const staked = dollars(stake);
  const wager = `${nameOf(event)} ${staked}`;
  if (event.folded && result === "lose") return [seat, ` folded: ${wager} to the rack`];
  const whose = event.under ? [wager] : [s ? seat : who(YOUR), `${s && "’s"} ${nameOf(event)} of ${staked}`];
  if (result === "win") return [...whose, `, ${oddsText(odds)}, paid `, who(dollars(event.paid ?? 0))];
  return [...whose, ` ${result === "push" ? "pushes" : "loses"}${line ? ` with ${line}` : ""}`];
}

/** A wager of a round that is over: "10’s or Better, pair of kings, 1 to 1", "Ante, dealer has two pair".
 * @param {TableEvent} event @param {TableEvent} dealer */
export function outcome(event, dealer) {
  const won = event.result === "win";
  const said = [
    nameOf(event),
    won && event.hand && briefHand(event.hand),
    won && oddsText(event.odds),
    event.result === "push" && "push",
    event.result === "lose" && dealer?.hand && `${dealer.pile} has ${aBriefHand(dealer.hand)}`,
  ];
  return [who(YOU), ` ${said.filter(Boolean).join(", ")}`];
}

// Next to a name -----------------------------------------------------------------------------------------------------

/** The last act of a spot, next to its name.
 * @param {TableEvent} event */
export function did({ type, verb, names, held }) {
  if (type === "decided") return "has decided";
  if (type === "chosen" && names === "held") return `${plural(verb, "s")} ${held}`;
  return plural(verb, "s");
}

/** @type {{[K in EventType]?: (event: TableEvent, s: string) => string}} */
const DID = {
  checked: () => "checked",
  posted: (event) => `posted ${dollars(event.to || event.cents)}`,
  shown: (event, s) => (event.hands?.length ? handsShown(event.hands) : `show${s}`),
  drawn: ({ cards: thrown }) => (thrown?.length ? `draws ${thrown.length}` : "stands pat"),
  returned: () => "",
};
const PAST = { call: "called", raise: "raised to", complete: "completed to", "bring in": "brought in" };

/** The last act of a poker seat, under its name or under "You".
 * @param {TableEvent} event @param {boolean} you */
export function didPoker(event, you) {
  const s = you ? "" : "s";
  if (event.type === "wagered") {
    const low = event.verb === "forced bet" ? `low card, bet${s}` : `bet${s}`;
    return `${PAST[event.verb] ?? low} ${dollars(event.to || event.cents)}`;
  }
  return DID[event.type]?.(event, s) ?? (event.words || event.verb);
}
