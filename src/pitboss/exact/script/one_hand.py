"""Advice for one hand at one table, in a round with one decision."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.cards import show
from pitboss.exact.cards.hand_makers import makings
from pitboss.exact.cards.hands import values
from pitboss.exact.cards.suits import word
from pitboss.exact.options import ProofOption
from pitboss.exact.payoff import Payoffs
from pitboss.exact.question import AdviceError, Worth
from pitboss.exact.script.views import HandView, Outline, Public
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


def check_own(outline: Outline, cards: Sequence[int]) -> None:
    """Refuse a number of own cards that a player cannot have at the decision."""
    if len(cards) != outline.own:
        many = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
        raise AdviceError(f"{show(cards) or 'nothing'} is {many}; a player of {outline.game.name} has {outline.own}.")


class OneHand(ABC):
    """The player's cards on a table."""

    def __init__(self, payoffs: Payoffs, public: Public, cards: tuple[int, ...]) -> None:
        self.payoffs, self.public, self.cards = payoffs, public, cards
        self.own = word(cards)

    @abstractmethod
    def worth(self, at: int, act: ProofOption, held: Sequence[int]) -> Fraction:
        """The value of an act (with its number ``at``) with these cards held."""

    def worths(self, acts: Sequence[ProofOption]) -> Iterator[Worth]:
        """Every open act in the words of the file."""
        for at, act in enumerate(acts):
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

    def rest(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The cards that may be anywhere, one bit each."""
        free = self.public.free & ~self.own
        return np.array([1 << at for at in range(53) if free >> at & 1], dtype=np.int64)
