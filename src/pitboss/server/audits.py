"""Audits of the room while it is open: one at a time, in a low-priority process; each result stays until the next.

Every audit reads and replays everything that is stored. None continues an earlier one, because what was changed after
it was checked would stay unnoticed. Results are kept in memory only: after a restart of the server none is known.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import structlog

from pitboss.audit.database import DatabasePlace
from pitboss.audit.finding import AuditFinding
from pitboss.errors import PitbossError
from pitboss.server.low_priority import low_priority

log = structlog.get_logger("pitboss.audits")

NEVER, RUNNING, DONE, FAILED = "never", "running", "done", "failed"


class AuditState(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of an audit: ``done`` of 1 while it is ``running``, ``why`` it failed.

    The rest tells of the last audit that came to its end: it ran from ``began`` to ``at``, checked this many ``lines``,
    ``deals`` and ``movements``, and had ``found`` findings, of which ``findings`` are the first.
    """

    state: str = NEVER
    done: float = 0.0
    began: float = 0.0
    at: float = 0.0
    why: str = ""
    lines: int = 0
    deals: int = 0
    movements: int = 0
    found: int = 0
    findings: tuple[AuditFinding, ...] = ()


class Audits:
    """The audits of one room; ``worker`` is the command that runs one (:mod:`pitboss.audit.working`)."""

    def __init__(self, clock: Callable[[], float], worker: Sequence[str] = ("-m", "pitboss.audit.working")) -> None:
        self.state = AuditState()
        self._clock, self._worker = clock, tuple(worker)
        self._running: asyncio.Task[None] | None = None

    def start(self, place: DatabasePlace) -> AuditState:
        """Begin an audit, if none is under way."""
        if self._running is None:
            self.state = msgspec.structs.replace(self.state, state=RUNNING, done=0.0, why="")
            self._running = asyncio.create_task(self._audit(place))
        return self.state

    async def _audit(self, place: DatabasePlace) -> None:
        began = self._clock()
        try:
            self._keep(await self._report(place), began)
        except (PitbossError, OSError) as error:
            self._fail(str(error))
        except Exception:  # such as a line that is too long or not JSON; the page must not wait for ever
            log.exception("an audit could not be followed")
            self._fail("the audit failed; the server's log says why.")
        finally:
            self._running = None

    def _fail(self, why: str) -> None:
        self.state = msgspec.structs.replace(self.state, state=FAILED, why=why)
        log.warning("an audit failed", why=why)

    async def _report(self, place: DatabasePlace) -> dict[str, Any]:
        """Run the worker and follow what it says."""
        async with low_priority(self._worker, asyncio.subprocess.DEVNULL) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(msgspec.json.encode(place))
            process.stdin.close()
            async for line in process.stdout:
                said = msgspec.json.decode(line, type=dict[str, Any])
                if "report" in said:
                    return dict(said["report"])
                if "why" in said:
                    raise PitbossError(said["why"])
                self.state = msgspec.structs.replace(self.state, done=said["done"])
        raise PitbossError("the audit ended early; it may need more memory than there is.")

    def _keep(self, report: dict[str, Any], began: float) -> None:
        if report["stopped"]:
            raise PitbossError("the audit was stopped before its end; start it again.")
        self.state = AuditState(
            state=DONE,
            done=1.0,
            began=began,
            at=self._clock(),
            lines=report["lines"],
            deals=report["deals"],
            movements=report["movements"],
            found=report["found"],
            findings=msgspec.convert(report["findings"], tuple[AuditFinding, ...]),
        )

    async def stop(self) -> None:
        """End an audit under way; its result is lost."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
