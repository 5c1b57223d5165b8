"""How a hand finds its value: the keys of the cards, and the packing of a sparse table into a dense one.

Every card has a key, and the sum of the keys of a hand says everything that matters. Low bits: for each suit a field
of six bits that counts its cards in steps chosen so that enough cards for a flush, and no fewer, reach a high bit.
Above them: a number per rank, chosen so that different sets of ranks of the same size never have the same sum. A joker
counts in every suit and adds a bit of its own above the ranks.

The sums are sparse (49,205 of 16 million for seven cards), so a sum is cut into row and column, and the rows are laid
over one another, each shifted until its entries fall into gaps: ``value = values[rows[sum >> ROW] + column]``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

# The smallest numbers, each greater than the last, that keep the sums of up to seven ranks (no rank more than four
# times) apart: 0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181. Multiplied by 21369 modulo 2^23
# (odd, so sums stay apart) they fall less regularly, and the rows pack with hardly a gap. Found once; a test proves it.
RANK_KEYS = tuple(
    small * 21369 % 2**23 for small in (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
)
RANK_SHIFT = 24  # where the ranks begin, above four suits of six bits
JOKER_BIT = 24  # the joker's bit, counted from RANK_SHIFT; sums of rank keys stay below it
COLUMN_BITS = 11
ROWS = 1 << (JOKER_BIT - COLUMN_BITS)
COLUMNS = 1 << COLUMN_BITS
SUIT_BITS = 6


def suit_step(cards: int) -> tuple[int, int]:
    """What each card adds to its suit's field, and the bits of the four fields that show enough for a flush.

    With 5 cards each adds 7: four make 28, five make 35 and reach the bit worth 32; seven make 49 and stay inside.

    >>> suit_step(5)[0]
    7
    """
    for bit in range(SUIT_BITS):
        for step in range(1, 9):
            if (cards - 1) * step < 1 << bit <= cards * step and 7 * step < 1 << SUIT_BITS:
                high = (1 << SUIT_BITS) - (1 << bit)
                return step, sum(high << (SUIT_BITS * s) for s in range(4))
    raise AssertionError(f"no step for {cards} cards")


def rank_sum(ranks: Sequence[int], joker_rank: int) -> int:
    """The upper part of the sum of the keys."""
    return sum(1 << JOKER_BIT if r == joker_rank else RANK_KEYS[r] for r in ranks)


def pack(tables: Sequence[Mapping[int, int]], rows_each: int) -> tuple[list[int], list[int]]:
    """Lay the rows of several sparse tables over one another: (where each row starts, the values).

    The fullest rows go first, each to the first place where all its entries meet free slots. The free slots are the
    bits of one long integer; a row's possible places are the intersection of that integer shifted by each column.
    """
    rows: dict[int, dict[int, int]] = {}
    for place, table in enumerate(tables):
        for number, value in table.items():
            rows.setdefault(place * rows_each + (number >> COLUMN_BITS), {})[number & (COLUMNS - 1)] = value
    entries = sum(map(len, tables))
    free = (1 << (2 * entries + 2 * COLUMNS)) - 1
    starts, values = [0] * (rows_each * len(tables)), [0] * COLUMNS
    for row in sorted(rows, key=lambda row: (-len(rows[row]), row)):
        places, taken = free, 0
        for column in rows[row]:
            places &= free >> column
            taken |= 1 << column
        start = (places & -places).bit_length() - 1
        free &= ~(taken << start)
        starts[row] = start
        values.extend([0] * (start + COLUMNS - len(values)))
        for column, value in rows[row].items():
            values[start + column] = value
    return starts, values
