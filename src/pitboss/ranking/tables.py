"""The lookup tables of a ranking: built once, cached as bytes, read by plain Python and by NumPy."""

from __future__ import annotations

import struct
import sys
from array import array
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pitboss import store
from pitboss.cards import JOKER
from pitboss.ranking.builder import JOKER_RANK, MAX_CARDS, Ranks, build
from pitboss.ranking.definition import RankingDefinition
from pitboss.ranking.packing import pack, rank_sum

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
    values = build(definition)
    sparse: list[dict[int, int]] = [{} for _ in range(definition.cards, MAX_CARDS + 1)]
    for ranks, value in values.by_ranks.items():
        sparse[len(ranks) - definition.cards][rank_sum(ranks)] = value
    starts, packed = pack(sparse)
    flush = [0] * (1 << (JOKER_RANK + definition.deck.joker))
    for ranks, value in values.by_suit.items():
        flush[sum(1 << r for r in ranks)] = value
    about = [_about(place, ranks) for place, ranks in values.about]
    return Tables(array("i", starts), array("H", packed), array("H", flush), array("I", about))


def _about(place: int, ranks: Ranks) -> int:
    padded = (*ranks, *[15] * (5 - len(ranks)))
    return place << 20 | sum(r << 4 * (4 - i) for i, r in enumerate(padded))


@lru_cache(maxsize=64)
def tables_of(definition: RankingDefinition) -> Tables:
    """The tables of a definition: shipped, cached, or built now."""
    return Tables.from_bytes(store.fetch(KIND, definition.key, lambda: make_tables(definition).to_bytes(), SHIPPED))


def suit_masks() -> list[int]:
    """For every card the bit of its rank among the 16 of its suit; the joker has one in all four, above the ace."""
    bits = [1 << (16 * (card & 3) + (card >> 2)) for card in range(JOKER)]
    return [*bits, sum(1 << (16 * s + JOKER_RANK) for s in range(4))]
