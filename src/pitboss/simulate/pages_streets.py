"""Pages of a book for rounds with streets: every decision on everything the player can have seen and done by then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.exact.reveal import Reveal
from pitboss.exact.stages import Option, Street
from pitboss.exact.stages_solve import Stages
from pitboss.exact.suits import bit
from pitboss.house.definition import PLAYER, DecideStep
from pitboss.simulate.book import Book, Page, Unplayable
from pitboss.simulate.layout import Words


class Asked(NamedTuple):
    """A place of a street that decides: the step of the script, the state of the stakes, and the offer of each edge."""

    place: int
    step: int
    state: int
    offers: tuple[int, ...]


def asked(book: Book, streets: Sequence[Street]) -> list[list[Asked]]:
    """The deciding places of every street, found by following the options from the first stakes on."""
    game, paths = book.rounds.game, book.rounds.paths
    steps = {step.decision: at for at, step in enumerate(game.script) if isinstance(step, DecideStep)}
    found: list[list[Asked]] = []
    entering = {0: 0}
    for street in streets:
        here: dict[tuple[int, int], Asked] = {}
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
            fork = paths.forks[step]
            offers = tuple(_offer(fork.offers, edge.option) for edge in edges)
            here[place, state] = Asked(place, step, state, offers)
            todo += [(edge.to, int(fork.to[state, offer])) for edge, offer in zip(edges, offers, strict=True)]
        found.append(list(here.values()))
        entering = leaving
    return found


def _offer(offers: Sequence[Any], option: Option) -> int:
    return next(at for at, each in enumerate(offers) if each.choice is option.choice and each.times == option.times)


class _Writer:
    """Collects the pages of every decision and writes its chapter at the end."""

    def __init__(self, book: Book, streets: Sequence[Street], piles: Sequence[str]) -> None:
        self.book, self.streets = book, streets
        self.names = (*(f"up {pile}" for pile in piles if pile != PLAYER), "own")
        self.asked = asked(book, streets)
        self.pages: dict[int, list[Page]] = {}

    def add(self, number: int, sets: Words, choices: npt.NDArray[np.int16], first: Sequence[int]) -> None:
        """Situations of a street: ``choices[place, situation]`` is the number of an edge, ``first`` of each place."""
        street = self.streets[number]
        for place, step, state, offers in self.asked[number]:
            chosen = choices[place - len(street.leaving)].astype(np.int64) - first[place]
            picked = np.array(offers, dtype=np.int64)[chosen]
            held = np.zeros(len(picked), dtype=np.int64)
            self.pages.setdefault(step, []).append(Page(sets, picked, held, state))

    def write(self) -> None:
        for step, pages in self.pages.items():
            self.book.write(step, self.names, pages)


def staged(book: Book, shape: Stages) -> None:
    """Cards revealed street by street, nobody to beat."""
    course = shape.course
    writer = _Writer(book, course.streets[: shape.closes + 1], course.piles)
    bits = np.array([1 << bit(card) for card in range(53)], dtype=np.int64)
    for job in range(shape.jobs):
        own = shape.first.cards[job * shape.size : (job + 1) * shape.size]
        solved, free = shape.solve(own), shape._free(own)
        for number in range(shape.closes + 1):
            if writer.asked[number]:
                seen = bits[shape._seen(own, free, number)]
                columns = course.columns(number)
                piles = [name.partition(" ")[2] or PLAYER for name in writer.names]
                sets = np.stack([seen[:, columns.get(pile, [])].sum(axis=1) for pile in piles])
                writer.add(number, sets, solved.choices[number], shape.edges[number].first.tolist())
    writer.write()


def revealed(book: Book, shape: Reveal) -> None:
    """A board revealed between the decisions, a hidden hand at the end."""
    if shape.setting.streets[-1].decides:
        why = f"{book.rounds.game.name} asks for a decision when the whole board lies there"
        raise Unplayable(f"{why}, which is more than a book can hold; simulate its other wagers.")
    shape.solve()
    writer = _Writer(book, shape.setting.streets[:-1], [shape.setting.board])
    deck = np.array([1 << bit(card) for card in shape.course.game.deck.cards], dtype=np.int64)
    hands = deck[shape.grids.own.astype(np.int64)].sum(axis=1)
    for number in range(len(shape.setting.streets) - 1):
        if writer.asked[number]:
            rows = shape.boards[number].rows
            boards = deck[rows.astype(np.int64)].sum(axis=1)
            for sets, choices in _living(shape, rows, boards, hands, shape.choices[number]):
                writer.add(number, sets, choices, shape.edges[number].first.tolist())
    writer.write()


def _living(
    shape: Reveal, rows: Any, boards: Words, hands: Words, choices: npt.NDArray[np.int16]
) -> Iterator[tuple[Words, npt.NDArray[np.int16]]]:
    """Boards with all the hands that can lie beside them."""
    living = shape.grids.living(rows)
    at, hand = np.nonzero(living)
    yield np.stack([boards[at], hands[hand]]), choices[:, at, hand]
