"""prove(): from a definition to exact figures, by whichever shape carries it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction

from pitboss.exact.ending import merge
from pitboss.exact.figures import figures
from pitboss.exact.outline import outline
from pitboss.exact.result import Figures, Result
from pitboss.exact.showdown import recognise
from pitboss.exact.stakes import Group, combination, groups
from pitboss.house.definition import Definition


def solve(group: Group) -> Figures:
    shape = recognise(outline(group.game, group.stakes))
    tally = merge(shape.run(job) for job in range(shape.jobs))
    return figures(group.game, group.key, group.stakes, tally)


def prove(game: Definition, stakes: Mapping[str, Fraction | int] | None = None) -> Result:
    found = {}
    start = time.perf_counter()
    for group in [combination(game, stakes)] if stakes else groups(game):
        found[group.key] = solve(group)
    return Result(game.id, game.version, found, time.perf_counter() - start)
