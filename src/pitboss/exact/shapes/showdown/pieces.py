"""The situations of a public state in pieces that are paid alike, and the best options of each.

A *kind* of situation is a row of numbers: the case, the open options (as bits), the segment if folded, and the segment
of each query (255: not asked). Situations of one kind differ only in their counts, so a kind is solved from its counts
and what its segments pay. This is plain NumPy: a changed pay cell should not have to wait for compiled code to load.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.errors import PitbossError

Whole = npt.NDArray[np.int64]
NOT_ASKED = 255
AT_ONCE = 1 << 15
"""Situations solved at a time; few enough for the processor's cache."""


class PieceRules(NamedTuple):
    """The rules for deciding situations: which options fold, which queries each may use, which segments would qualify,
    how many hidden hands there are, and ``pay[case, option, fact, segment]``."""

    folds: npt.NDArray[np.bool_]
    asks: Whole
    high: npt.NDArray[np.bool_]
    total: int
    pay: Whole


class PieceRows(NamedTuple):
    """Situations: their kinds, the kind of each (empty if there is only one), how many deals of the player's cards each
    stands for, its counts per query, and its cards (empty where they are not needed)."""

    kinds: npt.NDArray[np.int32]
    which: npt.NDArray[np.uint16]
    weights: npt.NDArray[Any]
    low: npt.NDArray[np.uint32]
    below: npt.NDArray[np.uint32]
    upto: npt.NDArray[np.uint32]
    words: Whole

    @property
    def segments(self) -> npt.NDArray[np.int64]:
        """The segments whose pay matters to these situations."""
        segments = np.unique(self.kinds[:, 2:].astype(np.int64))
        return np.asarray(segments[segments != NOT_ASKED])


def kinds_of(cases: Any, allowed: Any, fold_segments: Any, segments: Any) -> tuple[Any, Any]:
    """The kinds that occur, and the kind of every situation; ``segments`` has one row per query."""
    columns = [cases, allowed, fold_segments, *segments]
    if not len(cases):
        return np.zeros((0, len(columns)), dtype=np.int32), np.zeros(0, dtype=np.int64)
    most, code = 1, None
    for column in columns:
        low, high = int(column.min()), int(column.max())
        if low == high:  # most columns are constant
            continue
        span = high - low + 1
        code = (column - low).astype(np.int64) if code is None else code * span + (column - low)
        most *= span
        if most > 1 << 40:  # renumbered before the codes overflow
            distinct, code = np.unique(code, return_inverse=True)
            most = len(distinct)
    if code is None:
        return np.array([[column[0] for column in columns]], dtype=np.int32), np.zeros(len(cases), dtype=np.int64)
    if most <= 1 << 22:
        present = np.zeros(most, dtype=np.bool_)
        present[code] = True
        number = (np.cumsum(present) - 1)[code]
    else:
        _, number = np.unique(code, return_inverse=True)
    first = np.zeros(int(number.max()) + 1, dtype=np.int64)
    first[number] = np.arange(len(number))
    return np.stack([column[first] for column in columns], axis=1).astype(np.int32), number


NO_WORDS = np.zeros(0, dtype=np.int64)


def rows_of(
    cases: Any, allowed: Any, folded: Any, segments: Any, weights: Any, low: Any, below: Any, upto: Any, words: Any
) -> PieceRows:
    """Situations in the form they are cached in."""
    kinds, which = kinds_of(cases, allowed, folded, segments)
    if len(kinds) > 1 << 16:
        raise PitbossError(f"{len(kinds):,} kinds of situations are more than a proof can hold; use fewer pay lines.")
    few = np.zeros(0, dtype=np.uint16) if len(kinds) < 2 else which.astype(np.uint16)
    return PieceRows(kinds, few, weights.astype(np.uint8, copy=False), low, below, upto, words)


def known(kinds: Any, many: Any, rules: PieceRules) -> Whole:
    """Deals if nothing is hidden: each kind, with its number of hands ``many``, takes its best option."""
    tally = np.zeros_like(rules.pay)
    best = np.full(len(kinds), -(1 << 62), dtype=np.int64)
    option = np.zeros(len(kinds), dtype=np.int64)
    place = np.zeros(len(kinds), dtype=np.int64)
    case, allowed = kinds[:, 0], kinds[:, 1]
    for act, fold in enumerate(rules.folds):
        columns = [2] if fold else [3 + query for query in range(*rules.asks[act])]
        for column in columns:
            segment = kinds[:, column]
            asked = (allowed >> act & 1 == 1) & (segment != NOT_ASKED)
            worth = rules.pay[case, act, 0, np.where(asked, segment, 0)]
            better = asked & (worth > best)
            best, option, place = (
                np.where(better, new, old) for new, old in ((worth, best), (act, option), (segment, place))
            )
    for at, each in enumerate(many.tolist()):
        tally[case[at], option[at], 0, place[at]] += each * rules.total
    return tally


def compared(rows: PieceRows, rules: PieceRules, pool: Executor | None = None) -> Whole:
    """Deals by case, option, fact and segment under the best options against a hidden hand."""
    tally = np.zeros_like(rules.pay)
    by_part = (map if pool is None else pool.map)(lambda part: _decide(part[0], part[1], rows, rules), _parts(rows))
    for place, many in chain.from_iterable(by_part):
        tally[place] += many
    return tally


def _parts(rows: PieceRows) -> Iterator[tuple[list[int], Any]]:
    """The situations of every kind, some at a time."""
    order = np.argsort(rows.which, kind="stable")
    ends = np.searchsorted(rows.which[order], np.arange(len(rows.kinds) + 1)).tolist()
    if len(rows.kinds) == 1:  # then no situation needs its number
        ends = [0, len(rows.weights)]
    for kind, (first, last) in zip(rows.kinds.tolist(), pairwise(ends), strict=True):
        for start in range(first, last, AT_ONCE):
            part = slice(start, min(start + AT_ONCE, last))
            yield kind, order[part] if len(order) else part


def _decide(
    kind: list[int], at: Any, rows: PieceRows, rules: PieceRules
) -> list[tuple[tuple[int, int, int, int], int]]:
    """The deals of some situations of one kind, by place in the tally."""
    case, allowed, folded, *segments = kind
    weights = rows.weights[at].astype(np.int64)
    low = rows.low[at].astype(np.int64) if len(rows.low) else np.int64(0)
    tried: list[tuple[int, int, Any]] = []
    best: Any = None
    chosen = np.zeros(len(weights), dtype=np.int16)
    for option, fold in enumerate(rules.folds.tolist()):
        if not allowed >> option & 1:
            continue
        pay = rules.pay[case, option]
        for query in (-1,) if fold else range(*rules.asks[option]):
            segment = folded if fold else segments[query]
            if segment == NOT_ASKED:
                continue
            counts = (
                {0: np.full(len(weights), rules.total, dtype=np.int64)}
                if fold
                else _facts(rows.below[query, at], rows.upto[query, at], low, bool(rules.high[segment]), rules.total)
            )
            worth = np.zeros(len(weights), dtype=np.int64)
            for fact, many in counts.items():
                if pay[fact, segment]:
                    worth += pay[fact, segment] * many
            if best is None:
                best = worth
            else:
                better = worth > best
                chosen[better] = len(tried)
                np.maximum(best, worth, out=best)
            tried.append((option, segment, counts))
    deals = []
    for number, (option, segment, counts) in enumerate(tried):
        share = np.where(chosen == number, weights, 0) if len(tried) > 1 else weights
        for fact, many in counts.items():
            deals.append(((case, option, fact, segment), int((share * many).sum())))
    return deals


def _facts(below: Any, upto: Any, low: Any, high: bool, total: int) -> dict[int, Any]:
    """The number of hidden hands for each fact, in the order of ``payoff.COMPARED``."""
    under, not_above = below.astype(np.int64), upto.astype(np.int64)
    ties = not_above - under
    if high:
        counts = {0: total - not_above, 1: ties, 2: under - low}
        return {**counts, 5: np.broadcast_to(low, under.shape)} if np.ndim(low) else counts
    return {0: np.broadcast_to(total - low, under.shape), 3: low - not_above, 4: ties, 5: under}
