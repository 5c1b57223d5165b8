"""Proofs for sheets and for the lobby: one at a time, in a process of low priority, each kept once it is there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
import structlog

from pitboss.errors import PitbossError
from pitboss.server.low_priority import low_priority
from pitboss.spread.figures import figures as shipped_figures
from pitboss.spread.proving import GameText

log = structlog.get_logger("pitboss.proofs")

WAITING, PROVING, PROVED, NOT_PROVED = "waiting", "being proved", "proved", "not proved"


class ProofState(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a game's figures: ``done`` of 1 while it is being proved, ``why`` if it cannot be."""

    state: str
    done: float = 0.0
    why: str = ""


class Proofs:
    """The exact figures of house games; results of earlier runs come from the cache in a second.

    A proof that takes longer than ``most`` seconds is given up. ``worker`` is the command that proves a definition
    (:mod:`pitboss.spread.proving`).
    """

    def __init__(self, most: float = 3600, worker: Sequence[str] = ("-m", "pitboss.spread.proving")) -> None:
        self.most, self._worker = most, tuple(worker)
        self._sheets: dict[str, bytes] = {}
        self._figures: dict[str, dict[str, float]] = {}
        self._states: dict[str, ProofState] = {}
        self._failed: dict[str, str] = {}
        self._running: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Semaphore(1)

    # Sheets of shipped games ------------------------------------------------------------------------------------------

    async def sheet(self, game: str, patience: float) -> bytes | None:
        """The sheet of a shipped game as JSON; None if it takes longer than ``patience`` seconds."""
        if game in self._sheets:
            return self._sheets[game]
        task = self._running.get(game)
        if task is None:
            self._failed.pop(game, None)
            task = self._running[game] = asyncio.create_task(self._prove_sheet(game))
        await asyncio.wait([task], timeout=patience)
        if game in self._failed:
            raise PitbossError(self._failed[game])
        return self._sheets.get(game)

    async def _prove_sheet(self, game: str) -> None:
        try:
            async with self._turn:
                self._sheets[game] = await _sheet(game)
        except PitbossError as error:
            self._failed[game] = str(error)
            log.warning("a proof failed", game=game, why=str(error))
        finally:
            del self._running[game]

    # Figures of any definition ----------------------------------------------------------------------------------------

    def figures(self, version: str) -> dict[str, float]:
        """The house edge in per cent of every stake group, the base wager's first; empty while it is not known."""
        return shipped_figures().get(version) or self._figures.get(version, {})

    def edge(self, version: str) -> float | None:
        """The house edge on the base wager of a definition; None while it is not known."""
        return next(iter(self.figures(version).values()), None)

    def want(self, game: GameText) -> ProofState:
        """The state of a definition's figures; they are proved in the background if nobody has asked before."""
        if self.figures(game.version):
            return ProofState(state=PROVED, done=1.0)
        if game.version not in self._states:
            self._states[game.version] = ProofState(state=WAITING)
            self._running[game.version] = asyncio.create_task(self._prove_figures(game))
        return self._states[game.version]

    async def _prove_figures(self, game: GameText) -> None:
        version = game.version
        try:
            async with self._turn:
                self._states[version] = ProofState(state=PROVING)
                async with asyncio.timeout(self.most):
                    self._figures[version] = await self._worked_out(game)
            self._states[version] = ProofState(state=PROVED, done=1.0)
        except (PitbossError, TimeoutError, OSError) as error:
            why = str(error) if isinstance(error, PitbossError) else ""
            if isinstance(error, TimeoutError):
                why = f"it is too large to be proved here within {self.most / 60:g} minutes."
            self._states[version] = ProofState(state=NOT_PROVED, why=why or "the proof could not be run.")
            log.warning("a proof failed", file=game.file, why=self._states[version].why)
        finally:
            del self._running[version]

    async def _worked_out(self, game: GameText) -> dict[str, float]:
        """Run the worker on a definition and follow what it says."""
        async with low_priority(self._worker, asyncio.subprocess.DEVNULL) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(msgspec.json.encode({"file": game.file, "source": game.source}))
            process.stdin.close()
            async for line in process.stdout:
                said = msgspec.json.decode(line, type=dict[str, Any])
                if "figures" in said:
                    return {group: float(edge) for group, edge in said["figures"].items()}
                if "why" in said:
                    raise PitbossError(said["why"])
                self._states[game.version] = ProofState(state=PROVING, done=said["done"])
        raise PitbossError(f"the proof of {game.file} ended early; it may need more memory than there is.")

    async def stop(self) -> None:
        """End a proof under way; what it has counted so far is in the cache."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _sheet(game: str) -> bytes:
    words = ["-m", "pitboss", "prove", game, "--json", "--quiet", "--threads", "1"]
    async with low_priority(words) as process:
        out, err = await process.communicate()
    if process.returncode:
        last = err.decode(errors="replace").strip().rpartition("\n")[2]
        raise PitbossError(last.removeprefix("pitboss: ") or f"the proof of {game} ended early; try again later.")
    msgspec.json.decode(out, type=dict[str, Any])
    return out
