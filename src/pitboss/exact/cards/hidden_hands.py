"""Count all hidden hands of one situation by value, going through sets of ranks instead of single hands.

Flushes aside, a hand's value depends on its ranks alone, and the number of hands with given ranks is a product of
binomials. If a suit can make a flush, every set of cards of that suit is combined with the ranks of the other cards.
These are thousands of sets instead of millions of hands, few enough for NumPy.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.exact.cards.hands import JOKER_BIT, SUIT, ranks_of, tables
from pitboss.ranking import Ranking
from pitboss.ranking.tables import RANK_NUMBERS

Whole = npt.NDArray[np.int64]

CHOOSE = np.array([[comb(cards, chosen) for chosen in range(5)] for cards in range(5)], dtype=np.float64)
SUITS = range(4)
MOST = 1 << 30


LOW, HIGH = range(6), range(6, 13)
"""The ranks in two halves; a set of ranks is a pair of sets, one of each half."""


class RankHalf(NamedTuple):
    """The sets of ranks of one half, up to a size.

    For each set: how often each rank occurs (one row per rank) and its sum of ranking keys; also where the sets of each
    size begin.
    """

    times: Whole
    sums: Whole
    ends: tuple[int, ...]


@lru_cache(maxsize=16)
def half(ranks: range, most: int) -> RankHalf:
    every = np.indices((min(4, most) + 1,) * len(ranks)).reshape(len(ranks), -1)
    sizes = every.sum(axis=0)
    order = np.argsort(sizes, kind="stable")[: int((sizes <= most).sum())]
    times = np.ascontiguousarray(every[:, order])
    sums = np.array([RANK_NUMBERS[rank] for rank in ranks]) @ times
    return RankHalf(times, sums, tuple(np.searchsorted(sizes[order], range(most + 2)).tolist()))


def joined(low: Any, high: Any, size: int, join: Any) -> Any:
    """A property of every set of ``size`` ranks, combined from the properties of its two halves."""
    ends, their_ends = half(LOW, size).ends, half(HIGH, size).ends
    parts = []
    for few in range(size + 1):
        one = low[..., ends[few] : ends[few + 1], None]
        other = high[..., None, their_ends[size - few] : their_ends[size - few + 1]]
        made = join(one, other)
        parts.append(made.reshape(*made.shape[:-2], -1))
    return np.concatenate(parts, axis=-1)


@lru_cache(maxsize=16)
def sums_of(size: int) -> Whole:
    """The sums of the ranks of every set of ``size`` cards."""
    return np.asarray(joined(half(LOW, size).sums, half(HIGH, size).sums, size, np.add))


class Decks:
    """For several decks at once: how many sets of cards have each set of ranks."""

    def __init__(self, cards: npt.NDArray[np.int64], most: int) -> None:
        self.low, self.high = (self._half(ranks, cards, most) for ranks in (LOW, HIGH))

    def _half(self, ranks: range, cards: npt.NDArray[np.int64], most: int) -> Any:
        times = half(ranks, most).times
        made = np.ones((len(cards), times.shape[1]))
        for row, rank in zip(times, ranks, strict=True):
            made *= CHOOSE[cards[:, rank]].take(row, axis=1)
        return made

    def ways(self, size: int, decks: Any = slice(None)) -> Any:
        """The number of sets of ``size`` cards with each set of ranks."""
        return joined(self.low[decks], self.high[decks], size, np.multiply)


@lru_cache(maxsize=8)
def rank_sets(size: int) -> tuple[Whole, Whole]:
    """The sets of ``size`` cards of one suit: as bits, and their sums."""
    sets = list(combinations(range(13), size))
    bits = [sum(1 << rank for rank in ranks) for ranks in sets]
    return np.array(bits, dtype=np.int64), np.array([sum(RANK_NUMBERS[r] for r in ranks) for ranks in sets])


@lru_cache(maxsize=32)
def least_for_flush(ranking: Ranking) -> tuple[int, int]:
    """The number of cards of a suit that make a flush, without a joker and with one; 0 if none do."""
    flush = tables(ranking)[3]
    sizes = np.array([ranks.bit_count() for ranks in range(SUIT + 1)])
    leasts = []
    for half in (flush[: SUIT + 1], flush[SUIT + 1 :]):
        makes = sizes[: len(half)][np.asarray(half) > 0]
        leasts.append(int(makes.min()) if len(makes) else 0)
    return leasts[0], leasts[1]


@lru_cache(maxsize=96)
def _plain(ranking: Ranking, many: int, base: int, suited: int, others: int) -> Whole:
    """The values, flushes aside, of all sets of ``suited`` cards of one suit (a row each) with ``others`` and board."""
    _, rows, values, _, row_mask, row_bits, _ = tables(ranking)
    total = rank_sets(suited)[1][:, None] + (sums_of(others) + base)[None]
    # Sets that no deck contains have no entry; the value read for them is wrong, but counted zero times.
    return np.asarray(values.take(rows[many][total & row_mask] + (total >> row_bits), mode="clip"), dtype=np.int64)


def histogram(ranking: Ranking, free: int, down: int, board: int) -> Whole | None:
    """The number of sets of ``down`` free cards that have each value together with the board.

    None if one hand could hold flushes of two suits. Counts are floats: they stay far below 2^53, so they are exact.
    """
    out = np.zeros(ranking.top + 1)
    for jokers in range(min(free >> JOKER_BIT, down) + 1):
        some = _Ordinary(ranking, free, down, board, jokers)
        if not some.plain:
            return None
        some.count(out)
    return out.astype(np.int64)


class _Ordinary:
    """The hidden hands with a given number of jokers."""

    def __init__(self, ranking: Ranking, free: int, down: int, board: int, jokers: int) -> None:
        sums, _, _, self.flush, _, _, joker = tables(ranking)
        self.ranking, self.cards, self.many = ranking, down - jokers, down + board.bit_count()
        self.jokers = jokers + (board >> JOKER_BIT)
        self.free = [ranks_of(free, suit) for suit in SUITS]
        self.board = [ranks_of(board, suit) for suit in SUITS]
        self.base = int(sum(sums[ranks] for ranks in self.board)) + self.jokers * joker
        self.need = least_for_flush(ranking)[self.jokers]
        self.plain = not self.need or 2 * self.need > self.many - self.jokers

    def count(self, out: Any) -> None:
        """Add their number by value to ``out``."""
        cards = np.array([[ranks >> rank & 1 for rank in range(13)] for ranks in self.free])
        every = cards.sum(axis=0)
        out += self._sorted(self._values(0, self.cards), Decks(every[None], self.cards).ways(self.cards), out)
        least = [max(0, self.need - ranks.bit_count()) for ranks in self.board]
        if not self.need or min(least) > self.cards:
            return
        others = Decks(every - cards, self.cards - min(least))
        for suited in range(min(least), self.cards + 1):
            suits = [suit for suit in SUITS if suited >= least[suit]]
            self._flushes(suits, suited, others.ways(self.cards - suited, suits), out)

    def _flushes(self, suits: list[int], suited: int, ways: Any, out: Any) -> None:
        """Move hands with ``suited`` hidden cards of one suit from their value without a flush to their value with it.

        ``ways`` counts the cards of the other suits that go with each set of suited cards.
        """
        bits = rank_sets(suited)[0]
        there = np.array([(bits & ~self.free[suit]) == 0 for suit in suits], dtype=np.float64)
        flush = [self.flush[bits | self.board[suit] | self.jokers << 13].astype(np.int64) for suit in suits]
        plain = self._values(suited, self.cards - suited)
        every = there.T @ ways
        least = min((int(made[have > 0].min(initial=MOST)) for made, have in zip(flush, there, strict=True)))
        if least >= plain.max(where=every > 0, initial=0):  # the flush is always the best of these hands
            for made, have, many in zip(flush, there, ways.sum(axis=1), strict=True):
                out += self._sorted(made, have * many, out)
            out -= self._sorted(plain, every, out)
            return
        for made, have, others in zip(flush, there, ways, strict=True):
            moved = np.where(made[:, None] > plain, have[:, None] * others, 0)
            out += self._sorted(made, moved.sum(axis=1), out)
            out -= self._sorted(plain, moved, out)

    def _sorted(self, values: Whole, ways: Any, out: Any) -> Any:
        return np.bincount(values.ravel(), weights=ways.ravel(), minlength=len(out))

    def _values(self, suited: int, others: int) -> Whole:
        return _plain(self.ranking, self.many, self.base, suited, others)
