"""The values of many hands, one row of cards each.

Five, six and seven cards are written out, since a loop over the number of cards is slower by a third. Hands that may be
flushes are set aside and finished after each block: a branch taken now and then in the middle of the main loop costs
more than the flushes themselves. A foreign card shows in bit 63 of the suits.
"""

import numpy as np

from pitboss.ranking.numba_cache import compiled

kernel = compiled(__file__)

BLOCK = 1024
ONE = np.uint64(1)
RANKS = np.uint64(27)
COLUMNS = np.uint64(39)
ROW = np.uint64(4095)
SUIT = np.uint64(16383)
S1, S2, S3 = np.uint64(16), np.uint64(32), np.uint64(48)
FOREIGN = np.uint64(63)


@kernel
def values5(hands, keys, masks, rows, values, flush, flags, out):
    later = np.empty(BLOCK, np.uint32)
    foreign = np.uint64(0)
    for low in range(0, hands.shape[0], BLOCK):
        count = np.uint64(0)
        for i in range(low, min(low + BLOCK, hands.shape[0])):
            total = keys[hands[i, 0]] + keys[hands[i, 1]] + keys[hands[i, 2]] + keys[hands[i, 3]] + keys[hands[i, 4]]
            out[i] = values[rows[total >> RANKS & ROW] + (total >> COLUMNS)]
            later[count] = i
            count += ONE if total & flags else np.uint64(0)
        for j in range(count):
            i = later[j]
            suits = masks[hands[i, 0]] | masks[hands[i, 1]] | masks[hands[i, 2]] | masks[hands[i, 3]]
            suits |= masks[hands[i, 4]]
            foreign |= suits >> FOREIGN
            found = max(flush[suits & SUIT], flush[suits >> S1 & SUIT])
            out[i] = max(max(out[i], found), max(flush[suits >> S2 & SUIT], flush[suits >> S3 & SUIT]))
    return foreign


@kernel
def values6(hands, keys, masks, rows, values, flush, flags, out):
    later = np.empty(BLOCK, np.uint32)
    foreign = np.uint64(0)
    for low in range(0, hands.shape[0], BLOCK):
        count = np.uint64(0)
        for i in range(low, min(low + BLOCK, hands.shape[0])):
            total = keys[hands[i, 0]] + keys[hands[i, 1]] + keys[hands[i, 2]] + keys[hands[i, 3]]
            total += keys[hands[i, 4]] + keys[hands[i, 5]]
            out[i] = values[rows[total >> RANKS & ROW] + (total >> COLUMNS)]
            later[count] = i
            count += ONE if total & flags else np.uint64(0)
        for j in range(count):
            i = later[j]
            suits = masks[hands[i, 0]] | masks[hands[i, 1]] | masks[hands[i, 2]] | masks[hands[i, 3]]
            suits |= masks[hands[i, 4]] | masks[hands[i, 5]]
            foreign |= suits >> FOREIGN
            found = max(flush[suits & SUIT], flush[suits >> S1 & SUIT])
            out[i] = max(max(out[i], found), max(flush[suits >> S2 & SUIT], flush[suits >> S3 & SUIT]))
    return foreign


@kernel
def values7(hands, keys, masks, rows, values, flush, flags, out):
    later = np.empty(BLOCK, np.uint32)
    foreign = np.uint64(0)
    for low in range(0, hands.shape[0], BLOCK):
        count = np.uint64(0)
        for i in range(low, min(low + BLOCK, hands.shape[0])):
            total = keys[hands[i, 0]] + keys[hands[i, 1]] + keys[hands[i, 2]] + keys[hands[i, 3]]
            total += keys[hands[i, 4]] + keys[hands[i, 5]] + keys[hands[i, 6]]
            out[i] = values[rows[total >> RANKS & ROW] + (total >> COLUMNS)]
            later[count] = i
            count += ONE if total & flags else np.uint64(0)
        for j in range(count):
            i = later[j]
            suits = masks[hands[i, 0]] | masks[hands[i, 1]] | masks[hands[i, 2]] | masks[hands[i, 3]]
            suits |= masks[hands[i, 4]] | masks[hands[i, 5]] | masks[hands[i, 6]]
            foreign |= suits >> FOREIGN
            found = max(flush[suits & SUIT], flush[suits >> S1 & SUIT])
            out[i] = max(max(out[i], found), max(flush[suits >> S2 & SUIT], flush[suits >> S3 & SUIT]))
    return foreign


@kernel
def values_any(hands, keys, masks, rows, values, flush, flags, out):
    foreign = np.uint64(0)
    for i in range(hands.shape[0]):
        total, suits = np.uint64(0), np.uint64(0)
        for j in range(hands.shape[1]):
            total += keys[hands[i, j]]
            suits |= masks[hands[i, j]]
        found = values[rows[total >> RANKS & ROW] + (total >> COLUMNS)]
        if total & flags:
            foreign |= suits >> FOREIGN
            found = max(found, max(flush[suits & SUIT], flush[suits >> S1 & SUIT]))
            found = max(found, max(flush[suits >> S2 & SUIT], flush[suits >> S3 & SUIT]))
        out[i] = found
    return foreign
