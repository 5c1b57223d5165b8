"""The best option of every situation, and how often each outcome follows."""

import numpy as np

from pitboss.ranking.numba_cache import compiled

kernel = compiled(__file__, allocates=False)


@kernel
def compared(segments, below, low, upto, weights, cases, fold_segments, allowed, folds, asks, high, total, pay, tally):
    """Options settled by comparing with a hidden hand.

    A query is one hand the player could show. ``segments[q, i]`` (255: not asked), ``below`` and ``upto`` belong to
    query q of situation i; option o takes the best of the queries from ``asks[o, 0]`` up to ``asks[o, 1]``. ``low[i]``
    is the number of hidden hands that do not qualify; ``high[s]`` says whether a hand of segment s would qualify.
    ``tally[case, option, fact, segment]`` counts weighted deals.
    """
    ask_low = low.shape[0] > 0
    for i in range(weights.shape[0]):
        case = cases[i]
        lows = low[i] if ask_low else 0
        best, chosen, query, place = -(1 << 62), 0, 0, 0
        for option in range(folds.shape[0]):
            if not allowed[i] >> option & 1:
                continue
            payoff = pay[case, option]
            if folds[option]:
                s = fold_segments[i]
                worth = payoff[0, s] * total
                if worth > best:
                    best, chosen, query, place = worth, option, -1, s
                continue
            for q in range(asks[option, 0], asks[option, 1]):
                s = segments[q, i]
                if s == 255:
                    continue
                under, ties = np.int64(below[q, i]), np.int64(upto[q, i]) - np.int64(below[q, i])
                if high[s]:
                    worth = (
                        payoff[2, s] * (under - lows)
                        + payoff[1, s] * ties
                        + payoff[0, s] * (total - under - ties)
                        + payoff[5, s] * lows
                    )
                else:
                    worth = (
                        payoff[0, s] * (total - lows)
                        + payoff[5, s] * under
                        + payoff[4, s] * ties
                        + payoff[3, s] * (lows - under - ties)
                    )
                if worth > best:
                    best, chosen, query, place = worth, option, q, s
        weight = np.int64(weights[i])
        counts = tally[case, chosen]
        if query < 0:
            counts[0, place] += weight * total
            continue
        under, ties = np.int64(below[query, i]), np.int64(upto[query, i]) - np.int64(below[query, i])
        if high[place]:
            counts[2, place] += weight * (under - lows)
            counts[1, place] += weight * ties
            counts[0, place] += weight * (total - under - ties)
            counts[5, place] += weight * lows
        else:
            counts[0, place] += weight * (total - lows)
            counts[5, place] += weight * under
            counts[4, place] += weight * ties
            counts[3, place] += weight * (lows - under - ties)


@kernel
def worths_compared(
    segments, below, low, upto, cases, fold_segments, allowed, folds, asks, high, total, pay, worth, query
):
    """Options settled by comparing with a hidden hand; arguments as in :func:`compared`.

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
def worths_known(segments, cases, fold_segments, allowed, folds, asks, total, pay, worth, query):
    """Write the worth of every option in situations in which nothing is hidden."""
    for i in range(cases.shape[0]):
        case = cases[i]
        for option in range(folds.shape[0]):
            if not allowed[i] >> option & 1:
                continue
            if folds[option]:
                worth[option, i] = pay[case, option, 0, fold_segments[i]] * total
                continue
            best = worth[option, i]
            for q in range(asks[option, 0], asks[option, 1]):
                if segments[q, i] == 255:
                    continue
                gained = pay[case, option, 0, segments[q, i]] * total
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
