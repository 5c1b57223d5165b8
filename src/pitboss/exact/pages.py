"""Optimal play as plain data for the simulation: which offer each situation of a decision takes.

A shape is handed the forks of the simulation (the offers of each decision and where they lead) and gives back pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from pitboss.errors import PitbossError
from pitboss.house.decisions import Offer
from pitboss.house.definition import Choice, Hand

Words: TypeAlias = npt.NDArray[np.int64]
"""Sets of cards, one bit for each card."""
Numbers: TypeAlias = npt.NDArray[np.int64]


Part: TypeAlias = Callable[[float], None]
"""Is told how much of the work is done, 0 to 1."""


def untold(part: float) -> None:
    """For work of which nobody wants to know how far it is."""


class Unplayable(PitbossError):
    """A game whose proof cannot be made into a book; the message says why."""


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


class Page(NamedTuple):
    """Some situations of one decision, each told by its sets of cards.

    ``sets`` are the cards of each named set, the player's own last; ``offers`` the best offer of each situation and
    ``held`` the cards to hold (0: all are left alone); ``state`` is the state of the stakes it belongs to.
    """

    sets: Words
    offers: Numbers
    held: Words
    state: int


class Grades(NamedTuple):
    """Situations told by what the table shows and what a hand is worth.

    ``publics`` has a row for each set of cards shown, a column for each thing the table can show;
    ``offers[public, value]`` is -1 where hands of one value are played in different ways, so that each has its own line
    on a page.
    """

    hand: Hand
    publics: Words
    offers: npt.NDArray[np.int16]


class Pages(NamedTuple):
    """One decision: the step of the script, the names of the sets of cards that tell its situations apart (``up PILE``,
    ``gone PILE``, the player's ``own`` last), and its situations."""

    step: int
    names: Sequence[str]
    pages: Iterable[Page]
    grades: Grades | None = None


class Answer(NamedTuple):
    """A decision with too many situations to write down: ``offers(sets, states)`` works out those that are asked."""

    names: Sequence[str]
    offers: Callable[[Words, Numbers], Numbers]
