"""Boards of the last street summed into the parts of them that were seen before, fact by fact."""

import numpy as np

from pitboss.ranking.numba_cache import compiled

kernel = compiled(__file__, allocates=False)


@kernel
def gather(counts, facts, weights, parents, turns, back, first, last, sums):
    """``sums[part, hand, 4 * fact + k]``: over all boards, how many hidden hands of kind k meet a hand with a fact.

    Only hands ``first`` to ``last`` are written, so that threads may share the sums. ``back[t]`` undoes exchange t.
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
    """Every kind of part and hand once: the sums of those that exchanging suits leaves alike, over all exchanges.

    ``numbers[part, hand]`` is the column of ``out``. Gives back whether a division left a rest, which would be a
    mistake.
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
