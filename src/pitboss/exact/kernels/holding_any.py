"""Counts of boards that contain a set and stay at or below a level, for any numbers of cards.

It is recursive, and several times slower than the cases written out in :mod:`pitboss.exact.kernels.holding`.
"""

import numpy as np

from pitboss.exact.kernels.bits import lowest, ones
from pitboss.exact.kernels.holding import next_set
from pitboss.ranking.numba_cache import compiled

kernel = compiled(__file__)


@kernel
def place_of(mask, below):
    place, size = 0, 1
    while mask:
        place += below[size, lowest(mask)]
        mask &= mask - 1
        size += 1
    return place


@kernel
def narrowed(allowed, chosen, card, needed, rows, below):
    """The cards still allowed after one more is chosen: no set they complete with it may exceed the level."""
    size = needed - 2
    if ones(chosen) < size:
        return allowed
    if size == 0:
        return allowed & rows[lowest(card)]
    members = np.zeros(8, dtype=np.int64)
    count = 0
    left = chosen
    while left:
        members[count] = left & -left
        left ^= members[count]
        count += 1
    pick = (1 << size) - 1
    while pick < 1 << count:
        with_card = card
        for k in range(count):
            if pick >> k & 1:
                with_card |= members[k]
        allowed &= rows[place_of(with_card, below)]
        pick = next_set(pick)
    return allowed


@kernel
def completions(allowed, chosen, more, needed, rows, below):
    """The number of ways to add ``more`` cards to those chosen without exceeding the level."""
    if more == 0:
        return 1
    total = 0
    left = allowed
    while left:
        card = left & -left
        left ^= card
        after = narrowed(left, chosen, card, needed, rows, below)
        total += completions(after, chosen | card, more - 1, needed, rows, below)
    return total


@kernel
def containing(rows, needed, size, board, count, levels, below, first, many, bits, sums):
    """For every level but the last, count the boards that contain each set of ``size`` cards, from ``first`` on."""
    for level in range(levels - 1):
        word, shift = level // (63 // bits), level % (63 // bits) * bits
        mask = (1 << size) - 1
        for place in range(many):
            allowed, chosen, possible = (1 << count) - 1, 0, True
            left = mask
            while left:
                card = left & -left
                left ^= card
                if not allowed & card:
                    possible = False
                    break
                allowed = narrowed(allowed & ~card, chosen, card, needed, rows[level], below)
                chosen |= card
            boards = 0
            if possible:
                boards = completions(allowed & ~mask, mask, board - size, needed, rows[level], below)
            before = sums[first + place, word] if shift else 0
            sums[first + place, word] = before + (boards << shift)
            if size:
                mask = next_set(mask)
