"""Held cards completed from a hidden board: for every set of held cards, how often each segment is the best one.

Cards outside the held set are numbered 0, 1, 2 … in the order of their bits; sets of them are masks, found by their
place as in :mod:`pitboss.exact.subsets`. So many board cards are ``needed`` to complete the held ones; a board is worth
the best segment of its subsets of that size. A *level* is a segment that occurs, lowest first: ``sums[place, level]``
counts the boards that contain a set and are worth at most that level.
"""

import numpy as np

from pitboss.exact.kernels.bits import lowest, ones
from pitboss.ranking.compiling import compiled

kernel = compiled(__file__)


@kernel
def completed(held, rest, needed, parts, boards, many, tables, of_values, out, occurs):
    """The segment of the held cards with every set of the needed number of other cards, and which segments occur."""
    sums, rows, found, flush, row_mask, row_bits, joker = tables
    mask = (1 << needed) - 1
    for place in range(out.shape[0]):
        best = 0
        for m in range(parts.shape[0]):
            word, part, left = held | boards[m], parts[m], mask
            for _ in range(needed):
                at = lowest(left)
                left &= left - 1
                if part & 1:
                    word |= rest[at]
                part >>= 1
            jokers = word >> 52
            a, b, c, d = word & 8191, word >> 13 & 8191, word >> 26 & 8191, word >> 39 & 8191
            total = sums[a] + sums[b] + sums[c] + sums[d] + jokers * joker
            high = jokers << 13
            value = found[rows[many[m], total & row_mask] + (total >> row_bits)]
            value = max(value, max(flush[a | high], flush[b | high]))
            best = max(best, max(value, max(flush[c | high], flush[d | high])))
        out[place] = of_values[best]
        occurs[out[place]] = True
        if needed:
            low = mask & -mask
            high = mask + low
            mask = high | ((mask ^ high) >> 2) // low


@kernel
def neighbours(segments, needed, level_of, below, rows):
    """For every level and set of one card less than needed: the cards that complete it to at most this level."""
    rows[:] = 0
    mask = (1 << needed) - 1
    for place in range(segments.shape[0]):
        row = rows[level_of[segments[place]]]
        left = mask
        while left:
            card = left & -left
            left ^= card
            at, others, k = 0, mask ^ card, 1
            while others:
                at += below[k, lowest(others)]
                others &= others - 1
                k += 1
            row[at] |= card
        low = mask & -mask
        high = mask + low
        mask = high | ((mask ^ high) >> 2) // low
    for level in range(1, rows.shape[0]):
        for at in range(rows.shape[1]):
            rows[level, at] |= rows[level - 1, at]


@kernel
def whole_boards(segments, level_of, out):
    """Sets that are whole boards: each is worth what it is worth."""
    for place in range(out.shape[0]):
        for level in range(out.shape[1]):
            out[place, level] = level_of[segments[place]] <= level


@kernel
def pairs_of_four(rows, count, out):
    """Boards of four cards of which two are needed, by each of their pairs."""
    for level in range(out.shape[1] - 1):
        suits = rows[level]
        place = 0
        for high in range(1, count):
            for low in range(high):
                boards = 0
                if suits[high] >> low & 1:
                    left = suits[high] & suits[low]
                    while left:
                        card = lowest(left)
                        left &= left - 1
                        boards += ones(left & suits[card])
                out[place, level] = boards
                place += 1


@kernel
def triples_of_four(rows, below, count, out):
    """Boards of four cards of which three are needed, by each of their triples."""
    for level in range(out.shape[1] - 1):
        suits = rows[level]
        place = 0
        for high in range(2, count):
            for middle in range(1, high):
                first = suits[below[2, high] + middle]
                for low in range(middle):
                    boards = 0
                    if first >> low & 1:
                        boards = ones(first & suits[below[2, high] + low] & suits[below[2, middle] + low])
                    out[place, level] = boards
                    place += 1


@kernel
def downward(larger, size, board, below, smaller):
    """From boards that contain sets of ``size + 1`` cards to those that contain sets of ``size``."""
    smaller[:] = 0
    levels = larger.shape[1]
    mask = (1 << (size + 1)) - 1
    for place in range(larger.shape[0]):
        left = mask
        while left:
            card = left & -left
            left ^= card
            at, others, k = 0, mask ^ card, 1
            while others:
                at += below[k, lowest(others)]
                others &= others - 1
                k += 1
            for level in range(levels):
                smaller[at, level] += larger[place, level]
        low = mask & -mask
        high = mask + low
        mask = high | ((mask ^ high) >> 2) // low
    for place in range(smaller.shape[0]):
        for level in range(levels):
            smaller[place, level] //= board - size


@kernel
def outs(held, words, rest, own_places, below, sums, offsets, levels, at, numbers, helds, owns, counts):
    """Every way to have put other cards out beside some held ones: the boards by segment.

    ``words`` are sets of cards put out, as masks over the rest. What is found is written from row ``at`` on: the number
    of the player's hand, the cards held, the hand they are held of, the boards.
    """
    many = levels.shape[0]
    upto = np.zeros(many, dtype=np.int64)
    for i in range(words.shape[0]):
        out = words[i]
        upto[:] = 0
        sub = out
        while True:
            size = ones(sub)
            place, left, k = offsets[size], sub, 1
            while left:
                place += below[k, lowest(left)]
                left &= left - 1
                k += 1
            if size & 1:
                for level in range(many):
                    upto[level] -= sums[place, level]
            else:
                for level in range(many):
                    upto[level] += sums[place, level]
            if sub == 0:
                break
            sub = (sub - 1) & out
        own, left = held, out
        while left:
            own |= rest[lowest(left)]
            left &= left - 1
        helds[at + i], owns[at + i] = held, own
        place, k = 0, 1
        while own:
            place += below[k, lowest(own)]
            own &= own - 1
            k += 1
        numbers[at + i] = own_places[place]
        before = 0
        for segment in range(counts.shape[1]):
            counts[at + i, segment] = 0
        for level in range(many):
            counts[at + i, levels[level]] = upto[level] - before
            before = upto[level]


@kernel
def few(held_sets, sizes, words, making, tables, of_values, own_places, below, numbers, helds, owns, counts):
    """Held cards that need one board card at most: the boards up to a level are those made of its cards.

    ``sizes``: the free cards as a word, and how many the board has. What is found is written as by :func:`outs`.
    """
    free, board = sizes
    parts, boards, many = making
    rest = np.zeros(64, dtype=np.int64)
    segments = np.zeros(64, dtype=np.uint8)
    upto = np.zeros(counts.shape[1], dtype=np.int64)
    left_upto = np.zeros(counts.shape[1], dtype=np.int64)
    sums, rows, values, flush, row_mask, row_bits, joker = tables
    row = 0
    for h in range(held_sets.shape[0]):
        held = held_sets[h]
        left, at = free & ~held, 0
        upto[:] = 0
        while left:
            rest[at] = left & -left
            best_value = 0
            for m in range(parts.shape[0]):
                word = held | boards[m]
                if parts[m]:
                    word |= rest[at]
                jokers = word >> 52
                a, b, c, d = word & 8191, word >> 13 & 8191, word >> 26 & 8191, word >> 39 & 8191
                total = sums[a] + sums[b] + sums[c] + sums[d] + jokers * joker
                high = jokers << 13
                value = values[rows[many[m], total & row_mask] + (total >> row_bits)]
                value = max(value, max(flush[a | high], flush[b | high]))
                best_value = max(best_value, max(value, max(flush[c | high], flush[d | high])))
            segments[at] = of_values[best_value]
            upto[segments[at]] += 1
            left &= left - 1
            at += 1
        for segment in range(1, upto.shape[0]):
            upto[segment] += upto[segment - 1]
        for i in range(words.shape[0]):
            left_upto[:] = upto
            own, left = held, words[i]
            while left:
                at = lowest(left)
                own |= rest[at]
                for segment in range(segments[at], left_upto.shape[0]):
                    left_upto[segment] -= 1
                left &= left - 1
            helds[row], owns[row] = held, own
            before = 0
            for segment in range(left_upto.shape[0]):
                ways = below[board, left_upto[segment]]
                counts[row, segment] = ways - before
                before = ways
            place, k = 0, 1
            while own:
                place += below[k, lowest(own)]
                own &= own - 1
                k += 1
            numbers[row] = own_places[place]
            row += 1


@kernel
def choose(numbers, counts, pay, cases, allowed, acts, first, best, chosen):
    """The best option of every hand; equals stay with the option that came first.

    ``chosen[n]``: the option and the row (counted from ``first``) of the hand of number n.
    """
    for i in range(numbers.shape[0]):
        number = numbers[i]
        case = cases[number]
        for a in range(acts.shape[0]):
            act = acts[a]
            if not allowed[number] >> act & 1:
                continue
            worth = 0
            for segment in range(counts.shape[1]):
                worth += int(counts[i, segment]) * pay[case, act, 0, segment]
            if worth > best[number]:
                best[number] = worth
                chosen[number, 0], chosen[number, 1] = act, first + i


@kernel
def tally_up(weights, cases, acts, counts, tally):
    """Deals by case, option and segment; ``counts`` are those of the chosen row of every hand."""
    for number in range(weights.shape[0]):
        for segment in range(counts.shape[1]):
            tally[cases[number], acts[number], 0, segment] += int(weights[number]) * int(counts[number, segment])
