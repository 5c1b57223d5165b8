"""Sweeps count, for every hand of the player, the disjoint hidden hands below it, not above it, or not qualified.

Hidden hands are inserted from the lowest value up. A table holds, for every small set of cards S, the number F(S) of
inserted hands that contain it. By inclusion and exclusion, the number of inserted hands that share no card with a hand
is the sum of (-1)^|S| F(S) over the subsets S of the hand. Sums are modulo 2^32: every final count times the number of
suit exchanges is below that, which :func:`sweep` checks.
"""

from __future__ import annotations

from bisect import bisect_right
from concurrent.futures import Executor
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.errors import PitbossError
from pitboss.exact.cards.hands import Alike, CanonicalHands, Words, canonical_hands, hand_kernels, shared_out
from pitboss.ranking.numba_cache import Kernels

WHOLE_DECK = (1 << 52) - 1
BELOW = np.array([[comb(card, size) for card in range(64)] for size in range(8)], dtype=np.int32)
"""``BELOW[size, card]``: the number of sets of that size whose cards are all below this card."""


class Numbers(NamedTuple):
    """Numbers from 0 for the sets of some sizes.

    ``places[i]`` maps the place of a set of ``sizes[i]`` cards to its number. ``fixed[number]`` is the number of suit
    exchanges that leave the set unchanged: the size of the group divided by the number of sets that share the number.
    """

    sizes: tuple[int, ...]
    places: tuple[npt.NDArray[np.uint32], ...]
    fixed: npt.NDArray[np.uint8]


@lru_cache(maxsize=24)
def numbers(alike: Alike, joker: bool, sizes: tuple[int, ...]) -> Numbers:
    """The numbering of the sets of these sizes out of 52 cards, or 53."""
    deck = WHOLE_DECK | joker << 52
    orders = np.array(alike.orders, dtype=np.int64)
    places, fixed, base = [], [], 0
    for size in sizes:
        hands = canonical_hands(deck, alike, size)
        place = np.zeros(comb(52 + joker, size), dtype=np.uint32)
        hand_kernels.spread(hands.words, base, size, orders, BELOW, place)
        places.append(place)
        fixed.append(alike.group // hands.weights)
        base += len(hands.words)
    all_fixed = np.concatenate(fixed) if fixed else np.zeros(0)
    return Numbers(sizes, tuple(places), all_fixed.astype(np.uint8))


sweep_kernels = Kernels("pitboss.exact.kernels.sweep")

Counts = npt.NDArray[np.uint32]
Values = npt.NDArray[np.uint16]

CHUNK = 4096  # hands whose subsets are numbered at a time; hands of equal value stay together


class Sorted(NamedTuple):
    """Hands sorted by value: ``place`` is the index of each hand before sorting, ``ends`` where each value begins."""

    place: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]


class Swept(NamedTuple):
    """The counts for every asking hand, sorted by value; ``low`` is empty if it was not asked for.

    The hands are in the same order: their index before sorting (``place``), their cards, where each value begins, and
    their weights if they are also the hands counted (otherwise empty).
    """

    place: npt.NDArray[np.int64]
    below: Counts
    low: Counts
    upto: Counts
    ends: npt.NDArray[np.int64]
    words: Words
    weights: Counts


class Asking(NamedTuple):
    """Hands to count for: the cards, the value to compare with, and the hand's own value if it is counted itself."""

    words: Words
    values: Values
    own_values: Values


def by_value(values: Values, top: int) -> Sorted:
    """Sort hands by value (counting sort)."""
    by_values = Sorted(np.empty(len(values), dtype=np.int64), np.zeros(top + 2, dtype=np.int64))
    hand_kernels.by_value(values, by_values.ends, by_values.place)
    return by_values


def sweep(
    asking: Asking,
    cards: int,
    counted: CanonicalHands,
    counted_values: Values,
    counted_cards: int,
    top: int,
    alike: Alike,
    joker: bool,
    low_value: int = 0,
    pool: Executor | None = None,
) -> Swept:
    """For every asking hand, count the disjoint hands below its value, not above it, and below ``low_value``."""
    if comb(53 - cards, counted_cards) * alike.group >= 1 << 32:
        raise PitbossError(f"{counted_cards} hidden cards are more than the counts of a proof can hold; deal fewer.")
    ours = by_value(asking.values, top)
    same = asking.words is counted.words and asking.values is counted_values
    theirs = ours if same else by_value(counted_values, top)
    if not same:  # nothing above the highest value that is asked for is counted
        last = max(int(np.searchsorted(ours.ends, ours.ends[-1])) - 1, low_value)
        ends = np.minimum(theirs.ends, theirs.ends[last + 1])
        theirs = Sorted(theirs.place[: ends[-1]], ends)
    words = ordered(asking.words, ours.place, pool)
    their_words = words if same else ordered(counted.words, theirs.place, pool)
    weights = ordered(counted.weights, theirs.place, pool)
    parts = _parts(cards, counted_cards, alike, joker)
    task = _Task(words, ours.ends, their_words, theirs.ends, weights, low_value, same)
    if pool is None:
        sums = [_run(part, task) for part in parts]
    else:
        sums = list(pool.map(_run, parts, [task] * len(parts)))
    in_order = np.repeat(np.arange(top + 1, dtype=np.uint16), np.diff(ours.ends))
    if cards != counted_cards:
        own = np.zeros(0, dtype=np.uint16)
    else:
        own = in_order if asking.own_values is asking.values else ordered(asking.own_values, ours.place, pool)
    totals = np.empty_like(theirs.ends)
    sweep_kernels.totals(weights, theirs.ends, totals)
    counts = sums[0]

    def finish(part: slice) -> None:
        here = [each[part] for each in counts]
        for more in sums[1:]:
            for total, its in zip(here, more, strict=True):
                total += its[part]
        sweep_kernels.finish(in_order[part], totals, own[part], (-1) ** cards, low_value, alike.group, *here)

    shared_out(pool, len(words), finish)
    return Swept(ours.place, *counts, ours.ends, words, weights if same else weights[:0])


def ordered(array: Any, place: npt.NDArray[np.int64], pool: Executor | None) -> Any:
    """An array in the order of ``place``."""
    out = np.empty(len(place), dtype=array.dtype)
    shared_out(pool, len(place), lambda part: np.take(array, place[part], out=out[part], mode="clip"))
    return out


class _Task(NamedTuple):
    words: Words
    ends: npt.NDArray[np.int64]
    their_words: Words
    their_ends: npt.NDArray[np.int64]
    weights: Counts
    low_value: int
    same: bool


class _SweepPart(NamedTuple):
    """One pass: the subset sizes it covers on both sides, and its tables."""

    cards: int
    counted_cards: int
    numbering: Numbers

    def plan(self, cards: int) -> str:
        return f"{cards}:{''.join(map(str, self.numbering.sizes))}"

    def many(self, cards: int) -> int:
        """The number of subsets of a hand that this pass covers."""
        return sum(comb(cards, size) for size in self.numbering.sizes)


HALVES = {(7, 7): ((4, 6), (1, 2, 3, 5))}
"""Seven cards against seven take two passes of about equal work, whose sums are added."""


def _parts(cards: int, counted: int, alike: Alike, joker: bool) -> list[_SweepPart]:
    """The passes for these numbers of cards; together they cover every subset size that needs a table."""
    most = min(cards, counted) - (cards == counted)
    halves = HALVES.get((cards, counted), (tuple(range(1, most + 1)),))
    return [_SweepPart(cards, counted, numbers(alike, joker, sizes)) for sizes in halves]


def _run(part: _SweepPart, task: _Task) -> tuple[Counts, Counts, Counts]:
    """One pass over the values: for every asking hand, the sums over the subset sizes of this part."""
    ends, their_ends = task.ends, task.their_ends
    most = max(CHUNK, int(np.diff(ends).max()), int(np.diff(their_ends).max()))
    rows = np.empty((most, part.many(part.cards)), dtype=np.uint32)
    their_rows = rows if task.same else np.empty((most, part.many(part.counted_cards)), dtype=np.uint32)
    holding = np.zeros(max(1, len(part.numbering.fixed)), dtype=np.uint32)
    holding_low = np.zeros_like(holding) if task.low_value else holding
    asked = len(task.words)
    below, upto = np.zeros(asked, dtype=np.uint32), np.zeros(asked, dtype=np.uint32)
    low = np.zeros(asked if task.low_value else 0, dtype=np.uint32)
    top = len(ends) - 1
    if not part.numbering.sizes:
        return below, low, upto
    plan, their_plan = part.plan(part.cards), part.plan(part.counted_cards)
    number, their_number = sweep_kernels.numbers(plan), sweep_kernels.numbers(their_plan)
    sweep_up = sweep_kernels.sweep(plan, their_plan)
    places, fixed = part.numbering.places, part.numbering.fixed
    at, their_at = ends.tolist(), their_ends.tolist()
    for low_only, stop in ((True, task.low_value), (False, top)):
        start = 0
        while start < stop:
            end = _chunk_end(start, stop, at, their_at)
            first, last, their_first, their_last = at[start], at[end], their_at[start], their_at[end]
            if task.same or not low_only:
                number(task.words, first, last, BELOW, places, rows)
            if not task.same:
                their_number(task.their_words, their_first, their_last, BELOW, places, their_rows)
            sweep_up(
                *(low_only, (start, end), ends, their_ends, first, their_first, rows, their_rows),
                *(task.weights, fixed, holding, holding_low, below, low, upto),
            )
            start = end
    return below, low, upto


def _chunk_end(start: int, stop: int, ends: list[int], their_ends: list[int]) -> int:
    """The end of the next run of values: at most a chunk of hands on either side, but at least one value."""
    ours = bisect_right(ends, ends[start] + CHUNK) - 1
    theirs = bisect_right(their_ends, their_ends[start] + CHUNK) - 1
    return max(start + 1, min(ours, theirs, stop))
