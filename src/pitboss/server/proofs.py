"""Proofs for the sheets: one at a time, in a process of low priority, each kept once it is there."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

import msgspec
import structlog

from pitboss.errors import PitbossError

log = structlog.get_logger("pitboss.proofs")


class Proofs:
    """The exact figures of house games by name; results of earlier runs come from the cache in a second."""

    def __init__(self) -> None:
        self._sheets: dict[str, bytes] = {}
        self._failed: dict[str, str] = {}
        self._running: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Semaphore(1)

    async def sheet(self, game: str, patience: float) -> bytes | None:
        """The sheet of a shipped game as JSON; None if it takes longer than ``patience`` seconds."""
        if game in self._sheets:
            return self._sheets[game]
        task = self._running.get(game)
        if task is None:
            self._failed.pop(game, None)
            task = self._running[game] = asyncio.create_task(self._prove(game))
        await asyncio.wait([task], timeout=patience)
        if game in self._failed:
            raise PitbossError(self._failed[game])
        return self._sheets.get(game)

    async def stop(self) -> None:
        """End a proof under way; what it has counted so far is in the cache."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _prove(self, game: str) -> None:
        try:
            async with self._turn:
                self._sheets[game] = await _proved(game)
        except PitbossError as error:
            self._failed[game] = str(error)
            log.warning("a proof failed", game=game, why=str(error))
        finally:
            del self._running[game]


async def _proved(game: str) -> bytes:
    words = ["-m", "pitboss", "prove", game, "--json", "--quiet", "--threads", "1"]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *words,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        preexec_fn=_be_nice if os.name == "posix" else None,
    )
    try:
        out, err = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise
    if process.returncode:
        last = err.decode(errors="replace").strip().rpartition("\n")[2]
        raise PitbossError(last.removeprefix("pitboss: ") or f"the proof of {game} ended early; try again later.")
    msgspec.json.decode(out, type=dict[str, Any])
    return out


def _be_nice() -> None:
    os.nice(15)
