"""Separate low-priority processes that give way to the tables."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

NICENESS = 15
"""The niceness of such a process, so that the tables come first."""


@asynccontextmanager
async def low_priority(
    words: Sequence[str], complaints: int = asyncio.subprocess.PIPE
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A Python process that gives way to the tables; it is killed if it still runs at the end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *words,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=complaints,
        limit=LONGEST_LINE,
        preexec_fn=_be_nice if os.name == "posix" else None,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


LONGEST_LINE = 16 * 2**20
"""Bytes of one line that such a process may print."""


def _be_nice() -> None:
    os.nice(NICENESS)
