"""3 cards against as many, by subsets of 1, 2; written by pitboss.exact.generate."""

# ruff: noqa
from numba import types

from pitboss.exact.kernels.bits import lowest
from pitboss.ranking.compiling import compiled

kernel = compiled(__file__)
U = types.uint32


@kernel
def numbers_3(words, first, last, below, places, out):
    place1, place2 = places
    below2 = below[2]
    for i in range(first, last):
        word = words[i]
        row = out[i - first]
        c0 = lowest(word)
        word &= word - 1
        c1 = lowest(word)
        word &= word - 1
        c2 = lowest(word)
        row[0] = place1[c0]
        row[1] = place1[c1]
        row[2] = place1[c2]
        c0_1 = c0 + below2[c1]
        row[3] = place2[c0_1]
        c0_2 = c0 + below2[c2]
        row[4] = place2[c0_2]
        c1_2 = c1 + below2[c2]
        row[5] = place2[c1_2]


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
):
    for value in range(values[0], values[1]):
        first, last = asking_ends[value], asking_ends[value + 1]
        for phase in range(3):
            # 0: how many are below; 1: how many do not qualify; 2: insert, then how many are not above.
            if phase == 2:
                table = holding_low if low_only else holding
                for i in range(counted_ends[value], counted_ends[value + 1]):
                    row = counted[i - counted_from]
                    weight = weights[i]
                    s = row[0]
                    table[s] += weight * fixed[s]
                    s = row[1]
                    table[s] += weight * fixed[s]
                    s = row[2]
                    table[s] += weight * fixed[s]
                    s = row[3]
                    table[s] += weight * fixed[s]
                    s = row[4]
                    table[s] += weight * fixed[s]
                    s = row[5]
                    table[s] += weight * fixed[s]
            if low_only or (phase == 1 and low.shape[0] == 0):
                continue
            table = holding_low if phase == 1 else holding
            out = below if phase == 0 else low if phase == 1 else upto
            for i in range(first, last):
                row = asking[i - asking_from]
                total = U(0)
                total -= table[row[0]]
                total -= table[row[1]]
                total -= table[row[2]]
                total += table[row[3]]
                total += table[row[4]]
                total += table[row[5]]
                out[i] = total
