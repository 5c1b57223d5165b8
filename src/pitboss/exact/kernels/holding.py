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
def outs(held, words, rest, own_places, below, sums, offsets, levels, options, best, chosen, found):
    """Every way to have put other cards out: the boards by segment, and the option if it is the best so far.

    ``words`` are sets of cards put out, as masks over the rest. ``best[n]`` is the worth of the best option so far for
    the player's hand of number n; ``order`` is kept with it, so that equals go to the option that comes first.
    """
    pay, cases, allowed, acts, order = options
    count = levels.shape[0]
    counts = np.zeros(count, dtype=np.int64)
    for i in range(words.shape[0]):
        out = words[i]
        counts[:] = 0
        sub = out
        while True:
            size = ones(sub)
            place, left, k = offsets[size], sub, 1
            while left:
                place += below[k, lowest(left)]
                left &= left - 1
                k += 1
            if size & 1:
                for level in range(count):
                    counts[level] -= sums[place, level]
            else:
                for level in range(count):
                    counts[level] += sums[place, level]
            if sub == 0:
                break
            sub = (sub - 1) & out
        for level in range(count - 1, 0, -1):
            counts[level] -= counts[level - 1]
        own, left = held, out
        while left:
            own |= rest[lowest(left)]
            left &= left - 1
        whole = own
        place, k = 0, 1
        while own:
            place += below[k, lowest(own)]
            own &= own - 1
            k += 1
        number = own_places[place]
        for a in range(acts.shape[0]):
            act = acts[a]
            if not allowed[number] >> act & 1:
                continue
            worth = 0
            for level in range(count):
                worth += counts[level] * pay[cases[number], act, 0, levels[level]]
            if worth > best[number] or (worth == best[number] and order < chosen[number, 1]):
                best[number] = worth
                chosen[number, 0], chosen[number, 1] = act, order
                chosen[number, 2], chosen[number, 3] = held, whole
                for segment in range(found.shape[1]):
                    found[number, segment] = 0
                for level in range(count):
                    found[number, levels[level]] = counts[level]


@kernel
def few(helds, sizes, words, making, tables, of_values, own_places, below, options, best, chosen, found):
    """Held cards that need one board card at most: the boards up to a level are those made of its cards.

    ``sizes``: the free cards as a word, and how many the board has.
    """
    free, board = sizes
    parts, boards, many = making
    pay, cases, allowed, acts, order = options
    rest = np.zeros(64, dtype=np.int64)
    segments = np.zeros(64, dtype=np.uint8)
    upto = np.zeros(found.shape[1], dtype=np.int64)
    counts = np.zeros(found.shape[1], dtype=np.int64)
    sums, rows, values, flush, row_mask, row_bits, joker = tables
    for h in range(helds.shape[0]):
        held = helds[h]
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
            counts[:] = upto
            own, left = held, words[i]
            while left:
                at = lowest(left)
                own |= rest[at]
                for segment in range(segments[at], counts.shape[0]):
                    counts[segment] -= 1
                left &= left - 1
            before = 0
            for segment in range(counts.shape[0]):
                ways = below[board, counts[segment]]
                counts[segment] = ways - before
                before = ways
            whole = own
            place, k = 0, 1
            while own:
                place += below[k, lowest(own)]
                own &= own - 1
                k += 1
            number = own_places[place]
            for a in range(acts.shape[0]):
                act = acts[a]
                if not allowed[number] >> act & 1:
                    continue
                worth = 0
                for segment in range(counts.shape[0]):
                    worth += counts[segment] * pay[cases[number], act, 0, segment]
                if worth > best[number] or (worth == best[number] and order < chosen[number, 1]):
                    best[number] = worth
                    chosen[number, 0], chosen[number, 1] = act, order
                    chosen[number, 2], chosen[number, 3] = held, whole
                    for segment in range(counts.shape[0]):
                        found[number, segment] = counts[segment]


@kernel
def tally_up(weights, cases, chosen, found, tally):
    """Deals by case, option and segment."""
    for number in range(weights.shape[0]):
        for segment in range(found.shape[1]):
            tally[cases[number], chosen[number, 0], 0, segment] += int(weights[number]) * int(found[number, segment])
