"""The values of many sets of cards, each together with cards on the table."""

from pitboss.ranking.numba_cache import compiled

kernel = compiled(__file__, allocates=False)


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
