"""The seals of many decks at once: SHA-256 with one deck in each lane of a vector register."""

import numpy as np

from pitboss.ranking.numba_cache import compiled

kernel = compiled(__file__)


LANES = 16
"""Decks side by side; the rows of all arrays are this long, so that the compiler knows that they do not overlap."""


@kernel
def turned(x, by):
    """A word turned to the right."""
    return np.uint32((x >> np.uint32(by)) | (x << np.uint32(32 - by)))


@kernel
def summed(e, f, g, h, added):
    """The first sum of a step: what is added to the fourth and the last word."""
    mixed = np.uint32(turned(e, 6) ^ turned(e, 11) ^ turned(e, 25))
    return np.uint32(h + mixed + np.uint32(g ^ (e & (f ^ g))) + added)


@kernel
def mixed(a, b, c):
    """The second sum of a step."""
    return np.uint32(np.uint32(turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + np.uint32((a & b) | (c & (a | b))))


@kernel
def compress(state, words, ring, constants):
    """One block of SHA-256 in every lane; the first 16 rows of ``words`` are the block and the rest is scratch.

    Eight steps at a time: each word has its old place again after them, and is in a register until then.
    """
    for t in range(16, 64):
        for lane in range(LANES):
            x = words[(t - 15) * LANES + lane]
            y = words[(t - 2) * LANES + lane]
            small = np.uint32(turned(x, 7) ^ turned(x, 18) ^ np.uint32(x >> np.uint32(3)))
            large = np.uint32(turned(y, 17) ^ turned(y, 19) ^ np.uint32(y >> np.uint32(10)))
            words[t * LANES + lane] = np.uint32(
                words[(t - 16) * LANES + lane] + small + words[(t - 7) * LANES + lane] + large
            )
    for i in range(8 * LANES):
        ring[i] = state[i]
    for t in range(0, 64, 8):
        for lane in range(LANES):
            a = ring[lane]
            b = ring[LANES + lane]
            c = ring[2 * LANES + lane]
            d = ring[3 * LANES + lane]
            e = ring[4 * LANES + lane]
            f = ring[5 * LANES + lane]
            g = ring[6 * LANES + lane]
            h = ring[7 * LANES + lane]
            one = summed(e, f, g, h, np.uint32(constants[t] + words[t * LANES + lane]))
            d = np.uint32(d + one)
            h = np.uint32(one + mixed(a, b, c))
            one = summed(d, e, f, g, np.uint32(constants[t + 1] + words[(t + 1) * LANES + lane]))
            c = np.uint32(c + one)
            g = np.uint32(one + mixed(h, a, b))
            one = summed(c, d, e, f, np.uint32(constants[t + 2] + words[(t + 2) * LANES + lane]))
            b = np.uint32(b + one)
            f = np.uint32(one + mixed(g, h, a))
            one = summed(b, c, d, e, np.uint32(constants[t + 3] + words[(t + 3) * LANES + lane]))
            a = np.uint32(a + one)
            e = np.uint32(one + mixed(f, g, h))
            one = summed(a, b, c, d, np.uint32(constants[t + 4] + words[(t + 4) * LANES + lane]))
            h = np.uint32(h + one)
            d = np.uint32(one + mixed(e, f, g))
            one = summed(h, a, b, c, np.uint32(constants[t + 5] + words[(t + 5) * LANES + lane]))
            g = np.uint32(g + one)
            c = np.uint32(one + mixed(d, e, f))
            one = summed(g, h, a, b, np.uint32(constants[t + 6] + words[(t + 6) * LANES + lane]))
            f = np.uint32(f + one)
            b = np.uint32(one + mixed(c, d, e))
            one = summed(f, g, h, a, np.uint32(constants[t + 7] + words[(t + 7) * LANES + lane]))
            e = np.uint32(e + one)
            a = np.uint32(one + mixed(b, c, d))
            ring[lane] = a
            ring[LANES + lane] = b
            ring[2 * LANES + lane] = c
            ring[3 * LANES + lane] = d
            ring[4 * LANES + lane] = e
            ring[5 * LANES + lane] = f
            ring[6 * LANES + lane] = g
            ring[7 * LANES + lane] = h
    for i in range(8 * LANES):
        state[i] += ring[i]


@kernel
def roots(orders, salts, head, ends, digits, start, constants, out):
    """The root of every deck: ``orders[card, deck]``, ``salts[byte, deck]``, a whole number of lanes of decks.

    ``head`` is how a leaf begins, ``ends[position, card]`` what follows its salt, padded to a block with its length;
    both are words, and ``digits`` has the two hexadecimal digits of a byte.
    """
    size, decks = orders.shape
    state = np.empty(8 * LANES, np.uint32)
    ring = np.empty(8 * LANES, np.uint32)
    words = np.empty(64 * LANES, np.uint32)
    last = np.empty(LANES, np.uint32)
    level = np.empty((size, 8 * LANES), np.uint32)
    for first in range(0, decks, LANES):
        for position in range(size):
            for i in range(4):
                for lane in range(LANES):
                    words[i * LANES + lane] = head[i]
            for i in range(8):
                for lane in range(LANES):
                    one = salts[position * 16 + 2 * i, first + lane]
                    two = salts[position * 16 + 2 * i + 1, first + lane]
                    words[(4 + i) * LANES + lane] = (digits[one] << 16) | digits[two]
            for i in range(4):
                for lane in range(LANES):
                    words[(12 + i) * LANES + lane] = ends[position, orders[position, first + lane], i]
            for i in range(8):
                for lane in range(LANES):
                    state[i * LANES + lane] = start[i]
            compress(state, words, ring, constants)
            level[position] = state
        many = size
        while many > 1:
            for pair in range(many // 2):
                # a one byte, two hashes of 32 bytes, padding: the words are shifted by a byte
                left, right = level[2 * pair], level[2 * pair + 1]
                for lane in range(LANES):
                    words[lane] = (1 << 24) | (left[lane] >> 8)
                    words[8 * LANES + lane] = (left[7 * LANES + lane] << 24) | (right[lane] >> 8)
                    last[lane] = (right[7 * LANES + lane] << 24) | 0x800000
                for i in range(1, 8):
                    for lane in range(LANES):
                        words[i * LANES + lane] = (left[(i - 1) * LANES + lane] << 24) | (left[i * LANES + lane] >> 8)
                        words[(8 + i) * LANES + lane] = (right[(i - 1) * LANES + lane] << 24) | (
                            right[i * LANES + lane] >> 8
                        )
                for i in range(8):
                    for lane in range(LANES):
                        state[i * LANES + lane] = start[i]
                compress(state, words, ring, constants)
                for lane in range(LANES):
                    words[lane] = last[lane]
                    words[15 * LANES + lane] = 65 * 8
                for i in range(LANES, 15 * LANES):
                    words[i] = 0
                compress(state, words, ring, constants)
                level[pair] = state
            if many & 1:
                level[many // 2] = level[many - 1]
            many = (many + 1) // 2
        for lane in range(LANES):
            for i in range(8):
                out[first + lane, i] = level[0, i * LANES + lane]
