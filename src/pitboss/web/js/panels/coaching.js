// Asking the coach and scoring decisions. A decision made before the answer is scored when it arrives.

import { get } from "../lib/api.js";

const AGAIN = 1500; // while the coach works the answer out
const TRIES = 40; // for a decision that was made meanwhile
const FINAL = new Set([400, 401, 403]);

export class Coaching {
  /** `changed(fields)` gets the fields to show, `slipped(last)` a decision worth less than the best. */
  constructor(table, { changed, slipped }) {
    this.table = table;
    this.changed = changed;
    this.slipped = slipped;
    this.question = null;
    this.changed({ advice: null, coachWords: "", score: savedScore(table) });
  }

  /** Ask for the values of this question's options, unless they were asked for already. */
  async ask(seat, number) {
    if (this.question?.seat === seat && this.question.number === number) return;
    const question = { seat, number, advice: null, action: "", chosen: false };
    this.question = question;
    this.changed({ advice: null, coachWords: "" });
    for (let tries = 0; this.question === question || (question.chosen && tries < TRIES); tries += 1) {
      const answer = await this.fetched(question);
      if (answer.options?.length) return this.answered(question, answer);
      if (this.question === question) this.changed({ coachWords: answer.says ?? "" });
      // A question that is still open here is asked again, even if the server calls it over: news is on its way then.
      if (answer.refused || (answer.over && this.question !== question)) return;
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }

  /** The answer to this question; one that is long over is no longer answered.
   * @returns {Promise<Partial<Wire.Coaching> & {over?: boolean, refused?: boolean}>} */
  async fetched({ seat, number }) {
    try {
      const answer = await get(`/api/tables/${this.table}/advice?seat=${seat}&question=${number}`);
      return { ...answer, over: answer.question !== number };
    } catch (error) {
      return { says: error.message, refused: FINAL.has(error.status) }; // a server that is away or busy is asked again
    }
  }

  answered(question, advice) {
    question.advice = advice;
    if (question.action) this.score(question);
    else if (this.question === question && !advice.stale) this.changed({ advice });
  }

  /** Judge my action for the seat that was asked about; call the result when the table has accepted it. */
  judged(seat, action) {
    const { question } = this;
    if (question?.seat !== seat || question.action) return () => {};
    question.chosen = true;
    return () => {
      question.action = action;
      if (question.advice) this.score(question);
    };
  }

  score(question) {
    const before = savedScore(this.table);
    const score = scored(before, question.advice, question.action);
    saveScore(this.table, score);
    this.changed({ score });
    if (score.slips > before.slips) this.slipped(score.last);
  }

  /** Stop asking. A decision whose values are on their way is still scored. */
  stop() {
    if (!this.question) return;
    this.question = null;
    this.changed({ advice: null, coachWords: "" });
  }
}

// The score of a session: decisions the coach valued, how many were slips, and what they cost ------------------------

export const NO_SCORE = Object.freeze({ decisions: 0, slips: 0, cents: 0, staked: 0, last: null });

/** The score after a decision; `advice` are the values of its options. A slip is any option worth less than the
 * best.
 * @param {Wire.Coaching} advice */
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
