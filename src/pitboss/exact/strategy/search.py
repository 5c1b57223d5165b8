"""Lists of things to look for, found over cells (hands with the same code, and what each option loses)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pitboss.exact.strategy.lists import MOST, NUMBERS, RANKS, WINDOWS, grouped

Whole = npt.NDArray[np.int64]
Truth = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

SUITED = 8
"""Codes keep the number of suited cards below this."""
SHORT = 3
"""Ranks below this (a five) are not counted as high cards of any kind."""


def codes(cards: npt.NDArray[np.uint8]) -> Whole:
    """One number per row of cards, equal for rows with the same ranks and equally many cards of one suit."""
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
    """All things to look for in rows of ``many`` cards, each once: made hands, draws, numbers of high
    cards, and two of these together; the plainer words first."""
    rows = _described(code, many)
    made, hopes, highs, lows = list(_made(rows)), list(_hopes(rows)), list(_highs(rows)), list(_lows(rows))
    together = [both(one, other) for one in hopes for other in highs]
    pairs = [both(one, other) for one, other in combinations(highs, 2)]
    together += [*pairs, *(both(one, other) for one, other in combinations(lows, 2))]
    if many == 2:  # few enough for three together
        together += [both(one, other) for one in hopes for other in pairs]
    return distinct([*made, *hopes, *highs, *lows, *together])


def distinct(every: Sequence[Thing]) -> list[Thing]:
    """Each thing once, under its first words; without things that all hands have, or none has."""
    by_rows: dict[bytes, Thing] = {}
    for thing in every:
        if thing.has.any() and not thing.has.all():
            by_rows.setdefault(thing.has.tobytes(), thing)
    return list(by_rows.values())


def both(one: Thing, other: Thing) -> Thing:
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
    plurals = [f"{name}es" if name.endswith("x") else f"{name}s" for name in RANKS]
    for rank in range(12, 0, -1):
        yield Thing(f"a pair of {plurals[rank]}{or_better if rank == 12 else ' or better'}", (pair >= rank) | better)
    for rank in range(12):
        words = f"a pair of {plurals[rank]}{' or less' if rank else ''}"
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


class CodeCells(NamedTuple):
    """Situations of one place with the same code: how many deals reach them and what each option loses there, -1 where
    it is not open to all of them."""

    codes: Whole
    weights: Whole
    losses: Whole


class Rules(NamedTuple):
    """A list as it is followed: the option of every code."""

    codes: Whole
    options: Whole


class WrittenList(NamedTuple):
    """A list as it is written: what to look for and which option, the last for all others."""

    rules: Rules
    lines: list[tuple[str, int, int, int]]

    @property
    def loss(self) -> int:
        return sum(line[3] for line in self.lines)


def summed(code: Whole, weights: Whole, losses: Whole) -> CodeCells:
    """Situations merged by code; losses are multiplied by the deals of each."""
    return CodeCells(*grouped(code, weights, losses))


def joined(parts: Sequence[CodeCells]) -> CodeCells:
    code, weights = (np.concatenate([getattr(part, name) for part in parts]) for name in ("codes", "weights"))
    return summed(code, weights, np.concatenate([part.losses for part in parts], axis=1))


def made(cells: CodeCells, looked_for: Sequence[Thing], enough: float) -> WrittenList:
    """The list of some cells, its losses in whole numbers."""
    search = _CodeSearch(cells, looked_for, enough)
    lines = search.best((0, option) for option, shut in enumerate(search.shut) if not shut.any())
    taken = search.taken(lines)
    written = []
    for place, (thing, option) in enumerate(lines):
        here = taken == place
        if here.any():
            loss = sum(cells.losses[option, here].tolist())
            written.append((search.things[thing].words, option, sum(cells.weights[here].tolist()), loss))
    # The last line that decides anything needs no condition: it takes everything left.
    written[-1] = ("every hand" if len(written) == 1 else "", *written[-1][1:])
    return WrittenList(Rules(cells.codes, np.array([option for _, option in lines])[taken]), written)


Line: TypeAlias = tuple[int, int]
"""A thing to look for and an option: rows of ``has`` and of ``losses``."""


class _ListSearch(ABC):
    """A list of lines, of which the first that a hand fits decides it: found greedily, then improved line by line.

    ``has[thing, hand]`` and ``losses[option, hand]`` are of hands, or of groups of hands that have the same things. A
    line that saves no more than ``enough`` is left out; a list has at most ``most`` lines.
    """

    def __init__(self, has: Truth, losses: Floats, enough: float, most: int) -> None:
        self.has, self.losses, self.enough, self.most = has, losses, enough, most

    def best(self, ends: Iterable[Line]) -> list[Line]:
        """The best of the lists that end with each of these lines, of equal ones the shortest; empty without any."""
        return min(map(self._ending_with, ends), key=lambda lines: (self._loss(lines), len(lines)), default=[])

    def taken(self, lines: Sequence[Line]) -> Whole:
        """The place of the line that decides each hand."""
        return np.asarray(np.argmax(self.has[[thing for thing, _ in lines]], axis=0), dtype=np.int64)

    def _ending_with(self, last: Line) -> list[Line]:
        """Insert the lines that save most, where they save most, as long as they save enough."""
        lines = [last]
        while (longer := self._with_one(lines, self.enough) or self._with_two(lines)) is not None:
            lines = longer
        return self._mended(lines)

    def _mended(self, lines: list[Line]) -> list[Line]:
        """Leave out every line that saves nothing and replace lines by better ones, as long as there are any."""
        for at in range(len(lines) - 1):
            fewer = [*lines[:at], *lines[at + 1 :]]
            costs = self._loss(fewer) - self._loss(lines)
            better = fewer if costs <= 0 else self._with_one(fewer, costs + self.enough)
            if better is not None:
                return self._mended(better)
        return lines

    def _now(self, lines: Sequence[Line], taken: Whole) -> Floats:
        """The loss of every hand by these lines."""
        return np.asarray(self.losses[np.array([option for _, option in lines])[taken], np.arange(len(taken))])

    def _loss(self, lines: Sequence[Line]) -> float:
        return float(self._now(lines, self.taken(lines)).sum())

    @abstractmethod
    def _with_one(self, lines: Sequence[Line], enough: float) -> list[Line] | None:
        """The list with the one additional line that saves most, at the highest of equally good places; None if none
        saves enough."""

    def _with_two(self, lines: Sequence[Line]) -> list[Line] | None:
        """The list with two additional lines that save enough together; None if they are not looked for."""
        return None


class _CodeSearch(_ListSearch):
    """Lists over cells: every thing may go with every option that is open to the cells it decides."""

    def __init__(self, cells: CodeCells, looked_for: Sequence[Thing], enough: float) -> None:
        self.things = [Thing("", np.ones(len(cells.codes), dtype=np.bool_)), *looked_for]
        self.shut = cells.losses < 0
        losses = np.where(self.shut, np.inf, cells.losses.astype(np.float64))
        super().__init__(np.stack([thing.has for thing in self.things]), losses, enough, MOST)
        self.weighing = self.has.astype(np.float64)

    def _with_one(self, lines: Sequence[Line], enough: float) -> list[Line] | None:
        if len(lines) >= self.most:
            return None
        taken = self.taken(lines)
        gains = np.where(self.shut, 0.0, self._now(lines, taken) - np.where(self.shut, 0.0, self.losses))
        # A line inserted here takes its hands from this line and the lines after it.
        reach = taken >= np.arange(len(lines))[:, None]
        saved = self.weighing @ _columns(gains * reach[:, None])
        if self.shut.any():
            saved[self.weighing @ _columns((self.shut & reach[:, None]).astype(np.float64)) > 0] = -1.0
        ordered = saved.reshape(len(self.has), len(lines), -1).transpose(1, 0, 2)  # of equals the one furthest up
        place, thing, option = (int(at) for at in np.unravel_index(np.argmax(ordered), ordered.shape))
        if ordered[place, thing, option] <= enough:
            return None
        return [*lines[:place], (thing, option), *lines[place:]]


def _columns(by_place: Floats) -> Floats:
    """Places, options and cells as one column of cells for each place and option."""
    return by_place.reshape(-1, by_place.shape[-1]).T


LINES = 16
"""Lines of such a list, the last one included."""


def held_first(losses: Whole, weights: Whole, enough: float, most: int = LINES) -> list[int]:
    """The things of a list in order, as rows of ``losses[thing, hand]`` (-1: the hand does not have it).

    The last is one that every hand has; without one the list is empty. A line that saves no more than ``enough`` is
    left out.
    """
    there = losses >= 0
    _, first, group = np.unique(np.packbits(there, axis=0), axis=1, return_index=True, return_inverse=True)
    sums = [np.bincount(group.ravel(), np.maximum(row, 0) * weights.astype(np.float64), len(first)) for row in losses]
    ends = [(at, at) for at, held in enumerate(there) if held.all()]
    return [thing for thing, _ in _HeldSearch(there[:, first], np.stack(sums), enough, most).best(ends)]


class _HeldSearch(_ListSearch):
    """Lists of things to hold: each is its own option."""

    def _gains(self, lines: Sequence[Line]) -> tuple[Floats, Truth]:
        """The saving of each thing in each group of hands, and by place the groups that a line put in there decides."""
        taken = self.taken(lines)
        gains = np.where(self.has, self._now(lines, taken) - self.losses, 0.0)
        return gains, taken >= np.arange(len(lines))[:, None]

    def _with_one(self, lines: Sequence[Line], enough: float) -> list[Line] | None:
        if len(lines) >= self.most:
            return None
        gains, reach = self._gains(lines)
        saved = reach @ gains.T
        saved[:, [thing for thing, _ in lines]] = 0.0
        place, thing = (int(at) for at in np.unravel_index(np.argmax(saved), saved.shape))
        return [*lines[:place], (thing, thing), *lines[place:]] if saved[place, thing] > enough else None

    def _with_two(self, lines: Sequence[Line]) -> list[Line] | None:
        """The list with the two additional lines that save most together, the first as an exception directly above the
        other, where neither saves anything by itself."""
        if len(lines) + 2 > self.most:
            return None
        gains, reach = self._gains(lines)
        has, listed = self.has.astype(np.float64), [thing for thing, _ in lines]
        best, chosen = self.enough, None
        for place, here in enumerate(reach):
            seen = np.where(here, gains, 0.0)
            alone = seen.sum(axis=1)
            # The line below no longer saves what the exception decides.
            saved = alone[:, None] + alone[None, :] - has @ seen.T
            saved[listed], saved[:, listed] = 0.0, 0.0
            above, below = (int(at) for at in np.unravel_index(np.argmax(saved), saved.shape))
            if saved[above, below] > best:
                best = float(saved[above, below])
                chosen = [*lines[:place], (above, above), (below, below), *lines[place:]]
        return chosen
