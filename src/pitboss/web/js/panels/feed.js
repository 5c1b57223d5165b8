// The feed as entries: what belongs together is one line, and every deal has its heading. Pure.

import * as t from "../texts/en.js";

const QUIET = new Set(["decide", "finish", "end", "dispense", "shuffle"]);
const OPENING = new Set(["shuffle", "post", "ante", "fee", "wager", "close"]);
const BETTING = new Set(["fold", "check", "call", "bet", "raise", "complete"]);
const JOINED = new Set(["fold", "check", "call"]);

/** The entries of a feed whose first deal has number `first`: headings, merged lines, single events. */
export function entries(feed, first) {
  const listed = [];
  const known = new Set();
  const held = new Map(); // cards dealt to each seat, for the names of streets
  let deal = first;
  let headed = false;
  let start = 0; // where the deal begins, so that an entry keeps its key when the oldest events are forgotten
  for (let at = 0; at < feed.length; at += 1) {
    const event = feed[at];
    if (!headed && OPENING.has(event.verb)) {
      listed.push({ key: `deal ${deal}`, deal });
      headed = true;
    }
    if (event.verb === "finish") {
      deal += 1;
      headed = false;
      start = at + 1;
      known.clear();
      held.clear();
    }
    if (QUIET.has(event.verb)) continue;
    const key = `${deal} ${at - start}`;
    const merged = merge(feed, at, key, held);
    const entry = merged ? merged.entry : { key, event };
    if (merged) at = merged.last;
    if (!entry) continue;
    if (event.verb === "show" && !known.has("show")) known.add("show") && listed.push({ key: `${key} heading`, heading: feed.some((each) => each.verb === "close") ? t.SETTLEMENT : t.SHOWDOWN });
    if (BETTING.has(event.verb)) {
      if (known.has(event.rule)) entry.plain = true; // a rule is named once a deal for what happens all the time
      known.add(event.rule);
    }
    listed.push(entry);
  }
  return listed;
}

const MERGES = { deal: dealing, burn: dealing, wager: wagersOf, ante: antes, post: posts, collect: collected, fold: joined, check: joined, call: joined };

function merge(feed, at, key, held) {
  return MERGES[feed[at].verb]?.(feed, at, key, held) ?? null;
}

const run = (feed, at, fits) => {
  let last = at;
  while (last + 1 < feed.length && fits(feed[last + 1])) last += 1;
  return last;
};

/** The cards of one passage of the dealer: one line for a round of the table, a street where cards lie open. */
function dealing(feed, at, key, held) {
  const last = run(feed, at, (event) => event.verb === "deal" || event.verb === "burn");
  const passage = feed.slice(at, last + 1);
  const seats = new Map();
  for (const event of passage.filter((each) => each.verb === "deal" && each.seat)) {
    seats.set(event.seat, (seats.get(event.seat) ?? 0) + event.cards.length);
    held.set(event.seat, (held.get(event.seat) ?? 0) + event.cards.length);
  }
  const house = passage.some((event) => event.verb === "deal" && !event.seat) || feed.some((event) => event.verb === "close");
  if (!house) return street(passage, seats, held, key, last, feed[last + 1]);
  const piles = passage.filter((event) => !event.seat);
  const parts = t.passage(seats, piles);
  return parts ? { last, entry: { key, event: { ...passage[0], verb: "deal all" }, parts } } : null;
}

function street(passage, seats, held, key, last, next) {
  const first = passage.some((event) => event.verb === "deal" && event.up);
  if (first || (seats.size && Math.max(...held.values()) > Math.max(...seats.values()))) return { last, entry: { key, heading: t.street(Math.max(...held.values())) } };
  if (next?.verb === "board" || seats.size > 1) return { last, entry: null }; // the board's own heading tells it
  return seats.size ? null : { last, entry: null };
}

function wagersOf(feed, at, key) {
  const last = run(feed, at, (event) => event.verb === "wager" && event.seat === feed[at].seat);
  const closed = feed.slice(last).findIndex((event) => event.verb === "close");
  if (closed >= 0) return { last, entry: null }; // they lie on the cloth
  return { last, entry: { key, event: feed[at], wagers: feed.slice(at, last + 1) } };
}

function antes(feed, at, key) {
  const last = run(feed, at, (event) => event.verb === "ante");
  return last === at ? null : { last, entry: { key, event: feed[at], parts: t.anteEach(feed[at].cents, last - at + 1) } };
}

function posts(feed, at, key) {
  const last = run(feed, at, (event) => event.verb === "post");
  return last === at ? null : { last, entry: { key, event: feed[at], each: feed.slice(at, last + 1), plain: true } };
}

function collected(feed, at, key) {
  const last = run(feed, at, (event) => event.verb === "collect");
  return { last, entry: { key, event: feed[at], parts: [t.COLLECTED] } };
}

function joined(feed, at, key) {
  const event = feed[at];
  if (!JOINED.has(event.verb)) return null;
  const last = run(feed, at, (other) => other.verb === event.verb);
  return last === at ? null : { last, entry: { key, event, seats: feed.slice(at, last + 1).map((each) => each.seat) } };
}
