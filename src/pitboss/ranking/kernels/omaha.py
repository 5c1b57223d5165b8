"""Omaha: the best hand of exactly two hole cards and three of the board."""

import numpy as np

from pitboss.ranking.numba_cache import compiled

kernel = compiled(__file__)

RANKS = np.uint64(27)
COLUMNS = np.uint64(39)
ROW = np.uint64(4095)
SUIT = np.uint64(16383)
S1, S2, S3 = np.uint64(16), np.uint64(32), np.uint64(48)


@kernel
def plain(holes, boards, keys, masks, rows, values, flush, flags, out):
    """Row by row: every pair of hole cards with every three of the board."""
    board_keys, board_masks = np.empty(10, np.uint64), np.empty(10, np.uint64)
    for i in range(holes.shape[0]):
        n = 0
        for x in range(3):
            for y in range(x + 1, 4):
                for z in range(y + 1, 5):
                    a, b, c = boards[i, x], boards[i, y], boards[i, z]
                    board_keys[n], board_masks[n] = keys[a] + keys[b] + keys[c], masks[a] | masks[b] | masks[c]
                    n += 1
        best = np.uint16(0)
        for x in range(holes.shape[1] - 1):
            for y in range(x + 1, holes.shape[1]):
                two = keys[holes[i, x]] + keys[holes[i, y]]
                for n in range(10):
                    total = two + board_keys[n]
                    best = max(best, values[rows[total >> RANKS & ROW] + (total >> COLUMNS)])
                    if total & flags:
                        suits = masks[holes[i, x]] | masks[holes[i, y]] | board_masks[n]
                        best = max(best, max(flush[suits & SUIT], flush[suits >> S1 & SUIT]))
                        best = max(best, max(flush[suits >> S2 & SUIT], flush[suits >> S3 & SUIT]))
        out[i] = best


@kernel
def pair_table(board, deck, keys, masks, rows, values, flush, flags, table):
    """For one board, the best hand of every two cards of the deck that are not on it; zero for others."""
    board_keys, board_masks = np.empty(10, np.uint64), np.empty(10, np.uint64)
    n = 0
    for x in range(3):
        for y in range(x + 1, 4):
            for z in range(y + 1, 5):
                a, b, c = board[x], board[y], board[z]
                board_keys[n], board_masks[n] = keys[a] + keys[b] + keys[c], masks[a] | masks[b] | masks[c]
                n += 1
    gone = np.zeros(table.shape[0], np.bool_)
    for x in range(5):
        gone[board[x]] = True
    for i in range(deck.shape[0]):
        for j in range(i):
            a, b = deck[i], deck[j]
            if gone[a] or gone[b]:
                continue
            two, held = keys[a] + keys[b], masks[a] | masks[b]
            best = np.uint16(0)
            for n in range(10):
                total = two + board_keys[n]
                best = max(best, values[rows[total >> RANKS & ROW] + (total >> COLUMNS)])
                if total & flags:
                    suits = held | board_masks[n]
                    best = max(best, max(flush[suits & SUIT], flush[suits >> S1 & SUIT]))
                    best = max(best, max(flush[suits >> S2 & SUIT], flush[suits >> S3 & SUIT]))
            table[a, b] = table[b, a] = best


@kernel
def by_table4(holes, table, out):
    """Hands of four cards on one board: the best of six pairs."""
    for i in range(holes.shape[0]):
        a, b, c, d = holes[i, 0], holes[i, 1], holes[i, 2], holes[i, 3]
        first = max(max(table[a, b], table[a, c]), table[a, d])
        out[i] = max(first, max(max(table[b, c], table[b, d]), table[c, d]))


@kernel
def by_table(holes, table, out):
    """Hands of any number of cards on one board."""
    for i in range(holes.shape[0]):
        best = np.uint16(0)
        for x in range(holes.shape[1] - 1):
            for y in range(x + 1, holes.shape[1]):
                best = max(best, table[holes[i, x], holes[i, y]])
        out[i] = best
