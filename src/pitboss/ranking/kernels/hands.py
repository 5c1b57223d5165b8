"""The values of many hands, one row of cards each. Five, six and seven cards are written out: a loop over the number of
cards is slower by a third."""

import numpy as np

from pitboss.ranking.compiling import compiled

kernel = compiled(__file__)

RANKS = np.uint64(24)
COLUMNS = np.uint64(36)
ROW = np.uint64(4095)
SUIT = np.uint64(16383)
S1, S2, S3 = np.uint64(16), np.uint64(32), np.uint64(48)
FOREIGN = np.uint64(58)


@kernel
def values5(hands, keys, masks, rows, values, flush, flags, out):
    foreign = np.uint64(0)
    for i in range(hands.shape[0]):
        a, b, c, d, e = hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4]
        total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
        if total & flags:
            foreign |= total >> FOREIGN
            total &= (np.uint64(1) << FOREIGN) - np.uint64(1)
            suits = masks[a] | masks[b] | masks[c] | masks[d] | masks[e]
            found = values[rows[total >> RANKS & ROW] + (total >> COLUMNS)]
            found = max(found, max(flush[suits & SUIT], flush[suits >> S1 & SUIT]))
            out[i] = max(found, max(flush[suits >> S2 & SUIT], flush[suits >> S3 & SUIT]))
        else:
            out[i] = values[rows[total >> RANKS & ROW] + (total >> COLUMNS)]
    return foreign


@kernel
def values6(hands, keys, masks, rows, values, flush, flags, out):
    foreign = np.uint64(0)
    for i in range(hands.shape[0]):
        a, b, c, d, e, f = hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4], hands[i, 5]
        total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f]
        if total & flags:
            foreign |= total >> FOREIGN
            total &= (np.uint64(1) << FOREIGN) - np.uint64(1)
            suits = masks[a] | masks[b] | masks[c] | masks[d] | masks[e] | masks[f]
            found = values[rows[total >> RANKS & ROW] + (total >> COLUMNS)]
            found = max(found, max(flush[suits & SUIT], flush[suits >> S1 & SUIT]))
            out[i] = max(found, max(flush[suits >> S2 & SUIT], flush[suits >> S3 & SUIT]))
        else:
            out[i] = values[rows[total >> RANKS & ROW] + (total >> COLUMNS)]
    return foreign


@kernel
def values7(hands, keys, masks, rows, values, flush, flags, out):
    foreign = np.uint64(0)
    for i in range(hands.shape[0]):
        a, b, c, d = hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3]
        e, f, g = hands[i, 4], hands[i, 5], hands[i, 6]
        total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
        if total & flags:
            foreign |= total >> FOREIGN
            total &= (np.uint64(1) << FOREIGN) - np.uint64(1)
            suits = masks[a] | masks[b] | masks[c] | masks[d] | masks[e] | masks[f] | masks[g]
            found = values[rows[total >> RANKS & ROW] + (total >> COLUMNS)]
            found = max(found, max(flush[suits & SUIT], flush[suits >> S1 & SUIT]))
            out[i] = max(found, max(flush[suits >> S2 & SUIT], flush[suits >> S3 & SUIT]))
        else:
            out[i] = values[rows[total >> RANKS & ROW] + (total >> COLUMNS)]
    return foreign


@kernel
def values_any(hands, keys, masks, rows, values, flush, flags, out):
    foreign = np.uint64(0)
    for i in range(hands.shape[0]):
        total, suits = np.uint64(0), np.uint64(0)
        for j in range(hands.shape[1]):
            total += keys[hands[i, j]]
            suits |= masks[hands[i, j]]
        foreign |= total >> FOREIGN
        total &= (np.uint64(1) << FOREIGN) - np.uint64(1)
        found = values[rows[total >> RANKS & ROW] + (total >> COLUMNS)]
        if total & flags:
            found = max(found, max(flush[suits & SUIT], flush[suits >> S1 & SUIT]))
            found = max(found, max(flush[suits >> S2 & SUIT], flush[suits >> S3 & SUIT]))
        out[i] = found
    return foreign
