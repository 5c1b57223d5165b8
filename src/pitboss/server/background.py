"""Work in the background: audits and proofs, closing the gambling day at every rack, and deleting expired rows.

Audits and proofs run in low-priority processes, one at a time each, so that the tables come first.

Every audit reads and replays everything that is stored. It never continues an earlier one, which would miss changes to
lines already checked. Results are kept in memory only, so a restart of the server forgets them.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import date
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from pitboss.audit.database import DatabasePlace
from pitboss.errors import PitbossError
from pitboss.room.day import Calendar
from pitboss.room.table import host
from pitboss.server.config import Config
from pitboss.spread.bands import edges
from pitboss.spread.game_files import GameText
from pitboss.storage.check import AuditFinding
from pitboss.storage.storage import Storage
from pitboss.storage.upkeep import sweep

if TYPE_CHECKING:
    from pitboss.server.live.owner import Owner

log = structlog.get_logger(__name__)

NICENESS = 15
"""The niceness of a low-priority process."""
LONGEST_LINE = 16 * 2**20
"""Most bytes in a line that such a process may print."""


@asynccontextmanager
async def low_priority(
    words: Sequence[str], complaints: int = asyncio.subprocess.PIPE
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A low-priority Python process; it is killed if it still runs at the end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *words,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=complaints,
        limit=LONGEST_LINE,
        preexec_fn=(lambda: os.nice(NICENESS)) if os.name == "posix" else None,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def worked_out(
    worker: Sequence[str], asked: Any, wanted: str, follow: Callable[[float], None], what: str
) -> dict[str, Any]:
    """Give a worker a task, follow its progress, and return the answer ``wanted``.

    A worker reads one JSON object and prints one per line: ``done``, then the answer, or ``why`` there is none.
    """
    async with low_priority(worker, asyncio.subprocess.DEVNULL) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(asked))
        process.stdin.close()
        async for line in process.stdout:
            said = msgspec.json.decode(line, type=dict[str, Any])
            if wanted in said:
                return dict(said[wanted])
            if "why" in said:
                raise PitbossError(said["why"])
            follow(said["done"])
    raise PitbossError(f"{what} ended early, perhaps for lack of memory.")


# Audits ---------------------------------------------------------------------------------------------------------------

NEVER, RUNNING, DONE, FAILED = "never", "running", "done", "failed"


class AuditState(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of an audit: ``done`` of 1 while it is ``running``, ``why`` it failed.

    The rest is about the last completed audit: it ran from ``began`` to ``at``, checked this many ``lines``,
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
        """Start an audit unless one is running."""
        if self._running is None:
            self.state = msgspec.structs.replace(self.state, state=RUNNING, done=0.0, why="")
            self._running = asyncio.create_task(self._audit(place))
        return self.state

    async def _audit(self, place: DatabasePlace) -> None:
        began = self._clock()
        try:
            report = await worked_out(self._worker, place, "report", self._follow, "the audit")
            if report["stopped"]:
                raise PitbossError("the audit was stopped before its end; start it again.")
            ended = {"state": DONE, "done": 1.0, "began": began, "at": self._clock()}
            self.state = msgspec.convert({**report, **ended}, AuditState)
        except (PitbossError, OSError) as error:
            self._fail(str(error))
        except Exception:  # such as a line that is too long or not JSON; the page must not wait forever
            log.exception("an audit could not be followed")
            self._fail("the audit failed; the server's log says why.")
        finally:
            self._running = None

    def _fail(self, why: str) -> None:
        self.state = msgspec.structs.replace(self.state, state=FAILED, why=why)
        log.warning("an audit failed", why=why)

    def _follow(self, done: float) -> None:
        self.state = msgspec.structs.replace(self.state, done=done)

    async def stop(self) -> None:
        """Stop a running audit; its result is lost."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)


# Proofs ---------------------------------------------------------------------------------------------------------------

WAITING, PROVING, PROVED, NOT_PROVED = "waiting", "being proved", "proved", "not proved"


class ProofState(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a game's figures: ``done`` of 1 while it is being proved, ``why`` if it cannot be."""

    state: str
    done: float = 0.0
    why: str = ""


class Proofs:
    """The exact figures of house games; results of earlier runs come from the cache in a second.

    A proof that takes longer than ``most`` seconds is given up. ``worker`` is the command that proves a definition
    (:mod:`pitboss.spread.game_files`).
    """

    def __init__(self, most: float = 3600, worker: Sequence[str] = ("-m", "pitboss.spread.game_files")) -> None:
        self.most, self._worker = most, tuple(worker)
        self._sheets: dict[str, asyncio.Task[bytes]] = {}
        self._figures: dict[str, dict[str, float]] = {}
        self._states: dict[str, ProofState] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Semaphore(1)

    # Sheets of shipped games ------------------------------------------------------------------------------------------

    async def sheet(self, game: str, patience: float) -> bytes | None:
        """The sheet of a shipped game as JSON; None if it takes longer than ``patience`` seconds.

        A failed proof is tried again at the next request.
        """
        task = self._sheets.get(game)
        if task is None or (task.done() and task.exception()):
            task = self._sheets[game] = asyncio.create_task(self._prove_sheet(game))
        await asyncio.wait([task], timeout=patience)
        return task.result() if task.done() else None

    async def _prove_sheet(self, game: str) -> bytes:
        words = ["-m", "pitboss", "prove", game, "--json", "--quiet", "--threads", "1"]
        async with self._turn, low_priority(words) as process:
            out, err = await process.communicate()
        if process.returncode:
            last = err.decode(errors="replace").strip().rpartition("\n")[2].removeprefix("pitboss: ")
            log.warning("a proof failed", game=game, why=last)
            raise PitbossError(last or f"the proof of {game} ended early; try again later.")
        msgspec.json.decode(out, type=dict[str, Any])
        return out

    # Figures of any definition ----------------------------------------------------------------------------------------

    def figures(self, version: str) -> dict[str, float]:
        """The house edge in per cent of every stake group, the base wager's first; empty while unknown."""
        return edges().get(version) or self._figures.get(version, {})

    def edge(self, version: str) -> float | None:
        """The house edge on the base wager of a definition; None while unknown."""
        return next(iter(self.figures(version).values()), None)

    def want(self, game: GameText) -> ProofState:
        """The state of a definition's figures; the first request starts their proof in the background."""
        if self.figures(game.version):
            return ProofState(state=PROVED, done=1.0)
        if game.version not in self._states:
            self._states[game.version] = ProofState(state=WAITING)
            task = asyncio.create_task(self._prove_figures(game))
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        return self._states[game.version]

    async def _prove_figures(self, game: GameText) -> None:
        version = game.version
        asked, what = {"file": game.file, "source": game.source}, f"the proof of {game.file}"

        def follow(done: float) -> None:
            self._states[version] = ProofState(state=PROVING, done=done)

        try:
            async with self._turn:
                follow(0.0)
                async with asyncio.timeout(self.most):
                    figures = await worked_out(self._worker, asked, "figures", follow, what)
                    self._figures[version] = {group: float(edge) for group, edge in figures.items()}
            self._states[version] = ProofState(state=PROVED, done=1.0)
        except (PitbossError, TimeoutError, OSError) as error:
            why = str(error) if isinstance(error, PitbossError) else ""
            if isinstance(error, TimeoutError):
                why = f"it is too large to be proved here within {self.most / 60:g} minutes."
            self._states[version] = ProofState(state=NOT_PROVED, why=why or "the proof could not be run.")
            log.warning("a proof failed", file=game.file, why=self._states[version].why)

    async def stop(self) -> None:
        """Stop a running proof; the counts so far are in the cache."""
        tasks = [*self._sheets.values(), *self._running]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


# Days and upkeep ------------------------------------------------------------------------------------------------------


class DayTurn:
    """The turn of the gambling day: every table with a rack gets its closer, which is the opener of the next day.

    Without a calendar there are no gambling days.

    The table's log says when its rack was last counted, so a closer is neither forgotten nor written twice by a server
    that was down at the closing hour, or by a process that takes the table over.
    """

    def __init__(self, calendar: Calendar | None, owners: Callable[[], Iterable[Owner]]) -> None:
        self._calendar, self._owners = calendar, owners
        self._start = self._end = 0.0
        self._task: asyncio.Task[None] | None = None

    def look(self, now: float) -> None:
        """Write the closer of every rack that has not been counted since the gambling day began."""
        if self._calendar is None or (self._task is not None and not self._task.done()):
            return
        if not self._start <= now < self._end:
            today = self._calendar.day(now)
            self._start, self._end = self._calendar.start(today), self._calendar.end(today)
        racks = [owner for owner in self._owners() if owner.table.has_rack and not owner.table.closed]
        due = [owner for owner in racks if owner.table.state.counted < self._start * 1_000_000]
        if due:
            ended = self._calendar.day(self._start - 1)
            self._task = asyncio.get_running_loop().create_task(self._close_day(ended, due))

    async def _close_day(self, day: date, due: Iterable[Owner]) -> None:
        """Write the closers of a day that has ended."""
        for owner in due:
            try:
                await owner.call(lambda hosted, now: host.inventory(hosted, "the room", now, f"gambling day {day}"))
            except PitbossError as error:
                log.warning("no closer was written", table=owner.table.id, why=str(error))


EVERY = 6 * 3600.0
"""Seconds between deletions."""


async def keep_house(storage: Storage, config: Config) -> None:
    """Delete expired rows at regular intervals."""
    while True:
        try:
            swept = await storage.write(lambda connection: sweep(connection, time.time(), config.checkpoint_days))
        except PitbossError as error:
            log.warning("expired rows were not deleted", why=str(error))
        else:
            log.info("swept", **swept._asdict())
        await asyncio.sleep(EVERY)
