// One event's effect on the cards and chips on the table, for the moments within a step. Pure.

const IN = new Set(["bet", "call", "raise", "complete", "bring in", "forced bet", "post", "ante"]);
const OUT = new Set(["award", "return"]);
const hidden = (card) => card === "??";

/** The table after an event; a step ends with the table as it really was, so what is not known here is right then. */
export function advance({ piles, chips }, event) {
  return { piles: cards(piles, event), chips: money(chips, event) };
}

function cards(piles, event) {
  const { verb, pile, cards: named = [], seat } = event;
  if (!named.length) return piles;
  const lying = piles[pile] ?? [];
  if (verb === "deal") return { ...piles, [pile]: [...lying, ...named] };
  if (verb === "board") return { ...piles, board: [...(piles.board ?? []), ...named] };
  if (verb === "turn") return { ...piles, [pile]: turned(lying, named) };
  if (verb === "show") return { ...piles, [`player ${seat}`]: named.length >= (piles[`player ${seat}`] ?? []).length ? named : turned(piles[`player ${seat}`] ?? [], named) };
  if (["swap", "hold", "draw"].includes(verb)) return { ...piles, [`player ${seat}`]: without(piles[`player ${seat}`] ?? [], named) };
  return piles;
}

/** Cards turned face up where they lie: each takes the place of one face down. */
function turned(lying, named) {
  const left = [...named.filter((card) => !lying.includes(card))];
  const shown = lying.map((card) => (hidden(card) && left.length ? left.shift() : card));
  return [...shown, ...left];
}

/** A pile without the cards thrown away; unknown ones are taken off its end. */
function without(lying, named) {
  const known = new Set(named.filter((card) => !hidden(card)));
  const kept = lying.filter((card) => !known.has(card));
  return kept.slice(0, Math.max(0, kept.length - (named.length - known.size)));
}

function money(chips, { verb, seat, cents = 0, pile }) {
  const move = (from, to) => ({ ...chips, [from]: (chips[from] ?? 0) - cents, [to]: (chips[to] ?? 0) + cents });
  if (!cents) return chips;
  if (IN.has(verb)) return move(`player ${seat}`, "pot");
  if (OUT.has(verb)) return move("pot", `player ${seat}`);
  if (verb === "fee") return move(seat ? `player ${seat}` : "pot", "fee box");
  if (verb === "wager") return move(`player ${seat}`, `spot ${seat}/${pile}`);
  return chips;
}
