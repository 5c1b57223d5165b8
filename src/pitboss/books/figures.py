"""What a report knows of a game: the exact edge and variance of its wagers, and how they vary together."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

import msgspec


class WagerFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A wager and those tied to it or added by decisions, played by the best strategy, for one unit of ``base``.

    ``nets`` are the player's net results in units with their probabilities; edge and variance follow from them.
    """

    key: str
    base: str
    wagers: tuple[str, ...]
    edge: Fraction
    variance: Fraction
    nets: tuple[tuple[float, float], ...]


class GameFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A game under its posted pay tables.

    ``same`` and ``across`` are covariances per unit by two base wagers in alphabetical order (``"ante|tens"``): of two
    wagers on one spot, and of wagers on two spots of one round, which share the dealer's hand and the deck. They are
    those of the approved game; ``differs`` says that the table deals by other rules or pays under the same name.
    """

    name: str
    groups: tuple[WagerFigures, ...]
    same: dict[str, float] = {}
    across: dict[str, float] = {}
    differs: bool = False

    def pair(self, one: str, other: str) -> tuple[float, float]:
        """The covariance of two base wagers on one spot, and on two spots."""
        key = "|".join(sorted((one, other)))
        if one == other:
            own = next(float(group.variance) for group in self.groups if group.base == one)
            return own, self.across.get(key, 0.0)
        return self.same.get(key, 0.0), self.across.get(key, 0.0)


FigureBook: TypeAlias = Callable[[str], GameFigures | None]
"""The figures of what a table deals, by the table's id; None if they are not known."""
