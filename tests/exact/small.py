"""Games small enough for the slow truth: shipped scripts cut to small decks, and every shape that carries a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from pitboss import house
from pitboss.exact import count, general, holding, reveal, showdown, stages, stages_solve
from pitboss.exact.ending import merge
from pitboss.exact.figures import figures
from pitboss.exact.knowledge import Outside
from pitboss.exact.outline import outline
from pitboss.exact.result import Figures
from pitboss.exact.shapes import Shape, recognise
from pitboss.exact.stakes import Group, combination
from pitboss.house import vocabulary
from pitboss.house.definition import Definition
from tests.exact.expectimax import Expectimax

UNIT = 1000
"""Cents on a wager: every odds of these games pays whole cents on it."""


def cut(name: str, deck: Mapping[str, Any]) -> Definition:
    """A shipped game with its script as it is, on a small deck, for one spot."""
    game = house.load(name).definition
    return vocabulary.parse(game.source, game.file, (("deck", dict(deck)), ("spots", 1)))


def counted(shape: Shape, group: Group) -> Figures:
    """The figures of a group by one shape."""
    tally = merge(shape.run(job) for job in range(shape.jobs))
    found = figures(group.game, group.key, group.stakes, tally)
    assert found.deals == shape.deals, f"{shape.name} counts {found.deals} deals and says {shape.deals}"
    return found


def solved(game: Definition, stakes: Mapping[str, int]) -> Figures:
    """The figures of a combination of wagers, by the shape that the solver takes."""
    group = combination(game, stakes)
    return counted(recognise(group.game, group.stakes), group)


def every_shape(group: Group) -> Iterator[Shape]:
    """All shapes that carry a round, not only the one the solver prefers."""
    game, stakes = group.game, group.stakes
    for recognised in (count.recognise, showdown.recognise, holding.recognise):
        try:
            yield recognised(outline(game, stakes))
        except Outside:
            continue
    for made in (reveal.Reveal, stages_solve.Stages):
        try:
            yield made(stages.course(game, stakes))
        except Outside:
            continue
    yield general.General(game, stakes)


def oracle(game: Definition, stakes: Mapping[str, int]) -> Expectimax:
    """The slow truth about a combination of wagers; it counts in cents, ``UNIT`` of them to a unit."""
    placed = combination(game, stakes).stakes
    return Expectimax(house.Game(game), {key: int(stake * UNIT) for key, stake in placed.items()})


def truth(game: Definition, stakes: Mapping[str, int]) -> Fraction:
    """The expectation in units by going through every deal and every decision."""
    return oracle(game, stakes).ev() / UNIT


def placements(game: Definition) -> Iterator[dict[str, int]]:
    """The least a spot may place, and everything at once with different sizes where the game allows it."""
    alone = [w.key for w in game.initial if w.initial != "beside" and not w.equals]
    required = [w.key for w in game.initial if w.initial == "required" and not w.equals]
    least = dict.fromkeys(required or alone[:1], 1)
    yield least
    everything = {w.key: 1 + at % 3 for at, w in enumerate(w for w in game.initial if not w.equals)}
    if everything != least:
        yield everything
