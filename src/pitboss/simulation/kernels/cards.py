"""Shuffles and hands of many rounds at once."""

import numpy as np

from pitboss.exact.kernels.bits import ones
from pitboss.ranking.numba_cache import compiled
from pitboss.shuffle.kernels import mix

kernel = compiled(__file__)


@kernel
def deal(state, deck, bits, order, out):
    """The first cards of one shuffle after the other; ``out[card, round]`` is the bit of a card."""
    cards = out.shape[0]
    for round in range(out.shape[1]):
        for place in range(deck.shape[0]):
            order[place] = deck[place]
        state = mix(state, order, cards)
        for place in range(cards):
            out[place, round] = bits[order[place]]
    return state


@kernel
def best(words, tables, out):
    """The best hand of each set of at most seven cards, however many it has."""
    sums, rows, found, flush, row_mask, row_bits, joker = tables
    for i in range(words.shape[0]):
        word = words[i]
        many = ones(word)
        jokers = word >> 52
        a, b, c, d = word & 8191, word >> 13 & 8191, word >> 26 & 8191, word >> 39 & 8191
        total = sums[a] + sums[b] + sums[c] + sums[d] + jokers * joker
        high = jokers << 13
        value = found[rows[many, total & row_mask] + (total >> row_bits)]
        value = max(value, max(flush[a | high], flush[b | high]))
        out[i] = max(value, max(flush[c | high], flush[d | high]))


@kernel
def best_made(piles, counts, size, tables, out):
    """The best hand that takes certain numbers of cards of each pile; the last pile fills it up.

    ``counts[p]`` is how many cards of pile p play, -1 for all of them; of the last pile as many as are then missing.
    """
    sums, rows, found, flush, row_mask, row_bits, joker = tables
    many = piles.shape[0]
    chosen = np.zeros(many, np.int64)
    need = np.zeros(many, np.int64)
    ends = np.zeros(many, np.int64)
    for i in range(out.shape[0]):
        missing = size
        for p in range(many):
            cards = ones(piles[p, i])
            need[p] = cards if counts[p] < 0 else counts[p]
            if p == many - 1:
                need[p] = missing
            missing -= need[p]
            ends[p] = 1 << cards
            chosen[p] = (1 << need[p]) - 1
        top = 0
        while True:
            word = 0
            for p in range(many):
                left, picked = piles[p, i], chosen[p]
                while picked:
                    bit = left & -left
                    if picked & 1:
                        word |= bit
                    left ^= bit
                    picked >>= 1
            jokers = word >> 52
            a, b, c, d = word & 8191, word >> 13 & 8191, word >> 26 & 8191, word >> 39 & 8191
            total = sums[a] + sums[b] + sums[c] + sums[d] + jokers * joker
            high = jokers << 13
            value = found[rows[size, total & row_mask] + (total >> row_bits)]
            value = max(value, max(flush[a | high], flush[b | high]))
            top = max(top, max(value, max(flush[c | high], flush[d | high])))
            p = 0
            while p < many:
                # The next choice of as many cards of this pile; after the last one the next pile moves on.
                picked = chosen[p]
                if picked:
                    low = picked & -picked
                    high = picked + low
                    chosen[p] = high | ((picked ^ high) >> 2) // low
                    if chosen[p] < ends[p]:
                        break
                chosen[p] = (1 << need[p]) - 1
                p += 1
            if p == many:
                break
        out[i] = top
