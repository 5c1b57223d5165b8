"""The seals of many decks at once: SHA-256 with one deck in each lane of a vector register."""

import numpy as np

from pitboss.ranking.numba_cache import compiled

kernel = compiled(__file__)


@kernel
def compress(state, words, ring, constants):
    """One block of SHA-256 in every lane; ``words[0:16]`` are the block and the rest is scratch."""
    lanes = state.shape[1]
    for t in range(16, 64):
        for lane in range(lanes):
            x = words[t - 15, lane]
            y = words[t - 2, lane]
            small = ((x >> 7) | (x << 25)) ^ ((x >> 18) | (x << 14)) ^ (x >> 3)
            large = ((y >> 17) | (y << 15)) ^ ((y >> 19) | (y << 13)) ^ (y >> 10)
            words[t, lane] = words[t - 16, lane] + small + words[t - 7, lane] + large
    for i in range(8):
        for lane in range(lanes):
            ring[i, lane] = state[i, lane]
    for t in range(64):
        a, b, c, d = (0 - t) & 7, (1 - t) & 7, (2 - t) & 7, (3 - t) & 7
        e, f, g, h = (4 - t) & 7, (5 - t) & 7, (6 - t) & 7, (7 - t) & 7
        k = constants[t]
        for lane in range(lanes):
            x = ring[e, lane]
            y = ring[a, lane]
            one = ring[h, lane] + (((x >> 6) | (x << 26)) ^ ((x >> 11) | (x << 21)) ^ ((x >> 25) | (x << 7)))
            one += ((x & ring[f, lane]) ^ (~x & ring[g, lane])) + k + words[t, lane]
            two = ((y >> 2) | (y << 30)) ^ ((y >> 13) | (y << 19)) ^ ((y >> 22) | (y << 10))
            two += (y & ring[b, lane]) ^ (y & ring[c, lane]) ^ (ring[b, lane] & ring[c, lane])
            ring[d, lane] += one
            ring[h, lane] = one + two
    for i in range(8):
        for lane in range(lanes):
            state[i, lane] += ring[i, lane]


@kernel
def roots(orders, salts, head, ends, digits, start, constants, out):
    """The root of every deck: ``orders[card, deck]``, ``salts[byte, deck]``, a whole number of lanes of decks.

    ``head`` is how a leaf begins, ``ends[position, card]`` what follows its salt, padded to a block with its length.
    """
    size, decks = orders.shape
    lanes = 16
    state = np.empty((8, lanes), np.uint32)
    ring = np.empty((8, lanes), np.uint32)
    words = np.empty((64, lanes), np.uint32)
    block = np.empty((64, lanes), np.uint32)
    level = np.empty((size, 8, lanes), np.uint32)
    for first in range(0, decks, lanes):
        for position in range(size):
            for lane in range(lanes):
                for at in range(16):
                    block[at, lane] = head[at]
                    salt = salts[position * 16 + at, first + lane]
                    block[16 + 2 * at, lane] = digits[salt >> 4]
                    block[17 + 2 * at, lane] = digits[salt & 15]
                card = orders[position, first + lane]
                for at in range(16):
                    block[48 + at, lane] = ends[position, card, at]
            for i in range(16):
                for lane in range(lanes):
                    words[i, lane] = (
                        (block[4 * i, lane] << 24)
                        | (block[4 * i + 1, lane] << 16)
                        | (block[4 * i + 2, lane] << 8)
                        | block[4 * i + 3, lane]
                    )
            for i in range(8):
                for lane in range(lanes):
                    state[i, lane] = start[i]
            compress(state, words, ring, constants)
            for i in range(8):
                for lane in range(lanes):
                    level[position, i, lane] = state[i, lane]
        many = size
        while many > 1:
            for pair in range(many // 2):
                for lane in range(lanes):
                    # a one byte, two hashes of 32 bytes, padding: the words are shifted by a byte
                    carry = np.uint32(1)
                    for i in range(8):
                        word = level[2 * pair, i, lane]
                        words[i, lane] = (carry << 24) | (word >> 8)
                        carry = word & np.uint32(255)
                    for i in range(8):
                        word = level[2 * pair + 1, i, lane]
                        words[8 + i, lane] = (carry << 24) | (word >> 8)
                        carry = word & np.uint32(255)
                    ring[0, lane] = carry
                for i in range(8):
                    for lane in range(lanes):
                        state[i, lane] = start[i]
                for lane in range(lanes):
                    block[0, lane] = ring[0, lane]
                compress(state, words, ring, constants)
                for lane in range(lanes):
                    words[0, lane] = (block[0, lane] << 24) | np.uint32(0x800000)
                    for i in range(1, 15):
                        words[i, lane] = 0
                    words[15, lane] = 65 * 8
                compress(state, words, ring, constants)
                for i in range(8):
                    for lane in range(lanes):
                        level[pair, i, lane] = state[i, lane]
            if many & 1:
                for i in range(8):
                    for lane in range(lanes):
                        level[many // 2, i, lane] = level[many - 1, i, lane]
            many = (many + 1) // 2
        for lane in range(lanes):
            for i in range(8):
                out[first + lane, i] = level[0, i, lane]
