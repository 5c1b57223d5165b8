"""The lookup tables of a ranking: made by the builder once, kept as bytes, read by plain Python and by NumPy alike."""

from __future__ import annotations

import struct
import sys
from array import array
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pitboss import store
from pitboss.cards import JOKER
from pitboss.ranking.builder import JOKER_RANK, MOST, Ranks, build
from pitboss.ranking.definition import Definition
from pitboss.ranking.packing import pack, rank_sum

KIND = "ranking"
SHIPPED = Path(__file__).parent / "tables"
_HEAD = struct.Struct("<8s4I")
_MAGIC = b"RANKING1"
_CODES = "iHHI"  # rows, values, flush, about: all little-endian


@dataclass(frozen=True)
class Tables:
    """``rows``, ``values``: by ranks, one set of rows for each number of cards from the hand's own up to seven;
    ``flush``: by the ranks of one suit as bits, bit 13 for the joker; ``about``: for each value from 1 the place of its
    category in the order (bits 20 up) and five ranks of four bits, 15 for none."""

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


def make_tables(made: Definition) -> Tables:
    """Build and pack."""
    values = build(made)
    sparse: list[dict[int, int]] = [{} for _ in range(made.cards, MOST + 1)]
    for ranks, value in values.by_ranks.items():
        sparse[len(ranks) - made.cards][rank_sum(ranks)] = value
    starts, packed = pack(sparse)
    flush = [0] * (1 << (JOKER_RANK + made.deck.joker))
    for ranks, value in values.by_suit.items():
        flush[sum(1 << r for r in ranks)] = value
    about = [_about(place, ranks) for place, ranks in values.about]
    return Tables(array("i", starts), array("H", packed), array("H", flush), array("I", about))


def _about(place: int, ranks: Ranks) -> int:
    padded = (*ranks, *[15] * (5 - len(ranks)))
    return place << 20 | sum(r << 4 * (4 - i) for i, r in enumerate(padded))


@lru_cache(maxsize=64)
def tables_of(made: Definition) -> Tables:
    """The tables of a definition: shipped, kept from an earlier run, or built now."""
    return Tables.from_bytes(store.fetch(KIND, made.key, lambda: make_tables(made).to_bytes(), SHIPPED))


def suit_masks() -> list[int]:
    """For every card a bit of its suit's 16, by rank; the joker stands in all four, above the ace."""
    bits = [1 << (16 * (card & 3) + (card >> 2)) for card in range(JOKER)]
    return [*bits, sum(1 << (16 * s + JOKER_RANK) for s in range(4))]
