"""Audits of the room while it is open: one at a time, in a process of low priority; what it found stays until the next.

Each goes on from where the last one came to, so that only what is new since is played again. What was found is never
forgotten by a later audit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import structlog

from pitboss.audit.finding import AuditFinding
from pitboss.errors import PitbossError
from pitboss.server.low_priority import low_priority

log = structlog.get_logger("pitboss.audits")

NEVER, RUNNING, DONE, FAILED = "never", "running", "done", "failed"
SHOWN = 200
"""Findings that a page is told of."""


class AuditState(msgspec.Struct, frozen=True, kw_only=True):
    """How an audit is going: ``done`` of 1 while it is ``running``, ``at`` when it ended, ``why`` it failed.

    ``found`` is the number of findings, of which ``findings`` are the first.
    """

    state: str = NEVER
    done: float = 0.0
    at: float = 0.0
    why: str = ""
    lines: int = 0
    deals: int = 0
    movements: int = 0
    found: int = 0
    findings: tuple[AuditFinding, ...] = ()


class AuditPlace(msgspec.Struct, frozen=True):
    """The database of a room, its keys, and the folder in which it is kept how far the last audit came."""

    url: str
    keys: str
    folder: Path


class Audits:
    """The audits of one room; ``worker`` is the command that runs one (:mod:`pitboss.audit.working`)."""

    def __init__(self, clock: Callable[[], float], worker: Sequence[str] = ("-m", "pitboss.audit.working")) -> None:
        self.state = AuditState()
        self._clock, self._worker = clock, tuple(worker)
        self._running: asyncio.Task[None] | None = None

    def start(self, place: AuditPlace) -> AuditState:
        """Begin an audit, if none is under way."""
        if self._running is None:
            self.state = msgspec.structs.replace(self.state, state=RUNNING, done=0.0, why="")
            self._running = asyncio.create_task(self._audit(place))
        return self.state

    async def _audit(self, place: AuditPlace) -> None:
        try:
            self._keep(await self._report(place))
        except (PitbossError, OSError) as error:
            self.state = msgspec.structs.replace(self.state, state=FAILED, why=str(error))
            log.warning("an audit failed", why=str(error))
        finally:
            self._running = None

    async def _report(self, place: AuditPlace) -> dict[str, Any]:
        """Run the worker and follow what it says."""
        asked = {"url": place.url, "keys": place.keys, "resume": str(place.folder / "audit.state")}
        async with low_priority(self._worker, asyncio.subprocess.DEVNULL) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(msgspec.json.encode(asked))
            process.stdin.close()
            async for line in process.stdout:
                said = msgspec.json.decode(line, type=dict[str, Any])
                if "report" in said:
                    return dict(said["report"])
                if "why" in said:
                    raise PitbossError(said["why"])
                self.state = msgspec.structs.replace(self.state, done=said["done"])
        raise PitbossError("the audit ended early; it may need more memory than there is.")

    def _keep(self, report: dict[str, Any]) -> None:
        findings = [msgspec.convert(each, AuditFinding) for each in report["findings"]]
        self.state = AuditState(
            state=DONE,
            done=1.0,
            at=self._clock(),
            lines=report["lines"],
            deals=report["deals"],
            movements=report["movements"],
            found=len(findings),
            findings=tuple(findings[:SHOWN]),
        )

    async def stop(self) -> None:
        """End an audit under way; how far it came is kept."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
