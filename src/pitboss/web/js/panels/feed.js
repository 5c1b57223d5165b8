// The feed as entries: what belongs together is one line, every deal and every street has its heading, and of a deal that
// is over only its outcome stays. Pure.

import * as t from "../texts/en.js";

const QUIET = new Set(["decide", "finish", "end", "dispense", "shuffle"]);
const OPENING = new Set(["shuffle", "post", "ante", "fee", "wager", "close"]);
const BETTING = new Set(["fold", "check", "call", "bet", "raise", "complete"]);
const JOINED = ["check", "call", "fold"];
const WAGERS = new Set(["bet", "raise", "complete"]);
const opens = (event) => OPENING.has(event.verb);

/** The entries of a feed whose first deal has number `first`: headings, merged lines, single events.
 *
 * `about` may say whose eyes it is for and what is played: {own, over, brief, house, game}; `wins` are the parts of a pot
 * that any game of the table has. */
export function entries(feed, first, about = {}) {
  const deals = split(feed);
  const current = about.naming ? deals.length : deals.findLastIndex((events) => events.some(opens));
  return deals.flatMap((events, index) => {
    const number = first + index;
    return about.brief && index < current ? outcome(events, number, about) : whole(events, number, about);
  });
}

/** The feed deal by deal: each ends with its "finish". */
function split(feed) {
  const deals = [[]];
  for (const event of feed) {
    deals[deals.length - 1].push(event);
    if (event.verb === "finish") deals.push([]);
  }
  return deals;
}

// A deal that is over ----------------------------------------------------------------------------------------------------

const OUTCOME = new Set(["award", "names the game", "slip"]);

/** What a deal came to: my own wagers at a house table, who won the pots at poker. */
function outcome(events, number, { own, house, names, against, wins }) {
  if (!events.some(opens)) return [];
  const announced = events.findLast((event) => event.verb === "announce")?.words ?? "";
  const kept = events.flatMap((event, at) => {
    if (house && event.verb === "settle" && own.has(event.seat)) return [{ key: `${number} ${at}`, event: { ...event, name: names?.[event.pile], hand: events.findLast((each) => each.verb === "show" && each.seat === event.seat)?.words ?? "" }, outcome: against?.has(event.pile) ? announced : "" }];
    return OUTCOME.has(event.verb) || (event.verb === "fee" && event.seat) ? [{ key: `${number} ${at}`, event: won(event, wins), plain: event.verb === "award" }] : [];
  });
  return house && !kept.length ? [] : [{ key: `deal ${number}`, deal: number }, ...kept];
}

// A deal line by line ----------------------------------------------------------------------------------------------------

function whole(feed, number, about) {
  const listed = [];
  const told = { known: new Set(), held: new Map(), up: new Map(), antes: 0, street: -1, wagers: 0, folded: 0, seats: new Set(), about };
  const untitled = about.game?.streets && number > (about.over ?? 0) && !about.choice; // the street is the heading
  let headed = false;
  for (let at = 0; at < feed.length; at += 1) {
    const event = feed[at];
    if (!headed && opens(event)) {
      if (!untitled) listed.push({ key: `deal ${number}`, deal: number });
      headed = true;
    }
    if (QUIET.has(event.verb)) continue;
    const key = `${number} ${at}`;
    listed.push(...headings(feed, at, key, told));
    const merged = MERGES[event.verb]?.(feed, at, key, told) ?? null;
    const made = merged ? merged.entries : [{ key, event: seen(event, told) }];
    if (merged) at = merged.last;
    for (const entry of made) listed.push(usual(entry, told));
  }
  return listed;
}

/** A heading before an event: the first bets, the draw, the settlement, the showdown. */
function headings(feed, at, key, told) {
  const { verb } = feed[at];
  const heading = (text) => [{ key: `${key} heading`, heading: text }];
  if (verb === "post" && told.street < 0) return told.about.game?.streets ? heading(t.stakes(t.firstStreet(told.about.game), step(told), told.about.game)) : (step(told), []);
  if (verb === "draw" && !told.known.has("draw")) {
    told.known.add("draw");
    return heading(t.stakes(t.THE_DRAW, step(told), told.about.game));
  }
  if ((verb === "show" || (verb === "settle" && told.known.has("turned"))) && !told.known.has("show")) {
    told.known.add("show");
    return heading(feed.some((each) => each.verb === "close") ? t.SETTLEMENT : t.SHOWDOWN);
  }
  if (verb === "turn") told.known.add("turned");
  return [];
}

/** The next street: what is bet on it, in cents. */
function step(told) {
  told.street += 1;
  const { game } = told.about;
  told.wagers = told.street ? 0 : game?.cap?.blind ?? 0;
  return game?.streets?.[told.street]?.bet ?? 0;
}

/** An award without "high" or "low" where the game has no other half to win. */
function won(event, wins = []) {
  const [only, ...others] = wins;
  if (event.verb !== "award" || !only || others.length || !event.words?.startsWith(only)) return event;
  return { ...event, words: event.words.slice(only.length).replace(/^,? /, "") };
}

/** An event with what was seen before it: the low card of a forced bet, the antes of a fee, the raise that is the last. */
function seen(event, told) {
  if (event.verb === "forced bet") return { ...event, with: told.up.get(event.seat) };
  if (event.verb === "hold" && told.about.player) return { ...event, held: told.about.player - (event.cards?.length ?? 0) };
  if (event.verb === "show" && told.about.house) return { ...event, open: true };
  if (event.verb === "fee") return { ...event, antes: told.antes };
  if (event.verb === "passed") told.street = -1;
  if (WAGERS.has(event.verb)) return capped(event, told);
  return won(event, told.about.game?.wins);
}

function capped(event, told) {
  told.wagers += 1;
  const { cap } = told.about.game ?? {};
  const two = cap?.pair && told.seats.size - told.folded === 2;
  return cap && told.wagers === cap.most && !two && event.words !== "all-in" ? { ...event, cap: true, rule: cap.rule } : event;
}

/** A rule is named once a deal for what happens all the time. */
function usual(entry, told) {
  const { event } = entry;
  if (!event || !BETTING.has(event.verb) || event.cap || event.words === "all-in") return entry;
  if (told.known.has(event.rule)) entry.plain = true;
  told.known.add(event.rule);
  return entry;
}

// What belongs together --------------------------------------------------------------------------------------------------

const MERGES = { deal: dealing, burn: dealing, board, wager: wagersOf, ante: antes, post: posts, collect: collected, set: using, settle: settling, fold: joined, check: joined, call: joined };

const run = (feed, at, fits) => {
  let last = at;
  while (last + 1 < feed.length && fits(feed[last + 1])) last += 1;
  return last;
};

/** The cards of one passage of the dealer: one line for a round of the table, a street where cards lie open. */
function dealing(feed, at, key, told) {
  const last = run(feed, at, (event) => event.verb === "deal" || event.verb === "burn");
  const passage = feed.slice(at, last + 1);
  const seats = new Map();
  for (const event of passage.filter((each) => each.verb === "deal" && each.seat)) {
    seats.set(event.seat, (seats.get(event.seat) ?? 0) + event.cards.length);
    told.held.set(event.seat, (told.held.get(event.seat) ?? 0) + event.cards.length);
    told.seats.add(event.seat);
    if (event.up) told.up.set(event.seat, event.cards[event.cards.length - 1]);
  }
  const house = passage.some((event) => event.verb === "deal" && !event.seat) || feed.some((event) => event.verb === "close");
  if (!house) return { last, entries: street(passage, seats, key, told) };
  const lines = t.passage(seats, passage.filter((event) => !event.seat));
  const rule = (each) => (each.pile ? passage.find((event) => !event.seat && (event.pile === each.pile || event.verb === each.pile)) : passage[0])?.rule;
  return { last, entries: lines.map((each, index) => ({ key: `${key} ${index}`, event: { verb: "deal all", rule: rule(each) }, parts: each.parts })) };
}

function street(passage, seats, key, told) {
  const open = passage.some((event) => event.verb === "deal" && event.up);
  const most = Math.max(0, ...told.held.values());
  if (open || (seats.size && most > Math.max(...seats.values()) && told.up.size)) return [{ key, heading: t.stakes(t.street(most), step(told), told.about.game) }];
  if (seats.size > 1 && told.antes && told.street < 0 && told.about.game?.streets) return [{ key, heading: t.stakes(t.firstStreet(told.about.game), step(told), told.about.game) }];
  return []; // the board's or the draw's own heading tells it
}

/** The board is a heading of its own, with what is bet from here on. */
function board(feed, at, key, told) {
  return { last: at, entries: [{ key, event: feed[at], stake: t.stakes("", step(told), told.about.game) }] };
}

function wagersOf(feed, at, key) {
  const last = run(feed, at, (event) => event.verb === "wager" && event.seat === feed[at].seat);
  const closed = feed.slice(last).findIndex((event) => event.verb === "close");
  return { last, entries: closed >= 0 ? [] : [{ key, event: feed[at], wagers: feed.slice(at, last + 1) }] }; // then they lie on the cloth
}

function antes(feed, at, key, told) {
  const last = run(feed, at, (event) => event.verb === "ante");
  told.antes += feed.slice(at, last + 1).reduce((sum, event) => sum + event.cents, 0);
  const each = new Set(feed.slice(at, last + 1).map((event) => event.cents));
  if (last === at || each.size > 1) return null;
  return { last, entries: [told.about.game?.streets ? { key, heading: t.anteHeading(feed[at].cents) } : { key, event: feed[at], parts: t.anteEach(feed[at].cents, last - at + 1) }] };
}

function posts(feed, at, key) {
  const last = run(feed, at, (event) => event.verb === "post");
  return last === at ? null : { last, entries: [{ key, event: feed[at], each: feed.slice(at, last + 1), plain: true }] };
}

function collected(feed, at, key) {
  const last = run(feed, at, (event) => event.verb === "collect");
  return { last, entries: [{ key, event: feed[at], parts: [t.COLLECTED] }] };
}

/** The dealer's hand with a card of the board: what he uses, what he puts away. */
function using(feed, at, key) {
  const [set, away] = [feed[at], feed[at + 1]];
  const turned = feed.findLast((event, index) => index < at && event.verb === "turn" && event.pile === set.pile);
  const used = set.cards.filter((card) => turned && !turned.cards.includes(card));
  if (away?.verb !== "discard" || !used.length) return null;
  return { last: at + 1, entries: [{ key, event: set, parts: t.uses(used, away.cards) }] };
}

/** Under the hand of a spot its wagers need no name; a folded spot is told in one line. */
function settling(feed, at, key, told) {
  const { seat } = feed[at];
  const before = feed.findLast((event, index) => index < at && event.verb === "show")?.seat;
  const folded = feed.some((event, index) => index < at && event.verb === "fold" && event.seat === seat);
  return { last: at, entries: [{ key, event: { ...feed[at], under: before === seat, folded, name: told.about.names?.[feed[at].pile] } }] };
}

/** What several do in a row: "You, Marek and Otis call, Theo folds". Who calls with his last chips has a line of his own. */
function joined(feed, at, key, told) {
  const plain = (event) => JOINED.includes(event.verb) && event.words !== "all-in";
  if (!plain(feed[at])) return null;
  const last = run(feed, at, plain);
  const acts = feed.slice(at, last + 1);
  told.folded += acts.filter((event) => event.verb === "fold").length;
  if (last === at) return null;
  const groups = JOINED.map((verb) => [verb, acts.filter((event) => event.verb === verb).map((event) => event.seat)]).filter(([, seats]) => seats.length);
  return { last, entries: [{ key, event: acts.find((event) => event.rule) ?? feed[at], groups }] };
}
