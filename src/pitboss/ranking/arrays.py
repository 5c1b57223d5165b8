"""The tables of a ranking as NumPy arrays over the same bytes, for compiled kernels.

A card's key in kernels is a uint64. Its low bits hold, for each suit, a six-bit field that counts cards in steps such
that enough cards for a flush, and no fewer, reach a high bit (``flags``); then a count of cards that are not in the
deck; above them the rank's number. With ``total`` the sum of the keys of ``n`` cards::

    value = values[rows[n, total >> RANK_SHIFT & ROW_MASK] + (total >> COLUMN_SHIFT)]
    if total & flags:  # enough cards of one suit, or a card that is not in the deck (bit 63 of suits)
        suits = masks[first] | masks[second] | ...
        value = max(value, flush[suits & SUIT_MASK], flush[suits >> 16 & SUIT_MASK], ... >> 32 ..., ... >> 48 ...)

Everything is unsigned, since Numba turns int64 with uint64 into floats and checks signed indices for wrap-around. Every
array is padded so that no card code from 0 to 255 and no repeated card can read beyond it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import JOKER
from pitboss.ranking.definition import RankingDefinition
from pitboss.ranking.tables import (
    JOKER_NUMBER,
    JOKER_RANK,
    MAX_CARDS,
    RANK_NUMBERS,
    ROW_BITS,
    ROW_MASK,
    ROWS,
    suit_masks,
    tables_of,
)

__all__ = ["COLUMN_SHIFT", "FOREIGN", "RANK_SHIFT", "ROW_MASK", "SUIT_MASK", "Arrays", "arrays_of"]

SUIT_BITS = 6
FOREIGN = 1 << (4 * SUIT_BITS)  # the key of a card that is not in the deck; the field has room for seven
RANK_SHIFT = 4 * SUIT_BITS + 3
COLUMN_SHIFT = RANK_SHIFT + ROW_BITS
SUIT_MASK = (1 << (JOKER_RANK + 1)) - 1


class Arrays(NamedTuple):
    """Everything a kernel needs to evaluate a hand."""

    keys: npt.NDArray[np.uint64]  # per card code 0–255
    masks: npt.NDArray[np.uint64]  # per card code: its bit among the 16 of its suit
    rows: npt.NDArray[np.uint32]  # [number of cards 0–7, row]
    values: npt.NDArray[np.uint16]
    flush: npt.NDArray[np.uint16]  # per set of ranks of one suit, bit 13 for the joker
    flags: np.uint64
    top: int


def suit_step(cards: int) -> tuple[int, int]:
    """The step each card adds to its suit's field, and the bits of the four fields that show a flush.

    For five cards the step is 7: four cards make 28, five make 35 and reach bit 32; seven make 49 and still fit.

    >>> suit_step(5)[0]
    7
    """
    for bit in range(SUIT_BITS):
        for step in range(1, 9):
            if (cards - 1) * step < 1 << bit <= cards * step and MAX_CARDS * step < 1 << SUIT_BITS:
                high = (1 << SUIT_BITS) - (1 << bit)
                return step, sum(high << (SUIT_BITS * s) for s in range(4))
    raise AssertionError(f"no step for {cards} cards")


def card_keys(definition: RankingDefinition) -> tuple[list[int], int]:
    """The key of every card code, and the bits of a total that show a possible flush or a foreign card."""
    step, flags = suit_step(definition.cards) if definition.flushes else (0, 0)
    keys = [FOREIGN] * 256
    for card in definition.deck:
        if card == JOKER:
            keys[card] = (JOKER_NUMBER << RANK_SHIFT) + sum(step << SUIT_BITS * s for s in range(4))
        else:
            keys[card] = (RANK_NUMBERS[card >> 2] << RANK_SHIFT) + (step << SUIT_BITS * (card & 3))
    return keys, flags | 7 * FOREIGN


@lru_cache(maxsize=32)
def arrays_of(definition: RankingDefinition) -> Arrays:
    """The arrays of a definition, read-only because all kernels and threads share them."""
    tables = tables_of(definition)
    keys, flags = card_keys(definition)
    rows = np.zeros((MAX_CARDS + 1, ROWS), dtype=np.uint32)
    rows[definition.cards :] = np.frombuffer(tables.rows, dtype=np.int32).reshape(-1, ROWS)
    masks = np.full(256, 1 << 63, dtype=np.uint64)
    masks[list(definition.deck)] = [suit_masks()[card] for card in definition.deck]
    flush = np.zeros(SUIT_MASK + 1, dtype=np.uint16)
    flush[: len(tables.flush)] = np.frombuffer(tables.flush, dtype=np.uint16)
    # No seven card codes reach a column beyond that of seven jokers.
    beyond = np.zeros((MAX_CARDS * JOKER_NUMBER >> ROW_BITS) + 1, dtype=np.uint16)
    arrays = Arrays(
        keys=np.array(keys, dtype=np.uint64),
        masks=masks,
        rows=rows,
        values=np.concatenate([np.frombuffer(tables.values, dtype=np.uint16), beyond]),
        flush=flush,
        flags=np.uint64(flags),
        top=len(tables.about),
    )
    for array in (arrays.keys, arrays.masks, arrays.rows, arrays.values, arrays.flush):
        array.flags.writeable = False
    return arrays
