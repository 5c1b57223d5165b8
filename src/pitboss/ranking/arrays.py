"""The tables of a ranking as NumPy arrays over the same bytes, for compiled kernels.

In a kernel, with ``total`` the sum of ``keys[card]`` over ``n`` cards (as int64)::

    value = values[rows[n, total >> ROW_SHIFT] + (total >> RANK_SHIFT & COLUMN_MASK)]
    if total & flags:  # enough cards of one suit
        suits = masks[first] | masks[second] | ...
        value = max(value, flush[suits >> 16 * suit & SUIT_MASK] for the four suits)
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.ranking.builder import JOKER_RANK, MOST
from pitboss.ranking.definition import Definition
from pitboss.ranking.packing import COLUMNS, RANK_SHIFT
from pitboss.ranking.scalar import ROW_SHIFT
from pitboss.ranking.tables import card_keys, rows_each, suit_masks, tables_of

__all__ = ["COLUMN_MASK", "RANK_SHIFT", "ROW_SHIFT", "SUIT_MASK", "Arrays", "arrays_of"]

COLUMN_MASK = COLUMNS - 1
SUIT_MASK = (1 << (JOKER_RANK + 1)) - 1


class Arrays(NamedTuple):
    """Everything a kernel needs to value a hand."""

    keys: npt.NDArray[np.int64]  # per card 0–52; -1 for a card that is not in the deck
    masks: npt.NDArray[np.int64]  # per card: its bit among its suit's 16
    rows: npt.NDArray[np.int32]  # [number of cards 0–7, row]
    values: npt.NDArray[np.uint16]
    flush: npt.NDArray[np.uint16]  # per set of ranks of one suit, bit 13 for the joker
    flags: int  # bits of a total that announce enough cards of one suit
    top: int


@lru_cache(maxsize=32)
def arrays_of(made: Definition) -> Arrays:
    """The arrays of a definition; read-only, since every kernel and thread shares them."""
    tables = tables_of(made)
    keys, flags = card_keys(made)
    each = rows_each(made)
    rows = np.zeros((MOST + 1, each), dtype=np.int32)
    rows[made.cards :] = np.frombuffer(tables.rows, dtype=np.int32).reshape(-1, each)
    flush = np.zeros(SUIT_MASK + 1, dtype=np.uint16)
    flush[: len(tables.flush)] = np.frombuffer(tables.flush, dtype=np.uint16)
    found = Arrays(
        keys=np.array([-1 if key is None else key for key in keys[:-1]], dtype=np.int64),
        masks=np.array(suit_masks(), dtype=np.int64),
        rows=rows,
        values=np.frombuffer(tables.values, dtype=np.uint16),
        flush=flush,
        flags=flags,
        top=len(tables.about),
    )
    for array in (found.keys, found.masks, found.rows, found.values, found.flush):
        array.flags.writeable = False
    return found
