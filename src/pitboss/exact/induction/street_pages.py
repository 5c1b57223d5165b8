"""Optimal play of rounds with streets as pages: every decision in every situation that can lead to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.exact.pages import Forks, Pages, StrategyPage, Words, offer_number
from pitboss.exact.script.course import CourseStreet
from pitboss.house.definition import PLAYER, DecideStep, Definition


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
        """Situations of a street: ``choices[place, situation]`` is the number of an edge, ``first`` of each place."""
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
