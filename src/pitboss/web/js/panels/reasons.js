// Why an option is best, in words, from what the hand makes, what the pay tables pay, and the exact values. Pure.

import { rank, suit } from "../lib/cards.js";
import * as t from "../texts/en.js";

const CARD = /^([2-9TJQKA][shdc]|Jk)$/;
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const rankOf = (card) => (card === "Jk" ? card : card[0]);
const wordOf = (action) => action.split(" ").filter((part) => !CARD.test(part)).join(" ");
export const cardsIn = (action) => action.split(" ").filter((part) => CARD.test(part));

/** Cards as a player names them: "all five", "the fours and the ace", "A J 10 4 ♦" of one suit, else one by one. */
export function named(cards, whole = 0) {
  if (whole && cards.length === whole) return t.allCards(whole);
  const ranks = [...new Set(cards.map(rankOf))];
  const many = (each) => cards.filter((card) => rankOf(card) === each).length;
  if (ranks.length < cards.length) return t.list([...ranks].sort((a, b) => many(b) - many(a)).map((each) => t.the(many(each) > 1 ? t.rankNames(each) : t.rankName(each))));
  const suits = new Set(cards.map((each) => suit(each)));
  if (cards.length > 1 && suits.size === 1) return `${cards.map((each) => rank(each)).join(" ")} ${SUITS[suit(cards[0])]}`;
  return cards.join(" ");
}

/** What is held, as the title of a decision: "four diamonds" of one suit, otherwise as `named`. */
export function heldTitle(cards, whole) {
  const suits = new Set(cards.map((each) => suit(each)));
  return cards.length > 1 && cards.length < whole && suits.size === 1 ? t.ofSuit(cards.length, suit(cards[0])) : named(cards, whole);
}

/** An action in words, with the cards it names as `named`. */
export function actionTitle(action, whole = 0) {
  const word = t.capital(wordOf(action));
  const cards = cardsIn(action);
  return cards.length ? `${word} ${named(cards, whole)}` : word;
}

/** The options as lines, best first: those of one word and one value are one line, "Swap 8s or 8h". */
export function alike(options, whole = 0) {
  const lines = [];
  for (const option of options) {
    const word = wordOf(option.action);
    const same = lines.find((each) => each.ev === option.ev && each.word === word);
    if (same) same.actions.push(option.action);
    else lines.push({ ...option, word, actions: [option.action] });
  }
  return lines.map((line) => ({ ...line, title: lineTitle(line.actions, whole) }));
}

function lineTitle(actions, whole) {
  const first = actionTitle(actions[0], whole);
  if (actions.length === 1) return first;
  const short = cardsIn(actions[1]).length === 1 && actions.length === 2;
  return short ? t.either(first, named(cardsIn(actions[1]))) : first; // of several that are worth the same
}

/** Sentences on the best option: what it makes, what that pays, what it still needs, what it gains over the next. */
export function reasons({ layout, advice, reading, stakes }) {
  const lines = alike(advice.options, cardsIn(advice.options[0]?.action ?? "").length ? layout.player : 0);
  const [best, next] = lines;
  if (!best) return [];
  if (!next) return [t.equal];
  const gain = Math.round(best.cents) - Math.round(next.cents);
  if (best.word === "fold") return [reading?.words ? t.youHold(reading.words) : "", t.foldIsBest(gain)].filter(Boolean);
  const counted = layout.wagers.filter((wager) => stakes[wager.key] && !(advice.without ?? []).includes(wager.key));
  return [made(best, reading), pays(layout, best, counted), needs(best, counted), hopes(layout, best, counted), t.gains(gain, next.title)].filter(Boolean);
}

function made(best, reading) {
  if (best.words && best.words !== reading?.words) return t.makes(best.title, best.words);
  if (best.words) return t.youHold(best.words);
  return cardsIn(best.action).length ? t.toCome(best.title) : "";
}

/** What the hand is paid whatever happens, then what it is paid if it wins. */
function pays(layout, best, counted) {
  const reached = [...counted, ...layout.wagers.filter((wager) => wager.of && !counted.includes(wager))].filter((wager) => wager.lines?.[best.lines?.[wager.key]]);
  const odds = (wager) => wager.lines[best.lines[wager.key]].pays;
  const sure = reached.filter((wager) => !wager.against).map((wager) => t.paysAnyway(name(wager), odds(wager), layout.dealer > 0));
  const won = reached.filter((wager) => wager.against).map((wager) => t.paysIfWon(name(wager), odds(wager)));
  return sure.length + won.length ? t.pairPays([...sure, ...won]) : "";
}

/** The least hand that a wager pays, where the best option does not reach it. */
function needs(best, counted) {
  if (!best.words) return "";
  const missed = counted.find((wager) => wager.lines?.length && !wager.against && best.lines?.[wager.key] === undefined);
  return missed ? t.notPaid(name(missed), t.aHand(missed.lines[missed.lines.length - 1].words)) : "";
}

/** What the held cards may still become, where the rest is face down: a flush of one suit, one more of a rank. */
function hopes(layout, best, counted) {
  const cards = best.words ? [] : cardsIn(best.action);
  const pays = (words) => counted.flatMap((wager) => (wager.lines ?? []).filter((line) => line.words === words).map((line) => [name(wager), line.pays]))[0];
  const suits = new Set(cards.map((each) => suit(each)));
  if (cards.length > 2 && suits.size === 1 && pays("flush")) return t.mayFlush(layout.player - cards.length, suit(cards[0]), ...pays("flush"));
  const pair = cards.map(rankOf).find((each, index, all) => all.indexOf(each) !== index);
  return pair && pays("three of a kind") ? t.mayTrips(t.rankName(pair), ...pays("three of a kind")) : "";
}

const name = (wager) => t.title(wager.title ?? wager.key);

/** What the values are about: the wagers counted, and those that no decision changes; a rule stands as {rule}. */
export function scope({ layout, advice, reading, stakes }) {
  const without = advice.without ?? [];
  const circlesFirst = (a, b) => (b.against ? 1 : 0) - (a.against ? 1 : 0);
  const counted = layout.wagers.filter((wager) => stakes[wager.key] && !without.includes(wager.key)).sort(circlesFirst).map(name);
  const settled = [];
  const open = [];
  for (const key of without) {
    const wager = layout.wagers.find((each) => each.key === key);
    const line = wager?.sure ? wager.lines?.[reading?.lines?.[key]] : null;
    if (line && line.pays !== "push") settled.push(t.settledAlready(name(wager), line.words, line.pays), ...(wager.rule ? [{ rule: wager.rule }] : []));
    else if (wager) open.push(name(wager));
  }
  return [counted.length ? t.counted(counted) : "", ...settled, open.length ? t.notCounted(open) : ""].filter(Boolean);
}
