"""Decision lists over cells (hands of the same value and features), found greedily."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.errors import PitbossError

ENOUGH = 1e-7
"""A line that saves less edge than this is left out."""

CLOSED = float("inf")
"""The loss of an option that is not open."""

MANY = 60_000
"""With this many cells or more, a line is tried only at both ends of the list."""

Whole = npt.NDArray[np.int64]


class Condition(NamedTuple):
    """Values from ``least`` on, or below ``below`` (0: no bound); with or without a feature (-1: whatever)."""

    least: int = 0
    below: int = 0
    feature: int = -1
    holds: bool = True


class ListLine(NamedTuple):
    """A line: its condition and option, the weight of the hands it decides, and what they lose in all."""

    condition: Condition
    option: int
    weight: int
    loss: int


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
        keys = values << 32 | features
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
        sums = []
        for one in loss:
            shut = np.bitwise_or.reduceat(one[order] < 0, starts)
            if float(np.maximum(one, 0).max()) * float(weights.sum()) >= 1 << 62:
                raise PitbossError("losses this large cannot be summed exactly; use rounder stakes or smaller odds.")
            sums.append(np.where(shut, -1, np.add.reduceat(np.maximum(one, 0)[order] * weights[order], starts)))
        many = np.add.reduceat(weights[order], starts)
        return cls(keys[starts] >> 32, keys[starts] & ((1 << 32) - 1), many, np.stack(sums))

    @classmethod
    def joined(cls, parts: Sequence[ValueCells]) -> ValueCells:
        """Several tables that show the same, as one."""
        order = np.argsort(np.concatenate([part.values for part in parts]), kind="stable")
        values, features, weights = (
            np.concatenate([getattr(part, name) for part in parts])[order] for name in ("values", "features", "weights")
        )
        return cls(values, features, weights, np.concatenate([part.losses for part in parts], axis=1)[:, order])


def decision_list(cells: ValueCells, features: Sequence[bool], most: int, unit: int) -> tuple[ListLine, ...]:
    """At most ``most`` lines; ``unit`` is the loss that costs a unit of edge; ``features`` says which may be used.

    It begins with the best single option for all hands. Then, as long as that saves enough, the line that saves most is
    put in where it does: behind lines that go before it, in front of those it is an exception to.
    """
    lines: list[tuple[Condition, int]] = [(Condition(), int(np.argmin(_total(cells))))]
    while len(lines) < most:
        better = _best(cells, lines, features, ENOUGH * unit)
        if better is None:
            break
        lines.insert(better[0], better[1:])
    return _counted(cells, _without_idle(cells, lines))


def _without_idle(cells: ValueCells, lines: Sequence[tuple[Condition, int]]) -> list[tuple[Condition, int]]:
    """The lines without those that later ones have made needless; the last one stays."""
    kept = list(lines)
    loss = sum(each.loss for each in _counted(cells, kept))
    for line in lines[:-1]:
        fewer = [each for each in kept if each is not line]
        if sum(each.loss for each in _counted(cells, fewer)) <= loss and _open(cells, fewer):
            kept = fewer
    return kept


def _open(cells: ValueCells, lines: Sequence[tuple[Condition, int]]) -> bool:
    """True if every line's option is open to all hands it decides."""
    left = np.ones(len(cells.values), dtype=np.bool_)
    for condition, option in lines:
        here = left & met(cells, condition)
        if (cells.losses[option, here] < 0).any():
            return False
        left &= ~here
    return True


def met(cells: ValueCells, condition: Condition) -> npt.NDArray[np.bool_]:
    """The cells that meet a condition."""
    here = cells.values >= condition.least
    if condition.below:
        here &= cells.values < condition.below
    if condition.feature >= 0:
        here &= (cells.features >> condition.feature & 1 == 1) == condition.holds
    return here


def _total(cells: ValueCells) -> npt.NDArray[np.float64]:
    """The loss of each option over all cells, infinite where it is not open everywhere."""
    total = np.maximum(cells.losses, 0).sum(axis=1, dtype=np.float64)
    return np.asarray(np.where((cells.losses < 0).any(axis=1), CLOSED, total))


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
    for place, (condition, option) in enumerate(lines):
        here = (taken < 0) & met(cells, condition)
        taken[here] = place
        now[here] = cells.losses[option, here]
    return np.where(cells.losses < 0, -np.inf, now - cells.losses), taken


def _interval(values: Whole, gain: npt.NDArray[np.float64]) -> tuple[int, int, float]:
    """The run of values, the first and the one behind the last (0: no bound), in which an option saves most.

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
    """The lines with the hands each decides and what they lose, in whole numbers; lines that decide nothing go."""
    alive = np.ones(len(cells.values), dtype=np.bool_)
    counted = []
    for condition, option in lines:
        here = alive & met(cells, condition)
        alive &= ~here
        if here.any():
            loss = sum(cells.losses[option, here].tolist())
            counted.append(ListLine(condition, option, sum(cells.weights[here].tolist()), loss))
    return tuple(counted)
