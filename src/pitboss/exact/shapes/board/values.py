"""Grids of values: every private hand with every board of a list."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.exact.cards.hands import LOOKUP_SHIFTS
from pitboss.exact.induction.values import makings
from pitboss.exact.script.course import Course
from pitboss.exact.script.facts import Judged
from pitboss.exact.script.judgements import Judgement
from pitboss.exact.shapes.board.boards import Whole, all_sets, keys
from pitboss.house.definition import PLAYER

Values = npt.NDArray[np.uint16]


class Grids:
    """The private hands of a course, the player's and the hidden ones, and their values with boards.

    Grid values are one more than values, 0 for a dead hand. Boards are rows of places in the deck.
    """

    def __init__(self, course: Course, board: str, hidden: str) -> None:
        self.course, self.board, self.hidden = course, board, hidden
        self.deck = course.game.deck
        self.codes: Whole = np.array(self.deck.cards, dtype=np.int64)
        self.own = all_sets(len(self.deck), course.own)
        self.theirs = all_sets(len(self.deck), course.streets[-1].shown[course.piles.index(hidden)])
        self._bits = np.uint64(1) << np.arange(64, dtype=np.uint64)

    def mirrored(self, showdown: Judgement) -> bool:
        """True if both sides make their hands alike, so that one grid serves both."""
        mine, theirs = self.course.game.hands[showdown.hand], self.course.game.hands[showdown.against]
        swap = {PLAYER: self.hidden}
        return (
            self.own.shape == self.theirs.shape
            and mine.ranking.key == theirs.ranking.key
            and {swap.get(pile, pile) for pile in mine.of} == set(theirs.of)
            and {swap.get(pile, pile): count for pile, count in mine.must.items()} == dict(theirs.must)
        )

    def values(self, name: str, rows: Whole) -> Values:
        """The player's hand of this name."""
        return self._grid(name, PLAYER, rows, self.own)

    def opposing(self, name: str, rows: Whole) -> Values:
        """The hidden hand of this name."""
        return self._grid(name, self.hidden, rows, self.theirs)

    def _grid(self, name: str, pile: str, rows: Whole, hands: Whole) -> Values:
        from pitboss.exact.kernels import board as compiled

        kernels: Any = compiled
        hand = self.course.game.hands[name]
        private = hands.shape[1]
        board = list(range(private, private + rows.shape[1]))
        arrays = hand.ranking.arrays()
        out = np.zeros((len(rows), len(hands)), dtype=np.uint16)
        bits = self._words(rows)
        for columns in makings(hand, {pile: list(range(private)), self.board: board}):
            mine = tuple(column for column in columns if column < private)
            theirs = tuple(column - private for column in columns if column >= private)
            kernels.grid(
                keys(theirs, rows, self.codes, arrays.keys),
                keys(theirs, rows, self.codes, arrays.masks),
                bits,
                *self._private(name, pile, mine),
                LOOKUP_SHIFTS,
                arrays.rows[len(columns)],
                arrays.values,
                arrays.flush,
                arrays.flags,
                out,
            )
        return out

    @lru_cache(maxsize=256)  # noqa: B019  # lives as long as the proof
    def _private(self, name: str, pile: str, columns: tuple[int, ...]) -> tuple[Any, ...]:
        arrays = self.course.game.hands[name].ranking.arrays()
        hands = self.own if pile == PLAYER else self.theirs
        sums = keys(columns, hands, self.codes, arrays.keys), keys(columns, hands, self.codes, arrays.masks)
        return *sums, self._words(hands)

    def _words(self, sets: Whole) -> npt.NDArray[np.uint64]:
        words = np.zeros(len(sets), dtype=np.uint64)
        for column in sets.T:
            words |= self._bits[column]
        return words

    def living(self, rows: Whole) -> npt.NDArray[np.bool_]:
        """The player's hands that share no card with each board."""
        living: npt.NDArray[np.bool_] = (self._words(rows)[:, None] & self._words(self.own)) == 0
        return living

    def classes(self, judged: Judged, values: Values) -> npt.NDArray[np.uint32]:
        """The class of each value of a grid; dead hands are given the lowest."""
        return _table(judged)[values]

    def facts(self, judgement: Judgement, rows: Whole) -> npt.NDArray[np.uint32]:
        """The facts that a known hand gives the settlement, for every board and hand."""
        judged = self.course.facts[judgement]
        mine = self.values(judgement.hand, rows)
        facts = self.classes(judged, mine)
        if judgement.against:
            other = self.values(judgement.against, rows).astype(np.int64)
            facts = (facts * 6 + (other > judged.qualifies) * 3 + np.sign(mine - other) + 1).astype(np.uint32)
        return facts


@lru_cache(maxsize=64)
def _table(judged: Judged) -> npt.NDArray[np.uint32]:
    """The class of every grid value."""
    return np.maximum(np.searchsorted(judged.least, np.arange(-1, 65535), side="right") - 1, 0).astype(np.uint32)
