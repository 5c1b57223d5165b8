"""Sums over boards of the last street for each part of them that was seen before, fact by fact."""

import numpy as np

from pitboss.ranking.numba_cache import compiled

kernel = compiled(__file__, allocates=False)


@kernel
def gather(counts, facts, weights, parents, turns, back, first, last, sums):
    """Fill ``sums[part, hand, 4 * fact + k]``: over all boards on which the hand shows the fact, the hidden hands of
    group k.

    Only hands ``first`` to ``last`` are written, so that threads can share ``sums``. ``back[t]`` undoes exchange t.
    """
    for b in range(parents.shape[0]):
        weight = weights[b]
        for q in range(parents.shape[1]):
            part, turn = parents[b, q], turns[b, q]
            for hand in range(first, last):
                source = back[turn, hand]
                at = 4 * facts[b, source]
                target = sums[part, hand]
                for k in range(4):
                    target[at + k] += weight * counts[k, b, source]


@kernel
def average(sums, first_fixing, fixing, turned, exchanges, numbers, out):
    """Average the sums of each part and hand over the exchanges of suits that keep the part, one column per kind.

    ``numbers[part, hand]`` is the column of ``out``. Return whether a division left a remainder, which would be a bug.
    """
    rest = 0
    for part in range(sums.shape[0]):
        for hand in range(sums.shape[1]):
            column = numbers[part, hand]
            if column < 0 or out[0, column] >= 0:
                continue
            for cell in range(sums.shape[2]):
                whole = 0
                for at in range(first_fixing[part], first_fixing[part + 1]):
                    whole += np.int64(sums[part, turned[fixing[at], hand], cell])
                rest |= whole % exchanges
                out[cell, column] = whole // exchanges
    return rest
