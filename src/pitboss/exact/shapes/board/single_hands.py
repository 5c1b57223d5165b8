"""The last street for single hands: one hand of the player against every hidden hand, for advice and for simulation."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pitboss.exact.cards.hands import LOOKUP_SHIFTS
from pitboss.exact.induction.rows import Rows
from pitboss.exact.induction.values import Columns, fact_numbers, hand_values, makings
from pitboss.exact.shapes.board.boards import all_sets
from pitboss.house.definition import PLAYER

if TYPE_CHECKING:
    from pitboss.exact.shapes.board.board import BoardShowdown

Whole = npt.NDArray[np.int64]
BEYOND = 1000
"""Columns from here on stand for the hidden cards, which are in no row."""


class Singles:
    """Situations given by the cards seen, each met by all hidden hands that remain."""

    def __init__(self, shape: BoardShowdown) -> None:
        self.shape, self.setting, self.course = shape, shape.setting, shape.course
        setting = self.setting
        game = self.course.game
        self.hand = game.hands[setting.showdown.against]
        self.codes = np.array(game.deck.cards, dtype=np.int64)[all_sets(len(game.deck), setting.opposing)]
        self.bits = np.uint64(1) << np.arange(64, dtype=np.uint64)

    def parts(self, seen: Rows, columns: Columns) -> npt.NDArray[np.int64]:
        """The hidden hands of every situation in the four parts of a showdown."""
        from pitboss.exact.kernels import board as compiled

        kernels: Any = compiled
        arrays = self.hand.ranking.arrays()
        judged = self.course.facts[self.setting.showdown]
        mine = hand_values(self.course.game.hands[self.setting.showdown.hand], columns, seen).astype(np.int64)
        hidden = list(range(BEYOND, BEYOND + self.setting.opposing))
        ways = makings(self.hand, {**columns, self.setting.hidden: hidden})
        board = [[column for column in way if column < BEYOND] for way in ways]
        private = [[column - BEYOND for column in way if column >= BEYOND] for way in ways]
        out = np.zeros((4, len(seen)), dtype=np.int64)
        kernels.meet(
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
        others = prod(len(self.course.facts[judgement].facts) for judgement in self.setting.others)
        return np.asarray(classes * others + fact_numbers(self.course, self.setting.others, columns, seen))

    def choices(self, seen: Rows, columns: Columns) -> npt.NDArray[np.int16]:
        """The edge to take at every deciding place of the last street, in every situation."""
        from pitboss.exact.kernels import board as compiled
        from pitboss.exact.kernels import streets as compiled_stages

        kernels: Any = compiled
        stages: Any = compiled_stages
        street, edge = self.setting.streets[-1], self.shape.edges[-1]
        worth = np.zeros((len(street.places), len(seen)), dtype=np.int64)
        facts = self.facts(seen, columns).astype(np.uint32)
        kernels.weigh(self.shape.pay.worth, facts, self.parts(seen, columns).astype(np.int32), worth)
        choice = np.zeros((len(street.places) - len(street.leaving), len(seen)), dtype=np.int16)
        needed = np.zeros(0, dtype=np.int64)
        if street.needs:
            needed = hand_values(self.course.game.hands[PLAYER], columns, seen).astype(np.int64)
        stages.decide(worth, len(street.leaving), edge.first, edge.to, edge.needs, needed, choice)
        return choice
