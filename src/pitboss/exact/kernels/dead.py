"""Sweeps and best options when one or two dead cards are known in addition to the player's own.

There are three tables: ``none`` counts the hidden hands that contain a set, ``one`` those that also contain a dead card
(one column per card), ``two`` those that also contain a pair of dead cards (one column per pair).
"""

from functools import lru_cache

import numpy as np

from pitboss.exact.kernels.straight import count_in, place_sum, row_sums
from pitboss.ranking.numba_cache import compiled

kernel = compiled(__file__, allocates=False)


@lru_cache(maxsize=16)
def insert(plan):
    """A kernel that adds hidden hands to the three tables."""

    @kernel
    def count_hands_in(words, first, last, below, starts, column, pair, none, one, two):
        for i in range(first, last):
            count_in(plan, words[i], below, starts, column, pair, none, one, two)

    return count_hands_in


@lru_cache(maxsize=16)
def ask(none_plan, one_plan, two_plan):
    """A kernel that counts for each hand all disjoint hidden hands, and those that hold each dead card or pair."""

    @kernel
    def ask_rows(words, first, last, below, starts, none, one, two, out_none, out_one, out_two):
        pairs = two.shape[0] > 0
        for i in range(first, last):
            at = i - first
            out_none[at] = place_sum(none_plan, words[i], below, starts, none)
            row_sums(one_plan, words[i], below, starts, one, out_one[at])
            if pairs:
                row_sums(two_plan, words[i], below, starts, two, out_two[at])

    return ask_rows


@kernel
def compared(words, weights, segments, cases, fold_segments, allowed, folds, columns, lows, highs, total, pay, tally):
    """Tally the best option of every situation: each hand with each set of dead cards that it does not hold.

    ``columns`` has for each set of dead cards: the cards as a word, the columns of the first card, of the second (-1 if
    there is none) and of the pair, and the label. ``lows`` count the hands below, ``highs`` those not above; each is
    three tables: all hidden hands, those with a dead card, those with a dead pair.
    """
    dead, first, second, pair, label = columns
    low_none, low_one, low_two = lows
    high_none, high_one, high_two = highs
    for i in range(words.shape[0]):
        case, s, weight = cases[i], segments[i], np.int64(weights[i])
        for k in range(dead.shape[0]):
            if words[i] & dead[k]:
                continue
            under = np.int64(low_none[i]) - np.int64(low_one[i, first[k]])
            upto = np.int64(high_none[i]) - np.int64(high_one[i, first[k]])
            if second[k] >= 0:
                under += np.int64(low_two[i, pair[k]]) - np.int64(low_one[i, second[k]])
                upto += np.int64(high_two[i, pair[k]]) - np.int64(high_one[i, second[k]])
            ties, over = upto - under, total - upto
            best, chosen, fold = -(1 << 62), 0, False
            for option in range(folds.shape[0]):
                if not allowed[i] >> option & 1:
                    continue
                if folds[option]:
                    worth = pay[case, option, 0, fold_segments[i]] * total
                else:
                    payoff = pay[case, option]
                    worth = payoff[2, s] * under + payoff[1, s] * ties + payoff[0, s] * over
                if worth > best:
                    best, chosen, fold = worth, option, folds[option]
            counts = tally[s, label[k], case, chosen]
            if fold:
                counts[0, fold_segments[i]] += weight * total
            else:
                counts[2, s] += weight * under
                counts[1, s] += weight * ties
                counts[0, s] += weight * over
