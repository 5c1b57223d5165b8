"""Strategy in words: ordered lists of lines, and exactly what following them costs.

A list is read from the top: the first line whose condition a hand meets says what to do, the last line is for all
others. Lists over cells (hands of the same value and features) are found greedily.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import show
from pitboss.errors import PitbossError
from pitboss.exact.cards.hands import SUIT
from pitboss.ranking import Ranking

Whole = npt.NDArray[np.int64]

MOST = 12
"""Lines of a list, the last one included."""

LISTED = 5
"""Border hands that are shown for each list."""

RANKS = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")

NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight")

FAR = np.iinfo(np.int64).max

WINDOWS = (0b1000000001111, *(0b11111 << low for low in range(9)))
"""The ranks of every straight, the one from the ace upwards first."""


@dataclass(frozen=True)
class StrategyLine:
    """One line: when, what to do, the part of all deals it decides, and the edge it loses against optimal play."""

    when: str
    do: str
    share: Fraction
    cost: Fraction

    @property
    def text(self) -> str:
        return f"{self.do}: {self.when}" if self.when else f"otherwise {self.do}" if self.share < 1 else self.do


@dataclass(frozen=True)
class Border:
    """A hand for which the two best options are nearly or exactly equal: ``margin`` is what the better one gains."""

    hand: str
    best: str
    other: str
    margin: Fraction


@dataclass(frozen=True)
class StrategyList:
    """The list for one thing the table shows, or for the decision ``asked`` of a round with several; ``equals`` counts
    the deals in which options are exactly equal."""

    shows: str
    lines: tuple[StrategyLine, ...]
    borders: tuple[Border, ...]
    indifferent: tuple[Border, ...]
    equals: int
    asked: str = ""

    @property
    def cost(self) -> Fraction:
        """The edge that the whole list loses."""
        return sum((line.cost for line in self.lines), Fraction(0))


class Margins(NamedTuple):
    """The options of every situation in the order of what they lose (-1: not open), and the margin of the best over
    the next; ``FAR`` where there is no other."""

    order: Whole
    margin: Whole

    @classmethod
    def of(cls, losses: Whole) -> Margins:
        lost = np.where(losses < 0, FAR, losses)
        order = np.argsort(lost, axis=0, kind="stable")
        return cls(order, lost[order[1], np.arange(lost.shape[1])])

    @property
    def equal(self) -> Whole:
        """The situations whose two best options are exactly equal."""
        return np.flatnonzero(self.margin == 0)

    @property
    def closest(self) -> Whole:
        """The other situations with a choice, those with the least margin first."""
        apart = np.flatnonzero((self.margin > 0) & (self.margin < FAR))
        return np.asarray(apart[np.argsort(self.margin[apart], kind="stable")])

    def border(self, at: Any, hand: str, texts: Sequence[str], unit: int) -> Border:
        """One situation; ``unit`` turns margins into units."""
        best, other = (texts[self.order[place, at]] for place in (0, 1))
        return Border(hand, best, other, Fraction(int(self.margin[at]), unit))


Tell = Callable[[int, int], None]
"""Called with the number of lists made, and their total."""


def untold(done: int, lists: int) -> None:
    """Ignore progress."""


class Strategy(NamedTuple):
    """Optimal play in words: the lists, notes on them, and the reason if there is no list."""

    lists: tuple[StrategyList, ...] = ()
    notes: tuple[str, ...] = ()
    unlisted: str = ""


ENOUGH = 1e-7
"""A line that saves less edge than this is left out."""

CLOSED = -1
"""The loss of an option that is not open."""

MANY = 60_000
"""With this many cells or more, a line is tried only at both ends of the list."""


class Condition(NamedTuple):
    """Values from ``least`` on, or below ``below`` (0: no bound); with or without a feature (-1: whatever)."""

    least: int = 0
    below: int = 0
    feature: int = -1
    holds: bool = True


class ListLine(NamedTuple):
    """A line: its condition and option, the weight of the hands it decides, and their total loss."""

    condition: Condition
    option: int
    weight: int
    loss: int


def grouped(keys: Whole, weights: Whole, losses: Whole) -> tuple[Whole, Whole, Whole]:
    """Hands merged by key: the keys in order, the sums of the weights, and the sums of what each option loses, -1 where
    it is not open to all of them."""
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    sums = []
    for one in losses:
        shut = np.bitwise_or.reduceat(one[order] < 0, starts)
        sums.append(np.where(shut, CLOSED, np.add.reduceat(np.maximum(one, 0)[order], starts)))
    return keys[starts], np.add.reduceat(weights[order], starts), np.stack(sums)


@dataclass(frozen=True)
class ValueCells:
    """Cells in the order of their values; ``losses[option, cell]`` is a sum over hands, -1 where the option is not open
    to all of them."""

    values: Whole
    features: Whole
    weights: Whole
    losses: Whole

    @classmethod
    def summed(cls, values: Whole, features: Whole, weights: Whole, loss: Whole) -> ValueCells:
        """Hands merged by value and features; ``loss`` is per hand, -1 where an option is not open."""
        if float(np.maximum(loss, 0).max()) * float(weights.sum()) >= 1 << 62:
            raise PitbossError("losses this large cannot be summed exactly; use rounder stakes or smaller odds.")
        summed = np.where(loss < 0, CLOSED, loss * weights)
        keys, many, losses = grouped(values << 32 | features, weights, summed)
        return cls(keys >> 32, keys & ((1 << 32) - 1), many, losses)

    @classmethod
    def joined(cls, parts: Sequence[ValueCells]) -> ValueCells:
        """Merge the cells of several tables that show the same."""
        order = np.argsort(np.concatenate([part.values for part in parts]), kind="stable")
        values, features, weights = (
            np.concatenate([getattr(part, name) for part in parts])[order] for name in ("values", "features", "weights")
        )
        return cls(values, features, weights, np.concatenate([part.losses for part in parts], axis=1)[:, order])


def decision_list(cells: ValueCells, features: Sequence[bool], most: int, unit: int) -> tuple[ListLine, ...]:
    """At most ``most`` lines; ``unit`` is the loss that costs a unit of edge; ``features`` says which may be used.

    It begins with the best single option for all hands. Then, as long as that saves enough, the line that saves most is
    inserted where it saves most: after lines that take precedence, before those it is an exception to.
    """
    total = np.maximum(cells.losses, 0).sum(axis=1, dtype=np.float64)
    total[(cells.losses < 0).any(axis=1)] = np.inf  # not open everywhere
    lines: list[tuple[Condition, int]] = [(Condition(), int(np.argmin(total)))]
    while len(lines) < most:
        better = _best(cells, lines, features, ENOUGH * unit)
        if better is None:
            break
        lines.insert(better[0], better[1:])
    return _counted(cells, _without_idle(cells, lines))


def _without_idle(cells: ValueCells, lines: Sequence[tuple[Condition, int]]) -> list[tuple[Condition, int]]:
    """The lines without those that later ones made redundant; the last one stays."""
    kept = list(lines)
    loss = sum(each.loss for each in _counted(cells, kept))
    for line in lines[:-1]:
        fewer = [each for each in kept if each is not line]
        is_open = all((cells.losses[option, here] >= 0).all() for _, option, here in _decided(cells, fewer))
        if is_open and sum(each.loss for each in _counted(cells, fewer)) <= loss:
            kept = fewer
    return kept


def _decided(
    cells: ValueCells, lines: Sequence[tuple[Condition, int]]
) -> Iterator[tuple[Condition, int, npt.NDArray[np.bool_]]]:
    """Every line with the cells it decides: those that meet its condition and none before it."""
    left = np.ones(len(cells.values), dtype=np.bool_)
    for condition, option in lines:
        here = left & met(cells, condition)
        left &= ~here
        yield condition, option, here


def met(cells: ValueCells, condition: Condition) -> npt.NDArray[np.bool_]:
    """The cells that meet a condition."""
    here = cells.values >= condition.least
    if condition.below:
        here &= cells.values < condition.below
    if condition.feature >= 0:
        here &= (cells.features >> condition.feature & 1 == 1) == condition.holds
    return here


def _best(
    cells: ValueCells, lines: Sequence[tuple[Condition, int]], features: Sequence[bool], enough: float
) -> tuple[int, Condition, int] | None:
    """The place, condition and option of the line that saves most; None if none saves enough."""
    gains, taken = _gains(cells, lines)
    places = range(len(lines)) if len(cells.values) < MANY else (0, len(lines) - 1)
    chosen: tuple[int, Condition, int] | None = None
    asked = [(at, holds) for at, ask in enumerate(features) if ask for holds in (True, False)]
    for feature, holds in [(-1, True), *asked]:
        here = met(cells, Condition(feature=feature, holds=holds))
        for place in reversed(places):
            at = np.flatnonzero(here & (taken >= place))
            if not len(at):
                continue
            for option, gain in enumerate(gains[:, at]):
                low, high, saved = _interval(cells.values[at], gain)
                if saved > enough:
                    enough = saved
                    chosen = place, Condition(low, high, feature, holds), option
    return chosen


def _gains(cells: ValueCells, lines: Sequence[tuple[Condition, int]]) -> tuple[npt.NDArray[np.float64], Whole]:
    """The saving of every option in every cell against the lines so far, and the line that decides it now."""
    taken = np.full(len(cells.values), -1, dtype=np.int64)
    now = np.zeros(len(cells.values), dtype=np.float64)
    for place, (_, option, here) in enumerate(_decided(cells, lines)):
        taken[here] = place
        now[here] = cells.losses[option, here]
    return np.where(cells.losses < 0, -np.inf, now - cells.losses), taken


def _interval(values: Whole, gain: npt.NDArray[np.float64]) -> tuple[int, int, float]:
    """The run of values, the first and the one after the last (0: no bound), in which an option saves most.

    A run cannot reach across hands to which the option is not open.
    """
    cuts = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]]))
    shut = np.logical_or.reduceat(np.isneginf(gain), cuts)
    by_value = np.where(shut, 0.0, np.add.reduceat(np.where(np.isneginf(gain), 0.0, gain), cuts))
    ends = np.flatnonzero(np.concatenate([[True], shut, [True]]))
    first, last, saved = 0, 0, 0.0
    for start, stop in zip(ends[:-1], ends[1:] - 1, strict=True):
        if stop <= start:
            continue
        running = np.concatenate([[0.0], np.cumsum(by_value[start:stop])])
        rises = running[1:] - np.minimum.accumulate(running)[:-1]
        end = int(np.argmax(rises))
        if rises[end] > saved:
            saved, last = float(rises[end]), start + end
            first = start + int(np.argmin(running[: end + 1]))
    # Hands that save and cost nothing are included, so that a rule needs no extra bound.
    if not by_value[last + 1 :].any() and not shut[last + 1 :].any():
        last = len(by_value) - 1
    if not by_value[:first].any() and not shut[:first].any():
        first = 0
    low = int(values[cuts[first]]) if first else 0
    high = int(values[cuts[last + 1]]) if last + 1 < len(cuts) else 0
    return low, high, saved


def _counted(cells: ValueCells, lines: Sequence[tuple[Condition, int]]) -> tuple[ListLine, ...]:
    """The lines with the hands each decides and their loss, in whole numbers; lines that decide nothing are dropped."""
    counted = []
    for condition, option, here in _decided(cells, lines):
        if here.any():
            loss = sum(cells.losses[option, here].tolist())
            counted.append(ListLine(condition, option, sum(cells.weights[here].tolist()), loss))
    return tuple(counted)


def _ranks(words: Any) -> Any:
    return (words | words >> 13 | words >> 26 | words >> 39) & SUIT


def features(up: int, words: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """One bit per feature of hands, given the cards shown, in the order of :func:`conditions`."""
    ranks = _ranks(words)
    bits = ((ranks & _ranks(up)) != 0).astype(np.int64)
    suits_shown = sum(SUIT << 13 * suit for suit in range(4) if up >> 13 * suit & SUIT)
    bits |= ((words & suits_shown) != 0).astype(np.int64) << 1
    return np.asarray(bits | ranks << 2)


def conditions(up: bool) -> Iterator[str]:
    """The words of the features, whether cards are shown or not; a feature without words is not asked for."""
    yield "a card of the rank shown" if up else ""
    yield "a card of the suit shown" if up else ""
    for rank, name in enumerate(RANKS):
        yield f"{'an' if name[0] in 'ae' else 'a'} {name}" if rank >= 8 else ""


def when(condition: Condition, words: Sequence[str], ranking: Ranking, present: npt.NDArray[np.int64]) -> str:
    """A condition in words; ``present`` are the values that occur, in order."""
    parts = []
    if condition.least and condition.below:
        ends = lowest(ranking, condition.least, present), highest(ranking, condition.below, present)
        parts.append(f"{ends[0]} to {ends[1]}" if ends[0] != ends[1] else ends[0])
    elif condition.least:
        parts.append(f"{lowest(ranking, condition.least, present)} or better")
    elif condition.below:
        parts.append(f"{highest(ranking, condition.below, present)} or less")
    if condition.feature >= 0:
        parts.append(f"{'with' if condition.holds else 'without'} {words[condition.feature]}")
    return ", ".join(parts)


def lowest(ranking: Ranking, value: int, present: npt.NDArray[np.int64]) -> str:
    """The hand a run of values begins with; with its ranks if a lower hand has the same name."""
    at = int(np.searchsorted(present, value))
    return _named(ranking, value, int(present[at - 1]) if at else 0)


def highest(ranking: Ranking, below: int, present: npt.NDArray[np.int64]) -> str:
    """The hand a run of values ends with, the last one below a value."""
    at = int(np.searchsorted(present, below))
    return _named(ranking, int(present[at - 1]), int(present[at]) if at < len(present) else 0)


def _named(ranking: Ranking, value: int, neighbour: int) -> str:
    words = ranking.words(value)
    if not neighbour or ranking.words(neighbour) != words:
        return words
    return f"{words} ({'-'.join('23456789TJQKA'[rank] for rank in ranking.ranks(value))})"


def value_lines(
    cells: ValueCells, words: Sequence[str], ranking: Ranking, texts: Sequence[str], deals: Fraction | int, unit: int
) -> tuple[StrategyLine, ...]:
    """The best list over cells: ``words`` are those of the features, ``texts`` those of the options; other arguments as
    in :func:`spoken`."""
    present = np.unique(cells.values)
    found = decision_list(cells, [bool(each) for each in words], MOST, unit)
    return spoken(((when(line[0], words, ranking, present), *line[1:]) for line in found), texts, deals, unit)


def spoken(
    lines: Iterable[tuple[str, int, int, int]], texts: Sequence[str], deals: Fraction | int, unit: int
) -> tuple[StrategyLine, ...]:
    """Lines, each with its condition, option, weight and loss, in the words of the options; ``deals`` is the weight of
    all deals, ``unit`` the loss that costs a unit of edge."""
    return tuple(
        StrategyLine(condition, texts[option], Fraction(weight) / deals, Fraction(loss, unit))
        for condition, option, weight, loss in lines
    )


def shown(cards: Iterable[int]) -> str:
    """Cards, the highest first."""
    return show(sorted(map(int, cards), reverse=True))


def apart(borders: Iterable[Border]) -> tuple[Border, ...]:
    """A few borders, no two of which differ only in suits."""
    distinct: dict[tuple[str, Fraction], Border] = {}
    for border in borders:
        distinct.setdefault(("".join(word[0] for word in border.hand.split()), border.margin), border)
    return tuple(distinct.values())[:LISTED]
