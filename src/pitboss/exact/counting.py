"""Sweeps: for every hand, how many hidden hands disjoint from it are below it, not above it, or do not qualify.

Hidden hands are inserted in the order of their values; a table keeps, for every small set of cards, how many of those
inserted contain it. The number disjoint from a hand is then a sum over its subsets S of (-1)^|S| times that number
(PERF.md, method 2). Sums run modulo 2^32: every final count times the number of suit exchanges is below that, which
:func:`sweep` checks.
"""

from __future__ import annotations

from concurrent.futures import Executor
from functools import lru_cache
from importlib import import_module
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.exact.generate import SWEEPS, name, subsets
from pitboss.exact.hands import Hands, Words
from pitboss.exact.subsets import BELOW, Numbers, numbers
from pitboss.exact.suits import Alike

Counts = npt.NDArray[np.uint32]
Values = npt.NDArray[np.uint16]

CHUNK = 4096  # rows whose subsets are numbered at a time; a class of equal values is never split


class Sorted(NamedTuple):
    """Hands in the order of their values: ``place`` says which came where, ``ends`` where each value begins."""

    place: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]


class Swept(NamedTuple):
    """The counts of every asking hand, in the order of ``place``; ``low`` is empty where it was not asked for."""

    place: npt.NDArray[np.int64]
    below: Counts
    low: Counts
    upto: Counts


class Asking(NamedTuple):
    """Hands that ask: the cards, the value each asks at, and its value among the hands counted (if of equal size)."""

    words: Words
    values: Values
    own_values: Values


def by_value(values: Values, top: int) -> Sorted:
    """Sort by counting."""
    from pitboss.exact.kernels import hands as compiled

    kernels: Any = compiled
    found = Sorted(np.empty(len(values), dtype=np.int64), np.zeros(top + 2, dtype=np.int64))
    kernels.by_value(values, found.ends, found.place)
    return found


def sweep(
    asking: Asking,
    cards: int,
    counted: Hands,
    counted_values: Values,
    counted_cards: int,
    top: int,
    alike: Alike,
    joker: bool,
    low_value: int = 0,
    pool: Executor | None = None,
) -> Swept:
    """Count, for every asking hand, the hands disjoint from it: below its value, not above it, below ``low_value``."""
    if comb(53 - cards, counted_cards) * alike.group >= 1 << 32:
        raise OverflowError(f"{counted_cards} hidden cards are more than the counts of a sweep can hold")
    ours = by_value(asking.values, top)
    same = asking.words is counted.words and asking.values is counted_values
    theirs = ours if same else by_value(counted_values, top)
    words, their_words = asking.words[ours.place], counted.words[theirs.place]
    weights = counted.weights[theirs.place]
    parts = _parts(cards, counted_cards, alike, joker)
    task = _Task(words, ours.ends, their_words, theirs.ends, weights, low_value, same)
    if pool is None:
        sums = [_run(part, task) for part in parts]
    else:
        sums = list(pool.map(_run, parts, [task] * len(parts)))
    below, low, upto = sums[0]
    for more in sums[1:]:
        below += more[0]
        low += more[1]
        upto += more[2]
    cumulated = np.concatenate([[0], np.cumsum(weights, dtype=np.int64)])
    totals = cumulated[theirs.ends]
    own = asking.own_values[ours.place] if cards == counted_cards else np.zeros(0, dtype=np.uint16)
    _any().finish(
        asking.values[ours.place], ours.ends, totals, own, (-1) ** cards, low_value, alike.group, below, low, upto
    )
    return Swept(ours.place, below, low, upto)


class _Task(NamedTuple):
    words: Words
    ends: npt.NDArray[np.int64]
    their_words: Words
    their_ends: npt.NDArray[np.int64]
    weights: Counts
    low_value: int
    same: bool


class _Part(NamedTuple):
    """One kernel with its tables: how to number the subsets of both sides, and the sweep."""

    module: Any
    cards: int
    counted_cards: int
    numbering: Numbers

    def number(self, cards: int, words: Words, first: int, last: int, out: Counts) -> None:
        if self.module is _any():
            chosen, sizes, places, offsets = _loops(cards, self.numbering)
            self.module.numbers(words, first, last, cards, BELOW, chosen, sizes, places, offsets, out)
        else:
            getattr(self.module, f"numbers_{cards}")(words, first, last, BELOW, self.numbering.places, out)

    @property
    def more(self) -> tuple[Any, ...]:
        if self.module is not _any():
            return ()
        sizes = _loops(self.cards, self.numbering)[1]
        return (sizes % 2 == 1,)


def _any() -> Any:
    return import_module("pitboss.exact.kernels.sweep_any")


def _parts(cards: int, counted: int, alike: Alike, joker: bool) -> list[_Part]:
    """The kernels for these numbers of cards; together they cover every subset size that needs a table."""
    written = [one for one in SWEEPS if one[:2] == (cards, counted)]
    if written:
        return [
            _Part(import_module(f"pitboss.exact.kernels.{name(*one)}"), *one[:2], numbers(alike, joker, one[2]))
            for one in written
        ]
    most = min(cards, counted) - (cards == counted)
    return [_Part(_any(), cards, counted, numbers(alike, joker, tuple(range(1, most + 1))))]


@lru_cache(maxsize=32)
def _subset_table(cards: int, sizes: tuple[int, ...]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    every = [chosen for size in sizes for chosen in combinations(range(cards), size)]
    chosen = np.zeros((len(every), max(sizes, default=1)), dtype=np.int64)
    for row, one in enumerate(every):
        chosen[row, : len(one)] = one
    return chosen, np.array([len(one) for one in every], dtype=np.int64)


def _loops(cards: int, numbering: Numbers) -> tuple[Any, ...]:
    chosen, sizes = _subset_table(cards, numbering.sizes)
    lengths = [len(place) for place in numbering.places]
    offsets = np.zeros(8, dtype=np.int64)
    for size, start in zip(numbering.sizes, np.cumsum([0, *lengths]), strict=False):
        offsets[size] = start
    places = np.concatenate(numbering.places) if numbering.places else np.zeros(1, dtype=np.uint32)
    return chosen, sizes, places, offsets


def _run(part: _Part, task: _Task) -> tuple[Counts, Counts, Counts]:
    """One pass over the values; the sums of this part's subset sizes for every asking hand."""
    ends, their_ends = task.ends, task.their_ends
    most = max(CHUNK, int(np.diff(ends).max()), int(np.diff(their_ends).max()))
    count = len(subsets(part.cards, part.numbering.sizes)), len(subsets(part.counted_cards, part.numbering.sizes))
    rows = np.empty((most, count[0]), dtype=np.uint32)
    their_rows = rows if task.same else np.empty((most, count[1]), dtype=np.uint32)
    holding = np.zeros(max(1, len(part.numbering.fixed)), dtype=np.uint32)
    holding_low = np.zeros_like(holding) if task.low_value else holding
    asked = len(task.words)
    below, upto = np.zeros(asked, dtype=np.uint32), np.zeros(asked, dtype=np.uint32)
    low = np.zeros(asked if task.low_value else 0, dtype=np.uint32)
    top = len(ends) - 1
    for low_only, stop in ((True, task.low_value), (False, top)):
        start = 0
        while start < stop:
            end = _chunk_end(start, stop, ends, their_ends)
            first, last = int(ends[start]), int(ends[end])
            their_first, their_last = int(their_ends[start]), int(their_ends[end])
            if task.same or not low_only:
                part.number(part.cards, task.words, first, last, rows)
            if not task.same:
                part.number(part.counted_cards, task.their_words, their_first, their_last, their_rows)
            part.module.sweep(
                *(low_only, (start, end), ends, their_ends, first, their_first, rows, their_rows),
                *(task.weights, part.numbering.fixed, holding, holding_low, below, low, upto),
                *part.more,
            )
            start = end
    return below, low, upto


def _chunk_end(start: int, stop: int, ends: npt.NDArray[np.int64], their_ends: npt.NDArray[np.int64]) -> int:
    """The end of a run of values with at most a chunk of hands on either side; at least one value."""
    ours = int(np.searchsorted(ends, ends[start] + CHUNK, side="right")) - 1
    theirs = int(np.searchsorted(their_ends, their_ends[start] + CHUNK, side="right")) - 1
    return max(start + 1, min(ours, theirs, stop))
