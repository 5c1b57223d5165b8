"""Sets of cards and hands: suits that can be exchanged, canonical hands as arrays with their weights, and their values.

Proofs store a set of cards as one number, a *word*: thirteen bits for each suit, the deuce lowest, and bit 52 for the
joker (:mod:`pitboss.exact.kernels`). Suits are alike if they can still be exchanged for one another, given the cards on
the table. A canonical hand stands for all hands that differ only by exchanging such suits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from functools import lru_cache
from itertools import combinations, pairwise, permutations, product
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss import store
from pitboss.cards import JOKER, Card
from pitboss.ranking import Ranking
from pitboss.ranking.batch import COLUMN_SHIFT, RANK_SHIFT
from pitboss.ranking.numba_cache import Kernels
from pitboss.ranking.tables import JOKER_NUMBER, RANK_NUMBERS, ROW_BITS, ROW_MASK

SUIT = 8191
JOKER_BIT = 52


def bit(card: Card) -> int:
    """The place of a card's bit in a word."""
    return JOKER_BIT if card == JOKER else (card & 3) * 13 + (card >> 2)


WORDS = tuple(1 << bit(card) for card in range(JOKER + 1))


def word(cards: Iterable[Card]) -> int:
    """The set of these cards."""
    return sum(map(WORDS.__getitem__, cards))


def cards_of(word: int) -> tuple[Card, ...]:
    """The cards of a set, suit after suit."""
    places = [place for place in range(JOKER_BIT + 1) if word >> place & 1]
    return tuple(JOKER if place == JOKER_BIT else place % 13 * 4 + place // 13 for place in places)


def ranks_of(word: int, suit: int) -> int:
    """The ranks of one suit, as thirteen bits."""
    return word >> 13 * suit & SUIT


class Alike(NamedTuple):
    """The suits that can be exchanged: those with the same number, which are neighbours."""

    classes: tuple[int, int, int, int]

    @property
    def group(self) -> int:
        """The number of ways to exchange suits."""
        return prod(factorial(self.classes.count(one)) for one in set(self.classes))

    @property
    def orders(self) -> tuple[tuple[int, ...], ...]:
        """Every way to exchange suits: for each place, the suit that goes there."""
        return _orders(self.classes)


@lru_cache(maxsize=32)
def _orders(classes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    every = permutations(range(4))
    return tuple(order for order in every if all(classes[suit] == classes[at] for at, suit in enumerate(order)))


class CanonicalSets(NamedTuple):
    """Sets of cards with their suits brought into standard places, and the order that did it."""

    words: tuple[int, ...]
    alike: Alike
    order: tuple[int, ...]

    def move(self, word: int) -> int:
        """Another set with its suits exchanged in the same way."""
        return moved(word, self.order)


def moved(word: int, order: Sequence[int]) -> int:
    """A set with its suits exchanged: place i gets the suit ``order[i]``."""
    joker = word >> JOKER_BIT << JOKER_BIT
    return joker | sum(ranks_of(word, suit) << 13 * place for place, suit in enumerate(order))


def standard(words: Sequence[int]) -> CanonicalSets:
    """Several sets at once (the deck, the cards of each pile …) in the standard order of suits.

    Two lists of sets get the same words if and only if exchanging suits turns one into the other. Suits that look the
    same in every set remain exchangeable. Suits without cards come first, so that the cards of small decks, which lack
    the lowest suits, stay where they are; then come the smaller classes.
    """
    looks = [tuple(ranks_of(one, suit) for one in words) for suit in range(4)]
    order = tuple(sorted(range(4), key=lambda suit: (any(looks[suit]), looks.count(looks[suit]), looks[suit])))
    numbers: dict[tuple[int, ...], int] = {}
    classes = tuple(numbers.setdefault(looks[suit], len(numbers)) for suit in order)
    a, b, c, d = classes
    return CanonicalSets(tuple(moved(one, order) for one in words), Alike((a, b, c, d)), order)


hand_kernels = Kernels("pitboss.exact.kernels.hands")

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
    sets, ends = _rank_sets(free, cards)
    classes = np.array(alike.classes, dtype=np.int64)
    splits = np.array(_splits(cards, min(free >> 52, cards)), dtype=np.int64)
    none = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.uint32)
    count = hand_kernels.canonical(sets, ends, classes, splits, *none)
    hands = CanonicalHands(np.empty(count, dtype=np.int64), np.empty(count, dtype=np.uint32))
    hand_kernels.canonical(sets, ends, classes, splits, *hands)
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
    if makings and len(pool) <= 7:
        every = {Making(sum(p for p, _ in chosen), sum(b for _, b in chosen)) for chosen in combinations(pool, size)}
        if every == makings:
            return (whole,)
    return tuple(sorted(makings))


def values(
    ranking: Ranking, hands: Words, cards: int, makings: tuple[Making, ...], pool: Executor | None = None
) -> npt.NDArray[np.uint16]:
    """The value of every hand: the best of its makings."""
    out = np.empty(len(hands), dtype=np.uint16)
    sums, rows, *rest = tables(ranking)
    if len(makings) == 1 and makings[0].part == (1 << cards) - 1:
        board, whole = makings[0].board, (sums, rows[makings[0].many], *rest)
        shared_out(pool, len(hands), lambda part: hand_kernels.values_of(hands[part], board, whole, out[part]))
    else:
        parts = np.array([making.part for making in makings], dtype=np.int64)
        boards = np.array([making.board for making in makings], dtype=np.int64)
        many = np.array([making.many for making in makings], dtype=np.int64)
        every = (parts, boards, many, (sums, rows, *rest))
        shared_out(pool, len(hands), lambda part: hand_kernels.best_of(hands[part], cards, *every, out[part]))
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
