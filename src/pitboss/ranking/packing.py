"""Pack the values of hands into dense tables: a number for each rank, and rows laid over one another.

The rank numbers are such that no two multisets of the same size, up to seven ranks, have the same sum. The sums are
sparse (49,205 below 7.9 million for seven cards), so a sum is split into a row (its low bits) and a column (the rest),
and the rows are laid over one another, each shifted until all its entries fall into gaps:
``value = values[rows[sum & ROW_MASK] + (sum >> ROW_BITS)]``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

# Each is the smallest that keeps all sums of up to seven ranks, none more than four times, distinct. Searching for them
# takes minutes, so they are constants; a test proves the property.
RANK_NUMBERS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
JOKER_NUMBER = 1 << 23  # above every sum of ranks
ROW_BITS = 12
ROWS = 1 << ROW_BITS
ROW_MASK = ROWS - 1


def rank_sum(ranks: Sequence[int]) -> int:
    """The sum of the rank numbers; the joker is rank 13."""
    return sum((*RANK_NUMBERS, JOKER_NUMBER)[r] for r in ranks)


def pack(tables: Sequence[Mapping[int, int]]) -> tuple[list[int], list[int]]:
    """Lay the rows of several sparse tables over one another; return the start of each row, and the values.

    The last table goes first, so that its values lie close together, and in each table the fullest rows. Each row goes
    to the first place where all its entries meet free slots. The taken slots are the bits of one long integer: shifted
    by each of a row's columns and combined, it shows every place where the row cannot start, and its lowest zero bit is
    where the row goes.
    """
    rows: dict[int, dict[int, int]] = {}
    for place, table in enumerate(tables):
        for number, value in table.items():
            rows.setdefault(place * ROWS + (number & ROW_MASK), {})[number >> ROW_BITS] = value
    taken = 0
    starts, values = [0] * (ROWS * len(tables)), [0]
    for row in sorted(rows, key=lambda row: (-(row // ROWS), -len(rows[row]), row)):
        barred = own = 0
        for column in rows[row]:
            barred |= taken >> column
            own |= 1 << column
        starts[row] = start = (~barred & (barred + 1)).bit_length() - 1
        taken |= own << start
        values.extend([0] * (start + max(rows[row]) + 1 - len(values)))
        for column, value in rows[row].items():
            values[start + column] = value
    return starts, values
