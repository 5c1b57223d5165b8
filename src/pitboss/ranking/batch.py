"""Many hands at once, compiled: values of an array of hands, and counts over every hand a deck can deal."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pitboss.errors import PitbossError
from pitboss.ranking.builder import MOST
from pitboss.ranking.lookup import Ranking

Hands: TypeAlias = npt.NDArray[np.uint8]
Values: TypeAlias = npt.NDArray[np.uint16]


def values(r: Ranking, hands: Hands, threads: int = 1) -> Values:
    """The value of each row of cards, as :attr:`Ranking.value` would give it; up to seven cards a row.

    Cards that are not in the deck are refused; that a card stands twice in one hand is not looked for.
    """
    from pitboss.ranking.kernels import hands as kernels

    if hands.ndim != 2 or not r.cards <= hands.shape[1] <= MOST:
        raise PitbossError(f"an array of shape {hands.shape} is not rows of {r.cards} to {MOST} cards.")
    if not np.issubdtype(hands.dtype, np.integer) or (hands.dtype != np.uint8 and hands.size and hands.min() < 0):
        raise PitbossError(f"an array of {hands.dtype} is not cards; card codes run from 0 to 52.")
    hands = np.ascontiguousarray(hands, dtype=np.uint8) if hands.dtype == np.uint8 else _narrow(hands)
    found = np.empty(len(hands), dtype=np.uint16)
    a, count = r.arrays(), hands.shape[1]
    kernel: Any = {5: kernels.values5, 6: kernels.values6, 7: kernels.values7}.get(count, kernels.values_any)

    def part(low: int, high: int) -> int:
        rows = a.rows[count]
        return int(kernel(hands[low:high], a.keys, a.masks, rows, a.values, a.flush, a.flags, found[low:high]))

    if any(in_threads(part, len(hands), threads)):
        foreign = next(int(c) for c in hands.flat if int(c) not in r.deck)
        raise PitbossError(f"card {foreign} is not in this ranking's deck ({r.deck.name}).")
    return found


def _narrow(hands: npt.NDArray[Any]) -> Hands:
    return np.ascontiguousarray(np.minimum(hands, 255), dtype=np.uint8)


def in_threads(part: Callable[[int, int], Any], length: int, threads: int) -> list[Any]:
    """``part(low, high)`` over ``threads`` even pieces of a range, at the same time; the answers in order."""
    if threads <= 1:
        return [part(0, length)]
    cuts = [length * i // threads for i in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(part, cuts[:-1], cuts[1:]))
