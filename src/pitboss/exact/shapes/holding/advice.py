"""Advice where cards are held before a hidden board completes them: the boards are counted for this hand alone."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from pitboss.exact.cards.suits import word
from pitboss.exact.options import ProofOption
from pitboss.exact.script.one_hand import OneHand
from pitboss.exact.script.views import Public
from pitboss.exact.shapes.holding.holds import Holds
from pitboss.house.definition import Choice

if TYPE_CHECKING:
    from pitboss.exact.shapes.holding.holding import Holding


class Held(OneHand):
    """Options that keep cards before a hidden board completes them."""

    def __init__(self, shape: Holding, public: Public, cards: tuple[int, ...]) -> None:
        super().__init__(shape.payoffs, public, cards)
        self.table = Holds(shape, public, numbered=False)

    def ways(self, choice: Choice) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Of equal ways the one that makes the better hands comes first, as in the proof."""
        return sorted(super().ways(choice), key=lambda way: self.height(way[0]), reverse=True)

    def height(self, held: Sequence[int]) -> int:
        """The rank of the hands that these cards lead to, whatever they pay."""
        counts = self.table.boards_of(self.own, word(held))
        return int(counts @ np.arange(len(counts)))

    def worth(self, at: int, act: ProofOption, held: Sequence[int]) -> Fraction:
        counts = self.table.boards_of(self.own, word(held))
        pay = self.payoffs.pay[0, at, 0]
        total = comb(len(self.rest()), self.public.down)
        gained = sum(int(count) * int(each) for count, each in zip(counts, pay, strict=True))
        return Fraction(gained, total * self.payoffs.scale)
