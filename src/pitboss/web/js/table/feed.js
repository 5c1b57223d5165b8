// The feed as entries: what belongs together is one line, and every deal has its heading. Pure.

import * as t from "../texts/en.js";

const QUIET = new Set(["decide", "finish", "end", "collect", "dispense", "shuffle"]);
const OPENING = new Set(["shuffle", "post", "ante", "fee", "wager"]);

/** The entries of a feed whose first deal has number `first`: headings, merged lines, single events. */
export function entries(feed, first) {
  const listed = [];
  let deal = first;
  let headed = false;
  for (let at = 0; at < feed.length; at += 1) {
    const event = feed[at];
    if (!headed && OPENING.has(event.verb)) {
      listed.push({ key: `deal ${deal}`, deal });
      headed = true;
    }
    if (event.verb === "finish") {
      deal += 1;
      headed = false;
    }
    if (QUIET.has(event.verb)) continue;
    const merged = merge(feed, at, `${deal} ${at}`);
    if (merged) {
      listed.push(merged.entry);
      at = merged.last;
    } else listed.push({ key: `${deal} ${at}`, event });
  }
  return listed;
}

/** Cards to every seat are one line, and so are the wagers of a spot. */
function merge(feed, at, key) {
  const event = feed[at];
  if (event.verb === "deal" && event.seat && !event.up) return cardsToSeats(feed, at, key);
  if (event.verb === "wager") return wagersOf(feed, at, key);
  return null;
}

function cardsToSeats(feed, at, key) {
  const counts = new Map();
  let last = at;
  while (last < feed.length && feed[last].verb === "deal" && feed[last].seat && !feed[last].up) {
    counts.set(feed[last].seat, (counts.get(feed[last].seat) ?? 0) + feed[last].cards.length);
    last += 1;
  }
  if (counts.size < 2) return null;
  const most = Math.max(...counts.values());
  return { last: last - 1, entry: { key, event: { ...feed[at], verb: "deal all" }, parts: [t.cardsToAll(most, counts.size)] } };
}

function wagersOf(feed, at, key) {
  let last = at;
  const wagers = [];
  while (last < feed.length && feed[last].verb === "wager" && feed[last].seat === feed[at].seat) {
    wagers.push(feed[last]);
    last += 1;
  }
  return { last: last - 1, entry: { key, event: feed[at], wagers } };
}
