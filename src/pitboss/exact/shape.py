"""The shapes of proof, and which of them carries a round.

A shape is what :class:`Shape` says: it knows how many deals there are and about how many situations, falls into jobs
that can be run in any order and anywhere, and each job gives the deals per ending under optimal play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from fractions import Fraction
from typing import Protocol, runtime_checkable

from pitboss.exact.cache.counts import Memory
from pitboss.exact.ending import Tally
from pitboss.exact.script.one_decision import outline
from pitboss.exact.script.views import Outside
from pitboss.exact.shapes.general import general
from pitboss.exact.shapes.histogram import histogram
from pitboss.exact.shapes.holding import holding
from pitboss.exact.shapes.showdown import showdown
from pitboss.house.definition import Definition


class Shape(Protocol):
    """A round for certain stakes, ready to be counted."""

    @property
    def name(self) -> str: ...

    @property
    def deals(self) -> int:
        """The denominator of every count."""
        ...

    @property
    def situations(self) -> int:
        """About how many situations are looked at, those that differ only by exchanging suits taken as one."""
        ...

    @property
    def jobs(self) -> int: ...

    @property
    def unkept(self) -> str:
        """What a memory does not hold, so that a changed pay cell is counted anew: one clause, or nothing."""
        ...

    def remembering(self, memory: Memory) -> Shape:
        """The same shape with a memory for what it counts."""
        ...

    def run(self, job: int, pool: Executor | None = None) -> Tally:
        """One job; with a pool of threads it may share its work out."""
        ...


@runtime_checkable
class Recalling(Protocol):
    """A shape that can be solved from what its memory holds alone."""

    def recalled(self) -> Tally | None:
        """The deals per ending; None where something would have to be counted."""
        ...


def _one_decision(game: Definition, stakes: Mapping[str, Fraction]) -> Iterator[Callable[[], Shape]]:
    """The shapes with at most one decision, the cheaper first; they share the outline of the round."""
    found = outline(game, stakes)
    yield lambda: histogram.recognise(found)
    yield lambda: showdown.recognise(found)
    yield lambda: holding.recognise(found)


def _several_decisions(game: Definition, stakes: Mapping[str, Fraction]) -> Iterator[Callable[[], Shape]]:
    """The shapes with decisions between reveals; they share the course of the round."""
    from pitboss.exact.script import course
    from pitboss.exact.shapes.board import board
    from pitboss.exact.shapes.streets import streets

    found = course.course(game, stakes)
    yield lambda: board.Reveal(found)
    yield lambda: streets.Stages(found)


def recognise(game: Definition, stakes: Mapping[str, Fraction]) -> Shape:
    """The shape that carries a round, or :class:`Outside` naming the step that does not fit.

    Of all shapes' complaints the one about the latest step is the most telling: that shape carried the script farthest.
    """
    refused: Outside | None = None
    for family in (_one_decision, _several_decisions):
        try:
            for shape in family(game, stakes):
                try:
                    return shape()
                except Outside as outside:
                    refused = outside if refused is None or outside.step > refused.step else refused
        except Outside as outside:
            refused = outside if refused is None or outside.step > refused.step else refused
    assert refused is not None
    return general.recognise(game, stakes, refused)
