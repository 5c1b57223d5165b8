"""The numbers of small sets of cards, equal for sets that differ only by exchanging suits that are alike.

A sweep keeps one count per number. Sets are found by their place: with cards c1 < c2 < … (as bits of a word) it is
C(c1, 1) + C(c2, 2) + …, so that straight-line code gets from one set to the next larger one by an addition.
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
"""``BELOW[size, card]``: how many sets of that size have all their cards below this one."""


class Numbers(NamedTuple):
    """Numbers from 0 for the sets of some sizes.

    ``places[i]`` goes from the place of a set of ``sizes[i]`` cards to its number; ``fixed`` says per number how many
    exchanges of suits leave the set as it is: the group's size over the number of sets that share the number.
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
