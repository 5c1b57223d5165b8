"""A book of strategy: every situation of a game with the option the proof found best, looked up for many rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.errors import PitbossError
from pitboss.exact.suits import ranks_of, word
from pitboss.house.choosing import Offer
from pitboss.house.definition import PLAYER
from pitboss.simulate.layout import Layout, Words
from pitboss.simulate.play import Numbers, Policy, Rounds


class Unplayable(PitbossError):
    """A game whose proof cannot be made into a book; the message says why."""


class Page(NamedTuple):
    """Some situations of one decision.

    ``sets`` are the cards of each named set, the player's own last; ``offers`` the best option of each situation and
    ``held`` the cards to hold (0: all are left alone); ``state`` is the state of the stakes it belongs to.
    """

    sets: Words
    offers: Numbers
    held: Words
    state: int


@dataclass
class Chapter:
    """One decision: the names of the sets that tell its situations apart, and the table."""

    names: tuple[str, ...]
    keys: npt.NDArray[np.uint64]
    entries: npt.NDArray[np.uint16]
    salts: npt.NDArray[np.uint64]


class Book:
    """A policy that looks situations up, and takes the first offer where nothing is to be decided."""

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        deck = word(rounds.game.deck.cards)
        self.deck = np.array([ranks_of(deck, suit) for suit in range(4)], dtype=np.int64)
        self.chapters: dict[int, Chapter] = {}

    def write(self, step: int, names: Sequence[str], pages: Iterator[Page] | Sequence[Page]) -> None:
        """A chapter for the decision at a step of the script."""
        from pitboss.simulate.kernels import keys as compiled

        kernels: Any = compiled
        written = list(pages)
        many = sum(len(page.offers) for page in written)
        size = 1 << max(4, (many * 3 // 2).bit_length())
        states = np.arange(len(self.rounds.paths.states), dtype=np.uint64) + np.uint64(1)
        chapter = Chapter(tuple(names), np.zeros(size, np.uint64), np.zeros(size, np.uint16), states)
        for page in written:
            conflicts = kernels.insert(
                *(page.sets, self.deck, states[page.state], page.offers, page.held),
                *(chapter.keys, chapter.entries),
            )
            if conflicts:
                raise Unplayable(
                    f"{conflicts} situations of {self.rounds.game.name} look like others that are played otherwise."
                )
        self.chapters[step] = chapter

    def choose(self, step: int, layout: Layout, states: Numbers, asked: npt.NDArray[np.bool_]) -> tuple[Numbers, Words]:
        fork = self.rounds.paths.forks[step]
        held = np.zeros(layout.rounds, dtype=np.int64)
        chapter = self.chapters.get(step)
        if chapter is None:
            return self._any(fork.offers, fork.to)[states], held
        from pitboss.simulate.kernels import keys as compiled

        kernels: Any = compiled
        offers = np.zeros(layout.rounds, dtype=np.int64)
        sets = np.stack([seen(layout, name) for name in chapter.names])
        lost = kernels.look_up(
            *(sets, self.deck, chapter.salts[states], asked, chapter.keys, chapter.entries, offers, held)
        )
        if lost:
            raise AssertionError(f"{lost} situations are not in the book")
        return offers, held

    def _any(self, offers: Sequence[Offer], to: Numbers) -> Numbers:
        """Where a decision changes nothing: the first offer that is open whatever the cards, and holds them all."""
        open_to_all = [not offer.choice.needs for offer in offers]
        return np.asarray(np.argmax((to >= 0) & np.array(open_to_all), axis=1))


def seen(layout: Layout, name: str) -> Words:
    """A named set of cards: ``own``, ``up PILE`` or ``gone PILE``."""
    if name == "own":
        return layout.lying(PLAYER)
    kind, _, pile = name.partition(" ")
    return layout.shown(pile) if kind == "up" else layout.gone_from(pile)


def book(rounds: Rounds, stakes: Mapping[str, Fraction]) -> Policy:
    """The book of a game for these stakes, written from its proof."""
    from pitboss.exact.count import Count
    from pitboss.exact.holding import Holding
    from pitboss.exact.shapes import recognise
    from pitboss.exact.showdown import Showdown
    from pitboss.simulate import pages

    shape: Any = recognise(rounds.game, stakes)
    found = Book(rounds)
    if isinstance(shape, Count):
        return found
    if isinstance(shape, Showdown):
        if shape.outline.decides:
            pages.showdown(found, shape)
        return found
    if isinstance(shape, Holding):
        pages.holding(found, shape)
        return found
    raise Unplayable(
        f"{rounds.game.name} with these wagers is proved by the method {shape.name!r}, for which no book can be written."
    )
