"""The server's clock, wall time with timers or simulated time for tests; and tasks that nobody waits for."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any, Protocol

import structlog

log = structlog.get_logger(__name__)


class Timer(Protocol):
    def cancel(self) -> None: ...


class ServerClock(Protocol):
    """Tells the time in seconds since 1970 (UTC) and calls functions when it is due."""

    def now(self) -> float: ...

    def at(self, when: float, call: Callable[[], object]) -> Timer:
        """Call a function at this time, or soon if it has passed."""


class WallClock:
    """The machine's clock, with the timers of the running event loop."""

    def now(self) -> float:
        return time.time()

    def at(self, when: float, call: Callable[[], object]) -> Timer:
        return asyncio.get_running_loop().call_later(max(0.0, when - time.time()), call)


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


class Tasks:
    """Tasks that nobody waits for. A failure is logged as ``failed``, without a traceback if it is ``expected``."""

    def __init__(self, failed: str, *expected: type[Exception]) -> None:
        self.running: set[asyncio.Task[None]] = set()
        self._failed, self._expected = failed, expected

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.get_running_loop().create_task(self._logged(work))
        self.running.add(task)
        task.add_done_callback(self.running.discard)

    async def _logged(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except self._expected as error:
            log.warning(self._failed, why=str(error))
        except Exception:
            log.exception(self._failed)
