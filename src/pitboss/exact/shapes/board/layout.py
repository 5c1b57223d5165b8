"""The layout of a board's proof before anything is counted: boards, private hands, payoffs, numbers of deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from math import comb, prod
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from pitboss.exact.ending import LOSE, TIE, WIN, WagerFact
from pitboss.exact.induction.edges import edges
from pitboss.exact.induction.pay import Pay, pay
from pitboss.exact.script.course import Course
from pitboss.exact.script.views import TooLarge
from pitboss.exact.shape import Shape
from pitboss.exact.shapes.board.boards import Boards, Exchanges, Whole, places, subsets
from pitboss.exact.shapes.board.carry import Carry, carry
from pitboss.exact.shapes.board.setting import setting
from pitboss.exact.shapes.board.values import Grids
from pitboss.house.definition import DealStep, TurnStep

MOST_BYTES = 4 << 30
"""Most memory, in bytes, that a proof may need at once."""

MOST = 10_000_000_000
"""Most private hands over canonical boards. Two cards and a board of five are 363 million, under a minute on two
threads, so this is about 20 minutes."""

PART, PART_SIZE = 32, 1 << 20
BATCH, BATCH_SIZE = 512, 1 << 24
"""Boards at most, and boards times private hands."""


class BoardLayout(Shape):
    """Boards, private hands and payoffs of a round for certain stakes."""

    def __init__(self, course: Course) -> None:
        self.setting = setting(course)
        self.course = course
        self.deck = len(course.game.deck)
        self.edges = [edges(street) for street in self.setting.streets]
        if self._bytes > MOST_BYTES:
            self._refuse(f"leaves hands and sums to be carried that take {self._bytes >> 30:,} GiB")
        if self.situations > MOST:
            self._refuse(f"leaves about {self.situations:,} situations (at most {MOST:,})")

    def _refuse(self, why: str) -> NoReturn:
        """Refuse the round, naming the last step that shows a card of the board."""
        board, script = self.setting.board, enumerate(self.course.game.script)
        steps = [at for at, step in script if isinstance(step, DealStep | TurnStep) and step.pile == board]
        raise TooLarge(max(steps, default=0), why)

    @property
    def _bytes(self) -> int:
        """About what the private hands and the sums of the longest street before the last take: a sum for each board,
        hand and place, and of each hand its cards, its sets of cards and what every exchange of suits makes of it."""
        hands, streets = comb(self.deck, self.course.own), zip(self.setting.boards, self.setting.streets, strict=True)
        sums = [comb(self.deck, size) // 24 * hands * len(street.leaving) * 8 for size, street in streets]
        others = comb(self.deck, self.setting.opposing)
        private = hands * (256 + 8 * self.course.own + (4 << self.course.own))
        return max(sums[:-1], default=0) + private + others * (8 * self.setting.opposing + (4 << self.setting.opposing))

    @property
    def part(self) -> int:
        """Boards that one call of the kernels takes: what they need stays in the processor's cache."""
        return max(1, min(PART, PART_SIZE // comb(self.deck, self.course.own)))

    @property
    def batch(self) -> int:
        """Boards whose worth is held before it is summed."""
        return max(1, min(BATCH, BATCH_SIZE // comb(self.deck, self.course.own)))

    @property
    def decides(self) -> bool:
        return any(street.decides for street in self.course.streets)

    # What is counted -----------------------------------------------------------------------------------------------

    @property
    def boards_after(self) -> int:
        """The number of ways to deal the board, street by street, once a player has cards."""
        left, total, before = self.deck - self.course.own, 1, 0
        for size in self.setting.boards:
            total *= comb(left, size - before)
            left -= size - before
            before = size
        return total

    @property
    def others(self) -> int:
        """The number of possible hidden hands once the board and the player's cards are known."""
        return comb(self.deck - self.course.own - self.setting.boards[-1], self.setting.opposing)

    @property
    def deals(self) -> int:
        return comb(self.deck, self.course.own) * self.boards_after * self.others

    @property
    def situations(self) -> int:
        """About how many pairs of a private hand and a canonical board the last street has."""
        boards = comb(self.deck, self.setting.boards[-1])
        hands = comb(self.deck, self.course.own) + comb(self.deck, self.setting.opposing)
        return (boards // 19 + 1) * hands

    # What is laid out once -----------------------------------------------------------------------------------------

    @cached_property
    def exchanges(self) -> Exchanges:
        return Exchanges(self.course.game.deck)

    @cached_property
    def boards(self) -> list[Boards]:
        return [Boards(self.exchanges, size) for size in self.setting.boards]

    @cached_property
    def parents(self) -> list[tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8]]]:
        return [before.parents(after) for before, after in zip(self.boards[:-1], self.boards[1:], strict=True)]

    @cached_property
    def grids(self) -> Grids:
        return Grids(self.course, self.setting.board, self.setting.hidden)

    def hand_number(self, hand: Sequence[int]) -> int:
        """The column of a private hand, given by the places of its cards in the deck, lowest first."""
        return int(places(np.array([hand], dtype=np.int64))[0])

    @cached_property
    def turned(self) -> npt.NDArray[np.int32]:
        return self.exchanges.hands(self.grids.own)

    @cached_property
    def back(self) -> npt.NDArray[np.int32]:
        back: npt.NDArray[np.int32] = self.turned[self.exchanges.back]
        return back

    @cached_property
    def pay(self) -> Pay:
        """``worth[commitment, part, fact]``; a fact is a class of the player's value and those of the other hands."""
        judged = self.course.facts[self.setting.showdown]
        facts = [fact for value in judged.least for fact in parts(value, judged.qualifies)]
        final = [(self.setting.showdown, facts), *((j, self.course.facts[j].facts) for j in self.setting.others)]
        street = self.setting.streets[-1]
        ending = replace(self.course, streets=self.setting.streets)
        by_class = pay(ending, final, self.boards_after * self.others * len(self.exchanges))
        # The parts before the classes: kernels look up one part of all facts at a time.
        shape = (len(judged.least), 4, self.radix)
        order = np.arange(prod(shape)).reshape(shape).transpose(1, 0, 2).ravel()
        worth = by_class.worth[:, order].reshape(len(street.leaving), 4, -1)
        endings = tuple(tuple(row[at] for at in order) for row in by_class.endings)
        return Pay(np.ascontiguousarray(worth), by_class.scale, endings)

    @property
    def radix(self) -> int:
        return prod(len(self.course.facts[judgement].facts) for judgement in self.setting.others)

    @cached_property
    def carried(self) -> Carry:
        """The sums that flow back from the last street to the one before."""
        return carry(self.setting.streets[-1], self.pay.worth)

    @cached_property
    def sets(self) -> tuple[Any, ...]:
        """For the sweep: subsets of the player's and of the hidden hands, with signs and their number."""
        most = min(self.course.own, self.setting.opposing)
        mine, signs, many = subsets(self.grids.own, self.deck, most)
        theirs, _, _ = subsets(self.grids.theirs, self.deck, most)
        return mine, signs, theirs, many

    def _lay_out(self) -> None:
        """Make everything the threads share before they start."""
        for _ in (self.parents, self.turned, self.back, self.pay, self.carried, self.sets):
            pass

    def continued(self, number: int) -> int:
        """The number of ways a round can continue from a board and a hand of a street."""
        return self._ways(number) * self.others

    def _ways(self, number: int) -> int:
        """The number of ways the board can continue from a street."""
        left = self.deck - self.course.own - self.setting.boards[number]
        total = 1
        for before, size in zip(self.setting.boards[number:], self.setting.boards[number + 1 :], strict=False):
            total *= comb(left, size - before)
            left -= size - before
        return total

    def _classes(self, number: int, rows: Whole) -> Whole:
        """The outcome of the hands judged on a street, for every board and hand."""
        classes = np.zeros(len(rows) * len(self.grids.own), dtype=np.int64)
        for judgement in self.setting.streets[number].early:
            classes = classes * len(self.course.facts[judgement].facts) + self.grids.facts(judgement, rows).ravel()
        return classes


def parts(value: int, qualifies: int) -> tuple[WagerFact, ...]:
    """The facts of the four parts of the hidden hands, in the order of the kernels."""
    if value >= qualifies:
        sides = ((False, WIN), (True, WIN), (True, TIE), (True, LOSE))
    else:
        sides = ((False, WIN), (False, TIE), (False, LOSE), (True, LOSE))
    return tuple(WagerFact(qualified, comparison, value) for qualified, comparison in sides)
