"""How much slower than alone a process runs now, beside whatever else this machine does."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextlib import suppress

WORK, PAUSE = 0.01, 0.09
"""Seconds of work that are timed, and between two times."""
_REFERENCE = f"""
import time
while True:
    began, used = time.perf_counter(), time.process_time()
    while time.process_time() - used < {WORK}:
        pass
    print(time.perf_counter() - began, flush=True)
    time.sleep({PAUSE})
"""


class Slowness:
    """A process of its own that does the same work again and again, and how long that took each time."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._took: list[float] = []

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", _REFERENCE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            self._took.append(float(line))

    def mark(self) -> int:
        """From where to count; see :meth:`since`."""
        return len(self._took)

    def since(self, mark: int) -> float:
        """How many times longer than alone the work took since then."""
        took = self._took[mark:]
        return max(1.0, sum(took) / len(took) / WORK) if took else 1.0

    async def stop(self) -> None:
        if self._process is not None and self._reading is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
