"""The values of all hidden hands of one situation, enumerated one by one."""

import numpy as np

from pitboss.ranking.numba_cache import compiled

kernel = compiled(__file__)

S1, S2, S3, SUIT = np.uint64(16), np.uint64(32), np.uint64(48), np.uint64(16383)


@kernel
def histogram(keys, masks, cards, board_key, board_suits, shifts, tables, out):
    """Count by value all sets of ``cards`` of the remaining cards together with the board.

    Keys and suits are those of :mod:`pitboss.ranking.arrays`; their partial sums are carried from card to card, and the
    last card varies fastest.
    """
    ranks, row, columns = shifts
    rows, values, flush, flags = tables
    at = np.zeros(cards + 1, np.int64)
    totals, suits = np.zeros(cards + 1, np.uint64), np.zeros(cards + 1, np.uint64)
    totals[0], suits[0] = board_key, board_suits
    for k in range(cards - 1):
        at[k] = k
        totals[k + 1], suits[k + 1] = totals[k] + keys[k], suits[k] | masks[k]
    last, many = cards - 1, keys.shape[0]
    while True:
        first = at[last - 1] + 1 if last > 0 else 0
        before, suited = totals[last], suits[last]
        for i in range(first, many):
            total = before + keys[i]
            value = values[rows[total >> ranks & row] + (total >> columns)]
            if total & flags:
                all_suits = suited | masks[i]
                value = max(value, max(flush[all_suits & SUIT], flush[all_suits >> S1 & SUIT]))
                value = max(value, max(flush[all_suits >> S2 & SUIT], flush[all_suits >> S3 & SUIT]))
            out[value] += 1
        k = last - 1
        while k >= 0 and at[k] == many - cards + k:
            k -= 1
        if k < 0:
            return
        at[k] += 1
        totals[k + 1], suits[k + 1] = totals[k] + keys[at[k]], suits[k] | masks[at[k]]
        for j in range(k + 1, last):
            at[j] = at[j - 1] + 1
            totals[j + 1], suits[j + 1] = totals[j] + keys[at[j]], suits[j] | masks[at[j]]
