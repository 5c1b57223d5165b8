"""How long tests wait: for conditions that come true, with deadlines that only stop tests that hang.

``PITBOSS_PATIENCE`` multiplies every deadline, for machines that are slow or very busy. No deadline judges speed: that
is for the benchmark.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = float(os.environ.get("PITBOSS_PATIENCE", "1"))
MINUTE = 60.0 * PATIENCE
"""The usual deadline, in seconds."""
STEP = 0.02

Answer = TypeVar("Answer")


def until(condition: Callable[[], Answer], what: str = "", seconds: float = 60.0) -> Answer:
    """Wait for an answer that is true, and return it; fail after ``seconds``, times the patience."""
    end = time.monotonic() + seconds * PATIENCE
    while not (answer := condition()):
        assert time.monotonic() < end, _late(what, seconds)
        time.sleep(STEP)
    return answer


async def until_async(
    condition: Callable[[], Answer], what: str = "", seconds: float = 60.0, step: float = STEP
) -> Answer:
    """:func:`until` beside other tasks of an event loop."""
    end = time.monotonic() + seconds * PATIENCE
    while not (answer := condition()):
        assert time.monotonic() < end, _late(what, seconds)
        await asyncio.sleep(step)
    return answer


def _late(what: str, seconds: float) -> str:
    return f"still waiting for {what or 'a condition'} after {seconds * PATIENCE:g} seconds"
