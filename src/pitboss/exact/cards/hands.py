"""Hands as arrays: one for each class of hands that differ only by suits, with its weight and its value."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from functools import lru_cache
from itertools import combinations, pairwise, product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss import store
from pitboss.exact.cards.suits import Alike, ranks_of, standard, word
from pitboss.ranking import Ranking
from pitboss.ranking.arrays import COLUMN_SHIFT, RANK_SHIFT, ROW_MASK
from pitboss.ranking.packing import JOKER_NUMBER, RANK_NUMBERS, ROW_BITS

Words = npt.NDArray[np.int64]

LOOKUP_SHIFTS = (np.uint64(RANK_SHIFT), np.uint64(ROW_MASK), np.uint64(COLUMN_SHIFT))
"""The split of a sum of card keys into the row and column of the lookup table."""

SHARE = 1 << 17
"""Hands per thread at least; with fewer than twice as many, one thread does all the work."""


def shared_out(pool: Executor | None, many: int, work: Callable[[slice], Any]) -> list[Any]:
    """Run ``work`` on ``many`` hands, in slices on the threads of a pool if there are enough."""
    parts = min(8, many // SHARE) if pool is not None else 1
    if pool is None or parts < 2:
        return [work(slice(0, many))]
    cuts = [many * at // parts for at in range(parts + 1)]
    return list(pool.map(work, [slice(*ends) for ends in pairwise(cuts)]))


class CanonicalHands(NamedTuple):
    """Canonical hands and how many hands each stands for."""

    words: Words
    weights: npt.NDArray[np.uint32]


@lru_cache(maxsize=4)
def canonical_hands(free: int, alike: Alike, cards: int) -> CanonicalHands:
    """Every hand of ``cards`` free cards; hands that differ only by exchanging suits that are alike count as one."""
    from pitboss.exact.kernels import hands as compiled

    kernels: Any = compiled
    sets, ends = _rank_sets(free, cards)
    classes = np.array(alike.classes, dtype=np.int64)
    splits = np.array(_splits(cards, min(free >> 52, cards)), dtype=np.int64)
    none = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.uint32)
    count = kernels.canonical(sets, ends, classes, splits, *none)
    hands = CanonicalHands(np.empty(count, dtype=np.int64), np.empty(count, dtype=np.uint32))
    kernels.canonical(sets, ends, classes, splits, *hands)
    for array in hands:
        array.flags.writeable = False  # cached, so every caller shares it
    return hands


def _rank_sets(free: int, cards: int) -> tuple[Words, Words]:
    """For each suit, the sets of at most ``cards`` of its free ranks, by size, and where each size begins."""
    sets, ends = np.zeros((4, 8192), dtype=np.int64), np.zeros((4, cards + 2), dtype=np.int64)
    sizes = np.bitwise_count(np.arange(8192))
    for suit in range(4):
        there = np.flatnonzero((np.arange(8192) & ~ranks_of(free, suit) == 0) & (sizes <= cards))
        sets[suit, : len(there)] = there[np.argsort(sizes[there], kind="stable")]
        ends[suit, 1:] = np.cumsum(np.bincount(sizes[there], minlength=cards + 1))
    return sets, ends


def _splits(cards: int, jokers: int) -> list[tuple[int, ...]]:
    """The ways the cards of a hand may be spread over the suits, with the number of jokers last."""
    return [
        (*spread, joker)
        for joker in range(jokers + 1)
        for spread in product(range(cards - joker + 1), repeat=4)
        if sum(spread) == cards - joker
    ]


@lru_cache(maxsize=32)
def tables(ranking: Ranking) -> tuple[Any, ...]:
    """The ranking's tables, indexed by the ranks of a suit instead of by card."""
    arrays = ranking.arrays()
    ranks = np.arange(8192, dtype=np.int64)[:, None] >> np.arange(13) & 1
    sums = ranks @ np.array(RANK_NUMBERS, dtype=np.int64)
    rows = arrays.rows.astype(np.int64)
    return sums, rows, arrays.values, arrays.flush, ROW_MASK, ROW_BITS, JOKER_NUMBER


class Making(NamedTuple):
    """One way to make a hand: which cards of a set (by their place in it), which cards from the table."""

    part: int
    board: int

    @property
    def many(self) -> int:
        return self.part.bit_count() + self.board.bit_count()


def simplified(makings: frozenset[Making], cards: int, size: int) -> tuple[Making, ...]:
    """Fewer makings with the same best hand: makings that cover every choice of ``size`` of some cards become one."""
    board = 0
    for making in makings:
        board |= making.board
    whole = Making((1 << cards) - 1, board)
    bits = [place for place in range(53) if board >> place & 1]
    pool = [(1 << place, 0) for place in range(cards)] + [(0, 1 << place) for place in bits]
    every = (
        {Making(sum(p for p, _ in chosen), sum(b for _, b in chosen)) for chosen in combinations(pool, size)}
        if len(pool) <= 7
        else set()
    )
    return (whole,) if every and every == makings else tuple(sorted(makings))


def values(
    ranking: Ranking, hands: Words, cards: int, makings: tuple[Making, ...], pool: Executor | None = None
) -> npt.NDArray[np.uint16]:
    """The value of every hand: the best of its makings."""
    from pitboss.exact.kernels import values as compiled

    kernels: Any = compiled
    out = np.empty(len(hands), dtype=np.uint16)
    sums, rows, *rest = tables(ranking)
    if len(makings) == 1 and makings[0].part == (1 << cards) - 1:
        whole = (sums, rows[makings[0].many], *rest)
        shared_out(pool, len(hands), lambda part: kernels.values_of(hands[part], makings[0].board, whole, out[part]))
    else:
        parts = np.array([making.part for making in makings], dtype=np.int64)
        boards = np.array([making.board for making in makings], dtype=np.int64)
        many = np.array([making.many for making in makings], dtype=np.int64)
        every = (parts, boards, many, (sums, rows, *rest))
        shared_out(pool, len(hands), lambda part: kernels.best_of(hands[part], cards, *every, out[part]))
    return out


@lru_cache(maxsize=32)
def makes_none(ranking: Ranking) -> bool:
    """True if some cards make no hand at all under this ranking (a low that does not qualify)."""
    return store.fetch("none", ranking.key, lambda: _makes_none(ranking)) != b"no"


def _makes_none(ranking: Ranking) -> bytes:
    placed = standard((word(ranking.deck.cards),))
    hands = canonical_hands(placed.words[0], placed.alike, ranking.cards)
    every = Making((1 << ranking.cards) - 1, 0)
    return b"no" if values(ranking, hands.words, ranking.cards, (every,)).all() else b"yes"
