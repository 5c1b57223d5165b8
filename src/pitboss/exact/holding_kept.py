"""Ways to hold cards, kept as few as possible: what any pay table in which no better hand pays less can choose.

Of the ways to hold cards from one hand most are beaten by another one on every line. The others are few, and the best
of them is found again in an instant; a pay table in which some better hand pays less needs all of them. Of ways worth
the same the one that makes the better hands is taken, so that what is beaten is never chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[np.int64]


class Few(NamedTuple):
    """The ways that are left, hand after hand: where each hand begins, the deals it stands for, boards by segment."""

    starts: Whole
    weights: npt.NDArray[Any]
    counts: npt.NDArray[np.uint32]


def few(numbers: Sequence[Any], counts: Sequence[Any], weights: npt.NDArray[Any]) -> Few:
    """The ways no other way of the same hand beats, from all ways in the order in which equals are preferred."""
    from pitboss.exact.kernels import beaten as compiled

    kernels: Any = compiled
    hands, every = np.concatenate(numbers), np.concatenate(counts)
    order = np.argsort(hands, kind="stable")
    starts = np.searchsorted(hands[order], np.arange(len(weights) + 1))
    keep = np.ones(len(every), dtype=np.bool_)
    kernels.unbeaten(starts, order, every, keep)
    left = order[keep[order]]
    return Few(np.searchsorted(hands[left], np.arange(len(weights))), weights, every[left])


def told_apart(pay: Whole, boards: int) -> tuple[Whole, int]:
    """The pay times a factor, plus the number of the segment: of ways worth the same the one that makes the better
    hands is then worth more, and divided by the factor the worth is what it was. The factor is 1 where numbers would
    grow too large."""
    factor = boards * pay.shape[-1]
    if int(np.abs(pay).max(initial=0)) * factor * boards >= 1 << 62:
        return pay, 1
    return pay * factor + np.arange(pay.shape[-1]), factor


def rises(pay: Whole) -> bool:
    """Whether every better segment pays more."""
    return bool((np.diff(pay) > 0).all())


def best_of(ways: Few, pay: Whole) -> Whole:
    """Deals by segment if the best way is taken with every hand, the first of equals."""
    worth = np.zeros(len(ways.counts), dtype=np.int64)
    for segment, gain in enumerate(pay.tolist()):
        if gain:
            worth += ways.counts[:, segment].astype(np.int64) * gain
    hand = np.repeat(np.arange(len(ways.starts)), np.diff([*ways.starts.tolist(), len(worth)]))
    top = np.flatnonzero(worth == np.maximum.reduceat(worth, ways.starts)[hand])
    _, first = np.unique(hand[top], return_index=True)
    chosen = ways.counts[top[first]].astype(np.int64)
    return np.asarray((chosen * ways.weights.astype(np.int64)[:, None]).sum(axis=0))
