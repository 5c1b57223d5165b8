"""Compiled loops over arrays of hands; tables are always arguments, never globals.

Rows of five, six and seven cards have a kernel each, in which the compiler unrolls the loops over the cards; a loop
over any number of cards is a third slower.
Hands that may be flushes are collected and finished after each block: an unpredictable branch in the main loop costs
more than the flushes themselves. A card that is not in the deck sets bit 63 of the suits.

Counts go over every hand a deck can deal; cards are sorted by rank, the joker last. ``firsts`` are the first two cards
of the hands to count, so that the work can be divided; the sums of the counts do not depend on the division. A deck by
ranks is six arrays: the rank of each card, counted from the lowest present; where each rank starts; how many cards it
has; its number (and the joker's last, if there is one); the masks of all its cards; and for each card the masks of the
later cards of its rank.
"""

import numpy as np

from pitboss.ranking.numba_cache import compiled

kernel = compiled(__file__)

BLOCK = 1024
ONE = np.uint64(1)
RANKS = np.uint64(27)
COLUMNS = np.uint64(39)
ROW = np.uint64(4095)
ROW_BITS = np.uint64(12)
SUIT = np.uint64(16383)
JOKER = np.uint64(8192)
S1, S2, S3 = np.uint64(16), np.uint64(32), np.uint64(48)
N1, N2, N3 = np.uint64(1 << 6), np.uint64(1 << 12), np.uint64(1 << 18)
FOREIGN = np.uint64(63)


def _values(cards):
    @kernel
    def values_of(hands, keys, masks, rows, values, flush, flags, out):
        later = np.empty(BLOCK, np.uint32)
        foreign = np.uint64(0)
        for low in range(0, hands.shape[0], BLOCK):
            count = np.uint64(0)
            for i in range(low, min(low + BLOCK, hands.shape[0])):
                total = np.uint64(0)
                for j in range(cards):
                    total += keys[hands[i, j]]
                out[i] = values[rows[total >> RANKS & ROW] + (total >> COLUMNS)]
                later[count] = i
                count += ONE if total & flags else np.uint64(0)
            for at in range(count):
                i = later[at]
                suits = np.uint64(0)
                for j in range(cards):
                    suits |= masks[hands[i, j]]
                foreign |= suits >> FOREIGN
                best = max(flush[suits & SUIT], flush[suits >> S1 & SUIT])
                out[i] = max(max(out[i], best), max(flush[suits >> S2 & SUIT], flush[suits >> S3 & SUIT]))
        return foreign

    return values_of


values5, values6, values7 = map(_values, (5, 6, 7))


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
