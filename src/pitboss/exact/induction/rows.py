"""Everything the table can show on each street, as rows of cards, and from which rows of the street before it came.

A row is a set of cards for each pile, pile after pile, lowest card first. Cards are places in a list of free cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import comb, prod

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int32]


def many(free: int, sizes: Sequence[int]) -> int:
    """How many rows there are."""
    left = [free - sum(sizes[:at]) for at in range(len(sizes))]
    return prod(comb(cards, size) for cards, size in zip(left, sizes, strict=True))


def rows(free: int, sizes: Sequence[int]) -> Rows:
    """All rows, in the order of their keys."""
    found = np.zeros((1, 0), dtype=np.uint8)
    left = free
    for size in sizes:
        picks = _combinations(left, size)
        # Places among the cards that a row has not used yet become cards: each used card below pushes it up by one.
        block = np.tile(picks, (len(found), 1)).reshape(len(found) * len(picks), size)
        before = np.repeat(found, len(picks), axis=0)
        for used in np.sort(before, axis=1).T:
            block = block + (block >= used[:, None])
        found = np.concatenate([before, block.astype(np.uint8)], axis=1)
        left -= size
    return found


def _combinations(free: int, size: int) -> Rows:
    """The sets of a size, in the order of their cards."""
    found = np.zeros((1, 0), dtype=np.uint8)
    for place in range(size):
        last = found[:, -1].astype(np.int64) if place else np.full(1, -1)
        # A card may follow if enough cards are left for the places after it.
        follow = free - (size - place - 1) - 1 - last
        more = np.repeat(found, follow, axis=0)
        start = np.repeat(np.cumsum(follow) - follow, follow)
        card = np.repeat(last + 1, follow) + np.arange(len(more)) - start
        found = np.concatenate([more, card[:, None].astype(np.uint8)], axis=1)
    return found


def keys(cards: Rows) -> npt.NDArray[np.int64]:
    """One number per row, in the order of the rows; ten cards fit."""
    found = np.zeros(len(cards), dtype=np.int64)
    for column in cards.T:
        found = found << 6 | column
    return found


def kept(now: Sequence[int], before: Sequence[int]) -> list[list[int]]:
    """Which columns of a row can have been seen on the street before, every choice one list."""
    starts = [sum(now[:at]) for at in range(len(now))]
    ways = [combinations(range(s, s + size), old) for s, size, old in zip(starts, now, before, strict=True)]
    return [[column for part in chosen for column in part] for chosen in product(*ways)]


def parents(after: Rows, now: Sequence[int], before: Sequence[int], earlier: Rows) -> Numbers:
    """For each row the numbers of the earlier rows it can have come from."""
    index = keys(earlier)
    choices = kept(now, before)
    found = np.empty((len(after), len(choices)), dtype=np.int32)
    for at, columns in enumerate(choices):
        found[:, at] = np.searchsorted(index, keys(after[:, columns]))
    return found
