"""The lookup tables of a ranking: built once, cached as bytes, read by plain Python and by NumPy.

:func:`build` computes the value of every hand from a definition: slow, and meant to be obviously right. A hand is its
ranks and whether it is all of one suit; no category needs more. The strength of every hand the deck can deal comes from
trying the categories in order, with every substitution of the joker. The strengths that occur are sorted and numbered
1, 2, 3 … A larger hand (best of n) has the best value of the hands with one card removed. The value of a hand is
``max(by ranks, by the ranks of each suit)``.

The values are packed for lookups. Every rank has a number, such that no two multisets of the same size, up to seven
ranks, have the same sum. The sums are sparse (49,205 below 7.9 million for seven cards), so a sum is split into a row
(its low bits) and a column (the rest), and the rows are laid over one another, each shifted until all its entries fall
into gaps:
``value = values[rows[sum & ROW_MASK] + (sum >> ROW_BITS)]``.
"""

from __future__ import annotations

import struct
import sys
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import TypeAlias

from pitboss import store
from pitboss.cards import JOKER
from pitboss.ranking.definition import ACE, CATEGORIES, RankingDefinition, Strength, read_line, satisfies, strength

MAX_CARDS = 7  # cards a best-of hand may be chosen from
JOKER_RANK = JOKER >> 2  # the joker's place among the ranks of a hand

Ranks: TypeAlias = tuple[int, ...]  # ascending, the joker last


def build(definition: RankingDefinition) -> tuple[dict[Ranks, int], dict[Ranks, int], list[Strength]]:
    """Number the hands by strength, then value the larger hands by the best hand in them.

    Returns the value of every hand by its ranks, by the ranks of one suit where it may be a flush, and the strength of
    each value from 1.
    """
    hands = multisets(definition, definition.cards)
    mixed = {ranks: best_strength(definition, ranks, suited=False) for ranks in hands}
    suited = {ranks: best_strength(definition, ranks, suited=True) for ranks in mixed if one_suit(ranks)}
    occurring = set(suited.values()) | {mixed[ranks] for ranks in mixed if can_mix_suits(definition, ranks)}
    minimum: Strength = read_line(definition, definition.qualifier) if definition.qualifier else (0, ())
    ladder = sorted(s for s in occurring if s is not None and s >= minimum)

    def value(s: Strength | None) -> int:
        return bisect_right(ladder, s) if s is not None else 0

    by_ranks = {ranks: value(s) for ranks, s in mixed.items()}
    by_suit = {ranks: value(s) for ranks, s in suited.items()} if definition.flushes else {}
    for count in range(definition.cards + 1, MAX_CARDS + 1):  # the best of a larger hand with one card removed
        for ranks in multisets(definition, count):
            by_ranks[ranks] = max(by_ranks[left] for left in combinations(ranks, count - 1))
            if definition.flushes and one_suit(ranks):
                by_suit[ranks] = max(by_suit[left] for left in combinations(ranks, count - 1))
    return by_ranks, by_suit, ladder


def multisets(definition: RankingDefinition, count: int) -> Iterator[Ranks]:
    """The ranks of every hand of ``count`` cards that the deck can deal."""
    ranks, suits = definition.deck.ranks, len(definition.deck.suits)
    for jokers in range(2 if definition.deck.joker else 1):
        for held in combinations_with_replacement(ranks, count - jokers):
            if all(held.count(r) <= suits for r in set(held)):
                yield held + (JOKER_RANK,) * jokers


def one_suit(ranks: Ranks) -> bool:
    """True if cards of these ranks can all be of one suit."""
    return len(set(ranks)) == len(ranks)


def can_mix_suits(definition: RankingDefinition, ranks: Ranks) -> bool:
    """True if cards of these ranks can be of more than one suit; True for hands of one card."""
    naturals = [r for r in ranks if r != JOKER_RANK]
    return definition.cards == 1 or (len(naturals) > 1 and len(definition.deck.suits) > 1)


def best_strength(definition: RankingDefinition, ranks: Ranks, suited: bool) -> Strength | None:
    """The strength of a hand of exactly the ranking's number of cards, with the best substitution of the joker."""
    if JOKER_RANK not in ranks:
        return plain_strength(definition, ranks, suited)
    naturals = tuple(r for r in ranks if r != JOKER_RANK)
    strengths = [joker_strength(definition, naturals, r, s) for r in definition.deck.ranks for s in {suited, False}]
    return max((s for s in strengths if s is not None), default=None)


def joker_strength(definition: RankingDefinition, naturals: Ranks, stands_for: int, suited: bool) -> Strength | None:
    """The strength with the joker as this rank (of the other cards' suit if ``suited``), or None if not allowed.

    The joker is a card that the hand lacks, so in a suited hand it cannot repeat a rank; only a fifth of a kind goes
    beyond the deck (H5-10, PK-4), and five cards cannot exceed a rank any further.
    """
    if suited and stands_for in naturals:
        return None
    result = plain_strength(definition, tuple(sorted((*naturals, stands_for))), suited)
    if result is None or definition.wild == "any" or stands_for == ACE:
        return result
    category = CATEGORIES[definition.order[len(definition.order) - 1 - result[0]]]
    return result if category.straight or category.flush else None


@lru_cache(maxsize=1 << 15)
def plain_strength(definition: RankingDefinition, ranks: Ranks, suited: bool) -> Strength | None:
    """The strength of a hand without a joker, by the first category it satisfies, or None."""
    for name in definition.order:
        counting = satisfies(CATEGORIES[name], ranks, suited, definition.low)
        if counting is not None:
            return strength(definition, name, counting)
    return None


# Each is the smallest that keeps all sums of up to seven ranks, none more than four times, distinct. Searching for them
# takes minutes, so they are constants; a test proves the property.
RANK_NUMBERS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
JOKER_NUMBER = 1 << 23  # above every sum of ranks
ROW_BITS = 12
ROWS = 1 << ROW_BITS
ROW_MASK = ROWS - 1


def rank_sum(ranks: Sequence[int]) -> int:
    """The sum of the rank numbers; the joker is rank 13."""
    return sum((*RANK_NUMBERS, JOKER_NUMBER)[r] for r in ranks)


def pack(tables: Sequence[Mapping[int, int]]) -> tuple[list[int], list[int]]:
    """Lay the rows of several sparse tables over one another; return the start of each row, and the values.

    The last table goes first, so that its values lie close together, and in each table the fullest rows. Each row goes
    to the first place where all its entries meet free slots. The taken slots are the bits of one long integer: shifted
    by each of a row's columns and combined, it shows every place where the row cannot start, and its lowest zero bit is
    where the row goes.
    """
    rows: dict[int, dict[int, int]] = {}
    for place, table in enumerate(tables):
        for number, value in table.items():
            rows.setdefault(place * ROWS + (number & ROW_MASK), {})[number >> ROW_BITS] = value
    taken = 0
    starts, values = [0] * (ROWS * len(tables)), [0]
    for row in sorted(rows, key=lambda row: (-(row // ROWS), -len(rows[row]), row)):
        barred = own = 0
        for column in rows[row]:
            barred |= taken >> column
            own |= 1 << column
        starts[row] = start = (~barred & (barred + 1)).bit_length() - 1
        taken |= own << start
        values.extend([0] * (start + max(rows[row]) + 1 - len(values)))
        for column, value in rows[row].items():
            values[start + column] = value
    return starts, values


KIND = "ranking"
SHIPPED = Path(__file__).parent / "tables"
_HEAD = struct.Struct("<8s4I")
_MAGIC = b"RANKING1"
_CODES = "iHHI"  # rows, values, flush, about: all little-endian


@dataclass(frozen=True)
class Tables:
    """The lookup tables of a ranking.

    ``rows`` and ``values`` look up ranks, with one set of rows for each number of cards from the hand's own to seven.
    ``flush`` looks up the ranks of one suit as bits, bit 13 for the joker. ``about`` holds for each value from 1 the
    index of its category (bits 20 and up) and five ranks of four bits each, 15 for none.
    """

    rows: array[int]
    values: array[int]
    flush: array[int]
    about: array[int]

    def to_bytes(self) -> bytes:
        parts = [self.rows, self.values, self.flush, self.about]
        head = _HEAD.pack(_MAGIC, *map(len, parts))
        return head + b"".join(_little(part).tobytes() for part in parts)

    @classmethod
    def from_bytes(cls, data: bytes) -> Tables:
        magic, *lengths = _HEAD.unpack_from(data)
        parts, at = [], _HEAD.size
        for code, length in zip(_CODES, lengths, strict=True):
            part = array(code)
            size = length * part.itemsize
            part.frombytes(data[at : at + size])
            at += size
            parts.append(_little(part))
        if magic != _MAGIC or at != len(data):
            raise ValueError("not the tables of a ranking")
        return cls(*parts)


def _little(part: array[int]) -> array[int]:
    if sys.byteorder == "big":
        part = part[:]
        part.byteswap()
    return part


def make_tables(definition: RankingDefinition) -> Tables:
    """Build and pack the tables of a definition."""
    by_ranks, by_suit, ladder = build(definition)
    sparse: list[dict[int, int]] = [{} for _ in range(definition.cards, MAX_CARDS + 1)]
    for ranks, value in by_ranks.items():
        sparse[len(ranks) - definition.cards][rank_sum(ranks)] = value
    starts, packed = pack(sparse)
    flush = [0] * (1 << (JOKER_RANK + definition.deck.joker))
    for ranks, value in by_suit.items():
        flush[sum(1 << r for r in ranks)] = value
    about = [_about(definition, strength) for strength in ladder]
    return Tables(array("i", starts), array("H", packed), array("H", flush), array("I", about))


def _about(definition: RankingDefinition, strength: Strength) -> int:
    place, ranks = strength
    if definition.low:  # the strength of a low hand holds negated ranks, the ace as 1
        ranks = tuple(ACE if r > 0 else -r for r in ranks)
    padded = (*ranks, *[15] * (5 - len(ranks)))
    return len(definition.order) - 1 - place << 20 | sum(r << 4 * (4 - i) for i, r in enumerate(padded))


@lru_cache(maxsize=64)
def tables_of(definition: RankingDefinition) -> Tables:
    """The tables of a definition: shipped, cached, or built now."""
    return Tables.from_bytes(store.fetch(KIND, definition.key, lambda: make_tables(definition).to_bytes(), SHIPPED))


def suit_masks() -> list[int]:
    """For every card the bit of its rank among the 16 of its suit; the joker has one in all four, above the ace."""
    bits = [1 << (16 * (card & 3) + (card >> 2)) for card in range(JOKER)]
    return [*bits, sum(1 << (16 * s + JOKER_RANK) for s in range(4))]
