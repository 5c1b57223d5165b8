"""Optimal play as plain data for the simulation: which offer each situation of a decision takes.

A shape gets the forks of the simulation (the offers of each decision and where they lead) and returns pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pitboss.errors import PitbossError
from pitboss.exact.script.course import CourseStreet
from pitboss.exact.script.views import Outline, Public
from pitboss.exact.stakes import ProofOption
from pitboss.house.decisions import Offer
from pitboss.house.definition import PLAYER, Choice, DecideStep, Definition, JudgedHand

Words: TypeAlias = npt.NDArray[np.int64]
"""Sets of cards, one bit for each card."""
Numbers: TypeAlias = npt.NDArray[np.int64]


Part: TypeAlias = Callable[[float], None]
"""Called with the part of the work that is done, 0 to 1."""


def untold(part: float) -> None:
    """Ignore progress."""


class Unplayable(PitbossError):
    """A game that cannot be played by its proof; the message says why."""


@dataclass(frozen=True)
class Fork:
    """A decision: ``to[state, offer]`` is the state of the stakes an offer leads to, -1 where it cannot be
    chosen."""

    offers: tuple[Offer, ...]
    to: Numbers

    @property
    def asked(self) -> npt.NDArray[np.bool_]:
        """The states that take this decision."""
        return np.asarray((self.to >= 0).any(axis=1))


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


def set_names(outline: Outline) -> tuple[str, ...]:
    """The names of the sets of cards seen at the decision; cards noted for a hand judged earlier change no choice."""
    listed = [name for name, _ in outline.publics[0].lying if name.split()[0] in ("up", "gone")]
    return (*listed, "own")


def card_sets(names: Sequence[str], public: Public, own: Words) -> Words:
    """The sets of these names for every hand of the player at one public state."""
    lying = dict(public.lying)
    sets = np.empty((len(names), len(own)), dtype=np.int64)
    for at, name in enumerate(names[:-1]):
        sets[at] = lying[name]
    sets[-1] = own
    return sets


def offers_of(fork: Fork, act: ProofOption, kept: Numbers, own: int) -> Numbers:
    """The offers of the file by the number of cards kept; the proof merges options that do the same."""
    offers = np.full(own + 1, -1, dtype=np.int64)
    for choice, times in sorted(act.choices, key=lambda each: each[0].fold != act.fold):
        number = offer_number(fork, choice, times)
        for many in choice.hold or (own,):
            if offers[many] < 0:
                offers[many] = number
    return np.asarray(offers[kept])


class DecidingPlace(NamedTuple):
    """A place of a street that decides: the step of the script, the state of the stakes, and the offer of each edge."""

    place: int
    step: int
    state: int
    offers: tuple[int, ...]


def asked(game: Definition, forks: Forks, streets: Sequence[CourseStreet]) -> list[list[DecidingPlace]]:
    """The deciding places of every street that the options can lead to from the first stakes."""
    steps = {step.decision: at for at, step in enumerate(game.script) if isinstance(step, DecideStep)}
    by_street: list[list[DecidingPlace]] = []
    entering = {0: 0}
    for street in streets:
        here: dict[tuple[int, int], DecidingPlace] = {}
        leaving: dict[int, int] = {}
        todo = [(place, state) for entry, state in entering.items() for place in street.entry[entry]]
        while todo:
            place, state = todo.pop()
            edges = street.places[place]
            if not edges:
                leaving[place] = state
                continue
            if (place, state) in here:
                continue
            step = steps[edges[0].option.decision]
            fork = forks[step]
            offers = tuple(offer_number(fork, edge.option.choice, edge.option.times) for edge in edges)
            here[place, state] = DecidingPlace(place, step, state, offers)
            todo += [(edge.to, int(fork.to[state, offer])) for edge, offer in zip(edges, offers, strict=True)]
        by_street.append(list(here.values()))
        entering = leaving
    return by_street


class StreetPages:
    """Collects the pages of every decision, street by street."""

    def __init__(self, game: Definition, forks: Forks, streets: Sequence[CourseStreet], piles: Sequence[str]) -> None:
        self.streets = streets
        self.names = (*(f"up {pile}" for pile in piles if pile != PLAYER), "own")
        self.asked = asked(game, forks, streets)
        self._pages: dict[int, list[StrategyPage]] = {}

    def add(self, number: int, sets: Words, choices: npt.NDArray[np.int16], first: Sequence[int]) -> None:
        """Add situations of a street; ``choices[place, situation]`` is an edge, ``first[place]`` its place's first."""
        street = self.streets[number]
        for place, step, state, offers in self.asked[number]:
            chosen = choices[place - len(street.leaving)].astype(np.int64) - first[place]
            picked = np.array(offers, dtype=np.int64)[chosen]
            held = np.zeros(len(picked), dtype=np.int64)
            self._pages.setdefault(step, []).append(StrategyPage(sets, picked, held, state))

    def pages(self) -> Iterator[Pages]:
        """The pages added, by decision."""
        for step, pages in self._pages.items():
            yield Pages(step, self.names, pages)
