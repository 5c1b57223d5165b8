"""Ordered lists of things to hold, of which a hand holds the first it has.

Whether a list holds one thing or another depends only on which things a hand has. So hands are added up by that, and
the search works on the sums.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[np.int64]

LINES = 16
"""Lines of such a list, the last one included."""


def held_first(losses: Whole, weights: Whole, enough: float, most: int = LINES) -> list[int]:
    """The things of a list in order, as rows of ``losses[thing, hand]`` (-1: the hand does not have it).

    The last is one that every hand has; without one the list is empty. A line that saves no more than ``enough`` is
    left out.
    """
    search = _FirstHeldSearch(losses, weights, enough, most)
    ends = [at for at, column in enumerate(losses) if (column >= 0).all()]
    return min((search.list_ending_with(end) for end in ends), key=search.rank, default=[])


class _FirstHeldSearch:
    def __init__(self, losses: Whole, weights: Whole, enough: float, most: int) -> None:
        self.enough, self.most = enough, most
        there = losses >= 0
        _, first, group = np.unique(np.packbits(there, axis=0), axis=1, return_index=True, return_inverse=True)
        self.has = there[:, first]
        self.losses = np.stack(
            [np.bincount(group.ravel(), np.maximum(row, 0) * weights.astype(np.float64), len(first)) for row in losses]
        )

    def rank(self, lines: Sequence[int]) -> tuple[float, int]:
        """The loss of a list, and its length: the lower the better."""
        return self._loss(lines), len(lines)

    def list_ending_with(self, last: int) -> list[int]:
        """Put in the line that saves most where it saves most, and when none does, a line with an exception above it;
        then replace lines while that saves anything."""
        lines = [last]
        while True:
            longer = self._with_one(lines, self.enough) or self._with_two(lines, self.enough)
            if longer is None:
                return self._mended(lines)
            lines = longer

    def _taken(self, lines: Sequence[int]) -> Whole:
        """The place of the first line that each group of hands has."""
        return np.asarray(np.argmax(self.has[lines], axis=0), dtype=np.int64)

    def _loss(self, lines: Sequence[int]) -> float:
        return float(self._now(lines, self._taken(lines)).sum())

    def _now(self, lines: Sequence[int], taken: Whole) -> npt.NDArray[np.float64]:
        return np.asarray(self.losses[np.array(lines)[taken], np.arange(len(taken))])

    def _gains(self, lines: Sequence[int]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        """The saving of each thing in each group of hands, and by place the groups that a line put in there decides."""
        taken = self._taken(lines)
        gains = np.where(self.has, self._now(lines, taken) - self.losses, 0.0)
        return gains, taken >= np.arange(len(lines))[:, None]

    def _with_one(self, lines: Sequence[int], enough: float) -> list[int] | None:
        """The list with the line more that saves most, at the highest of equally good places."""
        if len(lines) >= self.most:
            return None
        gains, reach = self._gains(lines)
        saved = reach @ gains.T
        saved[:, lines] = 0.0
        place, thing = (int(at) for at in np.unravel_index(np.argmax(saved), saved.shape))
        return [*lines[:place], thing, *lines[place:]] if saved[place, thing] > enough else None

    def _with_two(self, lines: Sequence[int], enough: float) -> list[int] | None:
        """The list with the two lines more that save most together, the first as an exception directly above the other,
        where neither saves anything by itself."""
        if len(lines) + 2 > self.most:
            return None
        gains, reach = self._gains(lines)
        has = self.has.astype(np.float64)
        best, chosen = enough, None
        for place, here in enumerate(reach):
            seen = np.where(here, gains, 0.0)
            alone = seen.sum(axis=1)
            # The line below no longer saves what the exception decides.
            saved = alone[:, None] + alone[None, :] - has @ seen.T
            saved[lines], saved[:, lines] = 0.0, 0.0
            above, below = (int(at) for at in np.unravel_index(np.argmax(saved), saved.shape))
            if saved[above, below] > best:
                best, chosen = float(saved[above, below]), [*lines[:place], above, below, *lines[place:]]
        return chosen

    def _mended(self, lines: list[int]) -> list[int]:
        """Leave out every line that saves nothing and replace lines by better ones, as long as there are any."""
        for at in range(len(lines) - 1):
            fewer = [*lines[:at], *lines[at + 1 :]]
            costs = self._loss(fewer) - self._loss(lines)
            better = fewer if costs <= 0 else self._with_one(fewer, costs + self.enough)
            if better is not None:
                return self._mended(better)
        return lines
