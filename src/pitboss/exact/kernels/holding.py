"""Held cards completed from a hidden board: for every set of held cards, how often each segment is the best one.

Cards outside the held set are numbered 0, 1, 2 … in the order of their bits; sets of them are masks, found by their
place as in :mod:`pitboss.exact.subsets`. So many board cards are ``needed`` to complete the held ones; a board is worth
the best segment of its subsets of that size. A *level* is a segment that occurs, lowest first: ``sums[place, level]``
counts the boards that contain a set and are worth at most that level. Rows of ``sums`` are wider than there are levels,
so that whole vectors are added; what stands behind the last level means nothing.
"""

from pitboss.exact.kernels.bits import lowest, ones
from pitboss.ranking.compiling import compiled

kernel = compiled(__file__)


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
def completed(held, rest, count, needed, making, tables, of_values, out, level_of, levels):
    """The segment of the held cards with every set of the needed number of other cards; which segments occur, as levels
    both ways, and how many."""
    parts, boards, many = making
    sums, rows, values, flush, row_mask, row_bits, joker = tables
    for segment in range(level_of.shape[0]):
        level_of[segment] = -1
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
                segment = of_values[best]
                if m == 0 or segment > out[place + low]:
                    out[place + low] = segment
        for low in range(last):
            level_of[out[place + low]] = 0
        place += last
        if needed < 2:
            break
        step = others & -others
        higher = others + step
        others = higher | ((others ^ higher) >> 2) // step
        if others >> count:
            break
    found = 0
    for segment in range(level_of.shape[0]):
        if level_of[segment] == 0:
            level_of[segment] = found
            levels[found] = segment
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
        left = mask
        while left:
            card = left & -left
            left ^= card
            at, others, k = 0, mask ^ card, 1
            while others:
                at += below[k, lowest(others)]
                others &= others - 1
                k += 1
            rows[level, at] |= card
        low = mask & -mask
        high = mask + low
        mask = high | ((mask ^ high) >> 2) // low
    for level in range(1, levels):
        for at in range(fewer):
            rows[level, at] |= rows[level - 1, at]


@kernel
def pairs_of_four(rows, count, levels, edges, first, sums):
    """Boards of four cards of which two are needed, by each of their pairs: three cards that suit each other count with
    every fourth that suits them all, so that a pair meets each of its boards twice."""
    pairs = count * (count - 1) // 2
    for level in range(levels - 1):
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
        for place in range(pairs):
            sums[first + place, level] = edges[place] >> 1


@kernel
def triples_of_four(rows, count, levels, below, first, sums):
    """Boards of four cards of which three are needed, by each of their triples."""
    for level in range(levels - 1):
        place = first
        for high in range(2, count):
            for middle in range(1, high):
                suits = rows[level, below[2, high] + middle]
                for low in range(middle):
                    boards = 0
                    if suits >> low & 1:
                        boards = ones(suits & rows[level, below[2, high] + low] & rows[level, below[2, middle] + low])
                    sums[place, level] = boards
                    place += 1


@kernel
def singly(segments, sets, needed, size, board, level_of, levels, below, edges, first, many, sums):
    """Boards that contain each set of ``size`` cards, where one card at most is needed or all of them are: there are
    as many as can be made of the cards up to the level, or just the set itself; of no set's boards all are counted."""
    for level in range(levels):
        edges[level] = 0
    for place in range(sets):
        edges[level_of[segments[place]]] += 1
    for level in range(1, levels):
        edges[level] += edges[level - 1]
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
        for level in range(levels - 1):
            boards = 0
            if level >= worst:
                boards = 1 if size else edges[level]
                if needed == 1:
                    boards = below[board - size, edges[level] - size]
            sums[first + place, level] = boards
        if size:
            low = mask & -mask
            high = mask + low
            mask = high | ((mask ^ high) >> 2) // low


@kernel
def downward(sums, offsets, most, board, levels, below):
    """From boards that contain sets of ``most`` cards to those that contain smaller ones, down to none."""
    width = sums.shape[1]
    for size in range(most - 1, -1, -1):
        for place in range(offsets[size], offsets[size + 1]):
            for level in range(width):
                sums[place, level] = 0
        mask = (1 << (size + 1)) - 1
        for place in range(offsets[size + 1], offsets[size + 2]):
            left = mask
            while left:
                card = left & -left
                left ^= card
                at, others, k = offsets[size], mask ^ card, 1
                while others:
                    at += below[k, lowest(others)]
                    others &= others - 1
                    k += 1
                for level in range(width):
                    sums[at, level] += sums[place, level]
            low = mask & -mask
            high = mask + low
            mask = high | ((mask ^ high) >> 2) // low
        for place in range(offsets[size], offsets[size + 1]):
            for level in range(levels):
                sums[place, level] //= board - size


@kernel
def ways(helds, table, making, tables, of_values, places, below, offsets, scratch, given, found):
    """Every way to have put other cards out beside each set of held ones, one of those that differ only by exchanging
    suits that are alike: the boards by segment. How many ways there are.

    ``table``: the free cards, the suits that are alike, and how many cards are on the board, are needed, are put out,
    and make the largest sets to be counted. ``found``: per way the number of the player's hand, the cards held, the
    hand they are held of, the boards; columns without rows are left out. ``given``: the levels, if the largest sets of
    the one set of held cards have been counted already; otherwise 0.
    """
    free, alike, board, needed, put_out, most = table
    rest, segments, level_of, levels, rows, edges, sums, upto = scratch
    numbers, held_of, own_of, counts = found
    width, row = sums.shape[1], 0
    for h in range(helds.shape[0]):
        held = helds[h]
        count = laid_out(free & ~held, tables, rest)
        sets, many = below[needed, count], given
        if given == 0:
            many = completed(held, rest, count, needed, making, tables, of_values, segments, level_of, levels)
            if needed < 2 or needed == board:
                singly(
                    segments, sets, needed, most, board, level_of, many, below, edges, offsets[most],
                    below[most, count], sums,
                )  # fmt: skip
            else:
                neighbours(segments, sets, below[needed - 1, count], needed, level_of, many, below, rows)
                if needed == 2:
                    pairs_of_four(rows, count, many, edges, offsets[most], sums)
                else:
                    triples_of_four(rows, count, many, below, offsets[most], sums)
        for place in range(offsets[most], offsets[most + 1]):
            sums[place, many - 1] = below[board - most, count - most]
        downward(sums, offsets, most, board, many, below)
        out = (1 << put_out) - 1
        while out >> count == 0:
            own, left = held, out
            while left:
                own |= rest[0, lowest(left)]
                left &= left - 1
            wanted = True
            for suit in range(3):
                same = alike[suit] == alike[suit + 1] and (held >> 13 * suit ^ held >> 13 * suit + 13) & 8191 == 0
                if same and own >> 13 * suit & 8191 < own >> 13 * suit + 13 & 8191:
                    wanted = False
            if wanted:
                for level in range(width):
                    upto[level] = 0
                sub = out
                while True:
                    place, left, size = 0, sub, 0
                    while left:
                        size += 1
                        place += below[size, lowest(left)]
                        left &= left - 1
                    if size <= board:
                        place += offsets[size]
                        if size & 1:
                            for level in range(width):
                                upto[level] -= sums[place, level]
                        else:
                            for level in range(width):
                                upto[level] += sums[place, level]
                    if sub == 0:
                        break
                    sub = (sub - 1) & out
                if own_of.shape[0]:
                    held_of[row], own_of[row] = held, own
                if numbers.shape[0]:
                    place, k = 0, 1
                    while own:
                        place += below[k, lowest(own)]
                        own &= own - 1
                        k += 1
                    numbers[row] = places[place]
                for segment in range(counts.shape[1]):
                    counts[row, segment] = 0
                before = 0
                for level in range(many):
                    counts[row, levels[level]] = upto[level] - before
                    before = upto[level]
                row += 1
            if put_out == 0:
                break
            low = out & -out
            high = out + low
            out = high | ((out ^ high) >> 2) // low
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
