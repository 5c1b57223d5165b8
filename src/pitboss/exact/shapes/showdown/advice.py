"""Advice for one hand against a hidden hand: the hidden hands are counted for these cards only."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.exact.cards.hand_makers import makings
from pitboss.exact.cards.hands import LOOKUP_SHIFTS, canonical_hands, values
from pitboss.exact.cards.hidden_hands import histogram
from pitboss.exact.cards.suits import Alike, cards_of, word
from pitboss.exact.options import ProofOption
from pitboss.exact.script.one_hand import OneHand
from pitboss.exact.script.views import Public

if TYPE_CHECKING:
    from pitboss.exact.shapes.showdown.showdown import DealerShowdown


class ShowdownHand(OneHand):
    """One hand whose options are settled against a hidden hand, or on known cards alone."""

    def __init__(self, shape: DealerShowdown, public: Public, cards: tuple[int, ...]) -> None:
        super().__init__(shape.payoffs, public, cards)
        self.shape = shape
        wagers = shape.outline.wagers
        game = shape.outline.game
        self.view = next(public.views[key][0] for key in wagers if game.wagers[key].hand == shape.main)
        self.views = {game.wagers[key].hand: public.views[key][0] for key in wagers}
        self.other = next((other for _, other in public.views.values() if other is not None), None)

    @cached_property
    def hidden(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        return self._histogram()

    def _histogram(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The number of hidden hands up to each value."""
        if self.other is None:
            return np.zeros(0, dtype=np.int64)
        hand, down, free = self.other.hand, self.public.down, self.public.free & ~self.own
        if hand.must:
            every = canonical_hands(free, Alike((0, 1, 2, 3)), down)
            ways = tuple(sorted(makings(self.other, self.other.hidden[0][0], (1 << down) - 1)))
            counts = np.bincount(values(hand.ranking, every.words, down, ways), minlength=hand.ranking.top + 1)
        else:
            by_ranks = histogram(hand.ranking, free, down, self.other.table)
            counts = self._one_by_one(free) if by_ranks is None else by_ranks
        return np.concatenate([[0], np.cumsum(counts)])

    def _one_by_one(self, free: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        from pitboss.exact.kernels import direct as compiled

        kernels: Any = compiled
        assert self.other is not None
        ranking, down = self.other.hand.ranking, self.public.down
        counts = np.zeros(ranking.top + 1, dtype=np.int64)
        arrays = ranking.arrays()
        board, rest = _codes(self.other.table), _codes(free)
        kernels.histogram(
            *(arrays.keys[rest], arrays.masks[rest], down, arrays.keys[board].sum(), arrays.masks[board].sum()),
            *(LOOKUP_SHIFTS, (arrays.rows[down + len(board)], arrays.values, arrays.flush, arrays.flags), counts),
        )
        return counts

    def _case(self) -> int:
        leasts = []
        for name, every in zip(self.payoffs.extras, zip(*self.payoffs.cases, strict=True), strict=True):
            view = self.views.get(name) or self.public.judged
            assert view is not None
            value = self.value(view, self.own)
            leasts.append(max(least for least in set(every) if least <= max(value, min(every))))
        return self.payoffs.cases.index(tuple(leasts))

    def worth(self, at: int, act: ProofOption, held: Sequence[int]) -> Fraction:
        view, keep = self.view, word(held)
        uses = act.hold or (len(self.cards),)
        assert len(held) in uses
        if act.fold and not any(self.shape.outline.game.wagers[key].stands for key, _ in act.stakes):
            return Fraction(int(self.payoffs.pay[self._case(), at, 0, 0]), self.payoffs.scale)
        value = self.value(view, self.own if act.fold else keep)
        segment = self.payoffs.segments.at(value)
        pay = [int(each) for each in self.payoffs.pay[self._case(), at, :, segment]]
        if self.other is None or act.fold:
            return Fraction(pay[0], self.payoffs.scale)
        below, upto, low, total = (int(self.hidden[at]) for at in (value, value + 1, self.other.hand.qualifies, -1))
        ties, over = upto - below, total - upto
        if value >= self.other.hand.qualifies:
            counts = (over, ties, below - low, 0, 0, low)
        else:
            counts = (total - low, 0, 0, low - upto, ties, below)
        return Fraction(sum(c * p for c, p in zip(counts, pay, strict=True)), total * self.payoffs.scale)


def _codes(cards: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.array(cards_of(cards), dtype=np.int64)
