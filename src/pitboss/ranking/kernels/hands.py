"""The values of many hands, one per row of cards.

Five, six and seven cards are unrolled, since a loop over the number of cards is a third slower. Hands that may be
flushes are collected and finished after each block: an unpredictable branch in the main loop costs more than the
flushes themselves. A card that is not in the deck sets bit 63 of the suits.
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
            best = max(flush[suits & SUIT], flush[suits >> S1 & SUIT])
            out[i] = max(max(out[i], best), max(flush[suits >> S2 & SUIT], flush[suits >> S3 & SUIT]))
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
            best = max(flush[suits & SUIT], flush[suits >> S1 & SUIT])
            out[i] = max(max(out[i], best), max(flush[suits >> S2 & SUIT], flush[suits >> S3 & SUIT]))
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
            best = max(flush[suits & SUIT], flush[suits >> S1 & SUIT])
            out[i] = max(max(out[i], best), max(flush[suits >> S2 & SUIT], flush[suits >> S3 & SUIT]))
    return foreign


@kernel
def values_any(hands, keys, masks, rows, values, flush, flags, out):
    foreign = np.uint64(0)
    for i in range(hands.shape[0]):
        total, suits = np.uint64(0), np.uint64(0)
        for j in range(hands.shape[1]):
            total += keys[hands[i, j]]
            suits |= masks[hands[i, j]]
        value = values[rows[total >> RANKS & ROW] + (total >> COLUMNS)]
        if total & flags:
            foreign |= suits >> FOREIGN
            value = max(value, max(flush[suits & SUIT], flush[suits >> S1 & SUIT]))
            value = max(value, max(flush[suits >> S2 & SUIT], flush[suits >> S3 & SUIT]))
        out[i] = value
    return foreign
