"""A board is revealed between or after the decisions, and a hidden hand is met at the end (shape "reveal").

All private hands of the player are carried together, one column each, over the canonical boards of every street. A
board of the last street is a showdown of private hands against private hands. Its worth flows back to the parts of the
board that were seen before, where the best option is taken, and so on to the first street. Then forwards again, with
the decisions known: how many deals reach each ending.

Bounds: sums are int64. A sum per hand and part of a board counts at most every way to deal the rest, once for each
exchange of suits; :func:`pitboss.exact.induction.pay.pay` refuses payouts that could overflow that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from functools import cached_property
from math import comb
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from pitboss.exact.cache.counts import Memory
from pitboss.exact.ending import Endings, Tally
from pitboss.exact.pages import Answer, Forks, Pages, Part
from pitboss.exact.question import Question, Worth
from pitboss.exact.script.course import Course
from pitboss.exact.shape import Watch
from pitboss.exact.shapes.board.boards import Whole
from pitboss.exact.shapes.board.cells import BoardCells, fits
from pitboss.exact.shapes.board.keep import MOST, Keep
from pitboss.exact.shapes.board.layout import BoardLayout
from pitboss.exact.strategy.lists import Strategy, Tell
from pitboss.house.definition import PLAYER

SHARES = 4
"""Parts into which the hands are split, so that threads can sum them separately."""


class BoardShowdown(BoardLayout):
    """A round with a board and a hidden hand to beat, for certain stakes."""

    name = "reveal"

    def __init__(self, course: Course) -> None:
        super().__init__(course)
        self.choices: list[npt.NDArray[np.int16]] = []
        self.worths: dict[int, Whole] = {}
        self.keep = Keep(course, Memory(fresh=True))
        self.watch: Watch | None = None

    def remembering(self, memory: Memory) -> Self:
        """This shape with a memory: it caches solved streets for advice and partial sums for a resumed proof.

        A fresh memory ignores what earlier runs left.
        """
        self.keep = Keep(self.course, memory)
        return self

    def watched(self, watch: Watch) -> Self:
        self.watch = watch
        return self

    def advise(self, question: Question) -> list[Worth]:
        from pitboss.exact.shapes.board.advice import advise

        return advise(self, question)

    def strategy(self, tell: Tell) -> Strategy:
        from pitboss.exact.shapes.board.strategy import revealed, unlisted

        lists = revealed(self, tell)
        why = "there are more kinds of boards at its decision than a list can name"
        if max(self.setting.boards) < 2:
            why = "its decisions depend on what was staked before, or are taken with too many cards to go through"
        return Strategy(lists, unlisted(self, lists), why)

    def pages(self, forks: Forks, tell: Part) -> Iterator[Pages]:
        from pitboss.exact.shapes.board.pages import pages

        return pages(self, forks, tell)

    def answers(self, forks: Forks) -> Mapping[int, Answer]:
        from pitboss.exact.shapes.board.pages import last_street

        return last_street(self, forks)

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

    def _met(self, low: int, high: int) -> tuple[Any, Any]:
        """Some boards of the last street: facts and parts of the hidden hands."""
        from pitboss.exact.kernels import board as compiled

        kernels: Any = compiled
        grids = self.grids
        judged = self.course.facts[self.setting.showdown]
        rows = self.boards[-1].rows[low:high]
        mine = grids.values(self.setting.showdown.hand, rows)
        theirs = mine if grids.mirrored(self.setting.showdown) else grids.opposing(self.setting.showdown.against, rows)
        my_sets, signs, their_sets, many = self.sets
        shift = (self.course.game.hands[self.setting.showdown.hand].ranking.top.bit_length() + 2) // 2
        least = judged.qualifies + 1
        counts = np.empty((4, *mine.shape), dtype=np.int32)
        room = max(mine.shape[1], theirs.shape[1])
        orders, sums = np.zeros((4, max(room, (1 << shift) + 1)), np.uint32), np.zeros((4, max(room, many)), np.int32)
        cards = (my_sets, signs, their_sets, many)
        kernels.showdowns(mine, theirs, theirs is mine, least, *cards, shift, self.others, orders, sums, counts)
        flat = counts.reshape(4, -1)
        facts = grids.classes(judged, mine).ravel()
        for judgement in self.setting.others:
            facts = facts * len(self.course.facts[judgement].facts) + grids.facts(judgement, rows).ravel()
        return facts, flat

    def _showdown(self, low: int, high: int) -> tuple[Any, Any, Whole, npt.NDArray[np.int16]]:
        """Some boards of the last street: facts and parts of the hidden hands, worth and choices of every hand."""
        from pitboss.exact.kernels import board as compiled
        from pitboss.exact.kernels import streets as compiled_stages

        kernels: Any = compiled
        stages: Any = compiled_stages
        grids, street, edge = self.grids, self.setting.streets[-1], self.edges[-1]
        rows = self.boards[-1].rows[low:high]
        facts, flat = self._met(low, high)
        worth = np.empty((len(street.places), len(facts)), dtype=np.int64)
        kernels.weigh(self.pay.worth, facts, flat, worth)
        choice = np.zeros((len(street.places) - len(street.leaving), len(facts)), dtype=np.int16)
        needed = (
            grids.values(PLAYER, rows).ravel().astype(np.int64) - 1 if street.needs else np.zeros(0, dtype=np.int64)
        )
        stages.decide(worth, len(street.leaving), edge.first, edge.to, edge.needs, needed, choice)
        return facts, flat, worth, choice

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
        """Every decision of every street but the last, and the worth of all places of the first one.

        Nothing is to be solved where the last street is the only one: its decisions are taken as they are counted.
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
        for start, end in self._batches(0, sums):
            lows = range(start, end, self.part)
            outs = [worth[:, low - start : low - start + self.part] for low in lows]
            _each(pool, self._worth, lows, [min(low + self.part, end) for low in lows], outs)
            self._push(worth, start, end, -1, sums, pool)
        self._share(len(self.boards) - 2, sums)
        return sums

    def _batches(self, half: int, sums: npt.NDArray[Any]) -> Iterator[tuple[int, int]]:
        """The boards of the last street, some at a time, on the first or second pass over them (``half``); ``sums`` is
        saved now and then, and a stopped pass resumes from it."""
        many = len(self.boards[-1])
        for start in range(self.keep.resume(half, sums), many, self.batch):
            end = min(start + self.batch, many)
            yield start, end
            self.keep.sums(half, end if end < many else 0, sums)
            if self.watch is not None:
                self.watch(half * many + end, many if self.cells is not None else 2 * many)

    def _push(self, worth: Whole, start: int, end: int, step: int, sums: Whole, pool: Executor | None) -> None:
        """Sums of some boards of a street into those of the street before; threads share the hands between them."""
        from pitboss.exact.kernels import board as compiled

        kernels: Any = compiled
        numbers, turns = self.parents[step]
        weights = self.boards[step if step < 0 else step + 1].weights[start:end]
        cuts = [sums.shape[2] * part // SHARES for part in range(SHARES + 1)]

        def part(first: int, last: int) -> None:
            room = np.zeros(kernels.TILE, np.int64), np.zeros(numbers.shape[1], np.bool_)
            kernels.push(worth, weights, numbers[start:end], turns[start:end], self.back, first, last, *room, sums)

        _each(pool, part, cuts[:-1], cuts[1:])

    def _share(self, number: int, sums: Whole) -> None:
        from pitboss.exact.kernels import board as compiled

        kernels: Any = compiled
        whole = np.zeros(sums.shape[2], np.int64)
        rest = kernels.share(sums, *self.boards[number].fixing, self.turned, len(self.exchanges), whole)
        assert not rest, "suits that can be exchanged were not summed alike"

    def _street(self, number: int, sums: Whole, pool: Executor | None) -> Whole:
        """Take the decisions of a street from the sums of what follows; returns the sums for the street before."""
        street, boards, hands = self.setting.streets[number], self.boards[number], len(self.grids.own)
        choice = np.zeros((len(street.places) - len(street.leaving), len(boards), hands), dtype=np.int16)
        entering = len(street.entry)
        before = np.zeros((len(self.boards[number - 1]) if number else 0, entering, hands), dtype=np.int64)
        whole = np.zeros((len(street.places), len(boards) if self._keeps(number) else 0, hands), dtype=np.int64)
        for start in range(0, len(boards), self.batch):
            end = min(start + self.batch, len(boards))
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
        from pitboss.exact.kernels import streets as compiled

        kernels: Any = compiled
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
        judged = self.grids.values(PLAYER, rows).ravel().astype(np.int64) - 1 if street.needs else np.zeros(0, np.int64)
        choice = np.zeros((len(street.places) - len(street.leaving), many), dtype=np.int16)
        kernels.decide(values, len(street.leaving), edge.first, edge.to, edge.needs, judged, choice)
        worth = np.zeros((len(street.entry), many), dtype=np.int64)
        kernels.enter(values, edge.entry, self._classes(number, rows), worth)
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
            for start, end in self._batches(1, total):
                lows = range(start, end, self.part)
                highs = [min(low + self.part, end) for low in lows]
                for part in _each(pool, self._count, [packed] * len(lows), lows, highs):
                    total += part
        endings: Endings = {}
        for row, counts in zip(self.pay.endings, total.reshape(len(total), -1).tolist(), strict=True):
            for each, count in zip(row, counts, strict=True):
                if count:
                    endings[each] = endings.get(each, 0) + count
        return {"": endings}

    @property
    def bits(self) -> int:
        """Wide enough for the number of ways in which a full board can have been revealed."""
        ways, size = 1, self.setting.boards[-1]
        for part in reversed(self.setting.boards[:-1]):
            ways *= comb(size, part)
            size = part
        return ways.bit_length()

    def reached(self, number: int, place: int) -> Whole:
        """How often each board and hand of a street reaches a deciding place."""
        from pitboss.exact.kernels import streets as compiled

        kernels: Any = compiled
        packed, boards, street = self._reach(number), self.boards[number], self.setting.streets[number]
        reached = np.zeros((len(boards), len(self.grids.own)), dtype=np.int64)
        for start in range(0, len(boards), self.batch):
            end = min(start + self.batch, len(boards))
            reach = self._arriving(packed, number, start, end)
            mass = np.zeros((len(street.places), reach.shape[1]), dtype=np.int64)
            kernels.arrive(reach, self.edges[number].entry, self._classes(number, boards.rows[start:end]), mass)
            living = self.grids.living(boards.rows[start:end])  # no card is both on the board and in a hand
            reached[start:end] = np.where(living, mass[place].reshape(end - start, -1), 0)
        return reached

    def _reach(self, streets: int | None = None) -> Whole | None:
        """How often the street before the last is left with each commitment, packed; None if there is no such street.
        With ``streets``, stop after that many."""
        from pitboss.exact.kernels import streets as compiled

        kernels: Any = compiled
        packed: Whole | None = None
        for number, street in enumerate(self.setting.streets[: -1 if streets is None else streets]):
            boards, hands, edge = self.boards[number], len(self.grids.own), self.edges[number]
            words = -(-len(street.leaving) // self._each)
            left = np.zeros((len(boards), words, hands), dtype=np.int64)
            for start in range(0, len(boards), self.batch):
                end = min(start + self.batch, len(boards))
                rows = boards.rows[start:end]
                reach = self._arriving(packed, number, start, end)
                mass = np.zeros((len(street.places), reach.shape[1]), dtype=np.int64)
                kernels.arrive(reach, edge.entry, self._classes(number, rows), mass)
                choice = self.choices[number][:, start:end].reshape(len(street.places) - len(street.leaving), -1)
                kernels.commit(mass, len(street.leaving), edge.to, np.array(choice))
                for e in range(len(street.leaving)):
                    shifted = mass[e].reshape(end - start, hands) << (e % self._each * self.bits)
                    left[start:end, e // self._each] |= shifted
            packed = left
        return packed

    def _left(self, packed: Whole | None) -> Whole:
        """How often each commitment leaves each board before the last street, for every hand."""
        assert packed is not None
        mask = (1 << self.bits) - 1
        many = range(len(self.setting.streets[-2].leaving))
        return np.stack([packed[:, e // self._each] >> (e % self._each * self.bits) & mask for e in many])

    @property
    def _each(self) -> int:
        """The number of counts that share one word."""
        return 62 // self.bits

    def _arriving(self, packed: Whole | None, number: int, start: int, end: int) -> Whole:
        """How often each board of a street is entered with each commitment, for every hand."""
        from pitboss.exact.kernels import board as compiled

        kernels: Any = compiled
        rows, hands = self.boards[number].rows[start:end], len(self.grids.own)
        if packed is None:
            return self.grids.living(rows).reshape(1, -1).astype(np.int64)
        numbers, turns = self.parents[number - 1]
        out = np.zeros((len(self.setting.streets[number].entry), (end - start) * hands), dtype=np.int64)
        parts = (numbers[start:end], turns[start:end], self.turned)
        kernels.pull(packed, *parts, self.bits, self._each, np.zeros(hands, np.int64), out)
        return out

    def _count(self, packed: Whole | None, low: int, high: int) -> Whole:
        from pitboss.exact.kernels import board as compiled
        from pitboss.exact.kernels import streets as compiled_stages

        kernels: Any = compiled
        stages: Any = compiled_stages
        number = len(self.setting.streets) - 1
        street, edge = self.setting.streets[number], self.edges[number]
        facts, counts, _, choice = self._showdown(low, high)
        reach = self._arriving(packed, number, low, high)
        mass = np.zeros((len(street.places), reach.shape[1]), dtype=np.int64)
        # Judgements of the last street are facts, not classes, unless it was the last but one of the course.
        stages.arrive(reach, edge.entry, self._classes(number, self.boards[number].rows[low:high]), mass)
        stages.commit(mass, len(street.leaving), edge.to, choice)
        tally = np.zeros_like(self.pay.worth)
        kernels.count(mass[: len(street.leaving)], self.boards[-1].weights[low:high], facts, counts, tally)
        return tally


def _each(pool: Executor | None, function: Callable[..., Any], *columns: Iterable[Any]) -> list[Any]:
    """Map a function over rows of arguments, in the pool's threads if there is one; results in order."""
    return list(map(function, *columns) if pool is None else pool.map(function, *columns))
