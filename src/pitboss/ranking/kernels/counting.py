"""Count every hand a deck can deal by value. Cards are sorted by rank, the joker last.

``firsts`` are the first two cards of the hands to count, so that the work can be divided; the sums of the counts do not
depend on the division. A deck by ranks is six arrays: the rank of each card, counted from the lowest present; where
each rank starts; how many cards it has; its number (and the joker's last, if there is one); the masks of all its cards;
and for each card the masks of the later cards of its rank.
"""

import numpy as np

from pitboss.ranking.numba_cache import compiled

kernel = compiled(__file__)

RANKS = np.uint64(27)
COLUMNS = np.uint64(39)
ROW = np.uint64(4095)
ROW_BITS = np.uint64(12)
SUIT = np.uint64(16383)
JOKER = np.uint64(8192)
S1, S2, S3 = np.uint64(16), np.uint64(32), np.uint64(48)
N1, N2, N3 = np.uint64(1 << 6), np.uint64(1 << 12), np.uint64(1 << 18)


@kernel
def best_five_of_seven(firsts, keys, masks, deck, tables, flags, more, counts):
    """Count the best five of seven cards: five cards one by one, the last two rank by rank.

    ``more`` adds one card of every suit. If two more cards cannot make a flush, all cards of a rank give the same
    value. If they can, it is in one suit only, of which three or more are held; for each two ranks it then matters
    whether none, the one, the other or both of the last two cards are of that suit.
    """
    rows, values, flush = tables
    rank, starts, sizes, numbers, every, after = deck
    cards, ranks = starts[-1], sizes.shape[0]
    joker = numbers.shape[0] > ranks
    two = more + more
    for p in range(firsts.shape[0]):
        a, b = firsts[p, 0], firsts[p, 1]
        for c in range(b + 1, cards):
            abc = keys[a] + keys[b] + keys[c]
            for d in range(c + 1, cards):
                abcd = abc + keys[d]
                for e in range(d + 1, cards):
                    five = abcd + keys[e]
                    near = (five + two) & flags
                    five >>= RANKS
                    r = rank[e]
                    size = starts[r + 1] - e - 1
                    if not near:
                        while True:
                            if size:
                                six = five + numbers[r]
                                if size > 1:
                                    total = six + numbers[r]
                                    counts[values[rows[total & ROW] + (total >> ROW_BITS)]] += size * (size - 1) >> 1
                                for s in range(r + 1, ranks):
                                    total = six + numbers[s]
                                    counts[values[rows[total & ROW] + (total >> ROW_BITS)]] += size * sizes[s]
                                if joker:
                                    total = six + numbers[ranks]
                                    counts[values[rows[total & ROW] + (total >> ROW_BITS)]] += size
                            r += 1
                            if r == ranks:
                                break
                            size = sizes[r]
                        continue
                    shift = np.uint64(0 if near < N1 else 16 if near < N2 else 32 if near < N3 else 48)
                    held = (masks[a] | masks[b] | masks[c] | masks[d] | masks[e]) >> shift & SUIT
                    none = flush[held]
                    suited = after[e] >> shift & SUIT
                    while True:
                        if size:
                            six = five + numbers[r]
                            one = 1 if suited else 0
                            with_r = held | suited
                            first = flush[with_r]
                            if size > 1:
                                total = six + numbers[r]
                                value = values[rows[total & ROW] + (total >> ROW_BITS)]
                                rest = size - one
                                counts[max(value, first)] += one * rest
                                counts[max(value, none)] += rest * (rest - 1) >> 1
                            for s in range(r + 1, ranks):
                                total = six + numbers[s]
                                value = values[rows[total & ROW] + (total >> ROW_BITS)]
                                joins = every[s] >> shift & SUIT
                                other = sizes[s] - (1 if joins else 0)
                                counts[max(value, none)] += (size - one) * other
                                counts[max(value, first)] += one * other
                                if joins:
                                    counts[max(value, flush[held | joins])] += size - one
                                    counts[max(value, flush[with_r | joins])] += one
                            if joker:
                                total = six + numbers[ranks]
                                value = values[rows[total & ROW] + (total >> ROW_BITS)]
                                counts[max(value, flush[held | JOKER])] += size - one
                                counts[max(value, flush[with_r | JOKER])] += one
                        r += 1
                        if r == ranks:
                            break
                        size = sizes[r]
                        suited = every[r] >> shift & SUIT


@kernel
def any_hand(firsts, size, keys, masks, rows, values, flush, flags, counts):
    """Count hands of two or more cards, with the last card in the inner loop."""
    cards = keys.shape[0]
    at = np.zeros(size, np.int64)
    totals, suits = np.zeros(size, np.uint64), np.zeros(size, np.uint64)
    for p in range(firsts.shape[0]):
        at[0], at[1] = firsts[p, 0], firsts[p, 1]
        totals[0], suits[0] = keys[at[0]], masks[at[0]]
        depth = 1
        while depth > 0:
            card = at[depth]
            if card >= cards or (depth == 1 and card != firsts[p, 1]):
                depth -= 1
                at[depth] += 1
                continue
            if depth < size - 1:
                totals[depth] = totals[depth - 1] + keys[card]
                suits[depth] = suits[depth - 1] | masks[card]
                depth += 1
                at[depth] = card + 1
                continue
            last = card + 1 if depth == 1 else cards
            for final in range(card, last):
                total = totals[depth - 1] + keys[final]
                value = values[rows[total >> RANKS & ROW] + (total >> COLUMNS)]
                if total & flags:
                    held = suits[depth - 1] | masks[final]
                    value = max(value, max(flush[held & SUIT], flush[held >> S1 & SUIT]))
                    value = max(value, max(flush[held >> S2 & SUIT], flush[held >> S3 & SUIT]))
                counts[value] += 1
            depth -= 1
            at[depth] += 1
