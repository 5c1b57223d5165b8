"""Timing on noisy machines: everything compared runs in turns, and the best turn of each counts.

One thread is measured in CPU time, which other programs do not affect; two threads in wall-clock time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter, process_time
from typing import NamedTuple


class Row(NamedTuple):
    """One line of the table: what was compared, the two figures as text, their ratio and what it should be."""

    what: str
    ours: str
    other: str
    ratio: float
    target: float | None = None
    at_most: bool = False

    @property
    def verdict(self) -> str:
        if self.target is None:
            return ""
        met = self.ratio <= self.target if self.at_most else self.ratio >= self.target
        return "pass" if met else "FAIL"

    @property
    def aim(self) -> str:
        return "" if self.target is None else f"{'≤' if self.at_most else '≥'} {self.target:g}"


def in_turns(runs: Mapping[str, Callable[[], object]], turns: int = 7, wall: bool = False) -> dict[str, float]:
    """The best time of each in seconds, taking turns; each runs once before, to compile."""
    clock = perf_counter if wall else process_time
    for run in runs.values():
        run()
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(turns):
        for name, run in runs.items():
            start = clock()
            run()
            best[name] = min(best[name], clock() - start)
    return best


def rate(count: int, seconds: float) -> str:
    """``213 M/s``."""
    per_second = count / seconds
    for unit, size in (("M/s", 1e6), ("k/s", 1e3)):
        if per_second >= size:
            return f"{per_second / size:,.{0 if per_second >= 100 * size else 1}f} {unit}"
    return f"{per_second:,.0f} /s"


def span(seconds: float) -> str:
    """``0.21 s``, ``350 ns``."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size / 10:
            return f"{seconds / size:.2f} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def within(what: str, seconds: float, most: float) -> Row:
    """A row for something that should take at most so many seconds."""
    return Row(what, span(seconds), span(most), seconds / most, 1.0, at_most=True)
