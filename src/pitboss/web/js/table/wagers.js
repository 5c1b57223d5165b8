// Wagers before the deal, as chips are put on them and taken back. Pure.

/** The keys that put a chip on the wagers, in the order of the definition. */
export const WAGER_KEYS = "qweasfghjl";

/** The stakes after `cents` were put on a wager or taken off it, within its limits. Wagers that have to be equal are
 * one stake: a chip on any of them lies on each. */
export function moved(wagers, stakes, key, cents) {
  const equal = (each) => each.equals || each.key;
  const pressed = wagers.find((each) => each.key === key);
  const tied = wagers.filter((each) => equal(each) === equal(pressed));
  const low = Math.max(...tied.map((each) => each.low ?? 0));
  const high = Math.min(...tied.map((each) => each.high || Infinity));
  const now = stakes[key] ?? 0;
  let next = Math.min(high, Math.max(0, now + cents));
  if (next < low) next = cents > 0 ? low : 0;
  const after = { ...stakes };
  for (const each of tied) {
    if (next) after[each.key] = next;
    else delete after[each.key];
  }
  return after;
}

/** What stakes come to. */
export const total = (stakes) => Object.values(stakes ?? {}).reduce((sum, cents) => sum + cents, 0);
