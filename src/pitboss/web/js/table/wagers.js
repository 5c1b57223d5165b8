// Wagers before the deal, as chips are put on them and taken back. Pure.

/** The keys that put a chip on the wagers, in the order of the definition. */
export const WAGER_KEYS = "qweasfghjl";

/** The stakes after `cents` were put on a wager, or taken off it: never below its least or above its most. */
export function moved(wagers, stakes, key, cents) {
  const wager = wagers.find((each) => each.key === key);
  const now = stakes[key] ?? 0;
  let next = Math.max(0, now + cents);
  if (!now && cents > 0 && next < wager.low) next = wager.low;
  if (cents < 0 && next < wager.low) next = 0;
  if (wager.high && next > wager.high) next = wager.high;
  const after = { ...stakes, [key]: next };
  for (const other of wagers) if (other.equals === key && after[key] !== undefined) after[other.key] = next;
  if (!next) delete after[key];
  return after;
}

/** What stakes come to. */
export const total = (stakes) => Object.values(stakes ?? {}).reduce((sum, cents) => sum + cents, 0);
