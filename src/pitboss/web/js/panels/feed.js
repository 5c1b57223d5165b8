// The feed as entries: events that belong together are one line, every deal and every street has its heading, and only
// the outcome of a finished deal stays. Everything is decided by the types and facts of events. Pure.

import { announced, foldsHand, shownBy } from "../table/deal.js";
import * as t from "../texts/en.js";

/** @type {EventTypes} */
const QUIET = new Set(["asked", "finished", "ended", "dispensed", "shuffled"]);
/** @type {EventTypes} */
const OPENING = new Set(["shuffled", "posted", "fee", "staked", "closed"]);
/** @type {EventTypes} */
const BETTING = new Set(["folded", "checked", "wagered", "chosen"]);
/** @param {TableEvent} event */
const opens = (event) => OPENING.has(event.type);
const isAnte = (event) => event.type === "posted" && event.post === "ante";
const isPost = (event) => event.type === "posted" && event.post !== "ante";

/** The entries of a feed whose first deal has number `first`: headings, merged lines, single events.
 *
 * `about` may name the viewer and the game: {own, over, brief, house, game}; `wins` are the parts of a
 * pot that any game of the table has.
 * @param {TableEvent[]} feed @param {number} first @param {Partial<About>} [about] @returns {Entry[]} */
export function entries(feed, first, about = {}) {
  const deals = split(feed);
  const current = about.naming ? deals.length : deals.findLastIndex((events) => events.some(opens));
  return deals.flatMap((events, index) => {
    const number = first + index;
    return about.brief && index < current ? outcome(events, number, about) : whole(events, number, about);
  });
}

/** The feed deal by deal: each ends when it is finished.
 * @param {TableEvent[]} feed */
function split(feed) {
  const deals = [[]];
  for (const event of feed) {
    deals[deals.length - 1].push(event);
    if (event.type === "finished") deals.push([]);
  }
  return deals;
}

// A deal that is over ------------------------------------------------------------------------------------------------

/** @type {EventTypes} */
const OUTCOME = new Set(["awarded", "named", "slip"]);

/** The outcome of a deal: my own wagers at a house table, the winners of the pots at poker.
 * @param {TableEvent[]} events @param {number} number @param {Partial<About>} about @returns {Entry[]} */
function outcome(events, number, { own, house, names, against, wins }) {
  if (!events.some(opens)) return [];
  const dealer = announced(events) ?? null;
  const kept = events.flatMap(/** @returns {Entry[]} */ (event, at) => {
    const key = `${number} ${at}`;
    if (house && event.type === "settled" && own.has(event.seat)) {
      const [hand] = shownBy(events, event.seat);
      const told = { ...event, name: names?.[event.wager], hand };
      return [{ key, event: told, outcome: against?.has(event.wager) ? dealer : null }];
    }
    if (!OUTCOME.has(event.type) && !(event.type === "fee" && event.seat)) return [];
    return [{ key, event: won(event, wins), plain: event.type === "awarded" }];
  });
  return house && !kept.length ? [] : [{ key: `deal ${number}`, deal: number }, ...kept];
}

// A deal line by line ------------------------------------------------------------------------------------------------

/** @param {TableEvent[]} feed @param {number} number @param {Partial<About>} about */
function whole(feed, number, about) {
  const listed = [];
  const told = { known: new Set(), up: new Map(), antes: 0, street: "", about };
  const untitled = about.game?.streets && number > (about.over ?? 0) && !about.choice; // the street is the heading
  let headed = false;
  for (let at = 0; at < feed.length; at += 1) {
    const event = feed[at];
    if (!headed && opens(event)) {
      if (!untitled) listed.push({ key: `deal ${number}`, deal: number });
      headed = true;
    }
    if (QUIET.has(event.type)) continue;
    const key = `${number} ${at}`;
    listed.push(...headings(feed, at, key, told));
    const merged = MERGES[event.type]?.(feed, at, key, told) ?? null;
    const made = merged ? merged.entries : [{ key, event: seen(event, told) }];
    if (merged) at = merged.last;
    for (const entry of made) listed.push(usual(entry, told));
  }
  return listed;
}

/** A heading before an event: the first bets, the draw, the settlement, the showdown.
 * @param {TableEvent[]} feed */
function headings(feed, at, key, told) {
  const { type, street } = feed[at];
  const first = told.about.game?.streets?.[0].name;
  if (isPost(feed[at]) && !told.street && first) return [next(told, first, `${key} heading`)];
  if (type === "drawn" && street && told.street !== street) return [next(told, street, `${key} heading`)];
  if ((type === "shown" || (type === "settled" && told.known.has("turned"))) && !told.known.has("shown")) {
    told.known.add("shown");
    const [heading, phase] = feed.some(isClosed) ? [t.SETTLEMENT, t.SETTLING] : [t.SHOWDOWN, t.SHOWDOWN];
    return [{ key: `${key} heading`, heading, phase }];
  }
  if (type === "turned") told.known.add("turned");
  return [];
}

/** The heading of a street that begins, with what is bet on it; `phase` is its name alone. */
function next(told, street, key) {
  const { game } = told.about;
  const phase = t.streetTitle(street, game);
  return { key, heading: t.stakes(phase, bet(told, street), game), phase };
}

/** The bet of a street that begins. */
function bet(told, street) {
  told.street = street;
  return told.about.game?.streets?.find((each) => each.name === street)?.bet ?? 0;
}

/** An award, marked if the pot has only one part to win.
 * @param {TableEvent} event */
function won(event, wins = []) {
  return event.type === "awarded" ? { ...event, whole: wins.length === 1 && event.half === wins[0] } : event;
}

/** An event with what was seen before it: the low card of a forced bet, the antes of a fee, the hand of a hold.
 * @param {TableEvent} event */
function seen(event, told) {
  const { about } = told;
  if (event.type === "wagered") return betting(event, told);
  if (event.type === "chosen" && event.names === "held" && about.player) {
    return { ...event, held: about.player - (event.cards?.length ?? 0) };
  }
  if (event.type === "shown" && about.house) return { ...event, open: true };
  if (event.type === "fee") return { ...event, antes: told.antes };
  if (event.type === "passed") told.street = "";
  return won(event, about.game?.wins);
}

/** @param {TableEvent} event */
function betting(event, told) {
  if (event.verb === "forced bet") return { ...event, with: told.up.get(event.seat) };
  return event.capped ? { ...event, rule: told.about.game?.cap?.rule ?? event.rule } : event;
}

/** Name the rule of a frequent event only once a deal.
 * @param {Entry} entry */
function usual(entry, told) {
  const { event } = entry;
  if (!event || !BETTING.has(event.type) || event.capped || event.all_in) return entry;
  const plain = told.known.has(event.rule);
  told.known.add(event.rule);
  return plain ? { ...entry, plain } : entry;
}

// Events that belong together ----------------------------------------------------------------------------------------

const MERGES = {
  dealt: dealing,
  burned: dealing,
  board,
  staked: wagersOf,
  posted: (feed, at, key, told) => (isAnte(feed[at]) ? antes(feed, at, key, told) : posts(feed, at, key)),
  collected,
  set: using,
  settled: settling,
  folded: joined,
  checked: joined,
  wagered: joined,
  chosen: joined,
};

/** @param {TableEvent[]} feed */
const run = (feed, at, fits) => {
  let last = at;
  while (last + 1 < feed.length && fits(feed[last + 1])) last += 1;
  return last;
};

/** The cards of one passage of the dealer: one line for a round of the table, a heading if they begin a street.
 * @param {TableEvent[]} feed */
function dealing(feed, at, key, told) {
  const last = run(feed, at, (event) => event.type === "dealt" || event.type === "burned");
  const passage = feed.slice(at, last + 1);
  const seats = new Map();
  for (const event of passage.filter((each) => each.type === "dealt" && each.seat)) {
    seats.set(event.seat, (seats.get(event.seat) ?? 0) + event.cards.length);
    if (event.up) told.up.set(event.seat, event.cards[event.cards.length - 1]);
  }
  const house = passage.some((event) => event.type === "dealt" && !event.seat) || feed.some(isClosed);
  if (!house) return { last, entries: street(passage, key, told) };
  const lines = t.passage(
    seats,
    passage.filter((event) => !event.seat),
  );
  const entry = ({ event, parts }, index) => ({
    key: `${key} ${index}`,
    event: event ?? passage[0],
    parts,
  });
  return { last, entries: lines.map(entry) };
}

/** @param {TableEvent} event */
const isClosed = (event) => event.type === "closed";

/** The heading of a street that begins with cards to the seats; a board or a draw has its own. */
function street(passage, key, told) {
  const { street: name } = passage.find((event) => event.street) ?? {};
  return name && name !== told.street ? [next(told, name, key)] : [];
}

/** The board is itself a heading, with the bet from here on.
 * @param {TableEvent[]} feed */
function board(feed, at, key, told) {
  const event = feed[at];
  return {
    last: at,
    entries: [{ key, event, stake: t.stakes("", bet(told, event.street ?? ""), told.about.game) }],
  };
}

/** @param {TableEvent[]} feed */
function wagersOf(feed, at, key) {
  const last = run(feed, at, (event) => event.type === "staked" && event.seat === feed[at].seat);
  const closed = feed.slice(last).some(isClosed); // then they lie on the cloth
  return {
    last,
    entries: closed ? [] : [{ key, event: feed[at], wagers: feed.slice(at, last + 1) }],
  };
}

/** @param {TableEvent[]} feed */
function antes(feed, at, key, told) {
  const last = run(feed, at, isAnte);
  const posted = feed.slice(at, last + 1);
  told.antes += posted.reduce((sum, event) => sum + event.cents, 0);
  const each = new Set(posted.map((event) => event.cents));
  if (last === at || each.size > 1) return null;
  const { cents } = feed[at];
  if (told.about.game?.streets) {
    return {
      last,
      entries: [{ key, heading: t.anteHeading(cents), phase: t.ANTES }],
    };
  }
  return {
    last,
    entries: [{ key, event: feed[at], parts: t.anteEach(cents, posted.length) }],
  };
}

/** @param {TableEvent[]} feed */
function posts(feed, at, key) {
  const last = run(feed, at, isPost);
  return last === at ? null : {
    last,
    entries: [{ key, event: feed[at], each: feed.slice(at, last + 1), plain: true }],
  };
}

/** @param {TableEvent[]} feed */
function collected(feed, at, key) {
  const last = run(feed, at, (event) => event.type === "collected");
  return { last, entries: [{ key, event: feed[at], parts: [t.COLLECTED] }] };
}

/** The dealer's hand with a card of the board: the cards used, the cards put away.
 * @param {TableEvent[]} feed */
function using(feed, at, key) {
  const [set, away] = [feed[at], feed[at + 1]];
  const turned = feed.findLast((event, index) => index < at && event.type === "turned" && event.pile === set.pile);
  const used = set.cards.filter((card) => turned && !turned.cards.includes(card));
  if (away?.type !== "discarded" || !used.length) return null;
  return {
    last: at + 1,
    entries: [{ key, event: set, parts: t.uses(used, away.cards) }],
  };
}

/** Under the hand of a spot its wagers need no name; a folded spot is one line.
 * @param {TableEvent[]} feed */
function settling(feed, at, key, told) {
  const event = feed[at];
  const before = feed.slice(0, at);
  const shown = before.findLast((each) => each.type === "shown")?.seat;
  const folded = before.some((each) => each.seat === event.seat && foldsHand(each));
  const name = told.about.names?.[event.wager];
  return {
    last: at,
    entries: [{ key, event: { ...event, under: shown === event.seat, folded, name } }],
  };
}

const FIRST = ["check", "call"];

/** True if an act is joined with others in one line: a check, a fold, a call that leaves chips, an option that moves
 * nothing.
 * @param {TableEvent} event */
function joins(event) {
  if (event.type === "wagered") return event.verb === "call" && !event.all_in;
  if (event.type === "chosen") return Boolean(event.folds) || (!event.cents && !event.cards?.length && !event.names);
  return event.type === "folded" || event.type === "checked";
}

/** Acts of several players in a row: "You, Marek and Otis call, Theo folds". An all-in call has its own line.
 * @param {TableEvent[]} feed */
function joined(feed, at, key) {
  if (!joins(feed[at])) return null;
  const last = run(feed, at, joins);
  if (last === at) return null;
  const acts = feed.slice(at, last + 1);
  const verbs = [...new Set([...FIRST, ...acts.map((event) => event.verb)])];
  const groups = verbs.map((verb) => groupOf(verb, acts)).filter(({ seats }) => seats.length);
  return {
    last,
    entries: [{ key, event: acts.find((event) => event.rule) ?? feed[at], groups }],
  };
}

function groupOf(verb, acts) {
  const same = acts.filter((event) => event.verb === verb);
  return { verb, folds: same.some(foldsHand), seats: same.map((event) => event.seat) };
}
