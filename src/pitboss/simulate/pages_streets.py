"""Pages of a book for rounds with streets: every decision on everything the player can have seen and done by then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import JOKER
from pitboss.exact.cache.counts import Memory
from pitboss.exact.cards.suits import JOKER_BIT, bit
from pitboss.exact.script.course import Option, Street
from pitboss.exact.shapes.board.board import Reveal
from pitboss.exact.shapes.board.single_hands import Singles
from pitboss.exact.shapes.streets.streets import Stages
from pitboss.house.definition import PLAYER, DecideStep
from pitboss.simulate.book import Book, Page, Part, Unplayable
from pitboss.simulate.layout import Layout, Words
from pitboss.simulate.play import Numbers

WRITTEN = 1 << 23
"""Situations of the last street up to which they are written down; more are worked out when they are asked."""


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


def staged(book: Book, shape: Stages, tell: Part) -> None:
    """Cards revealed street by street, nobody to beat."""
    course = shape.course
    writer = _Writer(book, course.streets[: shape.closes + 1], course.piles)
    bits = np.array([1 << bit(card) for card in range(53)], dtype=np.int64)
    for job in range(shape.jobs):
        tell(job / shape.jobs)
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


def _written(shape: Reveal) -> bool:
    """Whether the decisions beside the whole board are few enough to be written down."""
    return len(shape.boards[-1]) * len(shape.grids.own) <= WRITTEN


def last_street(book: Book, shape: Reveal) -> None:
    """What is decided when the whole board lies there is worked out when it is asked, unless it is written down."""
    streets = shape.setting.streets
    if streets[-1].decides and not _written(shape):
        for step in {each.step for each in asked(book, streets)[-1]}:
            book.answers[step] = LastStreet(book, shape, step)


def revealed(book: Book, shape: Reveal, tell: Part) -> None:
    """A board revealed between the decisions, a hidden hand at the end."""
    memory = Memory()
    shape.watch = lambda done, _: tell(done / len(shape.boards[-1]))
    shape.remembering(memory).solve()
    memory.save()
    last = len(shape.setting.streets) - 1
    writer = _Writer(book, shape.setting.streets[: last + _written(shape)], [shape.setting.board])
    deck = np.array([1 << bit(card) for card in shape.course.game.deck.cards], dtype=np.int64)
    hands = deck[shape.grids.own.astype(np.int64)].sum(axis=1)
    for number, asked_here in enumerate(writer.asked):
        if asked_here:
            rows = shape.boards[number].rows
            boards = deck[rows.astype(np.int64)].sum(axis=1)
            choices = shape.choices[number] if number < last else _beside_all(shape)
            sets, chosen = _living(shape, rows, boards, hands, choices)
            writer.add(number, sets, chosen, shape.edges[number].first.tolist())
    writer.write()


def _beside_all(shape: Reveal) -> npt.NDArray[np.int16]:
    """The edge to take at every deciding place of the last street, by board and hand."""
    many = len(shape.boards[-1])
    parts = [shape._showdown(low, min(low + shape.part, many))[-1] for low in range(0, many, shape.part)]
    return np.concatenate(parts, axis=1).reshape(len(parts[0]), many, -1)


class LastStreet:
    """The decision when the whole board lies there, where there are more situations than a book holds."""

    def __init__(self, book: Book, shape: Reveal, step: int) -> None:
        self.singles, self.board = Singles(shape), shape.setting.board
        self.leaving, self.first = len(shape.setting.streets[-1].leaving), shape.edges[-1].first
        self.asked = [each for each in asked(book, shape.setting.streets)[-1] if each.step == step]
        if len({each.state for each in self.asked}) < len(self.asked):
            why = f"{book.rounds.game.name} with these wagers is decided on cards seen earlier"
            raise Unplayable(f"{why}, which are not looked up here; simulate its wagers one at a time.")

    def __call__(self, layout: Layout, states: Numbers, asked: npt.NDArray[np.bool_]) -> Numbers:
        offers = np.zeros(layout.rounds, dtype=np.int64)
        where = np.flatnonzero(asked)
        if not len(where):
            return offers
        piles = {
            PLAYER: layout.lying(PLAYER)[where],
            **({self.board: layout.shown(self.board)[where]} if self.board else {}),
        }
        cards = {pile: _cards(words) for pile, words in piles.items()}
        columns, start = {}, 0
        for pile, each in cards.items():
            columns[pile] = list(range(start, start + each.shape[1]))
            start += each.shape[1]
        choices = self.singles.choices(np.concatenate(list(cards.values()), axis=1), columns)
        for place, _, state, options in self.asked:
            here = states[where] == state
            chosen = choices[place - self.leaving, here].astype(np.int64) - self.first[place]
            offers[where[here]] = np.array(options, dtype=np.int64)[chosen]
        return offers


def _cards(words: Words) -> npt.NDArray[np.uint8]:
    """The cards of sets that are all of one size, a row each."""
    code = np.array([JOKER if place == JOKER_BIT else place % 13 * 4 + place // 13 for place in range(JOKER_BIT + 1)])
    bits = words[:, None] >> np.arange(JOKER_BIT + 1) & 1
    return code[np.nonzero(bits)[1]].reshape(len(words), -1).astype(np.uint8)


def _living(
    shape: Reveal, rows: Any, boards: Words, hands: Words, choices: npt.NDArray[np.int16]
) -> tuple[Words, npt.NDArray[np.int16]]:
    """Boards with all the hands that can lie beside them."""
    living = shape.grids.living(rows)
    at, hand = np.nonzero(living)
    return np.stack([boards[at], hands[hand]]), choices[:, at, hand]
