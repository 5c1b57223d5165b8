// Asking the coach and scoring what was decided. A decision made before the answer is scored when it arrives.

import { get } from "../lib/api.js";
import { saveScore, savedScore, scored } from "./score.js";

const AGAIN = 1500; // while the coach works the answer out

export class Coaching {
  /** `changed(fields)` hands on what is to be shown; `slipped(last)` a decision that was worth less than the best. */
  constructor(table, { changed, slipped }) {
    Object.assign(this, { table, changed, slipped, question: null });
    this.changed({ advice: null, coachWords: "", score: savedScore(table) });
  }

  /** A seat of mine has to decide: ask what its options are worth, unless that was asked already. */
  async ask(seat, seq) {
    const question = { seat, seq, advice: null, action: "" };
    if (this.question?.seat === seat && this.question.seq === seq) return;
    this.question = question;
    this.changed({ advice: null, coachWords: "" });
    while (this.question === question) {
      const answer = await this.fetched(seat);
      if (answer.options?.length) return this.answered(question, answer);
      if (this.question !== question) return;
      this.changed({ coachWords: answer.says ?? "" });
      if (question.action || answer.final) return;
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }

  async fetched(seat) {
    try {
      return await get(`/api/tables/${this.table}/advice?seat=${seat}`);
    } catch (error) {
      return { says: error.message, final: true };
    }
  }

  answered(question, advice) {
    question.advice = advice;
    if (question.action) this.score(question);
    else if (this.question === question) this.changed({ advice });
  }

  /** I choose an action for the seat that was asked about; call the result when the table has accepted it. */
  judged(seat, action) {
    const { question } = this;
    if (question?.seat !== seat || question.action) return () => {};
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

  stop() {
    this.question = null;
    this.changed({ advice: null, coachWords: "" });
  }
}
