"""Held cards completed from a hidden board: for every set of held cards, how often each segment is the best one.

Cards outside the held set are numbered 0, 1, 2 … in the order of their bits; sets of them are masks, found by their
place as in :mod:`pitboss.exact.cards.sweep`. ``needed`` board cards complete the held ones; a board is worth the best
segment of its subsets of that size. A *level* is a segment that occurs, lowest first: ``sums[place]`` has for every
level the boards that contain a set and are worth at most that. Several such counts share a number, each with enough
``bits`` never to overflow: one addition or exact division serves them all.
"""

import numpy as np

from pitboss.exact.kernels.hands import lowest, ones
from pitboss.ranking.numba_cache import compiled

kernel = compiled(__file__, allocates=False)
allocating = compiled(__file__)
part = compiled(__file__, allocates=False, no_cpython_wrapper=True)
# Inlined where it is called for every hand: as calls these parts made the whole kernel a tenth slower.
inlined = compiled(__file__, allocates=False, no_cpython_wrapper=True, forceinline=True)


@part
def next_set(mask):
    """The next larger mask with as many bits: sets in the order of their places."""
    high = mask + (mask & -mask)
    return high | (mask ^ high) >> 2 + lowest(mask)


@inlined
def place_of(cards, below):
    """The place of a set among all sets of its size."""
    place, k = 0, 1
    while cards:
        place += below[k, lowest(cards)]
        cards &= cards - 1
        k += 1
    return place


@kernel
def laid_out(cards, tables, rest):
    """The cards of a word, lowest first, as columns: the bit, the number of the rank, where the suit begins (52: the
    joker). How many there are."""
    sums, joker, count = tables[0], tables[6], 0
    while cards:
        at = lowest(cards)
        rest[0, count] = cards & -cards
        rest[1, count] = joker if at == 52 else sums[1 << at % 13]
        rest[2, count] = at - at % 13
        cards &= cards - 1
        count += 1
    return count


@kernel
def completed(held, rest, count, needed, making, tables, out, level_of, levels, totals):
    """The segment of the held cards with every set of the needed number of other cards; which segments occur, as levels
    both ways, and how many; how many sets there are up to each level. ``tables`` have segments for values."""
    parts, boards, many = making
    sums, rows, values, flush, row_mask, row_bits, joker = tables
    for segment in range(level_of.shape[0]):
        level_of[segment] = 0
    others = (1 << (needed - 1)) - 1 if needed else 0  # the set without its lowest card
    place = 0
    while True:
        last = 1 if needed == 0 else count if needed == 1 else lowest(others)
        for m in range(parts.shape[0] if last else 0):
            word, part, left = held | boards[m], parts[m] >> 1, others
            while left:
                if part & 1:
                    word |= rest[0, lowest(left)]
                part >>= 1
                left &= left - 1
            jokers = word >> 52
            high = jokers << 13
            total = jokers * joker
            known = 0
            for suit in range(4):
                ranks = word >> 13 * suit & 8191
                total += sums[ranks]
                if flush[ranks | high] > known:
                    known = flush[ranks | high]
            row = many[m]
            for low in range(last):
                now, best = total, known
                if parts[m] & 1:
                    now += rest[1, low]
                    shift = rest[2, low]
                    joined = word | rest[0, low]
                    if shift < 52:
                        suited = flush[joined >> shift & 8191 | high]
                        if suited > best:
                            best = suited
                    else:
                        for suit in range(4):
                            suited = flush[joined >> 13 * suit & 8191 | 8192]
                            if suited > best:
                                best = suited
                value = values[rows[row, now & row_mask] + (now >> row_bits)]
                if value > best:
                    best = value
                if m == 0 or best > out[place + low]:
                    out[place + low] = best
        for low in range(last):
            level_of[out[place + low]] += 1
        place += last
        if needed < 2:
            break
        others = next_set(others)
        if others >> count:
            break
    found, upto = 0, 0
    for segment in range(level_of.shape[0]):
        if level_of[segment]:
            upto += level_of[segment]
            level_of[segment], levels[found], totals[found] = found, segment, upto
            found += 1
    return found


@kernel
def neighbours(segments, sets, fewer, needed, level_of, levels, below, rows):
    """For every level and set of one card less than needed: the cards that complete it to at most this level."""
    for level in range(levels):
        for at in range(fewer):
            rows[level, at] = 0
    mask = (1 << needed) - 1
    for place in range(sets):
        level = level_of[segments[place]]
        at, left, k = place_of(mask & mask - 1, below), mask, 1
        while True:  # from the place without one card to the place without the next
            card = lowest(left)
            rows[level, at] |= left & -left
            left &= left - 1
            if left == 0:
                break
            at += below[k, card] - below[k, lowest(left)]
            k += 1
        mask = next_set(mask)
    for level in range(1, levels):
        for at in range(fewer):
            rows[level, at] |= rows[level - 1, at]


@part
def pairs_of_four(rows, count, levels, edges, alone, first, bits, sums):
    """Boards of four cards of which two are needed, by each of their pairs: three cards that suit each other count with
    every fourth that suits them all, so that a pair meets each of its boards twice. ``alone``: only all boards."""
    pairs = count * (count - 1) // 2
    for level in range(levels - 1):
        every = 0
        for place in range(pairs):
            edges[place] = 0
        for high in range(2, count):
            with_high = high * (high - 1) // 2
            for middle in range(1, high):
                if not rows[level, high] >> middle & 1:
                    continue
                with_middle = middle * (middle - 1) // 2
                both = rows[level, high] & rows[level, middle]
                left = both & (1 << middle) - 1
                boards = 0
                while left:
                    low = lowest(left)
                    left &= left - 1
                    fourth = ones(both & rows[level, low])
                    boards += fourth
                    edges[with_high + low] += fourth
                    edges[with_middle + low] += fourth
                edges[with_high + middle] += boards
                every += boards
        word, shift = level // (63 // bits), level % (63 // bits) * bits
        if alone:
            edges[0] = every >> 1  # each board four times, by every three of its cards
        for place in range(1 if alone else pairs):
            before = sums[first + place, word] if shift else 0
            sums[first + place, word] = before + (edges[place] >> 1 << shift)


@part
def triples_of_four(rows, count, levels, alone, below, first, bits, sums):
    """Boards of four cards of which three are needed, by each of their triples. ``alone``: only all boards."""
    for level in range(levels - 1):
        word, shift = level // (63 // bits), level % (63 // bits) * bits
        place, every = first, 0
        for high in range(2, count):
            for middle in range(1, high):
                suits = rows[level, below[2, high] + middle]
                for low in range(0 if alone or shift else middle):
                    sums[place + low, word] = 0
                left = suits & (1 << middle) - 1
                while left:
                    low = lowest(left)
                    left &= left - 1
                    with_low = rows[level, below[2, high] + low] & rows[level, below[2, middle] + low]
                    boards = ones(suits & with_low)
                    every += boards
                    if not alone:
                        sums[place + low, word] += boards << shift
                place += middle
        if alone:
            before = sums[first, word] if shift else 0
            sums[first, word] = before + (every >> 2 << shift)


@part
def singly(segments, needed, size, board, level_of, levels, below, totals, first, many, bits, sums):
    """Boards that contain each set of ``size`` cards, where one card at most is needed or all of them are: there are
    as many as can be made of the cards up to the level, or just the set itself; of no set's boards all are counted."""
    mask = (1 << size) - 1
    for place in range(many):
        worst, left = 0, mask
        if needed == 1:
            while left:
                if level_of[segments[lowest(left)]] > worst:
                    worst = level_of[segments[lowest(left)]]
                left &= left - 1
        elif needed and size:
            worst = level_of[segments[place]]
        word, shift, packed = 0, 0, 0
        for level in range(levels - 1):
            if shift + bits > 63:
                sums[first + place, word] = packed
                word, shift, packed = word + 1, 0, 0
            if level >= worst:
                boards = 1 if size else totals[level]
                if needed == 1:
                    boards = below[board - size, totals[level] - size]
                packed += boards << shift
            shift += bits
        sums[first + place, word] = packed
        if size:
            mask = next_set(mask)


@part
def downward(sums, words, offsets, most, board, below):
    """From boards that contain sets of ``most`` cards to those that contain smaller ones, down to none."""
    for size in range(most - 1, -1, -1):
        for place in range(offsets[size], offsets[size + 1]):
            for word in range(words):
                sums[place, word] = 0
        mask = (1 << (size + 1)) - 1
        for place in range(offsets[size + 1], offsets[size + 2]):
            at, left, k = offsets[size] + place_of(mask & mask - 1, below), mask, 1
            while True:
                for word in range(words):
                    sums[at, word] += sums[place, word]
                card = lowest(left)
                left &= left - 1
                if left == 0:
                    break
                at += below[k, card] - below[k, lowest(left)]
                k += 1
            mask = next_set(mask)
        for place in range(offsets[size], offsets[size + 1]):
            for word in range(words):
                sums[place, word] //= board - size


@inlined
def canonical(held, own, alike):
    """True if a hand stands for all those that differ only by exchanging suits of which the same cards are held."""
    for suit in range(3):
        same = alike[suit] == alike[suit + 1] and (held >> 13 * suit ^ held >> 13 * suit + 13) & 8191 == 0
        if same and own >> 13 * suit & 8191 < own >> 13 * suit + 13 & 8191:
            return False
    return True


@inlined
def boards_without(out, board, words, below, offsets, subsets, sums, upto):
    """The boards up to each level without the cards put out, by inclusion and exclusion over their subsets."""
    for word in range(words):
        upto[word] = sums[0, word]
    # Subsets of the cards put out, those without a card before those with it.
    subsets[0, 0], subsets[1, 0], sets, left = 0, 0, 1, out
    while left:
        card = lowest(left)
        left &= left - 1
        for sub in range(sets):
            size = subsets[1, sub] + 1
            place = subsets[0, sub] + below[size, card]
            subsets[0, sets + sub], subsets[1, sets + sub] = place, size
            if size > board:
                continue
            place += offsets[size]
            if size & 1:
                for word in range(words):
                    upto[word] -= sums[place, word]
            else:
                for word in range(words):
                    upto[word] += sums[place, word]
        sets *= 2


@inlined
def by_segment(upto, many, bits, levels, counts, row):
    """Boards at each level, from boards up to each level, as counts by segment."""
    for segment in range(counts.shape[1]):
        counts[row, segment] = 0
    before, word, shift = 0, 0, 0
    for level in range(many):
        if shift + bits > 63:
            word, shift = word + 1, 0
        boards = upto[word] >> shift & (1 << bits) - 1
        counts[row, levels[level]] = boards - before
        before = boards
        shift += bits


@kernel
def ways(helds, table, making, tables, places, below, offsets, scratch, given, found):
    """Every way to have put other cards out with each set of held ones, one of those that differ only by exchanging
    suits that are alike: the boards by segment. Returns the number of ways.

    ``table``: the free cards, the suits that are alike, and how many cards are on the board, are needed, are put out,
    make the largest sets to be counted, and how many bits a count has. ``found``: per way the number of the player's
    hand, the cards held, the hand they are held of, the boards; columns without rows are left out. ``given``: the
    levels, if the largest sets of the one set of held cards have been counted already; otherwise 0.
    """
    free, alike, board, needed, put_out, most, bits = table
    rest, segments, level_of, levels, rows, edges, subsets, sums, upto = scratch
    numbers, held_of, own_of, counts = found
    row = 0
    for h in range(helds.shape[0]):
        held = helds[h]
        count = laid_out(free & ~held, tables, rest)
        many = given
        if given == 0:
            many = completed(held, rest, count, needed, making, tables, segments, level_of, levels, edges)
            if needed < 2 or needed == board:
                sets = below[most, count]
                singly(segments, needed, most, board, level_of, many, below, edges, offsets[most], sets, bits, sums)
            else:
                sets = below[needed, count]
                neighbours(segments, sets, below[needed - 1, count], needed, level_of, many, below, rows)
                if needed == 2:
                    pairs_of_four(rows, count, many, edges, most == 0, offsets[most], bits, sums)
                else:
                    triples_of_four(rows, count, many, most == 0, below, offsets[most], bits, sums)
        words, shift = (many - 1) // (63 // bits) + 1, (many - 1) % (63 // bits) * bits
        for place in range(offsets[most], offsets[most + 1]):
            before = sums[place, words - 1] if shift else 0
            sums[place, words - 1] = before + (below[board - most, count - most] << shift)
        downward(sums, words, offsets, most, board, below)
        out = (1 << put_out) - 1
        while out >> count == 0:
            own, left = held, out
            while left:
                own |= rest[0, lowest(left)]
                left &= left - 1
            if canonical(held, own, alike):
                boards_without(out, board, words, below, offsets, subsets, sums, upto)
                if own_of.shape[0]:
                    held_of[row], own_of[row] = held, own
                if numbers.shape[0]:
                    numbers[row] = places[place_of(own, below)]
                by_segment(upto, many, bits, levels, counts, row)
                row += 1
            if put_out == 0:
                break
            out = next_set(out)
    return row


@kernel
def choose(numbers, held_of, own_of, counts, pay, acts, best, chosen):
    """The best option of every hand; equals stay with the option that came first.

    ``chosen``: per hand its option, the cards held, the hand they are held of, the boards by segment.
    """
    act_of, best_held, best_own, boards = chosen
    for i in range(numbers.shape[0]):
        number = numbers[i]
        for a in range(acts.shape[0]):
            worth = 0
            for segment in range(counts.shape[1]):
                worth += int(counts[i, segment]) * pay[acts[a], segment]
            if worth > best[number]:
                best[number] = worth
                act_of[number] = acts[a]
                if own_of.shape[0]:
                    best_held[number], best_own[number] = held_of[i], own_of[i]
                for segment in range(counts.shape[1]):
                    boards[number, segment] = counts[i, segment]


# Any numbers of cards: recursive, and several times slower than the cases written out above.


@allocating
def narrowed(allowed, chosen, card, needed, rows, below):
    """The cards still allowed after one more is chosen: no set they complete with it may exceed the level."""
    size = needed - 2
    if ones(chosen) < size:
        return allowed
    if size == 0:
        return allowed & rows[lowest(card)]
    members = np.zeros(8, dtype=np.int64)
    count = 0
    left = chosen
    while left:
        members[count] = left & -left
        left ^= members[count]
        count += 1
    pick = (1 << size) - 1
    while pick < 1 << count:
        with_card = card
        for k in range(count):
            if pick >> k & 1:
                with_card |= members[k]
        allowed &= rows[place_of(with_card, below)]
        pick = next_set(pick)
    return allowed


@allocating
def completions(allowed, chosen, more, needed, rows, below):
    """The number of ways to add ``more`` cards to those chosen without exceeding the level."""
    if more == 0:
        return 1
    total = 0
    left = allowed
    while left:
        card = left & -left
        left ^= card
        after = narrowed(left, chosen, card, needed, rows, below)
        total += completions(after, chosen | card, more - 1, needed, rows, below)
    return total


@allocating
def containing(rows, needed, size, board, count, levels, below, first, many, bits, sums):
    """For every level but the last, count the boards that contain each set of ``size`` cards, from ``first`` on."""
    for level in range(levels - 1):
        word, shift = level // (63 // bits), level % (63 // bits) * bits
        mask = (1 << size) - 1
        for place in range(many):
            allowed, chosen, possible = (1 << count) - 1, 0, True
            left = mask
            while left:
                card = left & -left
                left ^= card
                if not allowed & card:
                    possible = False
                    break
                allowed = narrowed(allowed & ~card, chosen, card, needed, rows[level], below)
                chosen |= card
            boards = 0
            if possible:
                boards = completions(allowed & ~mask, mask, board - size, needed, rows[level], below)
            before = sums[first + place, word] if shift else 0
            sums[first + place, word] = before + (boards << shift)
            if size:
                mask = next_set(mask)
