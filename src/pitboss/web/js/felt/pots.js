// Main and side pots, from what every seat has put in. Pure.

const IN = new Set(["bet", "call", "raise", "complete", "bring in", "forced bet", "post", "ante"]);
const ENDS = new Set(["board", "draw", "passed", "show", "muck", "award"]);

/** What lies before each seat in this round of betting. */
export function inFront(events) {
  let lying = {};
  let acted = false;
  for (const event of events) {
    if (event.verb === "return") lying[event.seat] = Math.max(0, (lying[event.seat] ?? 0) - event.cents);
    else if (event.verb === "ante" || (event.verb === "post" && /dead/.test(event.words ?? ""))) continue;
    else if (IN.has(event.verb)) {
      lying[event.seat] = event.to || (lying[event.seat] ?? 0) + event.cents;
      acted ||= event.verb !== "post";
    } else if (ENDS.has(event.verb) || (event.verb === "deal" && acted)) {
      lying = {}; // the chips before the seats have gone to the pot
      acted = false;
    }
  }
  return Object.fromEntries(Object.entries(lying).filter(([, cents]) => cents));
}

/** The pots in the middle: [{cents, without: [seats]}], the main pot first. */
export function pots(events, seats, total) {
  const front = inFront(events);
  const middle = total - Object.values(front).reduce((sum, cents) => sum + cents, 0);
  const put = {};
  const out = new Set();
  for (const event of events) {
    if (IN.has(event.verb)) put[event.seat] = (put[event.seat] ?? 0) + event.cents;
    if (event.verb === "return") put[event.seat] -= event.cents;
    if (event.verb === "fold" || event.verb === "muck") out.add(event.seat);
  }
  for (const [seat, cents] of Object.entries(front)) put[seat] -= cents;
  const levels = [...new Set(Object.keys(put).filter((seat) => !out.has(Number(seat)) && !front[seat] && seats[seat]?.cents === 0).map((seat) => put[seat]))].sort((a, b) => a - b);
  const listed = [];
  let below = 0;
  for (const level of [...levels, Infinity]) {
    const cents = Object.values(put).reduce((sum, each) => sum + Math.max(0, Math.min(each, level) - below), 0);
    const without = Object.keys(put).filter((seat) => !out.has(Number(seat)) && put[seat] <= below && put[seat] > 0).map(Number);
    if (cents) listed.push({ cents, without });
    below = level;
  }
  const missing = listed.reduce((sum, pot) => sum + pot.cents, 0) - middle;
  if (!listed.length || missing < 0 || missing > listed[0].cents) return middle > 0 ? [{ cents: middle, without: [] }] : [];
  listed[0].cents -= missing; // the fee is taken out of the main pot
  return listed.filter((pot) => pot.cents);
}
