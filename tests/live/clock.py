"""Simulated time."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count

from pitboss.server.live.clock import Timer


class _Waiting:
    __slots__ = ("call", "cancelled")

    def __init__(self, call: Callable[[], object]) -> None:
        self.call, self.cancelled = call, False

    def cancel(self) -> None:
        self.cancelled = True


class SimulatedClock:
    """A clock that stands until it is moved."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self._now = now
        self._timers: list[tuple[float, int, _Waiting]] = []
        self._number = count()

    def now(self) -> float:
        return self._now

    def at(self, when: float, call: Callable[[], object]) -> Timer:
        timer = _Waiting(call)
        heapq.heappush(self._timers, (when, next(self._number), timer))
        return timer

    def next(self) -> float | None:
        """The time at which the next timer is due."""
        while self._timers and self._timers[0][2].cancelled:
            heapq.heappop(self._timers)
        return self._timers[0][0] if self._timers else None

    def advance(self, seconds: float) -> None:
        """Move on, calling every function that becomes due on the way, in order."""
        end = self._now + seconds
        while (when := self.next()) is not None and when <= end:
            _, _, timer = heapq.heappop(self._timers)
            self._now = max(self._now, when)
            timer.call()
        self._now = end
