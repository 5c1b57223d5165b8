"""Compiled loops of the simulation; sets of cards are words as in :mod:`pitboss.exact.cards.hands`.

A situation has a number that does not change when suits are exchanged, and a table finds it again: each suit gets a
number from its ranks in every set of cards of the situation; their sum, stirred, is the key. The order of these numbers
is also an order of the suits, so that a card can be named by its place: whichever suits are exchanged, the same place
is the same card of the situation.
"""

import numpy as np
from numba import uint64

from pitboss.exact.kernels.hands import lowest, ones
from pitboss.ranking.numba_cache import compiled
from pitboss.shuffle.kernels import GAMMA, mix, word

kernel = compiled(__file__)

S13 = 13


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


@kernel
def suits_of(words, i, deck, numbers):
    """The numbers of the four suits; ``words[w, i]`` are the sets of cards, ``deck`` sets suits of the deck apart."""
    for suit in range(4):
        number = uint64(deck[suit])
        for w in range(words.shape[0]):
            ranks = uint64(words[w, i] >> S13 * suit & 8191)
            number = word((number ^ ranks) * GAMMA)[1]
        numbers[suit] = number


@kernel
def key_of(words, i, salt, numbers):
    jokers = uint64(0)
    for w in range(words.shape[0]):
        jokers = jokers << uint64(1) | uint64(words[w, i] >> 52)
    total = word(uint64(salt) ^ jokers << uint64(32))[1]
    for suit in range(4):
        total += word(numbers[suit])[1]
    key = word(total)[1]
    return key if key else uint64(1)


@kernel
def by_place(own, numbers, places):
    """The bits of the cards of a hand, place after place: suits in the order of their numbers, the joker last."""
    count = 0
    used = 0
    for _ in range(4):
        first = -1
        for suit in range(4):
            if not used >> suit & 1 and (first < 0 or numbers[suit] > numbers[first]):
                first = suit
        used |= 1 << first
        left = own & (8191 << S13 * first)
        while left:
            places[count] = left & -left
            left &= left - 1
            count += 1
    if own >> 52:
        places[count] = 1 << 52
        count += 1
    return count


@kernel
def insert(words, deck, salt, options, helds, keys, entries):
    """Write situations into a table; gives back how many were there already with another entry.

    The last of the words are the player's own cards. An entry is the number of the option and, above 8 bits, the places
    of the cards held (0: cards are left alone); or, with nothing held, any number of 16 bits.
    """
    numbers = np.zeros(4, np.uint64)
    places = np.zeros(16, np.int64)
    mask = uint64(keys.shape[0] - 1)
    own = words.shape[0] - 1
    conflicts = 0
    for i in range(words.shape[1]):
        suits_of(words, i, deck, numbers)
        key = key_of(words, i, salt, numbers)
        held = 0
        if helds[i]:
            for at in range(by_place(words[own, i], numbers, places)):
                if places[at] & helds[i]:
                    held |= 1 << at
        entry = options[i] | held << 8
        slot = key & mask
        while keys[slot] != 0 and keys[slot] != key:
            slot = slot + uint64(1) & mask
        if keys[slot] == key and entries[slot] != entry:
            conflicts += 1
        keys[slot] = key
        entries[slot] = entry
    return conflicts


@kernel
def find(words, deck, salt, keys, entries, out):
    """The bare entry of every situation; gives back how many were not found."""
    numbers = np.zeros(4, np.uint64)
    mask = uint64(keys.shape[0] - 1)
    lost = 0
    for i in range(words.shape[1]):
        suits_of(words, i, deck, numbers)
        key = key_of(words, i, salt, numbers)
        slot = key & mask
        while keys[slot] != 0 and keys[slot] != key:
            slot = slot + uint64(1) & mask
        if keys[slot] != key:
            lost += 1
        out[i] = entries[slot]
    return lost


@kernel
def look_up(words, deck, salts, asked, keys, entries, options, helds):
    """The option of every situation asked for, and the cards held; gives back how many were not found."""
    numbers = np.zeros(4, np.uint64)
    places = np.zeros(16, np.int64)
    mask = uint64(keys.shape[0] - 1)
    own = words.shape[0] - 1
    lost = 0
    for i in range(words.shape[1]):
        if not asked[i]:
            continue
        suits_of(words, i, deck, numbers)
        key = key_of(words, i, salts[i], numbers)
        slot = key & mask
        while keys[slot] != 0 and keys[slot] != key:
            slot = slot + uint64(1) & mask
        if keys[slot] != key:
            lost += 1
            continue
        entry = np.int64(entries[slot])
        options[i] = entry & 255
        held, left = 0, entry >> 8
        if left:
            by_place(words[own, i], numbers, places)
            while left:
                held |= places[lowest(left)]
                left &= left - 1
        helds[i] = held
    return lost
