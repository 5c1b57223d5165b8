"""Shape 0: nothing to decide and nobody to beat; a histogram of one hand over all deals."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from pitboss.exact.ending import Tally
from pitboss.exact.hands import Making, canonical_hands, values
from pitboss.exact.outline import Outline, Outside, View
from pitboss.exact.payoff import ALONE, Payoffs, payoffs, segments


@dataclass(frozen=True)
class Count:
    """A wager, or several on the same hand, that no decision touches."""

    outline: Outline
    cards: int
    payoffs: Payoffs

    name = "count"
    jobs = 1

    @property
    def deals(self) -> int:
        """The ways to deal the cards of the hand; whose they are does not matter."""
        from math import comb

        return comb(self.outline.publics[0].free.bit_count(), self.cards)

    @property
    def situations(self) -> int:
        return self.deals // self.outline.publics[0].alike.group

    def run(self, job: int, pool: Executor | None = None) -> Tally:
        public = self.outline.publics[job]
        hands = canonical_hands(public.free, public.alike, self.cards)
        ranking = self.outline.game.hands[self.payoffs.main].ranking
        value = values(ranking, hands.words, self.cards, (Making((1 << self.cards) - 1, 0),))
        by_value = np.bincount(value, weights=hands.weights, minlength=ranking.top + 1)
        found = np.bincount(self.payoffs.segments.of_values(), weights=by_value)
        endings = {self.payoffs.ending(0, 0, 0, segment): int(count) for segment, count in enumerate(found) if count}
        if sum(endings.values()) != self.deals:
            raise ArithmeticError("not all deals were counted")
        return {"": endings}


def recognise(outline: Outline) -> Count:
    """The shape, or :class:`Outside` with the step that does not fit."""
    game = outline.game
    if outline.decides or len(outline.publics) > 1 or outline.publics[0].up:
        raise Outside(outline.step, "leaves something to decide or to see")
    views: set[View] = {view for view, _ in outline.publics[0].views.values()}
    view = next(iter(views))
    if len(views) > 1 or view.hand.must or any(game.wagers[key].against for key in outline.wagers):
        raise Outside(outline.step, "is followed by more than one hand")
    cards = (outline.own if view.own else 0) + view.hides
    cut = segments(game, view.hand, outline.wagers)
    found = payoffs(game, outline.options, view.hand.name, cut, {}, ALONE)
    return Count(outline, cards, found)
