"""A hundred million simulated rounds per game, compared with the exact figures, and rounds per second.

The ratio of a game is the largest distance of any figure from its exact value, in standard errors; it must stay within
four, and a figure beyond that is named. Figures that need more rounds are left out. All games together take a quarter
of an hour on two cores; the environment variable ``ROUNDS`` sets another number of rounds.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from time import perf_counter

from bench.measure import Row, rate
from pitboss import house
from pitboss.exact.jobs import pool
from pitboss.exact.request import prove
from pitboss.exact.stakes import Group, groups
from pitboss.simulation import Simulation, simulate
from pitboss.simulation.tally import FAR, Compared, compare

ROUNDS = int(os.environ.get("ROUNDS", 10**8))
SEED = 2024


def rows() -> list[Row]:
    measured = []
    for name in house.names():
        game = house.load(name).definition
        main = next(group for group in groups(game) if game.unit in group.stakes)
        print(f"  {name}: {ROUNDS:,} rounds ...", file=sys.stderr, flush=True)
        measured.append(_row(name, main, ROUNDS))
    return measured


def _row(name: str, group: Group, many: int) -> Row:
    exact = prove(group.game, only=group.key, threads=0)[group.key]
    simulation = Simulation.of(group, SEED)
    with pool() as (executor, workers):
        simulation.chunk(0, 1)  # the book is written before the clock starts
        start = perf_counter()
        tally = simulate(simulation, many, executor, workers).total
        seconds = perf_counter() - start
    most = farthest(compare(tally, exact))
    edge = f"{float(-100 * tally.ev):.4f}%"
    what = f"{name}, {group.key}: {many:,} rounds, {rate(many, seconds)}{f', {most.name}' * most.far}"
    return Row(what, edge, f"{float(100 * exact.edge):.4f}%", abs(most.errors), FAR, at_most=True)


def farthest(figures: Iterable[Compared]) -> Compared:
    """The figure farthest from its exact value, of those that can be judged."""
    return max((each for each in figures if each.judged), key=lambda each: abs(each.errors))
