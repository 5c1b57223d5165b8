"""The settlement of a wager as lookup tables over every fact, and what each ending is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt

from pitboss.house import settlement
from pitboss.house.definition import Definition, Wager
from pitboss.house.settlement import Ending, Result
from pitboss.ranking import Ranking
from pitboss.simulation.paths import SpotStakes


@dataclass(frozen=True)
class Endings:
    """A wager's endings: ``of[folded, qualified, comparison + 1, segment]`` and ``bonus[folded, segment]`` are numbers
    of ``listed``, -1 where there is none; ``segment`` goes from a value of the hand to its segment."""

    listed: tuple[Ending, ...]
    of: npt.NDArray[np.int64]
    bonus: npt.NDArray[np.int64]
    segment: npt.NDArray[np.int64]
    loses: npt.NDArray[np.bool_]


def endings(wager: Wager, ranking: Ranking) -> Endings:
    """Ask the settlement once for every segment of values and every other fact."""
    low = 0 if ranking.definition.qualifier else 1  # only rankings with a qualifier have value 0, no hand
    cuts = [value for value in settlement.breaks(wager) if low < value <= ranking.top]
    leasts = [low, *cuts]
    listed = settlement.endings(wager)
    number = {id(each): at for at, each in enumerate(listed)}
    of = np.full((2, 2, 3, len(leasts)), -1, dtype=np.int64)
    bonus = np.full((2, len(leasts)), -1, dtype=np.int64)
    for folded in range(2):
        if folded and "fold" not in wager.outcomes:
            continue  # a wager placed by the last decision cannot be folded
        for at, value in enumerate(leasts):
            extra = settlement.bonus_ending(wager, bool(folded), value)
            bonus[folded, at] = -1 if extra is None else number[id(extra)]
            for qualified in range(2):
                for comparison in (-1, 0, 1):
                    ending = settlement.ending(wager, bool(folded), bool(qualified), comparison, value)
                    of[folded, qualified, comparison + 1, at] = number[id(ending)]
    segment = np.searchsorted(cuts, np.arange(ranking.top + 1), side="right")
    loses = np.array([each.result is Result.LOSE for each in listed])
    return Endings(listed, of, bonus, segment.astype(np.int64), loses)


@dataclass(frozen=True)
class StateWorth:
    """``net[key][state, ending]``: what an ending is worth in a state, in units times ``scale``."""

    scale: int
    net: dict[str, npt.NDArray[np.int64]]
    wagered: npt.NDArray[np.int64]


def worth(game: Definition, by_wager: dict[str, Endings], states: Sequence[SpotStakes]) -> StateWorth:
    """Whole numbers for every state and ending."""
    nets: dict[str, list[list[Fraction]]] = {}
    for key, each in by_wager.items():
        nets[key] = [[dict(s.placed).get(key, Fraction(0)) * one.net for one in each.listed] for s in states]
    totals = [sum((stake for _, stake in state.placed), Fraction(0)) for state in states]
    scale = lcm(*(net.denominator for rows in nets.values() for row in rows for net in row))
    scale = lcm(scale, *(total.denominator for total in totals))
    return StateWorth(
        scale,
        {key: np.array([[int(n * scale) for n in row] for row in rows], dtype=np.int64) for key, rows in nets.items()},
        np.array([int(total * scale) for total in totals], dtype=np.int64),
    )
