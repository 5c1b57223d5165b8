"""The server's clock with its timers, and tasks that nobody waits for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

import structlog

log = structlog.get_logger(__name__)


class Timer(Protocol):
    def cancel(self) -> None: ...


class ServerClock(Protocol):
    """Tells the time in seconds since 1970 (UTC) and calls functions at given times."""

    def now(self) -> float: ...

    def at(self, when: float, call: Callable[[], object]) -> Timer:
        """Call a function at this time, or soon if it has passed."""


class WallClock:
    """The machine's clock, with the timers of the running event loop."""

    def now(self) -> float:
        return time.time()

    def at(self, when: float, call: Callable[[], object]) -> Timer:
        return asyncio.get_running_loop().call_later(max(0.0, when - time.time()), call)


class Alarm:
    """A timer that can be set many times: ``call`` is called at the earliest of the times set."""

    def __init__(self, clock: ServerClock, call: Callable[[], object]) -> None:
        self._clock, self._call = clock, call
        self._timer: Timer | None = None
        self._at = 0.0

    def set(self, when: float) -> None:
        if self._timer is None or when < self._at:
            self.cancel()
            self._timer, self._at = self._clock.at(when, self._ring), when

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self) -> None:
        self._timer = None
        self._call()


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
