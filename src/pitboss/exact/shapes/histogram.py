"""Nothing to decide and nobody to beat (shape "count"): a histogram of one hand over all deals."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, replace
from math import comb
from typing import Self

import numpy as np
import numpy.typing as npt

from pitboss import store
from pitboss.exact.cards.hands import Making, canonical_hands, values
from pitboss.exact.counts import SOLVER, Memory
from pitboss.exact.figures import Tally
from pitboss.exact.payoff import ALONE, Payoffs, payoffs, segments
from pitboss.exact.script.views import HandView, Outline, Outside
from pitboss.exact.shape import ScriptReading, Shape
from pitboss.ranking import Ranking


@dataclass(frozen=True)
class Histogram(Shape):
    """A wager, or several on the same hand, that no decision touches."""

    outline: Outline
    cards: int
    payoffs: Payoffs
    memory: Memory | None = None

    name = "count"
    decides = False

    @property
    def deals(self) -> int:
        """The number of ways to deal the cards of the hand; it does not matter who holds them."""
        return comb(self.outline.publics[0].free.bit_count(), self.cards)

    @property
    def situations(self) -> int:
        return self.deals // self.outline.publics[0].alike.group

    def remembering(self, memory: Memory) -> Self:
        return replace(self, memory=memory)

    def run(self, job: int, pool: Executor | None = None) -> Tally:
        public = self.outline.publics[job]
        hands = canonical_hands(public.free, public.alike, self.cards)
        value = values(self._ranking, hands.words, self.cards, (Making((1 << self.cards) - 1, 0),))
        many = np.zeros(self._ranking.top + 1, dtype=np.int64)
        np.add.at(many, value, hands.weights.astype(np.int64))
        if self.memory is not None:
            self.memory.keep(self._key, (many,))
        return self._tally(many)

    def recalled(self) -> Tally | None:
        """The deals per ending from the hands by value that an earlier proof counted."""
        known = self.memory.recall(self._key) if self.memory is not None else None
        return self._tally(known[0]) if known is not None else None

    @property
    def _ranking(self) -> Ranking:
        return self.outline.game.hands[self.payoffs.main].ranking

    @property
    def _key(self) -> str:
        public = self.outline.publics[0]
        return store.key_of(SOLVER, "count", self._ranking.key, public.free, public.alike.classes, self.cards)

    def _tally(self, many: npt.NDArray[np.int64]) -> Tally:
        segment, endings = self.payoffs.segments.of_values(), {}
        for at in range(len(self.payoffs.segments.leasts)):
            count = sum(many[segment == at].tolist())
            if count:
                endings[self.payoffs.ending(0, 0, 0, at)] = count
        if sum(endings.values()) != self.deals:
            raise ArithmeticError("not all deals were counted")
        return {"": endings}


def recognise(reading: ScriptReading) -> Histogram:
    """Return the shape; raise :class:`Outside` with the step that does not fit."""
    outline = reading.outline
    game = outline.game
    if outline.decides or len(outline.publics) > 1 or outline.publics[0].up:
        raise Outside(outline.step, "leaves something to decide or to see")
    views: set[HandView] = {view for view, _ in outline.publics[0].views.values()}
    view = next(iter(views))
    if len(views) > 1 or view.hand.must or any(game.wagers[key].against for key in outline.wagers):
        raise Outside(outline.step, "is followed by more than one hand")
    cards = (outline.own if view.own else 0) + view.hides
    cut = segments(game, view.hand, outline.wagers)
    pays = payoffs(game, outline.options, view.hand.name, cut, (), ALONE)
    return Histogram(outline, cards, pays)
