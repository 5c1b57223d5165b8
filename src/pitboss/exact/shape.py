"""The interface of a shape of proof, and the registry of shapes.

A shape is a module below :mod:`pitboss.exact.shapes` with a function ``recognise(reading)`` that gives a
:class:`Shape`, or raises :class:`~pitboss.exact.script.views.Outside` with the step of the script that does not fit.
Everything else (solver, advice, strategy in words, simulation) asks the :class:`Shape`. A new one is a new module and a
line in :data:`SHAPES`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from typing import Self

from pitboss.exact.counts import Memory
from pitboss.exact.figures import Tally
from pitboss.exact.pages import Answer, Forks, Pages, Part
from pitboss.exact.question import Question, Worth
from pitboss.exact.script.course import Course, course
from pitboss.exact.script.one_decision import outline
from pitboss.exact.script.views import Outline, Outside
from pitboss.exact.strategy.lists import Strategy, Tell
from pitboss.house.definition import Definition

SHAPES = [
    "pitboss.exact.shapes.histogram",
    "pitboss.exact.shapes.showdown.showdown",
    "pitboss.exact.shapes.holding.holding",
    "pitboss.exact.shapes.board.board",
    "pitboss.exact.shapes.streets.streets",
    "pitboss.exact.shapes.general",
]
"""The modules in the order they are tried, cheapest proof first; each is imported when its turn comes."""

Watch = Callable[[int, int], None]
"""Called with how much of a long job is done, and of how much."""


class ScriptReading:
    """A round as the shapes read it: the game and the stakes, and its script as far as a shape asks for it.

    With a ``table``, the cards of every pile that lie face up at the one decision, only that situation is read.
    ``refused`` is the most telling refusal of the shapes tried so far.
    """

    def __init__(
        self,
        game: Definition,
        stakes: Mapping[str, Fraction],
        table: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        self.game, self.stakes, self.table = game, stakes, table
        self.refused: Outside | None = None

    @property
    def outline(self) -> Outline:
        """The round as one decision, or none."""
        if isinstance(self._outline, Outside):
            raise self._outline
        return self._outline

    @property
    def course(self) -> Course:
        """The round as decisions street by street."""
        if isinstance(self._course, Outside):
            raise self._course
        return self._course

    def refuse(self, outside: Outside) -> None:
        """Note a refusal. The one about the latest step counts, since that shape read the script farthest, unless a
        later shape says more about it."""
        outside.__traceback__ = None  # its frames hold this reading, and a cycle would keep both until a collection
        if self.refused is None or outside.step > self.refused.step or outside.__cause__ is self.refused:
            self.refused = outside

    @cached_property
    def _outline(self) -> Outline | Outside:
        try:
            return outline(self.game, self.stakes, self.table)
        except Outside as outside:
            return outside

    @cached_property
    def _course(self) -> Course | Outside:
        if self.table is not None:
            return Outside(0, "is read for one table alone")
        try:
            return course(self.game, self.stakes)
        except Outside as outside:
            return outside


class Shape(ABC):
    """A round for certain stakes, ready to be proved, advised on and played."""

    # How much work it is ---------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def name(self) -> str:
        """The method, as sheets and JSON name it."""

    @property
    @abstractmethod
    def deals(self) -> int:
        """The denominator of every count."""

    @property
    @abstractmethod
    def situations(self) -> int:
        """About how many situations are examined; those that differ only by exchanging suits count as one."""

    @property
    def jobs(self) -> int:
        """Parts that can be counted in any order and anywhere."""
        return 1

    compiles = True
    """True if compiled code counts; it is compiled before the clock starts."""

    sums = True
    """True if the endings add up to ``deals``; a recursion may count every deal many times."""

    # Proving ---------------------------------------------------------------------------------------------------------

    @abstractmethod
    def run(self, job: int, pool: Executor | None = None) -> Tally:
        """The deals per ending of one job under optimal play; a pool of threads may share the work."""

    def remembering(self, memory: Memory) -> Self:
        """Return this shape with a cache for its counts."""
        return self

    def watched(self, watch: Watch) -> Self:
        """Return this shape with a function to call as a long job goes on."""
        return self

    def recalled(self) -> Tally | None:
        """The deals per ending from cached counts alone; None if any is missing."""
        return None

    @property
    def uncached(self) -> str:
        """Why the counts are not cached, so that a changed pay cell is counted again: a clause, or empty."""
        return ""

    @property
    def recounted(self) -> str:
        """Why cached counts cannot be reused under this pay table: a clause, or empty."""
        return ""

    # Playing ---------------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def decides(self) -> bool:
        """True if there is anything to decide; if not, the methods below are not called."""

    def advise(self, question: Question) -> Sequence[Worth]:
        """Return the value of every open option, in the order of the file."""
        raise NotImplementedError

    words = ""
    """The module whose ``strategy(shape, tell)`` puts optimal play in words, imported when asked."""

    unlisted = ""
    """Why there is no strategy in words: a clause about the decisions."""

    def strategy(self, tell: Tell) -> Strategy:
        """Optimal play in words."""
        if not self.words:
            return Strategy(unlisted=self.unlisted)
        made: Strategy = import_module(self.words).strategy(self, tell)
        return made

    unplayable = ""
    """Why the simulation cannot play by the proof: a clause about the game, or empty."""

    def pages(self, forks: Forks, tell: Part) -> Iterator[Pages]:
        """Optimal play for the simulation, by decision; ``tell`` is called with the part of the work done."""
        yield from ()

    def answers(self, forks: Forks) -> Mapping[int, Answer]:
        """Decisions that are worked out when the simulation reaches them, by step of the script."""
        return {}


def recognise(
    game: Definition, stakes: Mapping[str, Fraction], table: Mapping[str, Sequence[int]] | None = None
) -> Shape:
    """The shape that carries a round, or :class:`Outside` naming the step that does not fit.

    With a ``table`` (the cards that lie face up, by pile) the shape is that of this one situation.
    """
    reading = ScriptReading(game, stakes, table)
    for module in SHAPES:
        try:
            shape: Shape = import_module(module).recognise(reading)
        except Outside as outside:
            reading.refuse(outside)
        else:
            return shape
    assert reading.refused is not None
    raise reading.refused
