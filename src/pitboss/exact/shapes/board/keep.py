"""The sums of a board's proof: which of them flow back from the last street, and which are cached.

Commitments whose payoffs are a mix of others', or the same whatever happens, need no separate sums.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pitboss import store
from pitboss.exact.counts import Memory, decode, encode, proof_key
from pitboss.exact.script.course import Course, CourseStreet

Mix: TypeAlias = dict[int, Fraction]
"""A linear combination: factors by place."""


@dataclass(frozen=True)
class Carry:
    """The ``places`` summed; each commitment at the start of the street is ``mix`` of them over ``under``, plus
    ``fixed``."""

    places: tuple[int, ...]
    mix: npt.NDArray[np.int64]
    under: npt.NDArray[np.int64]
    fixed: npt.NDArray[np.int64]

    def recover(self, sums: npt.NDArray[np.int64], living: npt.NDArray[np.bool_], ways: int) -> npt.NDArray[np.int64]:
        """The sums of every commitment, boards before hands, from the sums carried."""
        recovered = np.zeros((len(self.mix), *living.shape), dtype=np.int64)
        for entry, row in enumerate(self.mix):
            for carried, factor in enumerate(row):
                if factor:
                    recovered[entry] += factor * sums[:, carried]
            if self.under[entry] != 1:
                recovered[entry] //= self.under[entry]
            if self.fixed[entry]:
                recovered[entry] += self.fixed[entry] * ways * living
        return recovered


def carry(street: CourseStreet, worth: npt.NDArray[np.int64]) -> Carry:
    """The fewest sums that must be carried; ``worth`` are the payoffs of the commitments at the end of the street."""
    basis = _Basis()
    mixes: list[Mix] = []
    fixed: list[int] = []
    for entry in street.entry:
        assert len(entry) == 1, "hands judged on the last street are facts"
        (place,) = entry
        mix, constant = {place: Fraction(1)}, 0
        if place >= len(street.leaving):  # a decision: its sums are not combined from others
            basis.need(place)
        else:
            row = worth[place].ravel()
            if (row == row[0]).all():
                mix, constant = {}, int(row[0])
            else:
                mix = basis.mix(place, [Fraction(int(value)) for value in row])
        mixes.append(mix)
        fixed.append(constant)
    under = [lcm(*(factor.denominator for factor in mix.values())) for mix in mixes]
    table = [
        [int(mix.get(place, Fraction(0)) * divisor) for place in basis.places]
        for mix, divisor in zip(mixes, under, strict=True)
    ]
    return Carry(
        tuple(basis.places),
        np.array(table, dtype=np.int64).reshape(len(mixes), len(basis.places)),
        np.array(under, dtype=np.int64),
        np.array(fixed, dtype=np.int64),
    )


class _Basis:
    """Places whose payoffs are linearly independent, found by Gaussian elimination."""

    def __init__(self) -> None:
        self.places: list[int] = []
        self.reduced: list[tuple[list[Fraction], Mix]] = []
        """Reduced rows of payoffs, each with the mix of places that gives it."""

    def need(self, place: int) -> None:
        """Carry a place whatever it pays."""
        if place not in self.places:
            self.places.append(place)

    def mix(self, place: int, row: list[Fraction]) -> Mix:
        """Express a row of payoffs as a mix of the places carried; if that is impossible, carry its place too."""
        mix: Mix = {}
        for reduced, parts in self.reduced:
            lead = next(at for at, value in enumerate(reduced) if value)
            factor = row[lead] / reduced[lead]
            if factor:
                row = [value - factor * other for value, other in zip(row, reduced, strict=True)]
                for key, part in parts.items():
                    mix[key] = mix.get(key, Fraction(0)) + factor * part
        if not any(row):
            return mix
        self.reduced.append((row, {place: Fraction(1), **{key: -part for key, part in mix.items()}}))
        self.places.append(place)
        return {place: Fraction(1)}


KIND = "sums"
EVERY = 43_000_000
"""Private hands times boards after which partial sums are saved."""

MOST = 160 << 20
"""Most bytes of solved streets, or of partial sums, that are cached."""


class Keep:
    """The cache of one course. A fresh proof reads no earlier one and leaves no partial sums."""

    def __init__(self, course: Course, memory: Memory) -> None:
        self.memory = memory
        self.key = proof_key(course.game, dict(course.stakes))
        self.every = max(1, EVERY // comb(len(course.game.deck), course.own))
        self.at = 0

    @property
    def streets(self) -> str:
        return store.key_of("streets", self.key)

    def solved(self) -> tuple[npt.NDArray[np.int64], list[npt.NDArray[np.int16]]] | None:
        """The cached worth of the first street's places and choices of all streets but the last; None if missing."""
        kept = self.memory.recall(self.streets)
        return (kept[0], list(kept[1:])) if kept is not None else None

    def solve(self, worths: dict[int, npt.NDArray[np.int64]], choices: list[npt.NDArray[np.int16]]) -> None:
        """Cache the worth of the first street's places with all choices, and each later street's worth separately."""
        first = worths[0]
        if first.nbytes + sum(each.nbytes for each in choices) <= MOST:
            self.memory.keep(self.streets, (first, *choices))
            for number in worths.keys() - {0}:
                self.memory.keep(store.key_of(number, self.streets), (worths[number],))

    def worth(self, number: int) -> npt.NDArray[np.int64] | None:
        """The worth of the places of a street after the first."""
        kept = self.memory.recall(store.key_of(number, self.streets))
        return kept[0] if kept is not None else None

    def resume(self, half: int, sums: npt.NDArray[Any]) -> int:
        """Load partial sums; returns where to go on, 0 if there are none."""
        self.at = 0
        data = store.load(KIND, store.key_of(half, self.key)) if not self.memory.fresh else None
        if data:
            at, kept = decode(data)
            if kept.shape == sums.shape:
                sums[...] = kept
                self.at = int(at)
        return self.at

    def sums(self, half: int, done: int, sums: npt.NDArray[Any]) -> None:
        """Save partial sums now and then; finished ones (``done`` is 0) are dropped."""
        if self.memory.fresh or sums.nbytes > MOST:
            return
        if done and done - self.at >= self.every:
            self.at = done
            store.save(KIND, store.key_of(half, self.key), encode((np.array(done), sums)))
        elif not done and self.at:
            store.save(KIND, store.key_of(half, self.key), b"")
