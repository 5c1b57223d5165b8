"""Numbers small sets of cards; sets that differ only by exchanging suits that are alike share a number.

A sweep keeps one count per number. The number of a set is looked up by its place, its index among all sets of its size:
with cards c1 < c2 < … (as bits of a word) the place is C(c1, 1) + C(c2, 2) + …, so adding a higher card to a set adds
one term to its place.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.exact.cards.hands import canonical_hands
from pitboss.exact.cards.suits import Alike

WHOLE_DECK = (1 << 52) - 1
BELOW = np.array([[comb(card, size) for card in range(64)] for size in range(8)], dtype=np.int32)
"""``BELOW[size, card]``: the number of sets of that size whose cards are all below this card."""


class Numbers(NamedTuple):
    """Numbers from 0 for the sets of some sizes.

    ``places[i]`` maps the place of a set of ``sizes[i]`` cards to its number. ``fixed[number]`` is the number of suit
    exchanges that leave the set unchanged: the size of the group divided by the number of sets that share the number.
    """

    sizes: tuple[int, ...]
    places: tuple[npt.NDArray[np.uint32], ...]
    fixed: npt.NDArray[np.uint8]


@lru_cache(maxsize=24)
def numbers(alike: Alike, joker: bool, sizes: tuple[int, ...]) -> Numbers:
    """The numbering of the sets of these sizes out of 52 cards, or 53."""
    from pitboss.exact.kernels import hands as compiled

    kernels: Any = compiled
    deck = WHOLE_DECK | joker << 52
    orders = np.array(alike.orders, dtype=np.int64)
    places, fixed, base = [], [], 0
    for size in sizes:
        hands = canonical_hands(deck, alike, size)
        place = np.zeros(comb(52 + joker, size), dtype=np.uint32)
        kernels.spread(hands.words, base, size, orders, BELOW, place)
        places.append(place)
        fixed.append(alike.group // hands.weights)
        base += len(hands.words)
    all_fixed = np.concatenate(fixed) if fixed else np.zeros(0)
    return Numbers(sizes, tuple(places), all_fixed.astype(np.uint8))
