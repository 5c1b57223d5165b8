"""The showdown of a game: how many cards there are, which of them must play, and what wins which part of the pot.

Many hands on many boards are evaluated one by one, or by precomputed tables where that is cheaper.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, combinations
from math import comb

import numpy as np

from pitboss.cards import Card
from pitboss.poker.definition import PokerDefinition
from pitboss.poker.equity.ranges import Array, choose, masks_of
from pitboss.ranking import Ranking, batch, ranking
from pitboss.ranking.definition import CATEGORIES, spread
from pitboss.ranking.numba_cache import Kernels

kernels = Kernels("pitboss.poker.equity.kernels")


@dataclass(frozen=True)
class PotHalf:
    """A way to win the pot or half of it; ``hole`` cards of one's own must play (0: any)."""

    ranking: Ranking
    hole: int = 0
    by_suit: bool = False

    def values(self, rows: Array, own: int) -> Array:
        """The value of each row, ``own`` hole cards followed by the board; 0 means no hand."""
        if not self.hole:
            return self._best(rows)
        best = np.zeros(len(rows), np.int32)
        for mine in combinations(range(own), self.hole):
            for common in combinations(range(own, rows.shape[1]), self.ranking.cards - self.hole):
                np.maximum(best, self._best(rows[:, [*mine, *common]]), out=best)
        return best

    def _best(self, rows: Array) -> Array:
        """Values of hands of which any cards may play, extended by the suits where they break ties."""
        values = batch.values(self.ranking, rows)
        if not self.by_suit:
            return values
        extended = np.zeros(len(rows), np.int32)
        kernels.with_suits(np.ascontiguousarray(rows, np.uint8), values, *_ranks_by_value(self.ranking), extended)
        return extended


@lru_cache(maxsize=8)
def _ranks_by_value(order: Ranking) -> tuple[Array, Array]:
    """For every value the ranks of its cards in order of importance, and whether it is a flush (PK-5)."""
    wanted, flush = np.zeros((order.top + 1, order.cards), np.int64), np.zeros(order.top + 1, np.bool_)
    for value in range(1, order.top + 1):
        category = CATEGORIES[order.category(value)]
        wanted[value] = spread(category, order.ranks(value), order.cards)
        flush[value] = category.flush
    return wanted, flush


@dataclass(frozen=True)
class Showdown:
    """The cards of a showdown and the ways to win.

    ``boards`` are the numbers of board cards after each street; ``at_once``: all hole cards come on one street and are
    kept; ``down``: how many hole cards are dealt down where others are dealt up.
    """

    name: str
    deck: tuple[Card, ...]
    own: int
    boards: tuple[int, ...]
    halves: tuple[PotHalf, ...]
    at_once: bool = True
    down: int = 0

    @property
    def board(self) -> int:
        """The number of cards of a complete board."""
        return self.boards[-1]

    @property
    def by_suit(self) -> bool:
        return any(half.by_suit for half in self.halves)

    @classmethod
    def of(cls, game: PokerDefinition, ties: str = "split") -> Showdown:
        """The showdown of a game; ``ties`` is the house's policy for equal hands (PK-5)."""
        dealt = [street for street in game.streets if street.down or street.up]
        up = sum(street.up for street in dealt)
        return cls(
            name=game.name,
            deck=tuple(game.deck),
            own=sum(street.down + street.up for street in dealt),
            boards=(0, *accumulate(street.board for street in game.streets if street.board)),
            halves=tuple(PotHalf(ranking(win.ranking), win.hole, ties == "suit") for win in game.wins),
            at_once=len(dealt) == 1 and not up and not any(street.draw for street in game.streets),
            down=sum(street.down for street in dealt) if up else 0,
        )


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


def tabled(half: PotHalf, own: Array) -> Callable[[Array], Array]:
    """A function from boards to ``[board, hand]`` values of hands of which two cards play, by a table of pairs each."""

    def values(boards: Array) -> Array:
        return np.stack([batch.omaha_on(half.ranking, tuple(map(int, board)), own) for board in boards])

    return values


def looked_up(half: PotHalf, own: Array) -> Callable[[Array], Array]:
    """A function from boards to ``[board, hand]`` values of hands of which a fixed number of cards play.

    The value on a board is the greatest over its subsets: ten lookups instead of sixty evaluations.
    """
    size = half.ranking.cards - half.hole
    place = np.array([[comb(n, k) for k in range(size + 1)] for n in range(53)], np.int64)

    def slots(sets: Array) -> Array:
        """The index of each set among all sets of its size."""
        rising = np.sort(sets, axis=1)
        return sum((place[rising[:, k], k + 1] for k in range(size)), np.zeros(len(sets), np.int64))

    sets = choose(52, size)
    masks, own_masks, order = masks_of(sets), masks_of(own), slots(sets)
    best = np.zeros((len(own), len(sets)), np.int64)
    for row in range(len(own)):
        free = (masks & own_masks[row]) == 0
        mine = np.broadcast_to(own[row], (int(free.sum()), own.shape[1]))
        best[row, order[free]] = half.values(np.hstack([mine, sets[free]]), own.shape[1])

    def values(boards: Array) -> Array:
        found = np.zeros((len(boards), len(own)), np.int64)
        for subset in combinations(range(boards.shape[1]), size):
            np.maximum(found, best[:, slots(boards[:, subset])].T, out=found)
        return found

    return values
