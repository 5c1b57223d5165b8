// Why an option is best, in words, from the hand, the pay tables and the exact values. Pure.

import { inText, rank, suit } from "../lib/cards.js";
import { sameHand } from "../table/deal.js";
import * as t from "../texts/en.js";

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const rankOf = (card) => (card === "Jk" ? card : card[0]);

/** Cards as a player names them: "all five", "the fours and the ace", "A J 10 4 ♦" of one suit, else one by one.
 * @param {string[]} cards */
export function named(cards, whole = 0) {
  if (whole && cards.length === whole) return t.allCards(whole);
  const ranks = [...new Set(cards.map(rankOf))];
  const many = (each) => cards.filter((card) => rankOf(card) === each).length;
  if (ranks.length < cards.length) {
    const most = [...ranks].sort((a, b) => many(b) - many(a));
    return t.list(most.map((each) => t.the(many(each) > 1 ? t.rankNames(each) : t.rankName(each))));
  }
  const suits = new Set(cards.map((each) => suit(each)));
  if (cards.length > 1 && suits.size === 1) {
    return `${cards.map((each) => rank(each)).join(" ")} ${SUITS[suit(cards[0])]}`;
  }
  return cards.map(inText).join(" ");
}

/** The cards held, as the title of a decision: "four diamonds" of one suit, otherwise as `named`.
 * @param {string[]} cards */
export function heldTitle(cards, whole) {
  const suits = new Set(cards.map((each) => suit(each)));
  const flush = cards.length > 1 && cards.length < whole && suits.size === 1;
  return flush ? t.ofSuit(cards.length, suit(cards[0])) : named(cards, whole);
}

/** An option in words, with the cards it names as `named`.
 * @param {{word?: string, cards?: string[]}} option @param {number} [whole] */
export function actionTitle({ word, cards = [] }, whole = 0) {
  return cards.length ? `${t.capital(word)} ${named(cards, whole)}` : t.capital(word);
}

/** The options as lines, best first: those of one word and one value are one line, "Swap 8s or 8h".
 * @param {Wire.CoachedOption[]} options @param {number} [whole] */
export function alike(options, whole = 0) {
  const lines = [];
  for (const option of options) {
    const same = lines.find((each) => each.ev === option.ev && each.word === option.word);
    if (same) same.options.push(option);
    else lines.push({ ...option, options: [option] });
  }
  return lines.map((line) => ({ ...line, title: lineTitle(line.options, whole) }));
}

/** @param {Wire.CoachedOption[]} options @param {number} whole */
function lineTitle(options, whole) {
  const [first, second, ...more] = options;
  const title = actionTitle(first, whole);
  const short = second && !more.length && second.cards?.length === 1;
  return short ? t.either(title, named(second.cards)) : title; // of several that are worth the same
}

/** Sentences on the best option: what it makes, what that pays, what it still needs, what it gains over the next.
 * @param {Coached} about */
export function reasons({ layout, advice, reading, stakes }) {
  const lines = alike(advice.options, advice.options[0]?.cards?.length ? layout.player : 0);
  const [best, next] = lines;
  if (!best) return [];
  if (!next) return [t.equal];
  const gain = Math.round(best.cents) - Math.round(next.cents);
  if (best.folds) return [reading?.hand ? t.youHold(reading.hand) : "", t.foldIsBest(gain)].filter(Boolean);
  const counted = layout.wagers.filter((wager) => stakes[wager.key] && !(advice.without ?? []).includes(wager.key));
  const said = [made(best, reading), pays(layout, best, counted), needs(best, counted), hopes(best, counted)];
  return [...said, best.ev === next.ev ? t.ties(next.title) : t.gains(gain, next.title)].filter(Boolean);
}

/** @param {Reading} reading */
function made(best, reading) {
  if (best.hand) return sameHand(best.hand, reading?.hand) ? t.youHold(best.hand) : t.makes(best.title, best.hand);
  return best.cards?.length ? t.toCome(best.title) : "";
}

/** The sure payments of the hand, then those it gets if it wins.
 * @param {Layout} layout */
function pays(layout, best, counted) {
  const added = layout.wagers.filter((wager) => wager.of && !counted.includes(wager));
  const reached = [...counted, ...added].filter((wager) => wager.lines?.[best.lines?.[wager.key]]);
  const line = (wager) => wager.lines[best.lines[wager.key]];
  const sure = reached.filter((wager) => !wager.against);
  const won = reached.filter((wager) => wager.against);
  const said = [
    ...sure.map((wager) => t.paysAnyway(name(wager), line(wager), layout.dealer > 0)),
    ...won.map((wager) => t.paysIfWon(name(wager), line(wager).pays)),
  ];
  return said.length ? t.pairPays(said) : "";
}

/** The lowest hand that a wager pays, if the best option does not reach it. */
function needs(best, counted) {
  if (!best.hand) return "";
  const missed = counted.find(
    (wager) => wager.lines?.length && !wager.against && best.lines?.[wager.key] === undefined,
  );
  return missed ? t.notPaid(name(missed), t.aLine(missed.lines[missed.lines.length - 1])) : "";
}

/** The best line that the held cards may still reach for the first wager, if the rest is face down. */
function hopes(best, counted) {
  const wager = best.hand ? null : counted.find((each) => each.lines?.[best.reach?.[each.key]]);
  if (!wager) return "";
  const line = wager.lines[best.reach[wager.key]];
  return t.mayMake(t.aLine(line), name(wager), line.pays);
}

/** @param {Wager} wager */
const name = (wager) => t.title(wager.title || wager.key);

/** The wagers that the values count, and those that no decision changes; a rule is {rule}.
 * @param {Coached} about @returns {Array<string | {rule: string}>} */
export function scope({ layout, advice, reading, stakes }) {
  const without = advice.without ?? [];
  const circlesFirst = (a, b) => (b.against ? 1 : 0) - (a.against ? 1 : 0);
  const counted = layout.wagers
    .filter((wager) => stakes[wager.key] && !without.includes(wager.key))
    .sort(circlesFirst)
    .map(name);
  const settled = [];
  const open = [];
  for (const key of without) {
    const wager = layout.wagers.find((each) => each.key === key);
    const line = wager?.sure ? wager.lines?.[reading?.lines?.[key]] : null;
    if (line && line.odds !== "0") {
      settled.push(t.settledAlready(name(wager), line.words, line.pays), ...(wager.rule ? [{ rule: wager.rule }] : []));
    } else if (wager) open.push(name(wager));
  }
  return [counted.length ? t.counted(counted) : "", ...settled, open.length ? t.notCounted(open) : ""].filter(Boolean);
}
