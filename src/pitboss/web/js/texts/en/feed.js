// The feed: every event as a sentence, in English.

import { dollars } from "../../lib/money.js";
import { resultOf } from "../../lib/results.js";
import { aHand } from "./coach.js";
import { shownWords } from "./hands.js";
import { YOU } from "./table.js";
import { capital, cards, number, title } from "./words.js";

const YOUR = "Your";
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
  button: ({ seat, s }) => [seat, ` ha${s || "ve"} the button`],
  "names the game": ({ event, seat, s }) => [seat, ` name${s} the game: ${event.words}`],
};

/** A wager's settlement: "Ante $25, 1 to 1, paid $25", "June’s Ante of $5 loses", "June folded: Ante $5 to the rack". */
function settled({ event, seat, s }) {
  const { won, lost, bonus, staked, said, odds, line } = resultOf(event);
  const name = bonus ? title(`${event.pile} bonus`) : event.name ?? title(event.pile);
  const wager = `${name} ${staked}`;
  if (event.folded && lost) return [seat, ` folded: ${wager} to the rack`];
  const whose = !staked ? [seat] : event.under ? [wager] : [s ? seat : who(YOUR), `${s && "’s"} ${name} of ${staked}`];
  return won ? [...whose, `, ${odds}, paid `, who(dollars(event.cents))] : [...whose, ` ${said}${line && ` with ${line}`}`];
}

/** A wager of a round that is over: "10’s or Better, pair of kings, 1 to 1", "Ante, dealer has two pair". */
export function outcome(event, announced) {
  const { won, lost, bonus, odds } = resultOf(event);
  const name = event.name ?? title(bonus ? `${event.pile} bonus` : event.pile);
  const dealer = lost && /(qualifies with|has) (.+)$/.exec(announced)?.[2];
  return [who(YOU), ` ${[name, odds && event.hand?.replace(/, .*$/, ""), odds, !won && !lost && "push", dealer && `dealer has ${aHand(dealer.replace(/, .*$/, ""))}`].filter(Boolean).join(", ")}`];
}

/** What a spot did, beside its name. */
export function did(verb) {
  if (verb === "decided") return "has decided";
  if (verb === "swap") return "swapped";
  if (verb === "show") return "shows";
  if (verb === "folded") return "folded";
  return plural(verb, "s");
}

/** What a poker seat did, under its name or under "You". */
export function didPoker(event, you) {
  const s = you ? "" : "s";
  const past = { bet: `bet${s}`, call: "called", raise: "raised to", complete: "completed to", check: "checked", post: "posted", ante: "ante", "bring in": "brought in", "forced bet": `low card, bet${s}`, show: event.words ? shownWords(event.words) : `show${s}`, draw: event.words || "drew", return: "" };
  const word = past[event.verb];
  if (word === undefined) return event.words || event.verb;
  if (["raise", "complete"].includes(event.verb)) return `${word} ${dollars(event.to || event.cents)}`;
  if (["bet", "call", "post", "ante", "bring in", "forced bet"].includes(event.verb)) return `${word} ${dollars(event.to || event.cents)}`;
  return word;
}
