"""What has to flow back from a last street: commitments that are multiples of others, or worth the same whatever
happens, need not be summed on their own."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt

from pitboss.exact.script.course import CourseStreet


@dataclass(frozen=True)
class Carry:
    """``places`` are summed; each commitment entering the street is ``mix`` of them over ``under``, plus ``fixed``."""

    places: tuple[int, ...]
    mix: npt.NDArray[np.int64]
    under: npt.NDArray[np.int64]
    fixed: npt.NDArray[np.int64]

    def recover(self, sums: npt.NDArray[np.int64], living: npt.NDArray[np.bool_], ways: int) -> npt.NDArray[np.int64]:
        """The sums of every commitment, boards before hands, from those carried."""
        found = np.zeros((len(self.mix), *living.shape), dtype=np.int64)
        for e, row in enumerate(self.mix):
            for k, factor in enumerate(row):
                if factor:
                    found[e] += factor * sums[:, k]
            if self.under[e] != 1:
                found[e] //= self.under[e]
            if self.fixed[e]:
                found[e] += self.fixed[e] * ways * living
        return found


def carry(street: CourseStreet, worth: npt.NDArray[np.int64]) -> Carry:
    """The least that must be carried; ``worth`` are the payoffs of the commitments the street is left with."""
    flat = worth.reshape(len(worth), -1)
    places: list[int] = []
    basis: list[list[Fraction]] = []  # reduced rows, each with what it is made of
    made: list[dict[int, Fraction]] = []
    mixes: list[dict[int, Fraction]] = []
    fixed: list[int] = []
    for entry in street.entry:
        place = entry[0]
        if len(entry) > 1 or place >= len(street.leaving):
            for one in entry:
                assert len(entry) == 1, "hands judged on the last street are facts"
                if one not in places:
                    places.append(one)
            mixes.append({place: Fraction(1)})
            fixed.append(0)
            continue
        row = flat[place]
        if (row == row[0]).all():
            mixes.append({})
            fixed.append(int(row[0]))
            continue
        rest = [Fraction(int(v)) for v in row]
        mix: dict[int, Fraction] = {}
        for have, parts in zip(basis, made, strict=True):
            lead = next(i for i, v in enumerate(have) if v)
            factor = rest[lead] / have[lead]
            if factor:
                rest = [a - factor * b for a, b in zip(rest, have, strict=True)]
                for key, part in parts.items():
                    mix[key] = mix.get(key, Fraction(0)) + factor * part
        if any(rest):
            basis.append(rest)
            made.append({place: Fraction(1), **{key: -part for key, part in mix.items()}})
            places.append(place)
            mix = {place: Fraction(1)}
        mixes.append(mix)
        fixed.append(0)
    under = [lcm(*(f.denominator for f in mix.values())) for mix in mixes]
    table = [[int(mix.get(place, Fraction(0)) * u) for place in places] for mix, u in zip(mixes, under, strict=True)]
    return Carry(
        tuple(places),
        np.array(table, dtype=np.int64).reshape(len(mixes), len(places)),
        np.array(under, dtype=np.int64),
        np.array(fixed, dtype=np.int64),
    )
