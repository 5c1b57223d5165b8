"""Optimal play as plain data for the simulation: which offer each situation of a decision takes.

A shape gets the forks of the simulation (the offers of each decision and where they lead) and returns pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from pitboss.errors import PitbossError
from pitboss.house.decisions import Offer
from pitboss.house.definition import Choice, JudgedHand

Words: TypeAlias = npt.NDArray[np.int64]
"""Sets of cards, one bit for each card."""
Numbers: TypeAlias = npt.NDArray[np.int64]


Part: TypeAlias = Callable[[float], None]
"""Called with the part of the work that is done, 0 to 1."""


def untold(part: float) -> None:
    """Report progress to nobody."""


class Unplayable(PitbossError):
    """A game that cannot be played by its proof; the message says why."""


class Fork(Protocol):
    """A decision of the simulation: its offers, and ``to[state, offer]``, the state of the stakes each leads to."""

    @property
    def offers(self) -> tuple[Offer, ...]: ...

    @property
    def to(self) -> Numbers: ...


Forks: TypeAlias = Mapping[int, Fork]
"""The decisions by step of the script."""


def offer_number(fork: Fork, choice: Choice, times: int) -> int:
    """The number of an option of the file among the offers of a decision."""
    return next(at for at, offer in enumerate(fork.offers) if offer.choice is choice and offer.times == times)


class StrategyPage(NamedTuple):
    """Some situations of one decision, each given by its sets of cards.

    ``sets`` are the cards of each named set, the player's own last; ``offers`` the best offer of each situation and
    ``held`` the cards to hold (0: all are left alone); ``state`` is the state of the stakes it belongs to.
    """

    sets: Words
    offers: Numbers
    held: Words
    state: int


class Grades(NamedTuple):
    """Situations given by what the table shows and the value of the hand.

    ``publics`` has a row for each set of cards shown, a column for each thing the table can show;
    ``offers[public, value]`` is -1 where hands of one value are played in different ways; each then has its own line on
    a page.
    """

    hand: JudgedHand
    publics: Words
    offers: npt.NDArray[np.int16]


class Pages(NamedTuple):
    """One decision: the step of the script, the names of the sets of cards that distinguish its situations
    (``up PILE``, ``gone PILE``, the player's ``own`` last), and its situations."""

    step: int
    names: Sequence[str]
    pages: Iterable[StrategyPage]
    grades: Grades | None = None


class Answer(NamedTuple):
    """A decision with too many situations for a page: ``offers(sets, states)`` works them out on demand."""

    names: Sequence[str]
    offers: Callable[[Words, Numbers], Numbers]
