"""Optimal play as pages where a board is revealed between the decisions and a hidden hand met at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pitboss.cards import JOKER
from pitboss.exact.cache.counts import Memory
from pitboss.exact.cards.suits import JOKER_BIT, bit
from pitboss.exact.induction.street_pages import DecidingPlace, StreetPages, asked
from pitboss.exact.pages import Answer, Forks, Numbers, Pages, Part, Unplayable, Words
from pitboss.exact.shapes.board.single_hands import Singles
from pitboss.house.definition import PLAYER

if TYPE_CHECKING:
    from pitboss.exact.shapes.board.board import BoardShowdown


WRITTEN = 1 << 23
"""Most situations of the last street that go on pages; more are worked out on demand."""


def pages(shape: BoardShowdown, forks: Forks, tell: Part) -> Iterator[Pages]:
    """Every decision but those of the last street that are worked out on demand."""
    tell(0.0)
    memory = Memory()
    shape.watch = lambda done, _: tell(done / len(shape.boards[-1]))
    shape.remembering(memory).solve()
    memory.save()
    last = len(shape.setting.streets) - 1
    streets = shape.setting.streets[: last + _written(shape)]
    written = StreetPages(shape.course.game, forks, streets, [shape.setting.board])
    deck = np.array([1 << bit(card) for card in shape.course.game.deck.cards], dtype=np.int64)
    hands = deck[shape.grids.own.astype(np.int64)].sum(axis=1)
    for number, asked_here in enumerate(written.asked):
        if asked_here:
            rows = shape.boards[number].rows
            boards = deck[rows.astype(np.int64)].sum(axis=1)
            at, hand = np.nonzero(shape.grids.living(rows))
            choices = shape.choices[number] if number < last else _beside_all(shape)
            sets = np.stack([boards[at], hands[hand]])
            written.add(number, sets, choices[:, at, hand], shape.edges[number].first.tolist())
    yield from written.pages()


def _written(shape: BoardShowdown) -> bool:
    """True if the decisions on the last street are few enough for pages."""
    return len(shape.boards[-1]) * len(shape.grids.own) <= WRITTEN


def _beside_all(shape: BoardShowdown) -> npt.NDArray[np.int16]:
    """The edge to take at every deciding place of the last street, by board and hand."""
    many = len(shape.boards[-1])
    parts = [shape._showdown(low, min(low + shape.part, many))[-1] for low in range(0, many, shape.part)]
    return np.concatenate(parts, axis=1).reshape(len(parts[0]), many, -1)


def last_street(shape: BoardShowdown, forks: Forks) -> Mapping[int, Answer]:
    """The decisions of the last street, worked out situation by situation where they are too many for pages."""
    streets, board = shape.setting.streets, shape.setting.board
    if not streets[-1].decides or _written(shape):
        return {}
    deciding = asked(shape.course.game, forks, streets)[-1]
    names = (*((f"up {board}",) if board else ()), "own")
    return {
        step: Answer(names, LastStreet(shape, [each for each in deciding if each.step == step]))
        for step in {each.step for each in deciding}
    }


class LastStreet:
    """One decision of the last street."""

    def __init__(self, shape: BoardShowdown, asked: list[DecidingPlace]) -> None:
        self.singles, self.board = Singles(shape), shape.setting.board
        self.leaving, self.first = len(shape.setting.streets[-1].leaving), shape.edges[-1].first
        self.asked = asked
        if len({each.state for each in self.asked}) < len(self.asked):
            why = f"{shape.course.game.name} with these wagers is decided on cards seen earlier"
            raise Unplayable(f"{why}, which are not looked up here; simulate its wagers one at a time.")

    def __call__(self, sets: Words, states: Numbers) -> Numbers:
        offers = np.zeros(len(states), dtype=np.int64)
        if not len(states):
            return offers
        cards = {PLAYER: _cards(sets[-1]), **({self.board: _cards(sets[0])} if self.board else {})}
        columns, start = {}, 0
        for pile, each in cards.items():
            columns[pile] = list(range(start, start + each.shape[1]))
            start += each.shape[1]
        choices = self.singles.choices(np.concatenate(list(cards.values()), axis=1), columns)
        for place, _, state, options in self.asked:
            here = states == state
            chosen = choices[place - self.leaving, here].astype(np.int64) - self.first[place]
            offers[here] = np.array(options, dtype=np.int64)[chosen]
        return offers


def _cards(words: Words) -> npt.NDArray[np.uint8]:
    """The cards of sets that are all of one size, a row each."""
    code = np.array([JOKER if place == JOKER_BIT else place % 13 * 4 + place // 13 for place in range(JOKER_BIT + 1)])
    bits = words[:, None] >> np.arange(JOKER_BIT + 1) & 1
    return code[np.nonzero(bits)[1]].reshape(len(words), -1).astype(np.uint8)
