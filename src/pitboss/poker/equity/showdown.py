"""What a showdown of a game looks at: how many cards, which of them must play, what wins which part of the pot."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeAlias

from pitboss.cards import Card
from pitboss.poker.definition import Definition
from pitboss.ranking import Ranking, ranking

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[Any]


@dataclass(frozen=True)
class Half:
    """One way to win: a ranking, and how many cards of one's own must play (0: any)."""

    ranking: Ranking
    hole: int = 0

    def values(self, rows: Array, own: int) -> Array:
        """The value of each row's hand, its first ``own`` cards a player's and the rest the board's; 0 is no hand."""
        import numpy as np

        from pitboss.ranking import batch

        if not self.hole:
            return batch.values(self.ranking, rows)
        best = np.zeros(len(rows), np.uint16)
        for mine in combinations(range(own), self.hole):
            for common in combinations(range(own, rows.shape[1]), self.ranking.cards - self.hole):
                np.maximum(best, batch.values(self.ranking, rows[:, [*mine, *common]]), out=best)
        return best


@dataclass(frozen=True)
class Showdown:
    """The end of a hand: cards of one's own, cards of everybody's, and who wins what."""

    name: str
    deck: tuple[Card, ...]
    own: int
    board: int
    halves: tuple[Half, ...]

    @classmethod
    def of(cls, game: Definition) -> Showdown:
        """The showdown of a game's definition."""
        return cls(
            name=game.name,
            deck=tuple(game.deck),
            own=sum(street.down + street.up for street in game.streets),
            board=sum(street.board for street in game.streets),
            halves=tuple(Half(ranking(win.ranking), win.hole) for win in game.wins),
        )
