"""Hands as words: canonical hands, their order by value, and the values of many sets of cards.

A canonical hand stands for a class of hands that differ only by exchanging suits that are alike; its weight is the size
of the class. Suits that are alike are neighbours and share a number in ``alike``; in a canonical hand their sets of
ranks are in falling order, as ``sets`` orders them (by number of cards).
"""

from numba import types
from numba.extending import intrinsic

from pitboss.ranking.numba_cache import compiled

kernel = compiled(__file__, allocates=False)


@intrinsic
def lowest(typingctx, word):
    """The place of the lowest bit that is set; the word must not be 0."""
    signature = types.int64(types.int64)

    def code(context, builder, signature, arguments):
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return signature, code


@intrinsic
def ones(typingctx, word):
    """The number of bits set."""
    signature = types.int64(types.int64)

    def code(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return signature, code


@kernel
def canonical(sets, ends, alike, splits, words, weights):
    """Write every canonical hand and its weight; with empty arrays, only return how many there are.

    ``splits`` lists the numbers of cards per suit, with the number of jokers last; ``ends`` is where the sets of each
    number of cards begin.
    """
    write = words.shape[0] > 0
    count = 0
    for at in range(splits.shape[0]):
        n0, n1, n2, n3 = splits[at, 0], splits[at, 1], splits[at, 2], splits[at, 3]
        first3, joker = ends[3, n3], splits[at, 4] << 52
        for i0 in range(ends[0, n0], ends[0, n0 + 1]):
            last1 = ends[1, n1 + 1]
            if alike[1] == alike[0] and i0 + 1 < last1:
                last1 = i0 + 1
            for i1 in range(ends[1, n1], last1):
                last2 = ends[2, n2 + 1]
                if alike[2] == alike[1] and i1 + 1 < last2:
                    last2 = i1 + 1
                for i2 in range(ends[2, n2], last2):
                    last3 = ends[3, n3 + 1]
                    if alike[3] == alike[2] and i2 + 1 < last3:
                        last3 = i2 + 1
                    if last3 <= first3:
                        continue
                    if not write:
                        count += last3 - first3
                        continue
                    # Orders of a class of suits: multiply by the number of suits so far, and divide by how many of
                    # them hold the same ranks as the new one.
                    weight, size, equal = 1, 1, 1
                    if alike[1] == alike[0]:
                        size = 2
                        equal = 2 if i1 == i0 else 1
                        weight = 2 // equal
                    if alike[2] == alike[1]:
                        size += 1
                        equal = equal + 1 if i2 == i1 else 1
                        weight = weight * size // equal
                    else:
                        size, equal = 1, 1
                    if alike[3] == alike[2]:
                        weight *= size + 1
                    high = sets[0, i0] | sets[1, i1] << 13 | sets[2, i2] << 26 | joker
                    for i3 in range(first3, last3):
                        words[count] = high | sets[3, i3] << 39
                        weights[count] = weight
                        count += 1
                    if alike[3] == alike[2] and last3 == i2 + 1:
                        weights[count - 1] = weight // (equal + 1)
    return count


@kernel
def by_value(values, ends, place):
    """Counting sort: where the hands of each value end, and the hands in the order of their values."""
    for i in range(values.shape[0]):
        ends[values[i] + 1] += 1
    for value in range(1, ends.shape[0]):
        ends[value] += ends[value - 1]
    for i in range(values.shape[0]):
        place[ends[values[i]]] = i
        ends[values[i]] += 1
    # Each start has moved to the start of the next value: move them back.
    for value in range(ends.shape[0] - 1, 0, -1):
        ends[value] = ends[value - 1]
    ends[0] = 0


@kernel
def spread(sets, base, cards, orders, below, numbers):
    """Give every set of ``cards`` cards the number of its canonical set: ``numbers[place of the set]``.

    Places order sets by their highest cards: ``below[k, c]`` is the number of sets of k cards below card c.
    """
    for i in range(sets.shape[0]):
        word = sets[i]
        for order in range(orders.shape[0]):
            moved = word & (1 << 52)
            for suit in range(4):
                moved |= (word >> (13 * orders[order, suit]) & 8191) << (13 * suit)
            place = 0
            for k in range(1, cards + 1):
                card = ones((moved & -moved) - 1)
                place += below[k, card]
                moved &= moved - 1
            numbers[place] = base + i


@kernel
def values_of(words, board, tables, out):
    """The best hand of each set together with the board."""
    sums, rows, found, flush, row_mask, row_bits, joker = tables
    for i in range(words.shape[0]):
        word = words[i] | board
        jokers = word >> 52
        a, b, c, d = word & 8191, word >> 13 & 8191, word >> 26 & 8191, word >> 39 & 8191
        total = sums[a] + sums[b] + sums[c] + sums[d] + jokers * joker
        high = jokers << 13
        value = found[rows[total & row_mask] + (total >> row_bits)]
        value = max(value, max(flush[a | high], flush[b | high]))
        out[i] = max(value, max(flush[c | high], flush[d | high]))


@kernel
def best_of(words, cards, parts, boards, many, tables, out):
    """The best hand of each set under a choice of makings.

    Making m takes the cards of the set at the places given by the bits of ``parts[m]`` and the table cards
    ``boards[m]``, ``many[m]`` cards in all. ``tables`` have rows for every number of cards.
    """
    sums, rows, found, flush, row_mask, row_bits, joker = tables
    for i in range(words.shape[0]):
        best = 0
        for m in range(parts.shape[0]):
            word, part, rest = boards[m], parts[m], words[i]
            for _ in range(cards):
                bit = rest & -rest
                if part & 1:
                    word |= bit
                part >>= 1
                rest ^= bit
            jokers = word >> 52
            a, b, c, d = word & 8191, word >> 13 & 8191, word >> 26 & 8191, word >> 39 & 8191
            total = sums[a] + sums[b] + sums[c] + sums[d] + jokers * joker
            high = jokers << 13
            value = found[rows[many[m], total & row_mask] + (total >> row_bits)]
            value = max(value, max(flush[a | high], flush[b | high]))
            best = max(best, max(value, max(flush[c | high], flush[d | high])))
        out[i] = best
