"""Cached ways to hold cards, and the best of them under another pay table.

NumPy alone does this, since a changed pay cell should not have to wait until compiled code is loaded. Of ways worth the
same the one that makes the better hands is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[np.int64]
AT_ONCE = 1 << 15
"""Ways judged together: what they need stays in the processor's cache."""


class Best(NamedTuple):
    """The best option of every hand: its worth; the option, the cards held and the hand they are held of (with other
    suits, perhaps); and the boards by segment."""

    worth: Whole
    act: Whole
    held: Whole
    own: Whole
    counts: npt.NDArray[np.uint32]

    @classmethod
    def none(cls, hands: int, segments: int) -> Best:
        """Before anything was chosen."""
        worth = np.full(hands, -(1 << 62), dtype=np.int64)
        act, held, own = (np.zeros(hands, dtype=np.int64) for _ in range(3))
        return cls(worth, act, held, own, np.zeros((hands, segments), dtype=np.uint32))

    def better(self, numbers: npt.NDArray[Any], counts: npt.NDArray[Any], acts: Sequence[int], pay: Whole) -> None:
        """Take the ways that are worth more than what was chosen, each under the best of some options (``pay[option,
        segment]``); of equals the first way, and of its options the first, as where they were counted."""
        hands = numbers.astype(np.int64)
        worth, option = np.empty(len(hands), dtype=np.int64), np.zeros(len(hands), dtype=np.int64)
        for start in range(0, len(hands), AT_ONCE):
            part = slice(start, start + AT_ONCE)
            each = counts[part].astype(np.int64) @ pay.T
            option[part], worth[part] = each.argmax(axis=1), each.max(axis=1)
        before = self.worth.copy()
        np.maximum.at(self.worth, hands, worth)
        top = np.flatnonzero((worth == self.worth[hands]) & (worth > before[hands]))[::-1]
        chosen = np.full(len(before), -1, dtype=np.int64)
        chosen[hands[top]] = top  # written in reverse order, so that the first one stays
        changed = np.flatnonzero(chosen >= 0)
        self.act[changed] = np.array(acts)[option[chosen[changed]]]
        self.counts[changed] = counts[chosen[changed]]

    def tally(self, weights: npt.NDArray[Any], like: Whole) -> Whole:
        """Deals by case, option, fact and segment; ``weights`` are how many hands each stands for."""
        tally = np.zeros_like(like)
        for act in range(like.shape[1]):
            mine = np.flatnonzero(self.act == act)
            tally[0, act, 0] = weights[mine].astype(np.int64) @ self.counts[mine].astype(np.int64)
        return tally


def told_apart(pay: Whole, boards: int) -> tuple[Whole, int]:
    """The pay times a factor, plus the number of the segment: of ways worth the same the one that makes the better
    hands is then worth more, and divided by the factor the worth is what it was. The factor is 1 where numbers would
    grow too large."""
    factor = boards * pay.shape[-1]
    if int(np.abs(pay).max(initial=0)) * factor * boards >= 1 << 62:
        return pay, 1
    return pay * factor + np.arange(pay.shape[-1]), factor
