"""The last street for single hands: one hand of the player against every hidden hand, for advice and for simulation."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from pitboss.cards import JOKER
from pitboss.exact.cards.hands import JOKER_BIT, LOOKUP_SHIFTS
from pitboss.exact.induction import Columns, Rows, Whole, fact_numbers, hand_values, needed_values
from pitboss.exact.pages import DecidingPlace, Numbers, Unplayable, Words
from pitboss.exact.script.views import ways_to_make
from pitboss.exact.shapes.board.boards import all_sets
from pitboss.exact.shapes.board.layout import BoardLayout
from pitboss.house.definition import PLAYER
from pitboss.ranking.numba_cache import Kernels

board_kernels = Kernels("pitboss.exact.kernels.board")

BEYOND = 1000
"""Columns from here on stand for the hidden cards, which are in no row."""


class Singles:
    """Situations given by the cards seen, each met by all hidden hands that remain."""

    def __init__(self, shape: BoardLayout) -> None:
        self.shape, self.setting, self.course = shape, shape.setting, shape.course
        self.hand = self.course.game.hands[self.setting.showdown.against]
        deck = self.course.game.deck.cards
        self.codes = np.array(deck, dtype=np.int64)[all_sets(len(deck), self.setting.opposing)]
        self.bits = np.uint64(1) << np.arange(64, dtype=np.uint64)

    def parts(self, seen: Rows, columns: Columns) -> npt.NDArray[np.int64]:
        """The hidden hands of every situation in the four parts of a showdown."""
        arrays = self.hand.ranking.arrays()
        judged = self.course.facts[self.setting.showdown]
        mine = hand_values(self.course.game.hands[self.setting.showdown.hand], columns, seen).astype(np.int64)
        hidden = list(range(BEYOND, BEYOND + self.setting.opposing))
        ways = ways_to_make(self.hand, {**columns, self.setting.hidden: hidden})
        board = [[column for column in way if column < BEYOND] for way in ways]
        private = [[column - BEYOND for column in way if column >= BEYOND] for way in ways]
        out = np.zeros((4, len(seen)), dtype=np.int64)
        board_kernels.meet(
            mine,
            np.bitwise_or.reduce(self.bits[seen], axis=1),
            *(np.stack([per[seen[:, each]].sum(axis=1) for each in board]) for per in (arrays.keys, arrays.masks)),
            *(
                np.stack([per[self.codes[:, each]].sum(axis=1) for each in private])
                for per in (arrays.keys, arrays.masks)
            ),
            np.bitwise_or.reduce(self.bits[self.codes], axis=1),
            LOOKUP_SHIFTS,
            (arrays.rows[len(ways[0])], arrays.values, arrays.flush, arrays.flags),
            judged.qualifies,
            out,
        )
        return out

    def facts(self, seen: Rows, columns: Mapping[str, list[int]]) -> Whole:
        """The class of the player's hand and of the others judged at the end, in every situation."""
        judged = self.course.facts[self.setting.showdown]
        value = hand_values(self.course.game.hands[self.setting.showdown.hand], columns, seen)
        classes = np.searchsorted(judged.least, value, side="right") - 1
        return np.asarray(classes * self.shape.radix + fact_numbers(self.course, self.setting.others, columns, seen))

    def choices(self, seen: Rows, columns: Columns) -> npt.NDArray[np.int16]:
        """The edge to take at every deciding place of the last street, in every situation."""
        street = self.setting.streets[-1]
        worth = np.zeros((len(street.places), len(seen)), dtype=np.int64)
        facts = self.facts(seen, columns).astype(np.uint32)
        board_kernels.weigh(self.shape.pay.worth, facts, self.parts(seen, columns).astype(np.int32), worth)
        return self.shape.edges[-1].decide(worth, needed_values(self.course, street, columns, seen))


class LastStreet:
    """One decision of the last street."""

    def __init__(self, shape: BoardLayout, asked: list[DecidingPlace]) -> None:
        self.singles, self.board = Singles(shape), shape.setting.board
        self.leaving, self.first = len(shape.setting.streets[-1].leaving), shape.edges[-1].first
        self.asked = asked
        if len({each.state for each in self.asked}) < len(self.asked):
            why = f"{shape.course.game.name} with these wagers has decisions that depend on cards seen earlier"
            raise Unplayable(f"{why}, which a simulation cannot look up; simulate its wagers one at a time.")

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
