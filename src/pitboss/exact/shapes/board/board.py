"""A board is revealed between or after the decisions, and a hidden hand is met at the end (shape "reveal").

All private hands of the player are carried together, one column each, over the canonical boards of every street. A
board of the last street is a showdown of private hands against private hands. Its worth flows back to the parts of the
board that were seen before, where the best option is taken, and so on to the first street. A forward pass
then counts, with the decisions known, how many deals reach each ending.

Bounds: sums are int64. A sum per hand and part of a board counts at most every way to deal the rest, once for each
exchange of suits; :func:`pitboss.exact.induction.pay` refuses payouts that could overflow that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.exact.cards.hands import bit
from pitboss.exact.counts import Memory
from pitboss.exact.figures import Tally
from pitboss.exact.induction import Ahead, Rows
from pitboss.exact.pages import Answer, Forks, Pages, Part, StreetPages, asked
from pitboss.exact.question import Question, Worth
from pitboss.exact.script.course import Course, CourseStreet
from pitboss.exact.shape import ScriptReading, Watch
from pitboss.exact.shapes.board.boards import Whole, places
from pitboss.exact.shapes.board.cells import BoardCells, fits
from pitboss.exact.shapes.board.keep import MOST, Keep
from pitboss.exact.shapes.board.layout import BoardLayout, each, spans
from pitboss.exact.shapes.board.single_hands import LastStreet, Singles
from pitboss.house.definition import PLAYER
from pitboss.ranking.numba_cache import Kernels

board_kernels = Kernels("pitboss.exact.kernels.board")

WRITTEN = 1 << 23
"""Most situations of the last street that go on pages; more are worked out on demand."""


class BoardShowdown(BoardLayout):
    """A round with a board and a hidden hand to beat, for certain stakes."""

    name = "reveal"
    words = "pitboss.exact.shapes.board.strategy"

    def __init__(self, course: Course) -> None:
        super().__init__(course)
        self.choices: list[npt.NDArray[np.int16]] = []
        self.worths: dict[int, Whole] = {}

    def advise(self, question: Question) -> list[Worth]:
        if not any(question.shown.values()) and len(question.cards) == self.course.own:
            self._prepare(question.slow)
        return BoardAhead(self, question).advise(question.did)

    def _prepare(self, slow: Watch | None) -> None:
        """Solve the first street unless an earlier proof cached it; this may take as long as a proof."""
        known = self.values.size or self.keep.solved() is not None or (self.cells is not None and self.cells.known())
        if slow is not None and not known:
            boards = len(self.boards[-1])
            slow(0, boards)
            self.watch = lambda done, _: slow(done, boards)  # boards can be traversed in two ways; advice needs one
        self.first_street()
        self.watch = None

    def first_street(self) -> None:
        """Make sure the first street is solved: from this process, from an earlier proof, or now."""
        if not self.values.size and not self.setting.boards[0] and len(self.setting.streets) > 1:
            self.solve()
            self.keep.memory.save()

    def pages(self, forks: Forks, tell: Part) -> Iterator[Pages]:
        """All decisions except those of the last street that are worked out on demand."""
        tell(0.0)
        memory = Memory()
        self.watch = lambda done, _: tell(done / len(self.boards[-1]))
        self.remembering(memory).solve()
        memory.save()
        last = len(self.setting.streets) - 1
        streets = self.setting.streets[: last + self._written]
        written = StreetPages(self.course.game, forks, streets, [self.setting.board])
        deck = np.array([1 << bit(card) for card in self.course.game.deck.cards], dtype=np.int64)
        hands = deck[self.grids.own.astype(np.int64)].sum(axis=1)
        for number, asked_here in enumerate(written.asked):
            if asked_here:
                rows = self.boards[number].rows
                boards = deck[rows.astype(np.int64)].sum(axis=1)
                at, hand = np.nonzero(self.grids.living(rows))
                choices = self.choices[number] if number < last else self.last_street()[1]
                sets = np.stack([boards[at], hands[hand]])
                written.add(number, sets, choices[:, at, hand], self.edges[number].first.tolist())
        yield from written.pages()

    @property
    def _written(self) -> bool:
        """True if the decisions on the last street are few enough for pages."""
        return len(self.boards[-1]) * len(self.grids.own) <= WRITTEN

    def last_street(self) -> tuple[Whole, npt.NDArray[np.int16]]:
        """The worth of every place of the last street and the edge to take at every decision, by board and hand."""
        many = len(self.boards[-1])
        parts = [self._showdown(*span)[2:] for span in spans(0, many, self.part)]
        worth, choices = (np.concatenate(column, axis=1) for column in zip(*parts, strict=True))
        return worth.reshape(len(worth), many, -1), choices.reshape(len(choices), many, -1)

    def answers(self, forks: Forks) -> Mapping[int, Answer]:
        """The decisions of the last street, worked out situation by situation where they are too many for pages."""
        streets, board = self.setting.streets, self.setting.board
        if not streets[-1].decides or self._written:
            return {}
        deciding = asked(self.course.game, forks, streets)[-1]
        names = (*((f"up {board}",) if board else ()), "own")
        return {
            step: Answer(names, LastStreet(self, [each for each in deciding if each.step == step]))
            for step in {each.step for each in deciding}
        }

    @cached_property
    def cells(self) -> BoardCells | None:
        """The last street as cached counts; None if they are too many."""
        return BoardCells(self) if fits(self) else None

    @property
    def uncached(self) -> str:
        """The part that is counted again when a pay cell changes."""
        return "" if self.cells else "too many counts to cache, so a changed pay cell is counted again"

    def recalled(self) -> Tally | None:
        """The deals per ending from cached cells; None if there are none."""
        return self.run() if self.cells is not None and self.cells.known() else None

    # The last street -----------------------------------------------------------------------------------------------

    def _showdown(self, low: int, high: int) -> tuple[Any, Any, Whole, npt.NDArray[np.int16]]:
        """Some boards of the last street: facts and parts of the hidden hands, worth and choices of every hand."""
        street = self.setting.streets[-1]
        rows = self.boards[-1].rows[low:high]
        facts, flat = self.met(low, high)
        worth = np.empty((len(street.places), len(facts)), dtype=np.int64)
        board_kernels.weigh(self.pay.worth, facts, flat, worth)
        return facts, flat, worth, self.edges[-1].decide(worth, self._needed(street, rows))

    def _needed(self, street: CourseStreet, rows: Whole) -> Whole:
        """The value of the hand that options of a street depend on, for every board and hand; empty if none does."""
        if not street.needs:
            return np.zeros(0, dtype=np.int64)
        return np.asarray(self.grids.values(PLAYER, rows).ravel().astype(np.int64) - 1)

    def _worth(self, low: int, high: int, out: Whole) -> None:
        """Write the worth that flows back from some boards to ``out``."""
        _, _, worth, _ = self._showdown(low, high)
        for k, place in enumerate(self.carried.places):
            out[k, : high - low] = worth[place].reshape(high - low, -1)

    # Backwards -----------------------------------------------------------------------------------------------------

    @property
    def values(self) -> Whole:
        """The worth of all places of the first street, once it is solved."""
        return self.worths.get(0, np.zeros((0, 0, 0), dtype=np.int64))

    def worth(self, number: int) -> Whole | None:
        """The worth of all places of a street before the last, for its boards and hands; None if that is too much."""
        if number not in self.worths:
            self.solve()
        if number not in self.worths:
            kept = self.keep.worth(number)
            if kept is not None:
                self.worths[number] = kept
            elif self._keeps(number):
                keep, self.keep = self.keep, Keep(self.course, Memory(fresh=True))
                self.solve()
                self.keep.memory.save()
                self.keep = keep
        return self.worths.get(number)

    def _keeps(self, number: int) -> bool:
        """True if the worth of a street's places is cached: always on the first street, later if not too large."""
        street = self.setting.streets[number]
        size = len(street.places) * len(self.boards[number]) * len(self.grids.own) * 8
        return number == 0 or (street.decides and size <= MOST)

    def solve(self, pool: Executor | None = None) -> None:
        """Solve every decision of every street but the last, and the worth of all places of the first one.

        A single street needs no solving: its decisions are taken as they are counted.
        """
        if self.cells is None or not self.cells.known():
            self._lay_out()
        last = len(self.setting.streets) - 1
        kept = self.keep.solved()
        if kept is not None:
            self.worths[0], self.choices = kept
        elif last:
            self.choices = []
            sums = self._last_street(pool) if self.cells is None else self.cells.sums(pool)
            for number in range(last - 1, -1, -1):
                sums = self._street(number, sums, pool)
            self.choices.reverse()
            if self.cells is None:  # otherwise they are solved at once
                self.keep.solve(self.worths, self.choices)

    def _last_street(self, pool: Executor | None) -> Whole:
        hands = len(self.grids.own)
        sums = np.zeros((len(self.boards[-2]), len(self.carried.places), hands), dtype=np.int64)
        worth = np.zeros((len(self.carried.places), self.batch, hands), dtype=np.int64)
        for start, end in self.batches(0, sums, passes=2):
            each(pool, self._worth, [(*span, worth[:, span[0] - start :]) for span in spans(start, end, self.part)])
            self._push(worth, start, end, -1, sums, pool)
        self._share(len(self.boards) - 2, sums)
        return sums

    def _push(self, worth: Whole, start: int, end: int, step: int, sums: Whole, pool: Executor | None) -> None:
        """Add the sums of some boards of a street to those of the street before; threads divide the hands."""
        numbers, turns = self.parents[step]
        weights = self.boards[step if step < 0 else step + 1].weights[start:end]
        parts = numbers[start:end], turns[start:end], self.back

        def part(first: int, last: int) -> None:
            room = np.zeros(board_kernels.TILE, np.int64), np.zeros(numbers.shape[1], np.bool_)
            board_kernels.push(worth, weights, *parts, first, last, *room, sums)

        each(pool, part, self.shares)

    def _share(self, number: int, sums: Whole) -> None:
        whole = np.zeros(sums.shape[2], np.int64)
        rest = board_kernels.share(sums, *self.boards[number].fixing, self.turned, len(self.exchanges), whole)
        assert not rest, "suits that can be exchanged were not summed alike"

    def _street(self, number: int, sums: Whole, pool: Executor | None) -> Whole:
        """Take the decisions of a street from the sums of what follows; return the sums for the street before."""
        street, boards, hands = self.setting.streets[number], self.boards[number], len(self.grids.own)
        choice = np.zeros((len(street.places) - len(street.leaving), len(boards), hands), dtype=np.int16)
        entering = len(street.entry)
        before = np.zeros((len(self.boards[number - 1]) if number else 0, entering, hands), dtype=np.int64)
        whole = np.zeros((len(street.places), len(boards) if self._keeps(number) else 0, hands), dtype=np.int64)
        for start, end in spans(0, len(boards), self.batch):
            worth, values, chosen = self._decide(number, sums[start:end], start, end)
            choice[:, start:end] = chosen
            if whole.size:
                whole[:, start:end] = values
            if number:
                self._push(worth, start, end, number - 1, before, pool)
        self.choices.append(choice)
        if whole.size:
            self.worths[number] = whole
        if number:
            self._share(number - 1, before)
        return before

    def _decide(self, number: int, sums: Whole, start: int, end: int) -> tuple[Whole, Whole, npt.NDArray[np.int16]]:
        street, edge, hands = self.setting.streets[number], self.edges[number], len(self.grids.own)
        rows = self.boards[number].rows[start:end]
        many = (end - start) * hands
        values = np.zeros((len(street.places), many), dtype=np.int64)
        living = self.grids.living(rows)
        if number == len(self.setting.streets) - 2:
            ways = self.continued(number)
            values[: len(street.leaving)] = self.carried.recover(sums, living, ways).reshape(len(street.leaving), -1)
        else:
            values[: len(street.leaving)] = sums.transpose(1, 0, 2).reshape(len(street.leaving), -1)
        choice = edge.decide(values, self._needed(street, rows))
        worth = edge.enter(values, self._classes(number, rows))
        worth.reshape(len(street.entry), end - start, hands)[:, ~living] = 0
        shape = (end - start, hands)
        return worth.reshape(-1, *shape), values.reshape(-1, *shape), choice.reshape(-1, *shape)

    # Forwards ------------------------------------------------------------------------------------------------------

    def run(self, job: int = 0, pool: Executor | None = None) -> Tally:
        """Deals per ending under optimal play."""
        self.solve(pool)
        packed = self._reach()
        if self.cells is not None:
            total = self.cells.tally(self._left(packed), pool)
        else:
            total = np.zeros_like(self.pay.worth)
            for start, end in self.batches(1, total, passes=2):
                total += sum(each(pool, self._count, [(packed, *span) for span in spans(start, end, self.part)]))
        return self.pay.tally(total)

    @property
    def bits(self) -> int:
        """Bits enough to count the ways in which a full board can have been revealed."""
        ways, size = 1, self.setting.boards[-1]
        for part in reversed(self.setting.boards[:-1]):
            ways *= comb(size, part)
            size = part
        return ways.bit_length()

    def reached(self, number: int, place: int) -> Whole:
        """The number of times each board and hand of a street reaches a deciding place."""
        packed, boards = self._reach(number), self.boards[number]
        reached = np.zeros((len(boards), len(self.grids.own)), dtype=np.int64)
        for start, end in spans(0, len(boards), self.batch):
            mass = self._arriving(packed, number, start, end)
            living = self.grids.living(boards.rows[start:end])  # no card is both on the board and in a hand
            reached[start:end] = np.where(living, mass[place].reshape(end - start, -1), 0)
        return reached

    def _reach(self, streets: int | None = None) -> Whole | None:
        """Return how often the street before the last is left with each commitment, packed; None without such a street.

        With ``streets``, stop after that many.
        """
        packed: Whole | None = None
        for number, street in enumerate(self.setting.streets[: -1 if streets is None else streets]):
            boards, hands = self.boards[number], len(self.grids.own)
            words = -(-len(street.leaving) // self._each)
            left = np.zeros((len(boards), words, hands), dtype=np.int64)
            for start, end in spans(0, len(boards), self.batch):
                choices = self.choices[number][:, start:end]
                mass = self._arriving(packed, number, start, end)
                leaving = self.edges[number].commit(mass, np.array(choices.reshape(len(choices), -1)))
                for e in range(len(leaving)):
                    shifted = leaving[e].reshape(end - start, hands) << (e % self._each * self.bits)
                    left[start:end, e // self._each] |= shifted
            packed = left
        return packed

    def _left(self, packed: Whole | None) -> Whole:
        """The number of times each commitment leaves each board before the last street, for every hand."""
        assert packed is not None
        mask = (1 << self.bits) - 1
        many = range(len(self.setting.streets[-2].leaving))
        return np.stack([packed[:, e // self._each] >> (e % self._each * self.bits) & mask for e in many])

    @property
    def _each(self) -> int:
        """The number of counts that share one word."""
        return 62 // self.bits

    def _arriving(self, packed: Whole | None, number: int, start: int, end: int) -> Whole:
        """The number of times each place of a street is reached, for some of its boards and every hand."""
        rows, hands = self.boards[number].rows[start:end], len(self.grids.own)
        if packed is None:
            reach = self.grids.living(rows).reshape(1, -1).astype(np.int64)
        else:
            numbers, turns = self.parents[number - 1]
            reach = np.zeros((len(self.setting.streets[number].entry), (end - start) * hands), dtype=np.int64)
            parts = (numbers[start:end], turns[start:end], self.turned)
            board_kernels.pull(packed, *parts, self.bits, self._each, np.zeros(hands, np.int64), reach)
        # Judgements of the last street are facts, not classes, unless it was the course's second to last.
        return self.edges[number].arrive(reach, self._classes(number, rows))

    def _count(self, packed: Whole | None, low: int, high: int) -> Whole:
        number = len(self.setting.streets) - 1
        facts, counts, _, choice = self._showdown(low, high)
        left = self.edges[number].commit(self._arriving(packed, number, low, high), choice)
        tally = np.zeros_like(self.pay.worth)
        board_kernels.count(left, self.boards[-1].weights[low:high], facts, counts, tally)
        return tally


class BoardAhead(Ahead):
    """Everything that can follow from one situation, hidden hands included."""

    def __init__(self, shape: BoardShowdown, question: Question) -> None:
        setting = shape.setting
        super().__init__(shape, question.cards, question.shown, setting.hidden, setting.streets)
        self.board = shape

    def solved(self) -> tuple[Whole, int]:
        """Sums of this street; a first street without a board is solved for all hands, not laid out for one."""
        shape = self.board
        if self.number or shape.setting.boards[0] or len(self.streets) < 2:
            return super().solved()
        shape.first_street()
        deck = self.course.game.deck.cards
        number = places(np.array([sorted(deck.index(card) for card in self.own)]))[0]
        return shape.values[:, 0, number], shape.continued() * shape.pay.scale

    def facts(self, seen: Rows, columns: Mapping[str, list[int]]) -> Whole:
        """The number of hidden hands that show each fact in each situation of the last street."""
        shown = np.zeros((self._worth.shape[1], len(seen)), dtype=np.int64)
        singles, here = Singles(self.board), np.arange(len(seen))
        at = singles.facts(seen, columns)
        for part, counts in enumerate(singles.parts(seen, columns)):
            shown[part * self.board.pay.worth.shape[2] + at, here] = counts
        return shown


def recognise(reading: ScriptReading) -> BoardShowdown:
    """Return the shape; raise :class:`~pitboss.exact.script.views.Outside` with the step that does not fit."""
    return BoardShowdown(reading.course)
