"""The facts that a judgement can give the settlement, and the class of every value.

The settlement is called for every value at which it may change; values that it always treats alike are one class.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from pitboss.exact.ending import LOSE, TIE, WIN, WagerFact
from pitboss.exact.script.judgements import Judgement
from pitboss.house import settlement
from pitboss.house.definition import Definition, Wager

COMPARISONS = (LOSE, TIE, WIN)


class Judged(NamedTuple):
    """``least`` is the lowest value of each class of values; ``facts`` are the facts of each class.

    Without a hand to beat there is one fact a class; with one, six: not qualified and qualified, each beaten, equal and
    better. ``least`` is cut at the qualifier too.
    """

    least: tuple[int, ...]
    facts: tuple[WagerFact, ...]
    qualifies: int

    def fact(self, value: int, other: int | None) -> int:
        """The number of the fact for a value and the value to beat."""
        place = sum(value >= least for least in self.least) - 1
        if other is None:
            return place
        return place * 6 + (other >= self.qualifies) * 3 + (value > other) - (value < other) + 1


def judged(game: Definition, judgement: Judgement, keys: Sequence[str]) -> Judged:
    """The facts of one judgement, which settles these wagers."""
    ranking = game.hands[judgement.hand].ranking
    low = 0 if ranking.definition.qualifier else 1  # only rankings with a qualifier have value 0, no hand
    qualifies = game.hands[judgement.against].qualifies if judgement.against else 0
    cuts = {low, *(cut for key in keys for cut in _cuts(game.wagers[key], low, ranking.top))}
    if low < qualifies <= ranking.top:
        cuts.add(qualifies)
    least = tuple(sorted(cuts))
    if not judgement.against:
        return Judged(least, tuple(WagerFact(True, 0, value) for value in least), 0)
    facts = tuple(WagerFact(met, side, value) for value in least for met in (False, True) for side in COMPARISONS)
    return Judged(least, facts, qualifies)


@lru_cache(maxsize=256)
def _cuts(wager: Wager, low: int, top: int) -> tuple[int, ...]:
    """The values at which the settlement of a wager changes."""
    cases = [(met, side) for met in (False, True) for side in COMPARISONS] if wager.against else [(True, 0)]
    before: object = None
    cuts = []
    for value in sorted({low, *(cut for cut in settlement.breaks(wager) if low < cut <= top)}):
        now = [settlement.ending(wager, False, met, side, value) for met, side in cases]
        here = (now, settlement.bonus_ending(wager, False, value))
        if here != before:
            cuts.append(value)
        before = here
    return tuple(cuts)
