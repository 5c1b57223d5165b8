"""A whole audit: every table's log and the ledger, on all cores; it can stop at any moment and resume later."""

from __future__ import annotations

import gc
import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, func, select

from pitboss.audit.database import Database, DatabasePlace
from pitboss.audit.room_facts import (
    KeptDays,
    NotedCalendar,
    RoomFacts,
    audit_days,
    role_problems,
    room_facts,
    table_problems,
    tables_with_days,
)
from pitboss.audit.table_log import Reached, Stretch, audit_stretch
from pitboss.errors import PitbossError
from pitboss.exact.jobs import Inline, processes
from pitboss.storage import schema
from pitboss.storage.check import (
    CHAIN,
    LEDGER,
    AuditFinding,
    StoredLog,
    balance_problems,
    day_problems,
    line_rows,
    stored_balances,
    stored_logs,
    unlogged,
)
from pitboss.storage.engine import snapshot
from pitboss.storage.reading import fetched

STRETCH = 4_000
"""Lines of a log that one job checks: about a second."""
SAVE = 5.0
"""Seconds between two writings of the state."""


class Snapshot(NamedTuple):
    """The data audited: everything stored at one moment; ``days`` has the last kept day of every table."""

    tables: list[StoredLog]
    balances: dict[str, int]
    facts: RoomFacts
    days: dict[str, str]
    contradictions: list[AuditFinding]


class AuditReport(msgspec.Struct, kw_only=True):
    """The result of an audit; ``heads`` are the hashes of all logs, to be compared with a later audit."""

    findings: list[AuditFinding]
    lines: int
    deals: int
    movements: int
    heads: dict[str, str]
    seconds: float = 0.0
    checked_now: int = 0
    stopped: bool = False


class Done(NamedTuple):
    """Progress: lines and movements checked so far, their total, and the rounds and hands among them."""

    lines: int
    of: int
    deals: int

    @property
    def part(self) -> float:
        return self.lines / self.of if self.of else 1.0


# State of an audit ----------------------------------------------------------------------------------------------------

FORMAT = 5
"""The format of the file; with the state of an earlier release, everything is checked again."""


class Saved(msgspec.Struct, kw_only=True):
    """The state of an audit: the line each table's log and ledger are checked up to, and the findings so far."""

    database: str
    format: int = FORMAT
    tables: dict[str, Reached] = {}
    days: dict[str, KeptDays] = {}
    findings: list[AuditFinding] = []


class _Named(msgspec.Struct):
    """The part of a state that every release reads."""

    database: str
    format: int = FORMAT


class StateFile:
    """The file of an audit; it is written whole or not at all."""

    def __init__(self, path: str | Path, database: str) -> None:
        self.path = Path(path)
        self.saved = Saved(database=database)
        if not self.path.exists():
            return
        try:
            data = self.path.read_bytes()
            earlier = msgspec.json.decode(data, type=_Named)
            if earlier.database == database and earlier.format < FORMAT:
                return
            self.saved = msgspec.json.decode(data, type=Saved)
        except (OSError, msgspec.MsgspecError):
            raise PitbossError(f"{self.path} is not the state of an audit; name another file with --resume.") from None
        if self.saved.format != FORMAT or self.saved.database != database:
            raise PitbossError(f"{self.path} belongs to an audit of another database; name another file with --resume.")

    def write(self) -> None:
        draft = self.path.with_name(f".{self.path.name}.new")
        try:
            draft.write_bytes(msgspec.json.encode(self.saved))
            os.replace(draft, self.path)
        except OSError as error:
            raise PitbossError(
                f"{self.path} cannot be written ({error.strerror}); name another file with --resume."
            ) from None


# The audit ------------------------------------------------------------------------------------------------------------


def audit(
    place: DatabasePlace,
    *,
    workers: int = 0,
    resume: str = "",
    tell: Callable[[Done], None] = lambda done: None,
) -> AuditReport:
    """Check a whole database; an interrupt (Ctrl-C) ends it with the findings so far."""
    began = time.monotonic()
    data = place.open()
    try:
        file = StateFile(resume, data.identity) if resume else None
        job = _Audit(place, data, _snapshot(data), file, tell)
        with _pool(place, workers) as (executor, many):
            job.run(executor, many)
        report = job.report()
    finally:
        data.close()
    report.seconds = time.monotonic() - began
    return report


def _snapshot(data: Database) -> Snapshot:
    with snapshot(data.engine) as connection:
        facts = room_facts(connection)
        return Snapshot(
            stored_logs(connection),
            stored_balances(connection),
            facts,
            tables_with_days(connection),
            [*table_problems(connection, facts), *role_problems(connection, facts), *unlogged(connection)],
        )


class _Audit:
    def __init__(
        self,
        place: DatabasePlace,
        data: Database,
        found: Snapshot,
        file: StateFile | None,
        tell: Callable[[Done], None],
    ) -> None:
        self.place, self.data, self.snapshot, self.file, self.tell = place, data, found, file, tell
        self.saved = file.saved if file is not None else Saved(database=data.identity)
        self.all_lines = sum(table.number for table in found.tables)
        self.ends: dict[str, Reached] = {}  # maybe within a deal, after the place where the next audit resumes
        self.stopped = False
        self.started_at = sum(reached.deals for reached in self.saved.tables.values())
        self._last_write = time.monotonic()
        self._drop_changed()
        self.begun_earlier = {table for table, reached in self.saved.tables.items() if reached.number}

    def _drop_changed(self) -> None:
        """Start over with every log whose last checked line has changed or is gone."""
        with snapshot(self.data.engine) as connection:
            for table, reached in list(self.saved.tables.items()):
                if reached.number and not _is_at(connection, table, reached):
                    text = (
                        f"line {reached.number} is not the one the audit stopped at; the log is checked from its start"
                    )
                    self.saved.findings.append(AuditFinding(CHAIN, text, table, reached.number))
                    del self.saved.tables[table]

    # Jobs -------------------------------------------------------------------------------------------------------------

    def run(self, executor: Executor, many: int) -> None:
        waiting = deque(self._jobs())
        running: dict[Future[Any], tuple[str, Any]] = {}
        try:
            while waiting or running:
                while waiting and len(running) < 2 * many:
                    kind, what = waiting.popleft()
                    running[self._submit(executor, kind, what)] = (kind, what)
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    kind, what = running.pop(future)
                    again = self._take(kind, what, future.result())
                    if again is not None:
                        waiting.appendleft((kind, again))
                self._write()
                self.tell(self._done())
        except KeyboardInterrupt:
            self.stopped = True
        except BrokenExecutor:
            self._write(now=True)
            raise PitbossError(
                "a process of the audit was ended from outside; give the same command again, and with --workers 1 if "
                "memory is short."
            ) from None
        self._write(now=True)

    def _jobs(self) -> Iterator[tuple[str, Any]]:
        # The longest logs first, so that the last ones do not keep a single core busy.
        for table in sorted(self.snapshot.tables, key=lambda table: -table.number):
            yield "table", table
        for id, day in self.snapshot.days.items():
            if self._checked_day(id) < day:
                yield "days", id

    def _checked_day(self, table: str) -> str:
        kept = self.saved.days.get(table)
        return kept.last if kept is not None else ""

    def _submit(self, executor: Executor, kind: str, what: Any) -> Future[Any]:
        calendars = self.snapshot.facts.calendars
        if kind == "table":
            return executor.submit(_stretch_job, self.place, what, self._reached(what.id), STRETCH, calendars)
        return executor.submit(_days_job, self.place, what, self._checked_day(what), calendars)

    def _reached(self, table: str) -> Reached:
        return self.saved.tables.get(table) or Reached(table=table)

    def _take(self, kind: str, what: Any, answer: Any) -> Any:
        """Add the result of a job; return the table if its log goes on."""
        if kind == "table":
            stretch: Stretch = answer
            self.saved.tables[what.id], self.ends[what.id] = stretch.reached, stretch.end
            self.saved.findings += stretch.findings
            if not stretch.done:
                return what
        else:
            self.saved.days[what] = answer
            self.saved.findings += answer.findings
        return None

    def _write(self, *, now: bool = False) -> None:
        if self.file is not None and (now or time.monotonic() - self._last_write > SAVE):
            self.file.write()
            self._last_write = time.monotonic()

    def _done(self) -> Done:
        ends = self._ends()
        return Done(sum(each.number for each in ends), self.all_lines, sum(each.deals for each in ends))

    def _ends(self) -> list[Reached]:
        """The place up to which each log was checked."""
        return [self.ends.get(table, reached) for table, reached in self.saved.tables.items()]

    # The end ----------------------------------------------------------------------------------------------------------

    def report(self) -> AuditReport:
        saved = self.saved
        findings = list(saved.findings)
        findings += self.snapshot.contradictions
        if not self.stopped:
            findings += self._ledger(clean=not findings)
        done = self._done()
        order = {table.id: at for at, table in enumerate(self.snapshot.tables)}
        findings = list(dict.fromkeys(findings))
        findings.sort(key=lambda each: (order.get(each.table, len(order)), each.line))
        return AuditReport(
            findings=findings,
            lines=done.lines,
            deals=done.deals,
            movements=sum(each.movements for each in self._ends()),
            heads={table: reached.head for table, reached in sorted(saved.tables.items())},
            checked_now=done.deals - self.started_at,
            stopped=self.stopped,
        )

    def _ledger(self, clean: bool) -> list[AuditFinding]:
        """Gambling days and balances; if every line has its movements in the ledger, both have the same sums.

        A log may end in the middle of a deal: what counts is where it ends, not where the next audit resumes.
        """
        findings: list[AuditFinding] = []
        sums: dict[str, int] = {}
        days: dict[str, tuple[int, int]] = {}
        with snapshot(self.data.engine) as connection:
            for table in self.snapshot.tables:
                end = self.ends[table.id]
                of_table = end.sums
                if table.id in self.begun_earlier or not clean:
                    many, of_table = _sums_of(connection, table.id, table.number)
                    findings += self._added_since(end, many, of_table)
                for name, cents in of_table.items():
                    sums[name] = sums.get(name, 0) + cents
                for day, (low, high) in end.days.items():
                    before = days.get(day, (low, high))
                    days[day] = (min(low, before[0]), max(high, before[1]))
        return [*findings, *day_problems(days), *balance_problems(self.snapshot.balances, sums)]

    def _added_since(self, end: Reached, many: int, sums: Mapping[str, int]) -> list[AuditFinding]:
        """Find changes in the ledger to lines that an earlier audit checked, which are not read again."""
        if end.table not in self.begun_earlier or end.broken:
            return []
        if many != end.movements:
            text = f"the ledger has {many} movements of lines that were checked with {end.movements}"
        elif {name: cents for name, cents in sums.items() if cents} != end.sums:
            text = "movements were changed in the ledger after their lines were checked"
        else:
            return []
        return [AuditFinding(LEDGER, text, end.table)]


def _sums_of(connection: Connection, table: str, upto: int) -> tuple[int, dict[str, int]]:
    """The number of movements that the ledger has of a table up to a line, and their sums by account."""
    c = schema.movements.c
    ask = select(c.source, c.target, func.count(), func.sum(c.cents)).where(c.table == table, c.number <= upto)
    count, result = 0, dict[str, int]()
    for source, target, many, cents in fetched(connection, ask.group_by(c.source, c.target)):
        count += many
        for name, change in ((source, -int(cents)), (target, int(cents))):
            result[name] = result.get(name, 0) + change
    return count, result


def _is_at(connection: Connection, table: str, reached: Reached) -> bool:
    row = line_rows(connection, table, reached.number - 1, 1)
    return bool(row) and (row[0][0], row[0][-1]) == (reached.number, reached.head)


# Processes ------------------------------------------------------------------------------------------------------------


@contextmanager
def _pool(place: DatabasePlace, workers: int) -> Iterator[tuple[Executor, int]]:
    many = workers or os.cpu_count() or 1
    if many > 1:
        # A stretch leaves few reference cycles; they are collected between stretches.
        with processes(many, gc.disable) as pool:
            yield pool, many
        return
    try:
        yield Inline(), 1
    finally:
        _database(place).close()
        _database.cache_clear()


_database = lru_cache(maxsize=1)(DatabasePlace.open)
"""The database that this process reads."""


def _stretch_job(
    place: DatabasePlace, table: StoredLog, start: Reached, most: int, calendars: tuple[NotedCalendar, ...]
) -> Stretch:
    stretch = audit_stretch(_database(place), table, start, most, calendars)
    if not gc.isenabled():
        gc.collect(1)
    return stretch


def _days_job(place: DatabasePlace, table: str, after: str, calendars: tuple[NotedCalendar, ...]) -> KeptDays:
    return audit_days(_database(place), table, after, calendars)
