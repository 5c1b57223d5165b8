"""Everything the table can show on a street, as rows of cards, and the rows of the street before that lead there.

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
    """The number of rows."""
    left = [free - sum(sizes[:at]) for at in range(len(sizes))]
    return prod(comb(cards, size) for cards, size in zip(left, sizes, strict=True))


def rows(free: int, sizes: Sequence[int]) -> Rows:
    """All rows, in the order of their keys."""
    every = np.zeros((1, 0), dtype=np.uint8)
    left = free
    for size in sizes:
        picks = _combinations(left, size)
        # Turn an index among the unused cards into a card: each used card at or below it moves it up by one.
        block = np.tile(picks, (len(every), 1)).reshape(len(every) * len(picks), size)
        before = np.repeat(every, len(picks), axis=0)
        for used in np.sort(before, axis=1).T:
            block = block + (block >= used[:, None])
        every = np.concatenate([before, block.astype(np.uint8)], axis=1)
        left -= size
    return every


def _combinations(free: int, size: int) -> Rows:
    """The sets of a size, in the order of their cards."""
    sets = np.zeros((1, 0), dtype=np.uint8)
    for place in range(size):
        last = sets[:, -1].astype(np.int64) if place else np.full(1, -1)
        # A card may come next if enough cards are left for the places after it.
        follow = free - (size - place - 1) - 1 - last
        more = np.repeat(sets, follow, axis=0)
        start = np.repeat(np.cumsum(follow) - follow, follow)
        card = np.repeat(last + 1, follow) + np.arange(len(more)) - start
        sets = np.concatenate([more, card[:, None].astype(np.uint8)], axis=1)
    return sets


def keys(cards: Rows) -> npt.NDArray[np.int64]:
    """One number per row, in the order of the rows; ten cards fit."""
    key = np.zeros(len(cards), dtype=np.int64)
    for column in cards.T:
        key = key << 6 | column
    return key


def seen_before(now: Sequence[int], before: Sequence[int]) -> list[list[int]]:
    """The columns of a row that can have been seen on the street before, one list per choice."""
    starts = [sum(now[:at]) for at in range(len(now))]
    ways = [combinations(range(s, s + size), old) for s, size, old in zip(starts, now, before, strict=True)]
    return [[column for part in chosen for column in part] for chosen in product(*ways)]


def parents(after: Rows, now: Sequence[int], before: Sequence[int], earlier: Rows) -> Numbers:
    """For each row, the numbers of the earlier rows that can lead to it."""
    index = keys(earlier)
    choices = seen_before(now, before)
    numbers = np.empty((len(after), len(choices)), dtype=np.int32)
    for at, columns in enumerate(choices):
        numbers[:, at] = np.searchsorted(index, keys(after[:, columns]))
    return numbers
