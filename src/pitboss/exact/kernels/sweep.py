"""Sweeps: hands are inserted from the lowest value up, and counts are taken on the way; then the worth of options.

Every pair of plans (:mod:`~pitboss.exact.kernels.straight`) has its own kernels, compiled on first use.
"""

from functools import lru_cache

import numpy as np
from numba import types

from pitboss.exact.kernels.straight import add_to, count_in, number, place_sum, row_sums, signed_sum
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


# Dead cards: there are three tables. ``none`` counts the hidden hands that contain a set, ``one`` those that also
# contain a dead card (one column per card), ``two`` those that also contain a pair of dead cards (one column per pair).


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


@kernel
def worths(segments, below, low, upto, cases, fold_segments, allowed, folds, asks, high, total, pay, worth, query):
    """The worth of options settled by comparing with a hidden hand.

    A query is one hand the player could show. ``segments[q, i]`` (255: not asked), ``below`` and ``upto`` belong to
    query q of situation i; option o takes the best of the queries from ``asks[o, 0]`` up to ``asks[o, 1]``. ``low[i]``
    is the number of hidden hands that do not qualify; ``high[s]`` says whether a hand of segment s would qualify.
    ``worth[option, i]`` is left unchanged if the option is not open; ``query`` is the best query of the option.
    """
    ask_low = low.shape[0] > 0
    for i in range(cases.shape[0]):
        case = cases[i]
        lows = np.int64(low[i]) if ask_low else 0
        for option in range(folds.shape[0]):
            if not allowed[i] >> option & 1:
                continue
            if folds[option]:
                worth[option, i] = pay[case, option, 0, fold_segments[i]] * total
                continue
            best = worth[option, i]
            for q in range(asks[option, 0], asks[option, 1]):
                s = segments[q, i]
                if s == 255:
                    continue
                under, ties = np.int64(below[q, i]), np.int64(upto[q, i]) - np.int64(below[q, i])
                if high[s]:
                    gained = (
                        pay[case, option, 2, s] * (under - lows)
                        + pay[case, option, 1, s] * ties
                        + pay[case, option, 0, s] * (total - under - ties)
                        + pay[case, option, 5, s] * lows
                    )
                else:
                    gained = (
                        pay[case, option, 0, s] * (total - lows)
                        + pay[case, option, 5, s] * under
                        + pay[case, option, 4, s] * ties
                        + pay[case, option, 3, s] * (lows - under - ties)
                    )
                if gained > best:
                    best = gained
                    query[option, i] = q - asks[option, 0]
            worth[option, i] = best


@kernel
def agree(values, best, grid):
    """For each value, the option that all hands of that value take; -1 if they differ, -2 if no hand has the value."""
    grid[:] = -2
    for i in range(values.shape[0]):
        seen = grid[values[i]]
        if seen == -2:
            grid[values[i]] = best[i]
        elif seen != best[i]:
            grid[values[i]] = -1
