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
from typing import Any, NamedTuple, NoReturn, Self

import numpy as np
import numpy.typing as npt

from pitboss import store
from pitboss.exact.cache.counts import Memory
from pitboss.exact.cache.proofs import SOLVER
from pitboss.exact.cards.hands import canonical_hands
from pitboss.exact.cards.suits import cards_of, moved, standard, word
from pitboss.exact.ending import Endings, Tally
from pitboss.exact.induction.ahead import Ahead
from pitboss.exact.induction.edges import edges
from pitboss.exact.induction.pay import Pay, pay
from pitboss.exact.induction.rows import Numbers, Rows, many, parents, rows
from pitboss.exact.induction.values import fact_numbers, hand_values
from pitboss.exact.pages import Forks, Pages, Part
from pitboss.exact.question import Question, Worth
from pitboss.exact.script.course import Course
from pitboss.exact.script.views import TooLarge
from pitboss.exact.shape import Shape
from pitboss.exact.strategy.lists import Strategy, Tell
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


class OpenStreets(Shape):
    """A round whose streets leave nothing hidden, for certain stakes."""

    name = "stages"

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
            self._refuse(f"a round of {self.situations:,} situations, with up to {ways:,} ways to have decided in each")
        if self.size * sum(worths) * 8 > MOST_BYTES:
            self._refuse(f"a round whose situations take {self.size * sum(worths) >> 27:,} GiB at once")
        self.edges = [edges(street) for street in course.streets]
        # A last street without a decision is never solved, only counted.
        last = len(course.streets) - 1
        self.closes = last - 1 if last and not course.streets[last].decides else last

    def _refuse(self, what: str) -> NoReturn:
        """With a hand to beat what other shapes say of later steps is more telling; without one it is the size."""
        showdown = any(judgement.against for judgement in (*self.course.final, *self.course.early))
        step, verb = (0, "begins") if showdown else (len(self.course.game.script) - 1, "ends")
        raise TooLarge(step, f"{verb} {what}")

    def remembering(self, memory: Memory) -> Self:
        self.memory = memory
        return self

    @property
    def decides(self) -> bool:
        return any(street.decides for street in self.course.streets)

    def advise(self, question: Question) -> list[Worth]:
        return Ahead(self, question.cards, question.shown).advise(question.did)

    def strategy(self, tell: Tell) -> Strategy:
        from pitboss.exact.shapes.streets.strategy import staged

        unlisted = (
            "its decisions are taken with more cards in sight, or with a joker among them, than there are words for"
        )
        return Strategy(staged(self, tell), unlisted=unlisted)

    def pages(self, forks: Forks, tell: Part) -> Iterator[Pages]:
        from pitboss.exact.shapes.streets.pages import pages

        return pages(self, forks, tell)

    @cached_property
    def rows(self) -> list[Rows]:
        return [rows(self.free, street.shown) for street in self.course.streets]

    @cached_property
    def parents(self) -> list[Numbers]:
        """From each street but the first to the one before."""
        seen = [street.shown for street in self.course.streets]
        steps = zip(seen[1:], seen[:-1], self.rows[1:], self.rows[:-1], strict=True)
        return [parents(after, now, before, earlier) for now, before, after, earlier in steps]

    @property
    def continuations(self) -> int:
        """The number of ways to deal the rest once the player has the first cards."""
        left, total = self.free, 1
        before = (0,) * len(self.course.piles)
        for street in self.course.streets:
            for now, old in zip(street.shown, before, strict=True):
                total *= comb(left, now - old)
                left -= now - old
            before = street.shown
        return total

    @property
    def deals(self) -> int:
        return comb(len(self.course.game.deck), self.course.own) * self.continuations

    @property
    def situations(self) -> int:
        """The views a player may have, over all streets."""
        return len(self.first.cards) * sum(many(self.free, street.shown) for street in self.course.streets)

    @cached_property
    def pay(self) -> Pay:
        final = [(judgement, self.course.facts[judgement].facts) for judgement in self.course.final]
        return pay(self.course, final, self.continuations)

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
        endings: Endings = {}
        for row, counts in zip(self.pay.endings, total.tolist(), strict=True):
            for each, count in zip(row, counts, strict=True):
                if count:
                    endings[each] = endings.get(each, 0) + count
        return {"": endings}

    def solve(self, own: Rows) -> SolvedStreets:
        """Every situation after these first hands, solved backwards from the last street."""
        from pitboss.exact.kernels import streets as compiled

        kernels: Any = compiled
        streets, hands = self.course.streets, len(own)
        free = self._free(own)
        facts = self._facts(own, free)
        values, choices, classes = [], [], []
        player = self.course.game.hands.get(PLAYER)
        carried: Whole | None = None
        for number in range(self.closes, -1, -1):
            street, edge = streets[number], self.edges[number]
            seen = self._seen(own, free, number)
            leaving = len(street.leaving)
            here = np.zeros((len(street.places), len(seen)), dtype=np.int64)
            if carried is None:
                kernels.weigh(self._worth(), facts, here)
            else:
                here[:leaving] = carried
            choice = np.zeros((len(street.places) - leaving, len(seen)), dtype=np.int16)
            columns = self.course.columns(number)
            judged = np.zeros(0, dtype=np.int64)
            if street.needs and player:
                judged = hand_values(player, columns, seen).astype(np.int64)
            kernels.decide(here, leaving, edge.first, edge.to, edge.needs, judged, choice)
            arriving = fact_numbers(self.course, street.early, columns, seen)
            values.append(here)
            choices.append(choice)
            classes.append(arriving)
            if number:
                entering = np.zeros((len(street.entry), len(seen)), dtype=np.int64)
                kernels.enter(here, edge.entry, arriving, entering)
                before = len(self.rows[number - 1])
                carried = np.zeros((len(entering), hands * before), dtype=np.int64)
                kernels.rise(entering, hands, self.parents[number - 1], before, carried)
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
        from pitboss.exact.kernels import streets as compiled

        kernels: Any = compiled
        last = len(self.course.streets) - 1
        shown = self._shown(own, free)
        out = np.zeros((self.pay.worth.shape[1], len(own) * len(self.rows[self.closes])), dtype=np.int64)
        if self.closes == last:
            out[shown, np.arange(len(shown))] = 1
        else:
            kernels.rise_facts(shown, len(own), self.parents[-1], len(self.rows[self.closes]), out)
        return out

    def _shown(self, own: Rows, free: Rows) -> Whole:
        """The final fact of every situation of the last street. It depends on the cards and on where the pay lines are,
        not on what they pay, so it is cached."""
        last = len(self.course.streets) - 1
        game, facts = self.course.game, self.course.facts
        judged = [
            [(hand.ranking.key, hand.of, tuple(hand.must.items())) for hand in map(game.hands.get, each[:2]) if hand]
            for each in self.course.final
        ]
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
        from pitboss.exact.kernels import streets as compiled

        kernels: Any = compiled
        hands = len(weights)
        reach = np.ones((1, hands * len(self.rows[0])), dtype=np.int64)
        for number, street in enumerate(self.course.streets[: self.closes + 1]):
            edge, leaving = self.edges[number], len(street.leaving)
            mass = np.zeros((len(street.places), reach.shape[1]), dtype=np.int64)
            kernels.arrive(reach, edge.entry, solved.classes[number], mass)
            kernels.commit(mass, leaving, edge.to, solved.choices[number])
            if number < self.closes:
                before, after = len(self.rows[number]), len(self.rows[number + 1])
                reach = np.zeros((leaving, hands * after), dtype=np.int64)
                kernels.fall(mass[:leaving], hands, self.parents[number], before, reach)
        counts = np.zeros((leaving, solved.facts.shape[0]), dtype=np.int64)
        kernels.count(mass[:leaving], weights, len(self.rows[self.closes]), solved.facts, counts)
        if self.closes == len(self.course.streets) - 1:
            return counts
        total = np.zeros_like(self.pay.worth)
        np.add.at(total, self.edges[-1].entry[:, 0], counts)
        return total
