"""The paths of chips through a round: the states one spot's stakes can be in, and what each option makes of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.house.decisions import Offer, asked, offers, open_changes
from pitboss.house.definition import DecideStep, Definition, SettleStep


class SpotStakes(NamedTuple):
    """The wagers of a spot, including those settled meanwhile, and whether it has folded."""

    placed: tuple[tuple[str, Fraction], ...]
    folded: bool = False


@dataclass(frozen=True)
class PathFork:
    """A decision: ``to[state, offer]`` is the state an offer leads to, -1 where it is not there to be chosen."""

    offers: tuple[Offer, ...]
    to: npt.NDArray[np.int64]

    @property
    def asked(self) -> npt.NDArray[np.bool_]:
        """The states that take this decision."""
        return np.asarray((self.to >= 0).any(axis=1))


@dataclass(frozen=True)
class Paths:
    """All states of a round with certain stakes, the first one first, and the decisions by step of the script."""

    states: tuple[SpotStakes, ...]
    forks: Mapping[int, PathFork]

    def number(self, state: SpotStakes) -> int:
        return self.states.index(state)


def paths(game: Definition, stakes: Mapping[str, Fraction]) -> Paths:
    """Follow every option of every decision; a wager that a step before it has settled is no longer there for it."""
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
        forks[index] = PathFork(listed, leads)
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
