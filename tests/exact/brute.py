"""Counting by definition: every hidden hand, every board, valued with the ranking's own tables, card code by card code.

None of the solver's shortcuts (equivalent suits, subsets, sweeps) is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Any

import numba
import numpy as np

from pitboss.ranking import Ranking
from pitboss.ranking.batch import COLUMN_SHIFT, RANK_SHIFT, SUIT_MASK, values
from pitboss.ranking.tables import ROW_MASK

_RANKS, _COLUMNS, _ROW = np.uint64(RANK_SHIFT), np.uint64(COLUMN_SHIFT), np.uint64(ROW_MASK)
_SUIT = np.uint64(SUIT_MASK)
_S1, _S2, _S3 = np.uint64(16), np.uint64(32), np.uint64(48)


@numba.njit(nogil=True, cache=True)
def _count(rest, chosen, fixed_total, fixed_suits, keys, masks, rows, values, flush, out):  # type: ignore[no-untyped-def]
    """The values of the fixed cards with every set of ``chosen`` others."""
    at = np.arange(chosen)
    n, last = rest.shape[0], chosen - 1
    while True:
        total, suits = fixed_total, fixed_suits
        for k in range(last):
            total += keys[rest[at[k]]]
            suits |= masks[rest[at[k]]]
        for i in range(at[last - 1] + 1 if last else 0, n):
            whole, colours = total + keys[rest[i]], suits | masks[rest[i]]
            value = values[rows[(whole >> _RANKS) & _ROW] + (whole >> _COLUMNS)]
            value = max(value, max(flush[colours & _SUIT], flush[(colours >> _S1) & _SUIT]))
            out[max(value, max(flush[(colours >> _S2) & _SUIT], flush[(colours >> _S3) & _SUIT]))] += 1
        k = last - 1
        while k >= 0 and at[k] == n - chosen + k:
            k -= 1
        if k < 0:
            return
        at[k] += 1
        for j in range(k + 1, last):
            at[j] = at[j - 1] + 1


def histogram(ranking: Ranking, rest: Sequence[int], chosen: int, fixed: Sequence[int] = ()) -> Any:
    """For each value, the number of sets of ``chosen`` other cards that make it with the fixed cards."""
    arrays = ranking.arrays()
    out = np.zeros(ranking.top + 1, dtype=np.int64)
    total = np.uint64(sum(int(arrays.keys[card]) for card in fixed))
    suits = np.uint64(0)
    for card in fixed:
        suits |= arrays.masks[card]
    rows = arrays.rows[chosen + len(fixed)]
    cards = np.array(rest, dtype=np.int64)
    _count(cards, chosen, total, suits, arrays.keys, arrays.masks, rows, arrays.values, arrays.flush, out)
    return out


def best_boards(ranking: Ranking, held: Sequence[int], rest: Sequence[int], board: int) -> Any:
    """For each value, the number of boards that give it when all held cards play with the best of the board."""
    needed = ranking.cards - len(held)
    if needed == board:
        return histogram(ranking, rest, board, held)
    out = np.zeros(ranking.top + 1, dtype=np.int64)
    if not needed:
        out[ranking.value(held)] = comb(len(rest), board)
        return out
    chosen = np.array(list(combinations(range(len(rest)), needed)), dtype=np.int64)
    cards = np.array([*held, *rest], dtype=np.uint8)
    fixed = np.broadcast_to(np.arange(len(held)), (len(chosen), len(held)))
    table = np.zeros((len(rest),) * needed, dtype=np.int64)
    table[tuple(chosen.T)] = values(ranking, cards[np.concatenate([fixed, chosen + len(held)], axis=1)])
    _best(table.ravel(), len(rest), needed, board, _subsets(board, needed), out)
    return out


def _subsets(board: int, needed: int) -> Any:
    return np.array(list(combinations(range(board), needed)), dtype=np.int64)


@numba.njit(nogil=True, cache=True)
def _best(table, n, needed, board, subsets, out):  # type: ignore[no-untyped-def]
    at = np.arange(board)
    while True:
        best = 0
        for s in range(subsets.shape[0]):
            place = 0
            for k in range(needed):
                place = place * n + at[subsets[s, k]]
            best = max(best, table[place])
        out[best] += 1
        k = board - 1
        while k >= 0 and at[k] == n - board + k:
            k -= 1
        if k < 0:
            return
        at[k] += 1
        for j in range(k + 1, board):
            at[j] = at[j - 1] + 1
