// The score of a session: decisions the coach valued, how many were slips, and what they cost. Pure.

export const NO_SCORE = Object.freeze({ decisions: 0, slips: 0, cents: 0, staked: 0, last: null });

/** The score after a decision; `advice` are the values of its options. A slip is any option worth less than the
 * best. */
export function scored(score, advice, action) {
  const [best] = advice.options;
  const chosen = advice.options.find((each) => each.action === action);
  if (!best || !chosen) return score;
  const next = { ...score, decisions: score.decisions + 1, staked: score.staked + (advice.unit ?? 0) };
  if (chosen.ev === best.ev) return { ...next, last: null };
  const cost = best.cents - chosen.cents;
  return {
    ...next,
    slips: score.slips + 1,
    cents: score.cents + cost,
    last: {
      action,
      best: { word: best.word, cards: best.cards ?? [] },
      cents: cost,
    },
  };
}

const key = (table) => `pitboss score ${table}`;

export function savedScore(table) {
  try {
    return {
      ...NO_SCORE,
      ...JSON.parse(sessionStorage.getItem(key(table)) ?? "{}"),
    };
  } catch {
    return { ...NO_SCORE };
  }
}

export const saveScore = (table, score) => sessionStorage.setItem(key(table), JSON.stringify(score));
