"""Which of the two shapes with streets carries a round: a board with a hidden hand at its end, or plain stages."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.exact.knowledge import Outside
from pitboss.exact.reveal import Reveal
from pitboss.exact.stages import course
from pitboss.exact.stages_solve import Stages
from pitboss.house.definition import Definition

MOST = 4_000_000_000
"""Situations that plain stages are let loose on: some minutes of work."""


def recognise(game: Definition, stakes: Mapping[str, Fraction]) -> Reveal | Stages:
    """The shape, or :class:`Outside` with the step that does not fit."""
    found = course(game, stakes)
    try:
        return Reveal(found)
    except Outside as outside:
        stages = Stages(found)
        if stages.situations > MOST:
            raise outside from None
        return stages
