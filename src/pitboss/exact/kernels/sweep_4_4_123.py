"""4 cards against as many, by subsets of 1, 2, 3; written by pitboss.exact.generate."""

# ruff: noqa
from numba import types

from pitboss.exact.kernels.bits import lowest
from pitboss.ranking.compiling import compiled

kernel = compiled(__file__)
U = types.uint32


@kernel
def numbers_4(words, first, last, below, places, out):
    place1, place2, place3 = places
    below2 = below[2]
    below3 = below[3]
    for i in range(first, last):
        word = words[i]
        row = out[i - first]
        c0 = lowest(word)
        word &= word - 1
        c1 = lowest(word)
        word &= word - 1
        c2 = lowest(word)
        word &= word - 1
        c3 = lowest(word)
        row[0] = place1[c0]
        row[1] = place1[c1]
        row[2] = place1[c2]
        row[3] = place1[c3]
        c0_1 = c0 + below2[c1]
        row[4] = place2[c0_1]
        c0_2 = c0 + below2[c2]
        row[5] = place2[c0_2]
        c0_3 = c0 + below2[c3]
        row[6] = place2[c0_3]
        c1_2 = c1 + below2[c2]
        row[7] = place2[c1_2]
        c1_3 = c1 + below2[c3]
        row[8] = place2[c1_3]
        c2_3 = c2 + below2[c3]
        row[9] = place2[c2_3]
        c0_1_2 = c0_1 + below3[c2]
        row[10] = place3[c0_1_2]
        c0_1_3 = c0_1 + below3[c3]
        row[11] = place3[c0_1_3]
        c0_2_3 = c0_2 + below3[c3]
        row[12] = place3[c0_2_3]
        c1_2_3 = c1_2 + below3[c3]
        row[13] = place3[c1_2_3]


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
                    s = row[6]
                    table[s] += weight * fixed[s]
                    s = row[7]
                    table[s] += weight * fixed[s]
                    s = row[8]
                    table[s] += weight * fixed[s]
                    s = row[9]
                    table[s] += weight * fixed[s]
                    s = row[10]
                    table[s] += weight * fixed[s]
                    s = row[11]
                    table[s] += weight * fixed[s]
                    s = row[12]
                    table[s] += weight * fixed[s]
                    s = row[13]
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
                total -= table[row[3]]
                total += table[row[4]]
                total += table[row[5]]
                total += table[row[6]]
                total += table[row[7]]
                total += table[row[8]]
                total += table[row[9]]
                total -= table[row[10]]
                total -= table[row[11]]
                total -= table[row[12]]
                total -= table[row[13]]
                out[i] = total
