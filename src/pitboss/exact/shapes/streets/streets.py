"""Cards are revealed street by street, wagers are added or taken back, and nothing stays hidden (shape "stages").

For each of the player's first hands, up to exchanging suits, all that the table can show is laid out street by street.
From the last street backwards every situation gets the sum of its continuations and its best option; then, forwards,
the number of deals that reach each ending. The work is the number of first hands times the rows of the last street.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import cached_property
from math import comb
from typing import NamedTuple, NoReturn, Self

import numpy as np
import numpy.typing as npt

from pitboss import store
from pitboss.exact.cards.hands import bit, canonical_hands, cards_of, moved, standard, word
from pitboss.exact.counts import SOLVER, Memory
from pitboss.exact.figures import Tally
from pitboss.exact.induction import (
    Ahead,
    CourseShape,
    Numbers,
    Pay,
    Rows,
    edges,
    fact_numbers,
    many,
    needed_values,
    parents,
    pay,
    rows,
    street_kernels,
)
from pitboss.exact.pages import Forks, Pages, Part, StreetPages
from pitboss.exact.question import Question, Worth
from pitboss.exact.script.course import Course
from pitboss.exact.script.views import TooLarge
from pitboss.exact.shape import ScriptReading
from pitboss.house.definition import PLAYER

Whole = npt.NDArray[np.int64]

AT_ONCE = 1 << 18
"""Situations of one street that are looked at together: enough to keep the kernels busy, few enough for the cache."""

MOST_ROWS = 20_000_000
"""Most rows of cards of one street; they are held in memory, with the rows that lead to them."""

MOST = 4_000_000_000
"""Most situations of all streets: about ten million a second."""

MOST_WORTHS = 100_000_000_000
"""Most situations times the places at which each is valued: 50 million a second with few places, 400 with many."""

MOST_BYTES = 4 << 30
"""The most memory for the values of first hands that are worked out together."""


class First(NamedTuple):
    """The player's first cards, one of each class of suit-equal hands, and how many hands each stands for."""

    cards: Rows
    weights: Whole


def first_hands(course: Course) -> First:
    if not course.own:
        return First(np.zeros((1, 0), dtype=np.uint8), np.ones(1, dtype=np.int64))
    placed = standard([word(course.game.deck)])
    back = [placed.order.index(suit) for suit in range(4)]
    hands = canonical_hands(placed.words[0], placed.alike, course.own)
    cards = [sorted(cards_of(moved(int(each), back))) for each in hands.words]
    return First(np.array(cards, dtype=np.uint8), hands.weights.astype(np.int64))


class SolvedStreets(NamedTuple):
    """All situations after some first hands: per street the worth of every place, the choices, the early classes.

    ``facts`` says how many continuations of each situation of the last street that matters show each final fact.
    """

    values: list[Whole]
    choices: list[npt.NDArray[np.int16]]
    classes: list[Whole]
    facts: Whole


class OpenStreets(CourseShape):
    """A round whose streets leave nothing hidden, for certain stakes."""

    name = "stages"
    words = "pitboss.exact.shapes.streets.strategy"

    def __init__(self, course: Course) -> None:
        self.course = course
        self.memory: Memory | None = None
        self.free = len(course.game.deck) - course.own
        rows_in_all = [many(self.free, street.shown) for street in course.streets]
        # The first hands are listed only where there are not too many of them: exchanging suits makes at most 24 alike.
        least = comb(len(course.game.deck), course.own) // 24 * sum(rows_in_all)
        if max(rows_in_all) > MOST_ROWS or least > MOST or self.situations > MOST:
            situations = least if least > MOST else self.situations
            self._refuse(f"a round of {situations:,} situations, too many to lay out one by one")
        worths = [rows * len(street.places) for rows, street in zip(rows_in_all, course.streets, strict=True)]
        if len(self.first.cards) * sum(worths) > MOST_WORTHS:
            ways = max(len(street.places) for street in course.streets)
            decided = f"up to {ways:,} combinations of decisions in each"
            self._refuse(f"a round of {self.situations:,} situations, with {decided}")
        if self.size * sum(worths) * 8 > MOST_BYTES:
            self._refuse(f"a round whose situations take {self.size * sum(worths) >> 27:,} GiB at once")
        self.edges = [edges(street) for street in course.streets]
        # A last street without a decision is never solved, only counted.
        last = len(course.streets) - 1
        self.closes = last - 1 if last and not course.streets[last].decides else last

    def _refuse(self, what: str) -> NoReturn:
        """Refuse the round; with a hand to beat at its first step, because other shapes' refusals then explain more."""
        showdown = any(judgement.against for judgement in (*self.course.final, *self.course.early))
        step, verb = (0, "begins") if showdown else (len(self.course.game.script) - 1, "ends")
        raise TooLarge(step, f"{verb} {what}")

    def remembering(self, memory: Memory) -> Self:
        self.memory = memory
        return self

    def advise(self, question: Question) -> list[Worth]:
        return Ahead(self, question.cards, question.shown).advise(question.did)

    def pages(self, forks: Forks, tell: Part) -> Iterator[Pages]:
        """Every decision, for everything the player can have seen and done by then."""
        course = self.course
        written = StreetPages(course.game, forks, course.streets[: self.closes + 1], course.piles)
        bits = np.array([1 << bit(card) for card in range(53)], dtype=np.int64)
        piles = [name.partition(" ")[2] or PLAYER for name in written.names]
        for job in range(self.jobs):
            tell(job / self.jobs)
            own = self.first.cards[job * self.size : (job + 1) * self.size]
            solved, free = self.solve(own), self._free(own)
            for number in range(self.closes + 1):
                if written.asked[number]:
                    seen = bits[self._seen(own, free, number)]
                    columns = course.columns(number)
                    sets = np.stack([seen[:, columns.get(pile, [])].sum(axis=1) for pile in piles])
                    written.add(number, sets, solved.choices[number], self.edges[number].first.tolist())
        yield from written.pages()

    @cached_property
    def rows(self) -> list[Rows]:
        return [rows(self.free, street.shown) for street in self.course.streets]

    @cached_property
    def parents(self) -> list[Numbers]:
        """For each street but the first, the rows of the street before that lead to each row."""
        seen = [street.shown for street in self.course.streets]
        steps = zip(seen[1:], seen[:-1], self.rows[1:], self.rows[:-1], strict=True)
        return [parents(after, now, before, earlier) for now, before, after, earlier in steps]

    def continuations(self, number: int = -1) -> int:
        """The number of ways to deal the rest once a street is seen, or the player's first cards alone."""
        left, before, total = self.free, (0,) * len(self.course.piles), 1
        for at, street in enumerate(self.course.streets):
            for now, old in zip(street.shown, before, strict=True):
                total *= comb(left, now - old) if at > number else 1
                left -= now - old
            before = street.shown
        return total

    @property
    def deals(self) -> int:
        return comb(len(self.course.game.deck), self.course.own) * self.continuations()

    @property
    def situations(self) -> int:
        """The number of views a player may have, over all streets."""
        return len(self.first.cards) * sum(many(self.free, street.shown) for street in self.course.streets)

    @cached_property
    def pay(self) -> Pay:  # type: ignore[override]
        final = [(judgement, self.course.facts[judgement].facts) for judgement in self.course.final]
        return pay(self.course, final, self.continuations())

    @cached_property
    def first(self) -> First:
        return first_hands(self.course)

    @property
    def size(self) -> int:
        """First hands that are looked at together."""
        return max(1, AT_ONCE // many(self.free, self.course.streets[-1].shown))

    @property
    def jobs(self) -> int:
        return -(-len(self.first.cards) // self.size)

    def run(self, job: int, pool: Executor | None = None) -> Tally:
        """Deals per ending under optimal play, after some of the first hands."""
        part = slice(job * self.size, (job + 1) * self.size)
        total = self.count(self.solve(self.first.cards[part]), self.first.weights[part])
        return self.pay.tally(total)

    def solve(self, own: Rows) -> SolvedStreets:
        """Every situation after these first hands, solved backwards from the last street."""
        streets, hands = self.course.streets, len(own)
        free = self._free(own)
        facts = self._facts(own, free)
        values, choices, classes = [], [], []
        carried: Whole | None = None
        for number in range(self.closes, -1, -1):
            street, edge = streets[number], self.edges[number]
            seen = self._seen(own, free, number)
            here = np.zeros((len(street.places), len(seen)), dtype=np.int64)
            if carried is None:
                street_kernels.weigh(self._worth(), facts, here)
            else:
                here[: edge.leaving] = carried
            columns = self.course.columns(number)
            choices.append(edge.decide(here, needed_values(self.course, street, columns, seen)))
            arriving = fact_numbers(self.course, street.early, columns, seen)
            values.append(here)
            classes.append(arriving)
            if number:
                entering = edge.enter(here, arriving)
                before = len(self.rows[number - 1])
                carried = np.zeros((len(entering), hands * before), dtype=np.int64)
                street_kernels.rise(entering, hands, self.parents[number - 1], before, carried)
        return SolvedStreets(values[::-1], choices[::-1], classes[::-1], facts)

    def _worth(self) -> Whole:
        """The worth of the commitments with which the last street that matters is left."""
        if self.closes == len(self.course.streets) - 1:
            return self.pay.worth
        return self.pay.worth[self.edges[-1].entry[:, 0]]

    def _free(self, own: Rows) -> Rows:
        deck = np.array(self.course.game.deck.cards, dtype=np.uint8)
        return np.array([deck[~np.isin(deck, each)] for each in own], dtype=np.uint8)

    def _seen(self, own: Rows, free: Rows, number: int) -> Rows:
        shown = free[:, self.rows[number]]
        mine = np.broadcast_to(own[:, None, :], (*shown.shape[:2], own.shape[1]))
        return np.concatenate([mine, shown], axis=2).reshape(len(own) * shown.shape[1], -1)

    def _facts(self, own: Rows, free: Rows) -> Whole:
        last = len(self.course.streets) - 1
        shown = self._shown(own, free)
        out = np.zeros((self.pay.worth.shape[1], len(own) * len(self.rows[self.closes])), dtype=np.int64)
        if self.closes == last:
            out[shown, np.arange(len(shown))] = 1
        else:
            street_kernels.rise_facts(shown, len(own), self.parents[-1], len(self.rows[self.closes]), out)
        return out

    def _shown(self, own: Rows, free: Rows) -> Whole:
        """The final fact of every situation of the last street. It depends on the cards and on where the pay lines are,
        not on what they pay, so it is cached."""
        last = len(self.course.streets) - 1
        game, facts = self.course.game, self.course.facts
        judged = [self.course.described(each) for each in self.course.final]
        cuts = [(facts[each].least, facts[each].qualifies, bool(each.against)) for each in self.course.final]
        where = (game.deck.cards, own.shape, own.tobytes(), self.course.piles, self.course.streets[last].shown)
        key = store.key_of(SOLVER, "stages", judged, cuts, where)
        known = self.memory.recall(key) if self.memory is not None else None
        if known is not None:
            return known[0].astype(np.int64)
        seen = self._seen(own, free, last)
        numbers = fact_numbers(self.course, self.course.final, self.course.columns(last), seen)
        if self.memory is not None:
            small = np.uint8 if self.pay.worth.shape[1] < 256 else np.uint32
            self.memory.keep(key, (numbers.astype(small),))
        return numbers

    def count(self, solved: SolvedStreets, weights: Whole) -> Whole:
        """Deals per commitment in the end and final fact, forwards from the first street."""
        hands = len(weights)
        reach = np.ones((1, hands * len(self.rows[0])), dtype=np.int64)
        for number in range(self.closes + 1):
            edge = self.edges[number]
            left = edge.commit(edge.arrive(reach, solved.classes[number]), solved.choices[number])
            if number < self.closes:
                before, after = len(self.rows[number]), len(self.rows[number + 1])
                reach = np.zeros((len(left), hands * after), dtype=np.int64)
                street_kernels.fall(left, hands, self.parents[number], before, reach)
        counts = np.zeros((len(left), solved.facts.shape[0]), dtype=np.int64)
        street_kernels.count(left, weights, len(self.rows[self.closes]), solved.facts, counts)
        if self.closes == len(self.course.streets) - 1:
            return counts
        total = np.zeros_like(self.pay.worth)
        np.add.at(total, self.edges[-1].entry[:, 0], counts)
        return total


def recognise(reading: ScriptReading) -> OpenStreets:
    """Return the shape; raise :class:`~pitboss.exact.script.views.Outside` with the step that does not fit."""
    return OpenStreets(reading.course)
