"""``pitboss.simulate``: rounds of a game by stake group, with the exact figures of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.errors import PitbossError
from pitboss.wager_text import parse_house_options, parse_stakes

if TYPE_CHECKING:
    from pitboss.exact.result import Figures
    from pitboss.exact.stakes import Group
    from pitboss.house.definition import Definition
    from pitboss.simulation.tally import Compared, Tally

MOST_ROUNDS = 1 << 41
"""Rounds of one simulation; their shuffles are numbered."""


class Simulated(NamedTuple):
    """The rounds played of one stake group, its exact figures, and how far each figure lies from its exact one."""

    tally: Tally
    exact: Figures
    compared: tuple[Compared, ...]

    @property
    def rounds(self) -> int:
        return self.tally.rounds

    @property
    def edge(self) -> Fraction:
        """The house edge as played; ``exact.edge`` is the proved one."""
        return -self.tally.ev

    @property
    def within(self) -> bool:
        """True if every figure lies within four standard errors of the exact one."""
        return not any(each.far for each in self.compared)


def playable_groups(
    game: Definition, placed: Mapping[str, Fraction] | None, only: str = "", posted: bool = False
) -> list[Group]:
    """The stake groups to be played, as :func:`~pitboss.exact.stakes.stake_groups` picks them; each can be played."""
    from pitboss.exact.stakes import stake_groups
    from pitboss.simulation.book import playable

    chosen = stake_groups(game, placed, only, posted)
    for group in chosen:
        playable(group.game, group.stakes)
    return chosen


def simulated(
    game: Definition,
    rounds: int,
    seed: int = 1,
    only: str = "",
    wagers: Mapping[str, Any] | str | None = None,
    option: Mapping[str, Any] | str | Iterable[str] = (),
    threads: int = 0,
) -> dict[str, Simulated]:
    """The rounds of every stake group asked for; :func:`pitboss.simulate` explains the arguments."""
    from pitboss.exact.jobs import pool
    from pitboss.exact.solver import prove
    from pitboss.house.options import choose
    from pitboss.simulation.run import Simulation, simulate
    from pitboss.simulation.tally import compare

    if not isinstance(rounds, int) or isinstance(rounds, bool) or not 1 <= rounds <= MOST_ROUNDS:
        given = "that many" if isinstance(rounds, int) and rounds > MOST_ROUNDS else repr(rounds)
        raise PitbossError(f"{given} rounds cannot be played; give a whole number from 1 to {MOST_ROUNDS:,}.")
    if only and wagers is not None:
        raise PitbossError("only= names a stake group and wagers= a combination; give one of them.")
    chosen = parse_house_options(option)
    posted = choose(game, **chosen) if chosen else game
    placed = None if wagers is None else parse_stakes(wagers)
    results = {}
    with pool(threads, "") as (executor, workers):
        for group in playable_groups(posted, placed, only, bool(chosen)):
            exact = prove(posted, placed, only="" if placed else group.key, threads=threads)[group.key]
            run = simulate(Simulation.of(group, seed), rounds, executor, workers)
            if run.stopped:
                raise KeyboardInterrupt
            results[group.key] = Simulated(run.total, exact, compare(run.total, exact))
    return results
