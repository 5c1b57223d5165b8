"""Cells: for every board and hand before the last street, how many continuations show each fact.

If nothing is decided on the last street, these counts, one for each part of the hidden hands, are all that matters.
They do not depend on what is paid, so they are made once, cached, and serve every pay table.
"""

from __future__ import annotations

from concurrent.futures import Executor
from functools import cached_property
from math import comb

import numpy as np
import numpy.typing as npt

from pitboss import store
from pitboss.exact.counts import MOST, SOLVER
from pitboss.exact.shapes.board.boards import Whole
from pitboss.exact.shapes.board.layout import BoardLayout, each, spans
from pitboss.ranking.numba_cache import Kernels

board_kernels = Kernels("pitboss.exact.kernels.board")


def fits(shape: BoardLayout) -> bool:
    """True if the last street can be solved from cells, and there are few enough of them to cache."""
    setting = shape.setting
    if len(setting.streets) < 2 or setting.streets[-1].decides or setting.streets[-1].early:
        return False
    facts = len(shape.course.facts[setting.showdown].least) * shape.radix
    hands = comb(shape.deck, shape.course.own)
    parts = comb(shape.deck, setting.boards[-2]) // len(shape.exchanges) + 1
    most = shape.continued(len(setting.streets) - 2) * len(shape.exchanges)
    return 16 * facts * hands * parts <= MOST and most < 1 << 31


class BoardCells:
    """The cells of one shape."""

    def __init__(self, shape: BoardLayout) -> None:
        self.shape = shape
        self.street = len(shape.setting.streets) - 2
        self._found: npt.NDArray[np.int32] | None = None
        self.facts = len(shape.course.facts[shape.setting.showdown].least) * shape.radix

    @property
    def key(self) -> str:
        """The cache key of the counts: everything they depend on."""
        course, setting = self.shape.course, self.shape.setting
        judged = [
            (course.described(each), (course.facts[each].least, course.facts[each].qualifies, each.cards))
            for each in (setting.showdown, *setting.others)
        ]
        boards = (setting.boards[-2:], setting.board, setting.hidden)
        where = (course.game.deck.cards, course.own, setting.opposing, *boards)
        return store.key_of(SOLVER, "cells", judged, where)

    @cached_property
    def numbers(self) -> npt.NDArray[np.int32]:
        """The number of the kind of every board and hand before the last street; pairs that differ only by exchanging
        suits are of one kind, and -1 means that they share a card."""
        kept = self.shape.keep.memory.recall(self.key)
        return kept[1] if kept is not None else self._numbered()

    def _numbered(self) -> npt.NDArray[np.int32]:
        shape, boards = self.shape, self.shape.boards[self.street]
        starts, fixing = boards.fixing
        hands = len(shape.grids.own)
        number_of = np.empty((len(boards), hands), dtype=np.int64)
        for board in range(len(boards)):
            alike = shape.turned[fixing[starts[board] : starts[board + 1]]]
            number_of[board] = board * hands + alike.min(axis=0)
        living = shape.grids.living(boards.rows)
        _, number = np.unique(number_of[living], return_inverse=True)
        number_of[:] = -1
        number_of[living] = number
        return number_of.astype(np.int32)

    def known(self) -> bool:
        """True if the counts are cached."""
        return self.shape.keep.memory.recall(self.key) is not None

    def counts(self, pool: Executor | None = None) -> npt.NDArray[np.int32]:
        """``[cell, kind]``, a cell being four times the fact plus the part of the hidden hands."""
        memory = self.shape.keep.memory
        if self._found is None:
            kept = memory.recall(self.key)
            if kept is None:
                kept = (self._count(pool), self.numbers)
                memory.keep(self.key, kept)
            self._found = kept[0]
        return self._found

    def _count(self, pool: Executor | None) -> npt.NDArray[np.int32]:
        shape = self.shape
        hands, boards = len(shape.grids.own), shape.boards[self.street]
        sums = np.zeros((len(boards), hands, 4 * self.facts), dtype=np.int32)
        numbers, turns = shape.parents[-1]
        for start, end in shape.batches(0, sums, passes=1):
            met = each(pool, shape.met, spans(start, end, shape.part))
            facts = np.concatenate([each[0].reshape(-1, hands) for each in met])
            counts = np.concatenate([each[1].reshape(4, -1, hands) for each in met], axis=1)
            seen = (counts, facts, shape.boards[-1].weights[start:end], numbers[start:end], turns[start:end])
            each(pool, board_kernels.gather, [(*seen, shape.back, *share, sums) for share in shape.shares])
        out = np.full((4 * self.facts, int(self.numbers.max()) + 1), -1, dtype=np.int32)
        rest = board_kernels.average(sums, *boards.fixing, shape.turned, len(shape.exchanges), self.numbers, out)
        assert not rest, "suits that can be exchanged were not summed alike"
        return out

    def sums(self, pool: Executor | None) -> Whole:
        """The sums that flow back from the last street to every board, place and hand before it."""
        shape = self.shape
        counts = self.counts(pool)
        numbers, places = self.numbers, shape.carried.places
        sums = np.zeros((len(numbers), len(places), numbers.shape[1]), dtype=np.int64)
        for k, place in enumerate(places):
            worth = np.zeros(counts.shape[1], dtype=np.int64)
            for cell, gain in enumerate(shape.pay.worth[place].T.ravel().tolist()):
                if gain:
                    worth += counts[cell].astype(np.int64) * gain
            sums[:, k] = np.where(numbers >= 0, worth[numbers], 0)
        return sums

    def tally(self, leaving: Whole, pool: Executor | None) -> Whole:
        """Deals per commitment, part and fact, from how often each board is left with each commitment by each hand
        (``leaving[commitment, board, hand]``)."""
        shape = self.shape
        counts, weights = self.counts(pool), shape.boards[self.street].weights
        total = np.zeros_like(shape.pay.worth)
        living = self.numbers >= 0
        entry = shape.edges[-1].entry[:, 0]
        for commitment, mass in enumerate(leaving):
            often = np.zeros(counts.shape[1], dtype=np.int64)
            np.add.at(often, self.numbers[living], (mass * weights[:, None])[living])
            if often.any():
                cells = [int((counts[cell] * often).sum()) for cell in range(len(counts))]
                total[entry[commitment]] += np.array(cells, dtype=np.int64).reshape(self.facts, 4).T
        return total
