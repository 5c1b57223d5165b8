"""Endings of a round: the stakes and the facts that settle them, never the cards.

Every shape of proof counts the deals that lead to each ending under optimal play; all figures of a sheet follow from
these counts (:mod:`pitboss.exact.figures`).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple, TypeAlias

WIN, TIE, LOSE = 1, 0, -1


class WagerFact(NamedTuple):
    """The facts that the settlement of one wager depends on.

    ``value`` stands for all values of the hand between two pay lines: it is the least of them. ``comparison`` is the
    player's side: 1 better, 0 equal, -1 worse; without a hand to beat, ``qualified`` is true and ``comparison`` 0.
    """

    qualified: bool
    comparison: int
    value: int


class RoundEnding(NamedTuple):
    """One way a round ends: the stakes on the layout, and the fact that settles each of them.

    ``stakes`` are in units of the base wager and hold every wager placed and not taken back; ``facts`` has the same
    wagers in the same order.
    """

    stakes: tuple[tuple[str, Fraction], ...]
    folded: bool
    facts: tuple[tuple[str, WagerFact], ...]


Endings: TypeAlias = dict[RoundEnding, int]
"""Deals per ending."""

Tally: TypeAlias = dict[str, Endings]
"""Deals per ending, by what the table shows at the decision (``""`` if it shows nothing)."""


def merge(tallies: Iterable[Tally]) -> Tally:
    """The sum of several tallies, in a fixed order, so that the result does not depend on who finished first."""
    total: Tally = {}
    for tally in tallies:
        for shown, endings in tally.items():
            target = total.setdefault(shown, {})
            for ending, count in endings.items():
                target[ending] = target.get(ending, 0) + count
    return total


def together(tally: Tally) -> Endings:
    """All endings of a tally, whatever was shown."""
    return merge({"": endings} for endings in tally.values()).get("", {})
