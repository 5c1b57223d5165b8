"""The value of every commitment under every fact, in whole numbers, by calling the settlement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm

import numpy as np
import numpy.typing as npt

from pitboss.errors import PitbossError
from pitboss.exact.ending import RoundEnding, WagerFact
from pitboss.exact.figures import net
from pitboss.exact.script.course import Course, PlayerCommitment
from pitboss.exact.script.judgements import Judgement

MOST = 1 << 62


@dataclass(frozen=True)
class Pay:
    """``worth[commitment, fact]`` is the net result in units times ``scale``; ``endings`` has the ending of each.

    A fact is a number in mixed radix over the final judgements of the course, the last counting fastest.
    """

    worth: npt.NDArray[np.int64]
    scale: int
    endings: tuple[tuple[RoundEnding, ...], ...]


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
