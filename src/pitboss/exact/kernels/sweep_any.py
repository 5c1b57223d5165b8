"""The sweep for any numbers of cards: loops where the written-out kernels have straight lines, several times slower."""

from numba import types

from pitboss.exact.kernels.bits import lowest
from pitboss.ranking.compiling import compiled

kernel = compiled(__file__)
U = types.uint32


@kernel
def numbers(words, first, last, cards, below, chosen, sizes, places, offsets, out):
    """The numbers of all subsets of each hand; subset j is made of the cards at ``chosen[j, :sizes[j]]``."""
    for i in range(first, last):
        word = words[i]
        row = out[i - first]
        card = [0] * cards
        for k in range(cards):
            card[k] = lowest(word)
            word &= word - 1
        for j in range(chosen.shape[0]):
            place = 0
            for k in range(sizes[j]):
                place += below[k + 1, card[chosen[j, k]]]
            row[j] = places[offsets[sizes[j]] + place]


@kernel
def sweep(
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
    odd,
):
    """As in the written-out kernels; ``odd`` says which subsets of the asking hand are subtracted."""
    for value in range(values[0], values[1]):
        first, last = asking_ends[value], asking_ends[value + 1]
        for phase in range(3):
            if phase == 2:
                table = holding_low if low_only else holding
                for i in range(counted_ends[value], counted_ends[value + 1]):
                    row = counted[i - counted_from]
                    for j in range(row.shape[0]):
                        s = row[j]
                        table[s] += weights[i] * fixed[s]
            if low_only or (phase == 1 and low.shape[0] == 0):
                continue
            table = holding_low if phase == 1 else holding
            out = below if phase == 0 else low if phase == 1 else upto
            for i in range(first, last):
                row = asking[i - asking_from]
                total = U(0)
                for j in range(row.shape[0]):
                    if odd[j]:
                        total -= table[row[j]]
                    else:
                        total += table[row[j]]
                out[i] = total


@kernel
def finish(values, ends, totals, own_values, sign, low_value, group, below, low, upto):
    """From sums over proper subsets to counts: the empty set, the hand itself, and the division by the group.

    ``totals[v]`` hands have a value below v. Where hands of equal size meet, ``own_values`` are those of the asking
    hands among the hands counted: a hand is not disjoint from itself.
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
