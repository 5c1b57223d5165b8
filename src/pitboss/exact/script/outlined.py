"""The common part of shapes with one decision: the outline, the acts, and deals per ending from counts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Self

import numpy as np
import numpy.typing as npt

from pitboss.cards import show
from pitboss.exact.cards.hands import values, word
from pitboss.exact.counts import Memory
from pitboss.exact.figures import Endings, Tally
from pitboss.exact.payoff import Payoffs
from pitboss.exact.question import AdviceError, Question, Worth
from pitboss.exact.script.views import HandView, Outline, Public, makings, ways
from pitboss.exact.shape import Shape
from pitboss.exact.stakes import ProofOption
from pitboss.house.actions import action_text
from pitboss.house.decisions import Offer, holds
from pitboss.house.definition import PLAYER, Choice, Definition


def check_cards(game: Definition, cards: Sequence[int], shown: Mapping[str, Sequence[int]]) -> None:
    """Refuse unknown piles, cards that are not in the deck, and duplicate cards."""
    unknown = [pile for pile in shown if pile not in game.piles or pile == PLAYER]
    if unknown:
        piles = ", ".join(pile for pile in game.piles if pile != PLAYER)
        raise AdviceError(f"{unknown[0]!r} is not a pile on the table of {game.name}; those are {piles}.")
    game.deck.check([*cards, *(card for each in shown.values() for card in each)])


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
        rises = self.payoffs.monotone(qualifies)
        return all(bool(rise) or act.fold or not act.hold for rise, act in zip(rises, self.acts, strict=True))

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
