"""Boards by segment for ways to hold cards: calls of the compiled loops."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.exact.cards.hands import Making, tables
from pitboss.exact.cards.hidden_hands import histogram
from pitboss.exact.cards.subsets import BELOW
from pitboss.exact.payoff import Segments
from pitboss.exact.script.views import HandView
from pitboss.ranking import Ranking

WIDE = np.ascontiguousarray(BELOW.astype(np.int64))
WRITTEN_OUT = ((2, 0, 4), (2, 2, 4), (3, 0, 4), (3, 3, 4))
"""Cards needed, cards of the largest sets counted and cards on the board for which there are quicker loops."""


class HeldRows(NamedTuple):
    """Ways to hold cards: the number of the player's hand, the cards held, the hand, and the boards by segment; columns
    that nobody asked for are empty."""

    numbers: npt.NDArray[np.uint32]
    helds: npt.NDArray[np.int64]
    owns: npt.NDArray[np.int64]
    counts: npt.NDArray[np.uint32]

    def first(self, many: int) -> HeldRows:
        """The first ``many`` of them."""
        return HeldRows(self.numbers[:many], self.helds[:many], self.owns[:many], self.counts[:many])


class HoldQuery(NamedTuple):
    """The ways to hold cards that are asked for: the table they lie on, and how many others are put out.

    ``places``: the number of every hand of the player by its place, where numbers are wanted; ``words``: whether the
    cards are.
    """

    view: HandView
    segments: Segments
    free: int
    alike: tuple[int, ...]
    board: int
    put_out: int
    places: npt.NDArray[np.uint32]
    words: bool


def ways(asked: HoldQuery, helds: npt.NDArray[np.int64]) -> HeldRows:
    """Every way to put out the other cards of a hand with these held ones, all of one size; one of those that differ
    only by exchanging suits that are alike."""
    from pitboss.exact.kernels import holding as compiled

    kernels: Any = compiled
    size, board, put_out = int(helds[0]).bit_count(), asked.board, asked.put_out
    needed, making = completions(asked.view, board, size)
    count = (asked.free & ~int(helds[0])).bit_count()
    most = min(put_out, board)
    quick = needed < 2 or (needed == board and most in (0, board)) or (needed, most, board) in WRITTEN_OUT
    if not quick and not put_out:
        most = needed  # every board contains equally many of the sets that complete the held cards
    values = _tables(asked.view.hand.ranking, asked.segments)
    bits = (comb(count, board) * max(board, 1)).bit_length()  # a sum before it is divided has the largest counts
    offsets = np.cumsum([0, *(comb(count, some) for some in range(most + 1))])
    scratch = _scratch(count, needed, put_out, int(offsets[-1]), len(asked.segments.leasts), bits)
    table = (asked.free, np.array(asked.alike, dtype=np.int64), board, needed, put_out, most, bits)
    out = _empty(asked, len(helds) * comb(count, put_out))
    more = (making, values, asked.places, WIDE, offsets, scratch)
    if quick:
        return out.first(kernels.ways(helds, table, *more, 0, tuple(out)))
    from pitboss.exact.kernels import holding_any

    general: Any = holding_any
    rest, segment, level_of, levels, neighbours, edges, _, sums, _ = scratch
    rows, fewer, largest = 0, comb(count, needed - 1), comb(count, most)
    for at, held in enumerate(helds.tolist()):
        kernels.laid_out(asked.free & ~held, values, rest)
        many = kernels.completed(held, rest, count, needed, making, values, segment, level_of, levels, edges)
        kernels.neighbours(segment, comb(count, needed), fewer, needed, level_of, many, WIDE, neighbours)
        general.containing(neighbours, needed, most, board, count, many, WIDE, int(offsets[most]), largest, bits, sums)
        rows += kernels.ways(helds[at : at + 1], table, *more, many, tuple(column[rows:] for column in out))
    return out.first(rows)


def boards_by_segment(asked: HoldQuery, helds: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The boards by segment for each of these sets of held cards, all of one size, when the other cards are known."""
    size = int(helds[0]).bit_count()
    needed, (parts, boards, _) = completions(asked.view, asked.board, size)
    if needed == asked.board > 1 and parts.tolist() == [(1 << needed) - 1]:
        # The whole board joins the held cards: such hands are quickly counted by their ranks.
        cuts = [0, *asked.segments.leasts[1:]]
        ranking, table = asked.view.hand.ranking, int(boards[0])
        by_held = [histogram(ranking, asked.free, asked.board, held | table) for held in helds.tolist()]
        counted = [np.add.reduceat(each, cuts) for each in by_held if each is not None]
        if len(counted) == len(by_held):
            return np.stack(counted)
    return ways(asked, helds).counts.astype(np.int64)


def completions(view: HandView, board: int, size: int) -> tuple[int, tuple[npt.NDArray[np.int64], ...]]:
    """The number of board cards that complete ``size`` held ones, and the ways to make a hand of them.

    The arrays have for each way the places of the board cards used, the cards on the table, and the number of cards.
    """
    hand, table = view.hand, view.table
    if not hand.must:
        needed, makings = board, [Making((1 << board) - 1, table)]
    else:
        wanted = hand.ranking.cards - size
        needed = min(board, wanted)
        pool = [Making(1 << place, 0) for place in range(needed)]
        pool += [Making(0, 1 << at) for at in range(53) if table >> at & 1]
        made = {(sum(one.part for one in some), sum(one.board for one in some)) for some in combinations(pool, wanted)}
        makings = sorted(Making(*each) for each in made)
    columns = ([one.part for one in makings], [one.board for one in makings], [one.many + size for one in makings])
    return needed, tuple(np.array(column, dtype=np.int64) for column in columns)


@lru_cache(maxsize=8)
def _tables(ranking: Ranking, segments: Segments) -> tuple[Any, ...]:
    """The ranking's tables with segments instead of values: the best segment is that of the best value."""
    sums, rows, values, flush, *rest = tables(ranking)
    of_values = segments.of_values()
    return sums, rows, of_values[values], of_values[flush], *rest


def _scratch(
    count: int, needed: int, put_out: int, sets: int, segments: int, bits: int
) -> tuple[npt.NDArray[Any], ...]:
    """Room for the loops: the cards outside the held ones, segments, levels both ways, neighbours, subsets, sums."""
    words = -(-segments // (63 // bits))
    return (
        np.empty((3, 64), dtype=np.int64),
        np.empty(comb(count, needed), dtype=np.uint8),
        np.empty(segments, dtype=np.int64),
        np.empty(segments, dtype=np.int64),
        np.empty((segments, comb(count, needed - 1) if needed else 0), dtype=np.int64),
        np.empty(max(comb(count, 2), segments), dtype=np.int64),
        np.empty((2, 1 << put_out), dtype=np.int64),
        np.empty((sets, words), dtype=np.int64),
        np.empty(words, dtype=np.int64),
    )


def _empty(asked: HoldQuery, rows: int) -> HeldRows:
    words = rows if asked.words else 0
    return HeldRows(
        np.empty(rows if len(asked.places) else 0, dtype=np.uint32),
        np.empty(words, dtype=np.int64),
        np.empty(words, dtype=np.int64),
        np.empty((rows, len(asked.segments.leasts)), dtype=np.uint32),
    )
