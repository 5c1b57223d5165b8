// Checks that the cards I saw were in the deck sealed before the deal: each leaf with its path gives the root.

import { hex, sha256, unhex } from "../lib/sha256.js";

const HEADING = "pitboss seal 1";

/** True if a leaf belongs to the root of a deck of this size. */
export function leafHolds(root, leaf, cards) {
  const { position, card, salt, path } = leaf;
  if (!(position >= 0 && position < cards)) return false;
  let node = sha256(new TextEncoder().encode(`\0${HEADING}\n${salt}\n${position}\n${card}\n`));
  let at = position;
  let last = cards - 1;
  for (const step of path) {
    if (!last) return false;
    const sibling = unhex(step);
    if (at & 1 || at === last) {
      node = inner(sibling, node);
      while (!(at & 1) && at) {
        at >>= 1;
        last >>= 1;
      }
    } else node = inner(node, sibling);
    at >>= 1;
    last >>= 1;
  }
  return last === 0 && hex(node) === root;
}

function inner(left, right) {
  const bytes = new Uint8Array(1 + left.length + right.length);
  bytes[0] = 1;
  bytes.set(left, 1);
  bytes.set(right, 1 + left.length);
  return sha256(bytes);
}

/** @type {EventTypes} */
const DEALT = new Set(["dealt", "replaced", "dispensed", "burned", "board"]);
// After these, cards may not lie where they were dealt.
/** @type {EventTypes} */
const RULED = new Set(["boxed", "exposed", "fouled", "misdeal", "reshuffled", "cards-taken-back", "award-taken-back"]);

/** True if a hand shows exactly the cards that its seals open, dealt in the order in which they lay. */
export function tellsOfThem({ steps, seals }) {
  const known = (cards) => (cards ?? []).filter((card) => card !== "??");
  const events = steps.flatMap((step) => step.events ?? []);
  const piles = Object.values(steps.at(-1)?.piles ?? {});
  const told = new Set([...events.map((event) => event.cards), ...piles].flatMap(known));
  const opened = new Map(seals.flatMap(({ leaves }) => leaves.map(({ card, position }) => [card, position])));
  if ([...told].some((card) => !opened.has(card))) return false;
  if (seals.some(({ leaves, cards }) => leaves.length < cards && leaves.some(({ card }) => !told.has(card)))) {
    return false;
  }
  if (seals.length !== 1 || events.some((event) => RULED.has(event.type))) return true;
  const dealt = new Set(events.filter((event) => DEALT.has(event.type)).flatMap((event) => known(event.cards)));
  const places = [...dealt].map((card) => opened.get(card));
  return places.every((place, index) => !index || places[index - 1] < place);
}

/** How many leaves of an opening hold, and how many there are. */
export function checked(opening) {
  const good = opening.leaves.filter((leaf) => leafHolds(opening.root, leaf, opening.cards));
  return { good: good.length, of: opening.leaves.length };
}
