"""Evaluates many hands on many boards: one by one, or by precomputed tables where that is cheaper."""

from __future__ import annotations

from importlib import import_module
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from pitboss.poker.equity.patterns import Array
from pitboss.poker.equity.problem import masks_of
from pitboss.poker.equity.showdown import PotHalf
from pitboss.ranking import batch

FEW, MANY = 100, 2000  # tables pay off above this many hands or boards
VALUED, LOOKED_UP, TABLED, WITH_SUITS = 25, 100, 400_000, 150  # nanoseconds for one of each


def way_of(half: PotHalf, hands: int, boards: int) -> str:
    """The cheapest way to evaluate hands.

    ``one by one``; ``tabled``: by a table of pairs for each board, where two hole cards must play and hands are many;
    ``looked up``: by the best hand with each subset of board cards, where boards are many.
    """
    if half.hole == 2 and half.ranking.cards == 5 and not half.by_suit and hands > FEW:
        return "tabled"
    return "looked up" if half.hole and boards > MANY else "one by one"


def cost(half: PotHalf, hands: int, boards: int) -> int:
    """Nanoseconds to evaluate this many hands on one of this many boards."""
    way = way_of(half, hands, boards)
    if way == "one by one":
        return (WITH_SUITS if half.by_suit else VALUED) * (60 if half.hole else 1) * hands
    return TABLED + 10 * hands if way == "tabled" else LOOKED_UP * hands


class Fixed:
    """Values of hands of which a fixed number of cards play, looked up by subsets of the board.

    The value on a board is the greatest over its subsets: ten lookups instead of sixty evaluations.
    """

    def __init__(self, half: PotHalf, lists: list[Array]) -> None:
        self.size = half.ranking.cards - half.hole
        self.sets = choose(52, self.size)
        self.place = np.array([[comb(n, k) for k in range(self.size + 1)] for n in range(53)], np.int64)
        own = np.vstack(lists)
        sets = self.sets.astype(np.uint8)
        masks, own_masks = masks_of(sets), masks_of(own)
        order = self._slots(self.sets)
        self.best = np.zeros((len(own), len(sets)), np.int64)
        for row in range(len(own)):
            free = (masks & own_masks[row]) == 0
            mine = np.broadcast_to(own[row], (int(free.sum()), own.shape[1]))
            self.best[row, order[free]] = half.values(np.hstack([mine, sets[free]]), own.shape[1])

    def _slots(self, sets: Array) -> Array:
        """The index of each set among all sets of its size."""
        rising = np.sort(sets, axis=1).astype(np.int64)
        return sum((self.place[rising[:, k], k + 1] for k in range(self.size)), np.zeros(len(sets), np.int64))

    def values(self, boards: Array) -> Array:
        """The values as ``[board, hand]``."""
        best = np.zeros((len(boards), len(self.best)), np.int64)
        for subset in combinations(range(boards.shape[1]), self.size):
            np.maximum(best, self.best[:, self._slots(boards[:, subset])].T, out=best)
        return best


class ByBoard:
    """Values of hands of which two cards play, by a table of all pairs for each board."""

    def __init__(self, half: PotHalf, lists: list[Array]) -> None:
        self.half, self.own = half, np.vstack(lists)
        self.kernels: Any = import_module("pitboss.poker.equity.kernels")

    def values(self, boards: Array) -> Array:
        """The values as ``[board, hand]``."""
        tables = np.stack([batch.omaha_table(self.half.ranking, tuple(map(int, board))) for board in boards])
        values = np.zeros((len(boards), len(self.own)), np.int64)
        self.kernels.on_boards(tables, self.own, values)
        return values


def choose(count: int, size: int) -> Array:
    """All combinations of ``size`` numbers below ``count``, ascending; one empty row for size 0."""
    rows = np.zeros((1, 0), np.int64)
    last = np.full(1, -1, np.int64)
    for _ in range(size):
        room = count - 1 - last  # larger numbers that may follow each row
        rows, last = np.repeat(rows, room, axis=0), np.repeat(last, room)
        last = last + 1 + np.arange(len(last)) - np.repeat(np.cumsum(room) - room, room)
        rows = np.hstack([rows, last[:, None]])
    return rows
