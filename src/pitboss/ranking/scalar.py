"""The value of one hand in plain Python: a sum of keys and two look-ups, on lists, without NumPy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from pitboss.cards import Card, show
from pitboss.errors import PitbossError
from pitboss.ranking.builder import MOST
from pitboss.ranking.definition import Definition
from pitboss.ranking.packing import COLUMN_BITS, COLUMNS, RANK_SHIFT
from pitboss.ranking.tables import Tables, card_keys, rows_each, suit_masks

ROW_SHIFT = RANK_SHIFT + COLUMN_BITS
COLUMN_MASK = COLUMNS - 1


def evaluator(made: Definition, tables: Tables) -> Callable[[Sequence[Card]], int]:
    """The function from cards to their value. Five, six and seven cards go the short way, unrolled."""
    keys, flags = card_keys(made)
    masks = suit_masks()
    values, flush = tables.values.tolist(), tables.flush.tolist()
    each = rows_each(made)
    rows: list[list[int]] = [[]] * made.cards + [
        tables.rows[at : at + each].tolist() for at in range(0, len(tables.rows), each)
    ]
    key: list[int] = keys  # type: ignore[assignment]  # a card without a key raises TypeError, explained below
    rows5, rows6, rows7 = rows[5], rows[6], rows[7]
    row_shift, rank_shift, column_mask = ROW_SHIFT, RANK_SHIFT, COLUMN_MASK
    suit_mask = len(flush) - 1

    def value(cards: Sequence[Card]) -> int:
        try:
            count = len(cards)
            if count == 7:
                a, b, c, d, e, f, g = cards
                total = key[a] + key[b] + key[c] + key[d] + key[e] + key[f] + key[g]
                found = values[rows7[total >> row_shift] + (total >> rank_shift & column_mask)]
            elif count == 5:
                a, b, c, d, e = cards
                total = key[a] + key[b] + key[c] + key[d] + key[e]
                found = values[rows5[total >> row_shift] + (total >> rank_shift & column_mask)]
            elif count == 6:
                a, b, c, d, e, f = cards
                total = key[a] + key[b] + key[c] + key[d] + key[e] + key[f]
                found = values[rows6[total >> row_shift] + (total >> rank_shift & column_mask)]
            elif made.cards <= count < MOST:
                total = sum([key[card] for card in cards])
                found = values[rows[count][total >> row_shift] + (total >> rank_shift & column_mask)]
            elif count > MOST:
                return max(map(value, combinations(cards, MOST)))
            else:
                raise PitbossError(f"{show(cards) or 'nothing'} is too few cards for a hand of {made.cards}.")
        except (TypeError, IndexError):
            made.deck.check(tuple(cards))
            raise
        if total & flags:
            suits = 0
            for card in cards:
                suits |= masks[card]
            best = max(
                flush[suits & suit_mask],
                flush[suits >> 16 & suit_mask],
                flush[suits >> 32 & suit_mask],
                flush[suits >> 48 & suit_mask],
            )
            return best if best > found else found
        return found

    return value
