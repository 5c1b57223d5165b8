"""Sweeps: hands are inserted from the lowest value up, and counts are taken on the way.

Every pair of plans (:mod:`~pitboss.exact.kernels.straight`) has its own kernels, compiled on first use.
"""

from functools import lru_cache

import numpy as np
from numba import types

from pitboss.exact.kernels.straight import add_to, number, signed_sum
from pitboss.ranking.numba_cache import compiled

kernel = compiled(__file__, allocates=False)
U = types.uint32


@lru_cache(maxsize=64)
def numbers(plan):
    """A kernel that writes the numbers of the subsets of every hand."""

    @kernel
    def write_numbers(words, first, last, below, places, out):
        for i in range(first, last):
            number(plan, words[i], below, places, out[i - first])

    return write_numbers


@lru_cache(maxsize=64)
def sweep(asking_plan, counted_plan):
    """A kernel that goes up through the values, inserts the counted hands and counts for the asking hands."""

    @kernel
    def sweep_up(
        low_only,
        values,
        asking_ends,
        counted_ends,
        asking_from,
        counted_from,
        asking,
        counted,
        weights,
        fixed,
        holding,
        holding_low,
        below,
        low,
        upto,
    ):
        for value in range(values[0], values[1]):
            first, last = asking_ends[value], asking_ends[value + 1]
            for phase in range(3):
                # 0: count hands below; 1: count unqualified hands; 2: insert, then count hands not above.
                if phase == 2:
                    table = holding_low if low_only else holding
                    for i in range(counted_ends[value], counted_ends[value + 1]):
                        add_to(counted_plan, table, counted[i - counted_from], fixed, weights[i])
                if low_only or (phase == 1 and low.shape[0] == 0):
                    continue
                table = holding_low if phase == 1 else holding
                out = below if phase == 0 else low if phase == 1 else upto
                for i in range(first, last):
                    out[i] = signed_sum(asking_plan, table, asking[i - asking_from])

    return sweep_up


@kernel
def totals(weights, ends, found):
    """The number of hands below each value."""
    found[0] = 0
    for value in range(1, ends.shape[0]):
        total = found[value - 1]
        for i in range(ends[value - 1], ends[value]):
            total += np.int64(weights[i])
        found[value] = total


@kernel
def finish(values, totals, own_values, sign, low_value, group, below, low, upto):
    """Turn sums over proper subsets into counts: add the empty set and the hand itself, divide by the group's size.

    ``totals[v]`` is the number of hands with a value below v. If both sides have equally many cards, ``own_values`` are
    the values of the asking hands as counted hands, because a hand is not disjoint from itself.
    """
    ask_low = low.shape[0] > 0
    itself = own_values.shape[0] > 0
    for i in range(values.shape[0]):
        value = values[i]
        if itself:
            own = own_values[i]
            below[i] += U(sign * group) if own < value else U(0)
            upto[i] += U(sign * group) if own <= value else U(0)
            if ask_low:
                low[i] += U(sign * group) if own < low_value else U(0)
        below[i] = U(below[i] + U(group * totals[value])) // U(group)
        upto[i] = U(upto[i] + U(group * totals[value + 1])) // U(group)
        if ask_low:
            low[i] = U(low[i] + U(group * totals[low_value])) // U(group)
