"""Backward induction over streets, for the shapes with several decisions, and advice in such rounds.

From the last street to the first, every situation gets the sum of what may follow and its best option.

A row is a set of cards for each pile, pile after pile, lowest card first. Cards are places in a list of free cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb, lcm, prod
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.exact.figures import Endings, RoundEnding, Tally, WagerFact, net
from pitboss.exact.question import AdviceError, Worth, argument_for, undecided
from pitboss.exact.script.course import Course, CourseStreet, Judgement, PlayerCommitment, columns_of
from pitboss.exact.script.views import ways_to_make
from pitboss.exact.shape import Shape
from pitboss.house.definition import PLAYER, JudgedHand
from pitboss.ranking.batch import values
from pitboss.ranking.numba_cache import Kernels

Rows = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int32]
Whole = npt.NDArray[np.int64]

street_kernels = Kernels("pitboss.exact.kernels.streets")


def many(free: int, sizes: Sequence[int]) -> int:
    """The number of rows."""
    left = [free - sum(sizes[:at]) for at in range(len(sizes))]
    return prod(comb(cards, size) for cards, size in zip(left, sizes, strict=True))


def rows(free: int, sizes: Sequence[int]) -> Rows:
    """All rows, in the order of their keys."""
    every = np.zeros((1, 0), dtype=np.uint8)
    left = free
    for size in sizes:
        picks = _combinations(left, size)
        # Turn an index among the unused cards into a card: each used card at or below it moves it up by one.
        block = np.tile(picks, (len(every), 1)).reshape(len(every) * len(picks), size)
        before = np.repeat(every, len(picks), axis=0)
        for used in np.sort(before, axis=1).T:
            block = block + (block >= used[:, None])
        every = np.concatenate([before, block.astype(np.uint8)], axis=1)
        left -= size
    return every


def _combinations(free: int, size: int) -> Rows:
    """The sets of a size, in the order of their cards."""
    sets = np.zeros((1, 0), dtype=np.uint8)
    for place in range(size):
        last = sets[:, -1].astype(np.int64) if place else np.full(1, -1)
        # A card may come next if enough cards are left for the places after it.
        follow = free - (size - place - 1) - 1 - last
        more = np.repeat(sets, follow, axis=0)
        start = np.repeat(np.cumsum(follow) - follow, follow)
        card = np.repeat(last + 1, follow) + np.arange(len(more)) - start
        sets = np.concatenate([more, card[:, None].astype(np.uint8)], axis=1)
    return sets


def keys(cards: Rows) -> Whole:
    """One number per row, in the order of the rows; ten cards fit."""
    key = np.zeros(len(cards), dtype=np.int64)
    for column in cards.T:
        key = key << 6 | column
    return key


def seen_before(now: Sequence[int], before: Sequence[int]) -> list[list[int]]:
    """The columns of a row that can have been seen on the street before, one list per choice."""
    starts = [sum(now[:at]) for at in range(len(now))]
    ways = [combinations(range(s, s + size), old) for s, size, old in zip(starts, now, before, strict=True)]
    return [[column for part in chosen for column in part] for chosen in product(*ways)]


def parents(after: Rows, now: Sequence[int], before: Sequence[int], earlier: Rows) -> Numbers:
    """For each row, the numbers of the earlier rows that can lead to it."""
    index = keys(earlier)
    choices = seen_before(now, before)
    numbers = np.empty((len(after), len(choices)), dtype=np.int32)
    for at, columns in enumerate(choices):
        numbers[:, at] = np.searchsorted(index, keys(after[:, columns]))
    return numbers


Columns: TypeAlias = Mapping[str, list[int]]


def hand_values(hand: JudgedHand, columns: Columns, seen: Rows) -> npt.NDArray[np.uint16]:
    """The value of a hand in every situation; ``columns`` says where the cards of each pile stand in a row."""
    ways = ways_to_make(hand, columns)
    best = values(hand.ranking, seen[:, ways[0]])
    for each in ways[1:]:
        np.maximum(best, values(hand.ranking, seen[:, each]), out=best)
    return best


def fact_numbers(course: Course, judgements: Sequence[Judgement], columns: Columns, seen: Rows) -> Whole:
    """The number of the fact in every situation, in mixed radix over the judgements."""
    numbers = np.zeros(len(seen), dtype=np.int64)
    for judgement in judgements:
        judged = course.facts[judgement]
        value = hand_values(course.game.hands[judgement.hand], columns, seen).astype(np.int64)
        fact = np.searchsorted(judged.least, value, side="right") - 1
        if judgement.against:
            other = hand_values(course.game.hands[judgement.against], columns, seen).astype(np.int64)
            fact = fact * 6 + (other >= judged.qualifies) * 3 + np.sign(value - other) + 1
        numbers = numbers * len(judged.facts) + fact
    return numbers


def needed_values(course: Course, street: CourseStreet, columns: Columns, seen: Rows) -> Whole:
    """The value of the hand that options of a street depend on, in every situation; empty if none does."""
    if not street.needs:
        return np.zeros(0, dtype=np.int64)
    return hand_values(course.game.hands[PLAYER], columns, seen).astype(np.int64)


class Edges(NamedTuple):
    """The places of a street for the kernels: edges of place p are ``first[p]`` to ``first[p + 1]``, and the first
    ``leaving`` places have none."""

    first: Whole
    to: Whole
    needs: Whole
    entry: Whole
    leaving: int

    def decide(self, values: Whole, needed: Whole) -> npt.NDArray[np.int16]:
        """The best edge of every deciding place in every situation; its worth is written to ``values``."""
        choice = np.zeros((len(values) - self.leaving, values.shape[1]), dtype=np.int16)
        street_kernels.decide(values, self.leaving, self.first, self.to, self.needs, needed, choice)
        return choice

    def enter(self, values: Whole, classes: Whole) -> Whole:
        """The worth of entering the street with each commitment."""
        worth = np.zeros((len(self.entry), values.shape[1]), dtype=np.int64)
        street_kernels.enter(values, self.entry, classes, worth)
        return worth

    def arrive(self, reach: Whole, classes: Whole) -> Whole:
        """How often each place is reached, from how often the street is entered with each commitment."""
        mass = np.zeros((len(self.first) - 1, reach.shape[1]), dtype=np.int64)
        street_kernels.arrive(reach, self.entry, classes, mass)
        return mass

    def commit(self, mass: Whole, choice: npt.NDArray[np.int16]) -> Whole:
        """How often the street is left with each commitment if these edges are taken."""
        street_kernels.commit(mass, self.leaving, self.to, choice)
        return mass[: self.leaving]


def edges(street: CourseStreet) -> Edges:
    """The edges of all places, one after the other."""
    flat = [edge for place in street.places for edge in place]
    return Edges(
        np.cumsum([0, *(len(place) for place in street.places)], dtype=np.int64),
        np.array([edge.to for edge in flat], dtype=np.int64),
        np.array([edge.option.choice.needs for edge in flat], dtype=np.int64),
        np.array(street.entry, dtype=np.int64),
        len(street.leaving),
    )


MOST = 1 << 62


@dataclass(frozen=True)
class Pay:
    """``worth[commitment, fact]`` is the net result in units times ``scale``; ``endings`` has the ending of each.

    A fact is a number in mixed radix over the final judgements of the course, the last counting fastest.
    """

    worth: Whole
    scale: int
    endings: tuple[tuple[RoundEnding, ...], ...]

    def tally(self, counts: Whole) -> Tally:
        """Deals per ending, from deals per commitment and fact."""
        endings: Endings = {}
        for row, many in zip(self.endings, counts.reshape(len(counts), -1).tolist(), strict=True):
            for each, count in zip(row, many, strict=True):
                if count:
                    endings[each] = endings.get(each, 0) + count
        return {"": endings}


def pay(course: Course, final: Sequence[tuple[Judgement, Sequence[WagerFact]]], deals: int) -> Pay:
    """The worth of the commitments at the end of the last street; a sum may run over as many as ``deals`` of them."""
    leaving = course.streets[-1].leaving
    combined = [dict(zip((j for j, _ in final), chosen, strict=True)) for chosen in product(*(f for _, f in final))]
    endings = tuple(tuple(ending(course, state, facts) for facts in combined) for state in leaving)
    nets = [[net(course.game, each) for each in row] for row in endings]
    scale = lcm(*(one.denominator for row in nets for one in row))
    most = max((abs(one) for row in nets for one in row), default=Fraction(0))
    if most * scale * deals >= MOST:
        most_text = f"a round that pays up to {most} units, over {deals} deals"
        raise PitbossError(f"{most_text}, is too large to be summed exactly; use rounder stakes or smaller odds.")
    worth = np.array([[int(one * scale) for one in row] for row in nets], dtype=np.int64)
    return Pay(worth.reshape(len(leaving), -1), scale, endings)


def ending(course: Course, state: PlayerCommitment, final: dict[Judgement, WagerFact]) -> RoundEnding:
    """The ending of a round for a commitment, given the facts of the final judgements."""
    early = dict(zip(course.early, state.classes, strict=True))
    facts = []
    for key, _ in state.stakes:
        judgement = course.settles[key]
        fact = final[judgement] if judgement in final else course.facts[judgement].facts[early[judgement]]
        facts.append((key, fact))
    return RoundEnding(state.stakes, state.folded, tuple(facts))


class CourseShape(Shape):
    """A shape whose rounds go from street to street, and which can look ahead from any situation."""

    course: Course
    edges: list[Edges]
    pay: Pay

    @property
    def decides(self) -> bool:
        return any(street.decides for street in self.course.streets)


class Ahead:
    """Everything that can follow from one situation.

    ``own`` and ``shown`` are cards in the order they came. ``hidden`` is a pile that nobody sees before the end, and
    ``streets`` are the streets before it is seen (default: all).
    """

    def __init__(
        self,
        shape: CourseShape,
        own: Sequence[Card],
        shown: Mapping[str, Sequence[Card]],
        hidden: str = "",
        streets: tuple[CourseStreet, ...] = (),
    ) -> None:
        self.shape, self.course = shape, shape.course
        course = self.course
        course.game.deck.check([*own, *(card for cards in shown.values() for card in cards)])
        self.piles = tuple(pile for pile in course.piles if pile != hidden)
        self.streets = streets or course.streets
        self.own = tuple(own[: course.own])
        self.known = {pile: tuple(own[course.own :] if pile == PLAYER else shown.get(pile, ())) for pile in self.piles}
        unseen = [pile for pile, cards in shown.items() if cards and pile not in self.piles]
        if unseen:
            seen = [pile for pile in self.piles if pile != PLAYER]
            instead = f"; give the cards of {seen[0]} with {argument_for(seen[0])}" if seen else ""
            raise AdviceError(
                f"no card of {unseen[0]} is seen at a decision of {course.game.name}; "
                f"leave out {argument_for(unseen[0])}{instead}."
            )
        self.number = self._street(own)
        used = {*self.own, *(card for cards in self.known.values() for card in cards)}
        self.free = np.array([card for card in course.game.deck if card not in used], dtype=np.uint8)

    def shown(self, number: int) -> tuple[int, ...]:
        """The cards of each pile seen on a street."""
        at = [self.course.piles.index(pile) for pile in self.piles]
        return tuple(self.streets[number].shown[place] for place in at)

    def _street(self, own: Sequence[Card]) -> int:
        lying = tuple(len(self.known[pile]) for pile in self.piles)
        asked = [n for n, street in enumerate(self.streets) if street.decides]
        for number in asked:
            mine = self.course.own + len(self.known.get(PLAYER, ()))
            if len(own) == mine and self.shown(number) == lying:
                return number
        others = [pile for pile in self.piles if pile != PLAYER]
        sights = []
        for number in asked:
            counts = dict(zip(self.piles, self.shown(number), strict=True))
            sights.append(_counted(self.course.own + counts.pop(PLAYER, 0), counts))
        expected = ", or with ".join(sights) or "no cards: there are none"
        have = _counted(len(own), {pile: len(self.known[pile]) for pile in others})
        how = "".join(f"; {argument_for(pile)} gives the {pile} cards" for pile in others)
        raise AdviceError(f"decisions here are made with {expected}; you gave {have}{how}.")

    # Earlier decisions -------------------------------------------------------------------------------------------

    def place(self, did: Sequence[str]) -> int:
        """The place of this street that the earlier decisions lead to."""
        said = [" ".join(text.lower().split()) for text in did]
        entering = 0
        for number in range(self.number + 1):
            street = self.streets[number]
            place = street.entry[entering][self._class(number)]
            while street.places[place] and not (number == self.number and not said):
                place = self._follow(street, place, said)
            if number < self.number:
                entering = place
        if said:
            raise AdviceError(f"{said[0]!r} is one decision too many; expected {len(did) - len(said)} before this one.")
        if not self.streets[self.number].places[place]:
            raise AdviceError("nothing is left to decide here after these decisions.")
        return place

    def _follow(self, street: CourseStreet, place: int, said: list[str]) -> int:
        options = {edge.option.text.lower(): edge.to for edge in street.places[place]}
        decision = street.places[place][0].option.decision
        if not said or said[0] not in options:
            raise undecided(said, decision, list(options))
        return options[said.pop(0)]

    def _class(self, number: int) -> int:
        """The results of the hands judged on an earlier street, or on this one."""
        street = self.streets[number]
        if not street.early:
            return 0
        counts = self.shown(number)
        cards = [*self.own, *(c for pile, n in zip(self.piles, counts, strict=True) for c in self.known[pile][:n])]
        seen = np.array([cards], dtype=np.uint8)
        return int(fact_numbers(self.course, street.early, self._columns(counts), seen)[0])

    def _columns(self, counts: Sequence[int]) -> dict[str, list[int]]:
        return columns_of(self.course.own, self.piles, counts)

    # Continuations -------------------------------------------------------------------------------------------------

    def advise(self, did: Sequence[str]) -> list[Worth]:
        """The worth of every open option after these earlier decisions, in the order of the file."""
        place, street = self.place(did), self.streets[self.number]
        values, under = self.solved()
        seen = self._seen(np.zeros((1, 0), dtype=np.uint8), (0,) * len(self.piles))
        needed = needed_values(self.course, street, self._columns(self.shown(self.number)), seen)
        held = int(needed[0]) if street.needs else 0
        return [
            Worth(edge.option.text, Fraction(int(values[edge.to]), under))
            for edge in street.places[place]
            if held >= edge.option.choice.needs
        ]

    def solved(self) -> tuple[Whole, int]:
        """The sums of every place of this street, and the divisor that turns them into units."""
        return self.values()[:, 0], self._ways * self.shape.pay.scale

    def values(self) -> Whole:
        """The sums of every place of this street over everything that may follow."""
        now = self.shown(self.number)
        last = len(self.streets) - 1
        extra = [tuple(a - b for a, b in zip(self.shown(n), now, strict=True)) for n in range(self.number, last + 1)]
        laid = [rows(len(self.free), each) for each in extra]
        facts = self.facts(self._seen(laid[-1], extra[-1]), self._columns(self.shown(last)))
        self._ways = int(facts[:, 0].sum())
        worth = self._worth
        if last > self.number and not self.streets[last].decides:
            # Nothing is decided on the last street: counting its facts is cheaper than following every commitment.
            facts = self._before(facts, laid, extra, last - self.number)
            worth = worth[self.shape.edges[last].entry[:, 0]]
            last -= 1
        carried: Whole | None = None
        for number in range(last, self.number - 1, -1):
            street, at = self.streets[number], number - self.number
            edge = self.shape.edges[number]
            seen, columns = self._seen(laid[at], extra[at]), self._columns(self.shown(number))
            here = np.zeros((len(street.places), len(seen)), dtype=np.int64)
            if carried is None:
                street_kernels.weigh(worth, facts, here)
            else:
                here[: len(street.leaving)] = carried
            edge.decide(here, needed_values(self.course, street, columns, seen))
            if not at:
                return here
            entering = edge.enter(here, fact_numbers(self.course, street.early, columns, seen))
            carried = self._before(entering, laid, extra, at)
        raise AssertionError("a street has no situation")

    def _before(self, sums: Whole, laid: Sequence[Rows], extra: Sequence[tuple[int, ...]], at: int) -> Whole:
        """The sums of a street, added up for the situations of the street before."""
        came = parents(laid[at], extra[at], extra[at - 1], laid[at - 1])
        before = np.zeros((len(sums), len(laid[at - 1])), dtype=np.int64)
        street_kernels.rise(sums, 1, came, len(laid[at - 1]), before)
        self._ways = self._ways * came.size // len(laid[at - 1])
        return before

    @property
    def _worth(self) -> Whole:
        worth = self.shape.pay.worth
        return worth.reshape(len(worth), -1)

    def _seen(self, more: Rows, extra: Sequence[int]) -> Rows:
        """The cards of every situation of a street, pile after pile, known cards first."""
        parts = [np.tile(np.array(self.own, dtype=np.uint8), (len(more), 1))]
        start = 0
        for pile, many in zip(self.piles, extra, strict=True):
            parts.append(np.tile(np.array(self.known[pile], dtype=np.uint8), (len(more), 1)))
            parts.append(self.free[more[:, start : start + many]])
            start += many
        return np.concatenate(parts, axis=1)

    def facts(self, seen: Rows, columns: Mapping[str, list[int]]) -> Whole:
        """How often each situation of the last street shows each fact; once, since no card is hidden there."""
        shown = np.zeros((self._worth.shape[1], len(seen)), dtype=np.int64)
        shown[fact_numbers(self.course, self.course.final, columns, seen), np.arange(len(seen))] = 1
        return shown


def _counted(own: int, others: Mapping[str, int]) -> str:
    """Numbers of cards in words: ``3 own cards and 1 board card``."""
    counts = [(own, "own"), *((many, pile) for pile, many in others.items())]
    return " and ".join(f"{many} {whose} card{'s' * (many != 1)}" for many, whose in counts)
