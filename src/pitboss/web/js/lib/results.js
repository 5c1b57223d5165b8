// How a wager was settled, from the event that tells it. Names of wagers and pay lines may contain any word, so the whole
// sentence is matched after the wager's own name.

const SAID = /^( bonus)? (\$[\d,]+(?:\.\d\d)?) (wins (\d+ to \d+)|pushes|loses)(?: with (.+?))?(?:, breakage .+ of a cent)?$/;

/** The result of a `settle` event: {won, lost, bonus, stake in cents, staked and said as told, odds, line}. */
export function resultOf({ pile, words, cents }) {
  const [, bonus, staked = "", said = words, odds = "", line = ""] = (words.startsWith(pile) && SAID.exec(words.slice(pile.length))) || [];
  const digits = staked.replace(/\D/g, "");
  return { won: odds !== "", lost: said === "loses", bonus: Boolean(bonus), stake: staked ? Number(digits) * (staked.includes(".") ? 1 : 100) : cents, staked, said, odds, line };
}
