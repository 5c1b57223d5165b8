"""The interface of a shape of proof, the registry of shapes, and the common part of shapes with one decision.

A shape is a module below :mod:`pitboss.exact.shapes` with a function ``recognise(reading)`` that returns a
:class:`Shape`, or raises :class:`~pitboss.exact.script.views.Outside` with the step of the script that does not fit.
Everything else (solver, advice, strategy in words, simulation) asks the :class:`Shape`. A new one is a new module and a
line in :data:`SHAPES`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from typing import ClassVar, Self

import numpy as np
import numpy.typing as npt

from pitboss.cards import show
from pitboss.exact.cards.hands import values, word
from pitboss.exact.counts import Memory
from pitboss.exact.figures import Endings, Tally
from pitboss.exact.pages import Answer, Forks, Pages, Part
from pitboss.exact.payoff import Payoffs
from pitboss.exact.question import AdviceError, Question, Worth
from pitboss.exact.script.course import Course, course
from pitboss.exact.script.one_decision import outline
from pitboss.exact.script.views import HandView, Outline, Outside, Public, makings, ways
from pitboss.exact.stakes import ProofOption
from pitboss.exact.strategy.lists import Strategy, Tell
from pitboss.house.actions import action_text
from pitboss.house.decisions import Offer, holds
from pitboss.house.definition import PLAYER, Choice, Definition

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
"""Called with the amount done of a long job, and the total."""


class ScriptReading:
    """A round as the shapes read it: the game and the stakes, and its script as far as a shape asks for it.

    With a ``table``, the cards of every pile that lie face up at the one decision, only that situation is read.
    ``refused`` is the most informative refusal of the shapes tried so far.
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

    # Amount of work --------------------------------------------------------------------------------------------------

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
        """The estimated number of situations examined; those that differ only by exchanging suits count as one."""

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
    """Return the shape that can prove a round; raise :class:`Outside` naming the step that does not fit.

    With a ``table`` (the cards that lie face up, by pile) the shape covers only this situation.
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


class OneHand(ABC):
    """The player's cards on a table."""

    def __init__(self, shape: OutlinedShape, public: Public, cards: tuple[int, ...]) -> None:
        self.shape, self.payoffs, self.public, self.cards = shape, shape.payoffs, public, cards
        self.own = word(cards)

    @abstractmethod
    def worth(self, at: int, act: ProofOption, held: Sequence[int]) -> Fraction:
        """The value of an act (with its number ``at``) with these cards held."""

    def worths(self) -> Iterator[Worth]:
        """Every open act in the words of the file."""
        for at, act in enumerate(self.shape.acts):
            if act.needs and self.judged() < act.needs:
                continue
            for choice, times in act.choices:
                for held, out in self.ways(choice):
                    yield Worth(action_text(Offer("", choice, times, False), held, out), self.worth(at, act, held))

    def ways(self, choice: Choice) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The cards that may be held and those put out, most held first."""
        return list(holds(choice.hold, self.cards))

    def value(self, view: HandView, held: int) -> int:
        """The value of a hand with these of the player's cards."""
        places = (1 << held.bit_count()) - 1
        ways = tuple(sorted(makings(view, PLAYER, places)))
        one = np.array([held], dtype=np.int64)
        return int(values(view.hand.ranking, one, held.bit_count(), ways)[0])

    def judged(self) -> int:
        """The value of the hand ``player``, on which conditions of options depend."""
        assert self.public.judged is not None
        return self.value(self.public.judged, self.own)


@dataclass(frozen=True)
class OutlinedShape(Shape):
    """A round with one decision; ``main`` is the hand that the acts decide, ``against`` the one it has to beat."""

    outline: Outline
    acts: tuple[ProofOption, ...]
    main: str
    payoffs: Payoffs
    memory: Memory | None = None
    against: str = ""

    advised: ClassVar[type[OneHand]]

    @property
    def deals(self) -> int:
        return self.outline.deals

    @property
    def situations(self) -> int:
        return self.outline.situations

    @property
    def decides(self) -> bool:
        return self.outline.decides

    @cached_property
    def single(self) -> bool:
        """True if the highest hand is always the best one to play: derived from the payoffs of every act."""
        qualifies = self.outline.game.hands[self.against].qualifies if self.against else 0
        holding = (at for at, act in enumerate(self.acts) if act.hold and not act.fold)
        return all(self.payoffs.rises(at, qualifies) for at in holding)

    def remembering(self, memory: Memory) -> Self:
        return replace(self, memory=memory)

    def advise(self, question: Question) -> list[Worth]:
        cards, own = question.cards, self.outline.own
        if len(cards) != own:
            many = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
            raise AdviceError(f"{show(cards) or 'nothing'} is {many}; a player of {self.outline.game.name} has {own}.")
        return list(self.advised(self, self.outline.publics[0], cards).worths())

    def _tally(self, public: Public, counts: npt.NDArray[np.int64], weight: int) -> Tally:
        """Deals per ending of one public state, from counts by case, act, fact and segment."""
        endings: Endings = {}
        for place in np.argwhere(counts):
            ending = self.payoffs.ending(*(int(at) for at in place))
            endings[ending] = endings.get(ending, 0) + int(counts[tuple(place)]) * weight
        if sum(endings.values()) != public.weight * ways(public, self.outline.own):
            raise ArithmeticError("a public state's deals were not all counted")
        return {public.shows: endings}
