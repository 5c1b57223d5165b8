"""Advice in a round with streets: what every option is worth for one player's cards, table and earlier decisions.

Only the cards that can still follow are laid out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from pitboss.cards import Card
from pitboss.exact.induction.edges import Edges
from pitboss.exact.induction.pay import Pay
from pitboss.exact.induction.rows import Rows, parents, rows
from pitboss.exact.induction.values import fact_numbers, hand_values
from pitboss.exact.question import AdviceError, Worth, argument_for, undecided
from pitboss.exact.script.course import Course, CourseStreet
from pitboss.house.definition import PLAYER

Whole = npt.NDArray[np.int64]


class Solvable(Protocol):
    """A shape that can be looked ahead in."""

    @property
    def course(self) -> Course: ...

    @property
    def edges(self) -> Sequence[Edges]: ...

    @property
    def pay(self) -> Pay: ...


class Ahead:
    """Everything that can follow from one situation.

    ``own`` and ``shown`` are cards in the order they came. ``hidden`` is a pile that nobody sees before the end, and
    ``streets`` are the streets before it is seen (default: all).
    """

    def __init__(
        self,
        shape: Solvable,
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
            instead = f"; those of {seen[0]} are given with {argument_for(seen[0])}" if seen else ""
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
        counts = tuple(len(self.known[pile]) for pile in self.piles)
        asked = [n for n, street in enumerate(self.streets) if street.decides]
        for number in asked:
            mine = self.course.own + len(self.known.get(PLAYER, ()))
            if len(own) == mine and self.shown(number) == counts:
                return number
        others = [pile for pile in self.piles if pile != PLAYER]
        expected = ", or with ".join(self._sight(number) for number in asked) or "no cards: there are none"
        have = _counted(len(own), {pile: len(self.known[pile]) for pile in others})
        how = "".join(f"; {argument_for(pile)} gives the {pile} cards" for pile in others)
        raise AdviceError(f"decisions here are made with {expected}; you gave {have}{how}.")

    def _sight(self, number: int) -> str:
        counts = dict(zip(self.piles, self.shown(number), strict=True))
        mine = self.course.own + counts.pop(PLAYER, 0)
        return _counted(mine, counts)

    # What was committed so far -----------------------------------------------------------------------------------

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
            raise AdviceError(
                f"{said[0]!r} is one decision too many; before this one {len(did) - len(said)} are taken."
            )
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
        columns = {PLAYER: list(range(self.course.own))}
        start = self.course.own
        for pile, many in zip(self.piles, counts, strict=True):
            columns.setdefault(pile, []).extend(range(start, start + many))
            start += many
        return columns

    # What may follow -----------------------------------------------------------------------------------------------

    def advise(self, did: Sequence[str]) -> list[Worth]:
        """The worth of every open option after these earlier decisions, in the order of the file."""
        return self._worths(self.place(did))

    def _worths(self, place: int) -> list[Worth]:
        street = self.streets[self.number]
        values, under = self.solved()
        seen = self._seen(np.zeros((1, 0), dtype=np.uint8), (0,) * len(self.piles))
        held = 0
        if street.needs:
            held = int(hand_values(self.course.game.hands[PLAYER], self._columns(self.shown(self.number)), seen)[0])
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
        from pitboss.exact.kernels import streets as compiled

        kernels: Any = compiled
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
                kernels.weigh(worth, facts, here)
            else:
                here[: len(street.leaving)] = carried
            judged = np.zeros(0, dtype=np.int64)
            if street.needs:
                judged = hand_values(self.course.game.hands[PLAYER], columns, seen).astype(np.int64)
            choice = np.zeros((len(street.places) - len(street.leaving), len(seen)), dtype=np.int16)
            kernels.decide(here, len(street.leaving), edge.first, edge.to, edge.needs, judged, choice)
            if not at:
                return here
            entering = np.zeros((len(street.entry), len(seen)), dtype=np.int64)
            kernels.enter(here, edge.entry, fact_numbers(self.course, street.early, columns, seen), entering)
            carried = self._before(entering, laid, extra, at)
        raise AssertionError("a street has no situation")

    def _before(self, sums: Whole, laid: Sequence[Rows], extra: Sequence[tuple[int, ...]], at: int) -> Whole:
        """The sums of a street, added up for the situations of the street before."""
        from pitboss.exact.kernels import streets as compiled

        kernels: Any = compiled
        came = parents(laid[at], extra[at], extra[at - 1], laid[at - 1])
        before = np.zeros((len(sums), len(laid[at - 1])), dtype=np.int64)
        kernels.rise(sums, 1, came, len(laid[at - 1]), before)
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
