"""Features of a few cards, in words: things to look for when more cards are to come.

Hands are told apart by their ranks and by how many of their cards are of one suit; everything a player would say of
them before the last card follows from that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.exact.strategy.lists import NUMBERS, RANKS, WINDOWS

Whole = npt.NDArray[np.int64]
Truth = npt.NDArray[np.bool_]

SUITED = 8
"""Codes keep the number of suited cards below this."""
SHORT = 3
"""Ranks below this (a five) are not counted as high cards of any kind."""


def codes(cards: npt.NDArray[np.uint8]) -> Whole:
    """One number per row of cards, equal for rows with the same ranks of which as many are of one suit."""
    ranks = np.sort(cards >> 2, axis=1).astype(np.int64)
    suits = cards & 3
    suited = np.max([(suits == suit).sum(axis=1) for suit in range(4)], axis=0)
    code = np.zeros(len(cards), dtype=np.int64)
    for column in ranks.T:
        code = code * 13 + column
    return np.asarray(code * SUITED + suited)


class Thing(NamedTuple):
    """Something to look for: its words, and which of the rows have it."""

    words: str
    has: Truth


class _Rows(NamedTuple):
    """Rows of cards, described."""

    many: int
    times: Whole
    suited: Truth
    straights: Whole
    royal: Truth


def _described(code: Whole, many: int) -> _Rows:
    left, suited = code // SUITED, code % SUITED == many
    times = np.zeros((13, len(code)), dtype=np.int64)
    for _ in range(many):
        times[left % 13, np.arange(len(code))] += 1
        left = left // 13
    ranks = ((times > 0) << np.arange(13)[:, None]).sum(axis=0)
    apart = np.bitwise_count(ranks) == many
    fits = [(ranks & ~window == 0) & apart for window in WINDOWS]
    return _Rows(many, times, suited, np.sum(fits, axis=0).astype(np.int64), fits[-1])


def things(code: Whole, many: int) -> list[Thing]:
    """Everything that may be looked for in rows of ``many`` cards, each thing once: made hands, draws, numbers of high
    cards, and two of these together; the plainer words first."""
    rows = _described(code, many)
    made, hopes, highs, lows = list(_made(rows)), list(_hopes(rows)), list(_highs(rows)), list(_lows(rows))
    together = [_both(one, other) for one in hopes for other in highs]
    pairs = [_both(one, other) for one, other in combinations(highs, 2)]
    together += [*pairs, *(_both(one, other) for one, other in combinations(lows, 2))]
    if many == 2:  # few enough for three together
        together += [_both(one, other) for one in hopes for other in pairs]
    return distinct([*made, *hopes, *highs, *lows, *together])


def distinct(every: Sequence[Thing]) -> list[Thing]:
    """Each thing once, by the words that come first; without those that all hands have, or none."""
    by_rows: dict[bytes, Thing] = {}
    for thing in every:
        if thing.has.any() and not thing.has.all():
            by_rows.setdefault(thing.has.tobytes(), thing)
    return list(by_rows.values())


def _both(one: Thing, other: Thing) -> Thing:
    return Thing(f"{one.words} and {other.words}", one.has & other.has)


def _made(rows: _Rows) -> Iterator[Thing]:
    most, pairs = rows.times.max(axis=0), (rows.times > 1).sum(axis=0)
    better = (pairs > 1) | (most > 2)
    if rows.many > 3:
        yield Thing("four of a kind", most > 3)
        yield Thing("two pair or better", better)
    yield Thing("three of a kind or better" if rows.many > 3 else "three of a kind", most > 2)
    pair = np.where(rows.times > 1, np.arange(13)[:, None], -1).max(axis=0)
    or_better = " or better" if rows.many > 2 else ""
    yield Thing(f"a pair{or_better}", pair >= 0)
    yield Thing("no pair", pair < 0)
    for rank in range(12, 0, -1):
        plural = f"{RANKS[rank]}es" if RANKS[rank].endswith("x") else f"{RANKS[rank]}s"
        yield Thing(f"a pair of {plural}{or_better if rank == 12 else ' or better'}", (pair >= rank) | better)
    for rank in range(12):
        plural = f"{RANKS[rank]}es" if RANKS[rank].endswith("x") else f"{RANKS[rank]}s"
        words = f"a pair of {plural}{' or less' if rank else ''}"
        yield Thing(words, (pair >= 0) & (pair <= rank) & ~better)


def _hopes(rows: _Rows) -> Iterator[Thing]:
    """All the cards seen on the way to a hand of five."""
    if not 1 < rows.many < 5:
        return
    number = NUMBERS[rows.many]
    yield Thing(f"{number} to a royal flush", rows.suited & rows.royal)
    yield Thing("two cards of one suit" if rows.many == 2 else f"{number} to a flush", rows.suited)
    for ways in range(1, 7 - rows.many):
        how = f" in {NUMBERS[ways]} ways" if ways > 1 else ""
        yield Thing(f"{number} to a straight flush{how}", rows.suited & (rows.straights >= ways))
        yield Thing(f"{number} to a straight{how}", rows.straights >= ways)


def _highs(rows: _Rows) -> Iterator[Thing]:
    for rank in range(12, SHORT - 1, -1):
        high = rows.times[rank:].sum(axis=0)
        for many in range(1, rows.many + 1):
            if rank == 12:
                words = "an ace" if many == 1 else f"{NUMBERS[many]} aces"
            else:
                words = f"{NUMBERS[many]} {'card' if many == 1 else 'cards'} {RANKS[rank]} or higher"
            yield Thing(words, high >= many)


def _lows(rows: _Rows) -> Iterator[Thing]:
    for rank in range(12, SHORT - 1, -1):
        high = rows.times[rank:].sum(axis=0)
        for many in range(rows.many):
            one, more = ("ace", "aces") if rank == 12 else ("card", "cards")
            what = (one if many < 2 else more) + ("" if rank == 12 else f" {RANKS[rank]} or higher")
            yield Thing(f"no {what}" if not many else f"no more than {NUMBERS[many]} {what}", high <= many)
