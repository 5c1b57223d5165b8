"""Advice where a board is revealed: the hidden hand is met at the end by this one hand of the player.

The first street would take too long that way; it is taken from the solved shape, which a proof caches.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pitboss.exact.induction.ahead import Ahead
from pitboss.exact.induction.rows import Rows
from pitboss.exact.question import Question, Worth
from pitboss.exact.shapes.board.single_hands import Singles

if TYPE_CHECKING:
    from pitboss.exact.shapes.board.board import BoardShowdown

Whole = npt.NDArray[np.int64]


def advise(shape: BoardShowdown, question: Question) -> list[Worth]:
    """The worth of every open option, in the order of the file."""
    if not any(question.shown.values()) and len(question.cards) == shape.course.own:
        _prepare(shape, question)
    return BoardAhead(shape, question).advise(question.did)


def _prepare(shape: BoardShowdown, question: Question) -> None:
    """Solve the first street if no proof has left it; that may take as long as a proof."""
    known = shape.values.size or shape.keep.solved() is not None or (shape.cells is not None and shape.cells.known())
    slow = question.slow
    if slow is not None and not known:
        boards = len(shape.boards[-1])
        slow(0, boards)
        shape.watch = lambda done, _: slow(done, boards)  # boards can be traversed in two ways; advice needs only one
    first_street(shape)
    shape.watch = None


def first_street(shape: BoardShowdown) -> None:
    """Have the first street solved: from this process, from an earlier proof, or now."""
    if not shape.values.size and not shape.setting.boards[0] and len(shape.setting.streets) > 1:
        shape.solve()
        shape.keep.memory.save()


class BoardAhead(Ahead):
    """Everything that can follow from one situation, hidden hands included."""

    def __init__(self, shape: BoardShowdown, question: Question) -> None:
        setting = shape.setting
        super().__init__(shape, question.cards, question.shown, setting.hidden, setting.streets)
        self.board = shape

    def solved(self) -> tuple[Whole, int]:
        """The first street where it sees no board: laid out hand by hand it would be too much, so all are solved."""
        shape = self.board
        if self.number or shape.setting.boards[0] or len(self.streets) < 2:
            return super().solved()
        first_street(shape)
        deck = self.course.game.deck.cards
        number = shape.hand_number(sorted(deck.index(card) for card in self.own))
        return shape.values[:, 0, number], shape.boards_after * shape.others * shape.pay.scale

    def facts(self, seen: Rows, columns: Mapping[str, list[int]]) -> Whole:
        """The number of hidden hands that show each fact in each situation of the last street."""
        shown = np.zeros((self._worth.shape[1], len(seen)), dtype=np.int64)
        singles, here = Singles(self.board), np.arange(len(seen))
        at = singles.facts(seen, columns)
        for part, counts in enumerate(singles.parts(seen, columns)):
            shown[part * self.board.pay.worth.shape[2] + at, here] = counts
        return shown
