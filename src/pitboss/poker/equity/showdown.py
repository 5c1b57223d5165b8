"""The showdown of a game: how many cards there are, which of them must play, and what wins which part of the pot."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from itertools import accumulate, combinations
from typing import Any

import numpy as np

from pitboss.cards import Card
from pitboss.poker.definition import PokerDefinition
from pitboss.poker.equity.patterns import Array
from pitboss.ranking import Ranking, batch, ranking
from pitboss.ranking.categories import CATEGORIES, spread


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
        kernels: Any = import_module("pitboss.poker.equity.kernels")
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
