"""One situation at a time: the values of all hidden hands, one after the other."""

from pitboss.ranking.compiling import compiled

kernel = compiled(__file__)


@kernel
def histogram(rest, cards, board, tables, out):
    """How many sets of so many of the rest have each value together with the board; the last card runs fastest."""
    sums, rows, found, flush, row_mask, row_bits, joker = tables
    at = [0] * (cards + 1)
    words = [0] * (cards + 1)
    words[0] = board
    for k in range(cards - 1):
        at[k] = k
        words[k + 1] = words[k] | rest[k]
    last = cards - 1
    while True:
        first = at[last - 1] + 1 if last > 0 else 0
        for i in range(first, rest.shape[0]):
            word = words[last] | rest[i]
            jokers = word >> 52
            a, b, c, d = word & 8191, word >> 13 & 8191, word >> 26 & 8191, word >> 39 & 8191
            total = sums[a] + sums[b] + sums[c] + sums[d] + jokers * joker
            high = jokers << 13
            value = found[rows[total & row_mask] + (total >> row_bits)]
            value = max(value, max(flush[a | high], flush[b | high]))
            out[max(value, max(flush[c | high], flush[d | high]))] += 1
        k = last - 1
        while k >= 0 and at[k] == rest.shape[0] - cards + k:
            k -= 1
        if k < 0:
            return
        at[k] += 1
        words[k + 1] = words[k] | rest[at[k]]
        for j in range(k + 1, last):
            at[j] = at[j - 1] + 1
            words[j + 1] = words[j] | rest[at[j]]
