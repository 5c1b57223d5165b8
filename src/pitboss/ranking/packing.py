"""How a hand finds its value: numbers for the ranks, and the packing of a sparse table into a dense one.

Each rank has a number such that two sets of up to seven ranks of the same size never have the same sum. The sums are
sparse (49,205 below 7.9 million for seven cards), so a sum is cut into a row (its low bits) and a column (the rest),
and the rows are laid over one another, each shifted until all its entries fall into gaps:
``value = values[rows[sum & ROW_MASK] + (sum >> ROW_BITS)]``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

# Each the smallest that keeps all sums of up to seven ranks, none more than four times, apart. Searching for them takes
# minutes, so they stand here; a test proves what they promise.
RANK_NUMBERS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
JOKER_NUMBER = 1 << 23  # above every sum of ranks
ROW_BITS = 12
ROWS = 1 << ROW_BITS
ROW_MASK = ROWS - 1


def rank_sum(ranks: Sequence[int]) -> int:
    """The number of a set of ranks; the joker is rank 13."""
    return sum((*RANK_NUMBERS, JOKER_NUMBER)[r] for r in ranks)


def pack(tables: Sequence[Mapping[int, int]]) -> tuple[list[int], list[int]]:
    """Lay the rows of several sparse tables over one another: where each row starts, and the values.

    The last table goes first, so that its values lie close together; of each table the fullest rows, each to the first
    place where all its entries meet free slots. The slots taken are the bits of one long integer; shifted by each of a
    row's columns and joined, it shows every place where the row cannot start, and the lowest bit that is not set is
    where it goes.
    """
    rows: dict[int, dict[int, int]] = {}
    for place, table in enumerate(tables):
        for number, value in table.items():
            rows.setdefault(place * ROWS + (number & ROW_MASK), {})[number >> ROW_BITS] = value
    taken = 0
    starts, values = [0] * (ROWS * len(tables)), [0]
    for row in sorted(rows, key=lambda row: (-(row // ROWS), -len(rows[row]), row)):
        barred = mine = 0
        for column in rows[row]:
            barred |= taken >> column
            mine |= 1 << column
        starts[row] = start = (~barred & (barred + 1)).bit_length() - 1
        taken |= mine << start
        values.extend([0] * (start + max(rows[row]) + 1 - len(values)))
        for column, value in rows[row].items():
            values[start + column] = value
    return starts, values
