"""The paths of chips through a round: the states one spot's stakes can be in, how each option changes them, and the
settlement of every wager as lookup tables over every fact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.exact.pages import Fork, Forks
from pitboss.house import settlement
from pitboss.house.decisions import asked, offers, open_changes
from pitboss.house.definition import DecideStep, Definition, SettleStep, Wager
from pitboss.house.settlement import Ending, Result
from pitboss.ranking import Ranking


class SpotStakes(NamedTuple):
    """The wagers of a spot, including those settled meanwhile, and whether it has folded."""

    placed: tuple[tuple[str, Fraction], ...]
    folded: bool = False


@dataclass(frozen=True)
class Paths:
    """All states of a round with certain stakes, the first one first, and the decisions by step of the script."""

    states: tuple[SpotStakes, ...]
    forks: Forks

    def number(self, state: SpotStakes) -> int:
        return self.states.index(state)


def paths(game: Definition, stakes: Mapping[str, Fraction]) -> Paths:
    """Follow every option of every decision; a wager that an earlier step settled is gone."""
    start = SpotStakes(tuple((key, Fraction(stakes[key])) for key in game.wagers if stakes.get(key)))
    states: dict[SpotStakes, int] = {start: 0}
    ways: dict[int, dict[int, dict[int, int]]] = {}
    here = {start}
    settled: set[str] = set()
    for index, step in enumerate(game.script):
        if isinstance(step, SettleStep) and not step.only:
            settled |= set(step.wagers)
        if not isinstance(step, DecideStep):
            continue
        ways_here = ways.setdefault(index, {})
        after = set()
        for state in sorted(here, key=states.__getitem__):
            chosen = _options(game, step, state, settled)
            if not chosen:
                after.add(state)
                continue
            for offer, to in chosen.items():
                ways_here.setdefault(states[state], {})[offer] = states.setdefault(to, len(states))
                after.add(to)
        here = after
    forks = {}
    for index, ways_here in ways.items():
        step = game.script[index]
        assert isinstance(step, DecideStep)
        listed = offers(game.decisions[step.decision])
        leads = np.full((len(states), len(listed)), -1, dtype=np.int64)
        for at, targets in ways_here.items():
            for offer, target in targets.items():
                leads[at, offer] = target
        forks[index] = Fork(listed, leads)
    return Paths(tuple(states), forks)


def _options(game: Definition, step: DecideStep, state: SpotStakes, settled: set[str]) -> dict[int, SpotStakes]:
    """The stakes after every offer open to a spot's chips, by number of the offer; empty if the spot is not asked."""
    placed = dict(state.placed)
    stakes = {key: stake for key, stake in placed.items() if key not in settled}
    if not asked(step, stakes, state.folded):
        return {}
    listed = offers(game.decisions[step.decision])
    return {
        listed.index(offer): SpotStakes(does.applied(game, placed), offer.choice.fold)
        for offer, does in open_changes(game, step, stakes)
    }


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
