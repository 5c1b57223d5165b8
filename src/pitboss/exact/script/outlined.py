"""The common part of shapes with one decision: the outline, the acts, and deals per ending from counts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from pitboss.exact.cache.counts import Memory
from pitboss.exact.ending import Endings, Tally
from pitboss.exact.options import ProofOption
from pitboss.exact.payoff import Payoffs
from pitboss.exact.script.views import Outline, Public, ways
from pitboss.exact.shape import Shape


@dataclass(frozen=True)
class OutlinedShape(Shape):
    """A round with one decision; ``main`` is the hand that the acts decide."""

    outline: Outline
    acts: tuple[ProofOption, ...]
    main: str
    payoffs: Payoffs
    memory: Memory | None = None

    @property
    def deals(self) -> int:
        return self.outline.deals

    @property
    def situations(self) -> int:
        return self.outline.situations

    @property
    def decides(self) -> bool:
        return self.outline.decides

    def remembering(self, memory: Memory) -> Self:
        return replace(self, memory=memory)

    def _tally(self, public: Public, counts: npt.NDArray[np.int64], weight: int) -> Tally:
        """Deals per ending of one public state, from counts by case, act, fact and segment."""
        endings: Endings = {}
        for place in np.argwhere(counts):
            ending = self.payoffs.ending(*(int(at) for at in place))
            endings[ending] = endings.get(ending, 0) + int(counts[tuple(place)]) * weight
        if sum(endings.values()) != public.weight * ways(public, self.outline.own):
            raise ArithmeticError("a public state's deals were not all counted")
        return {public.shows: endings}
