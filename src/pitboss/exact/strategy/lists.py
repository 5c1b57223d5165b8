"""Strategy in words: ordered lists of lines, and exactly what following them costs.

A list is read from the top: the first line whose condition a hand meets says what to do, the last line is for all
others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

MOST = 12
"""Lines of a list, the last one included."""

LISTED = 5
"""Border hands that are shown for each list."""

RANKS = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")

NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight")

WINDOWS = (0b1000000001111, *(0b11111 << low for low in range(9)))
"""The ranks of every straight, the one from the ace upwards first."""


@dataclass(frozen=True)
class StrategyLine:
    """One line: when, what to do, the part of all deals it decides, and the edge it loses against optimal play."""

    when: str
    do: str
    share: Fraction
    cost: Fraction

    @property
    def text(self) -> str:
        return f"{self.do}: {self.when}" if self.when else f"otherwise {self.do}" if self.share < 1 else self.do


@dataclass(frozen=True)
class Border:
    """A hand for which the two best options are nearly or exactly equal: ``margin`` is what the better one gains."""

    hand: str
    best: str
    other: str
    margin: Fraction


@dataclass(frozen=True)
class StrategyList:
    """The list for one thing the table shows, or for the decision ``asked`` of a round with several; ``equals`` counts
    the deals in which options are exactly equal."""

    shows: str
    lines: tuple[StrategyLine, ...]
    borders: tuple[Border, ...]
    indifferent: tuple[Border, ...]
    equals: int
    asked: str = ""

    @property
    def cost(self) -> Fraction:
        """The edge that the whole list loses."""
        return sum((line.cost for line in self.lines), Fraction(0))


Tell = Callable[[int, int], None]
"""Called with how many lists are made, and of how many."""


def untold(done: int, lists: int) -> None:
    """Report progress to nobody."""


class Strategy(NamedTuple):
    """Optimal play in words: the lists, notes on them, and the reason if there is no list."""

    lists: tuple[StrategyList, ...] = ()
    notes: tuple[str, ...] = ()
    unlisted: str = ""
