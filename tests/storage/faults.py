"""Faults: errors at a chosen statement, groups with chosen content, and deliberately wrong writers."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import OperationalError

from pitboss.room.line import Change
from pitboss.storage.storage import Storage
from pitboss.storage.writing.transactions import Job, Work, WriterAnswer
from pitboss.storage.writing.writer import QueuedChange, Writer


def full_disk(statement: str) -> OperationalError:
    """What SQLite raises on a full disk."""
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorname = "SQLITE_FULL"
    return OperationalError(statement, {}, error)


@contextmanager
def failing_at(engine: Engine, statement: int) -> Iterator[list[str]]:
    """Simulate a full disk at the n-th statement of the writer (the commit is the last); yield what was reached."""
    reached: list[str] = []

    def failed(name: str) -> None:
        reached.append(name)
        if len(reached) == statement:
            raise full_disk(name)

    def writes(connection: Connection) -> bool:
        return bool(connection.get_execution_options().get("pitboss_writes"))

    def before(connection: Any, cursor: Any, text: str, values: Any, context: Any, many: bool) -> None:
        if writes(connection):
            failed(text)

    def commit(connection: Any) -> None:
        if writes(connection):
            failed("COMMIT")

    event.listen(engine, "before_cursor_execute", before)
    event.listen(engine, "commit", commit)
    try:
        yield reached
    finally:
        event.remove(engine, "before_cursor_execute", before)
        event.remove(engine, "commit", commit)


async def as_one_group(storage: Storage, works: Sequence[Change | Job]) -> list[Any]:
    """Store these in one group; return what each returned or raised."""
    holding, release = threading.Event(), threading.Event()

    def hold(connection: Connection) -> None:
        holding.set()
        release.wait()

    first = asyncio.create_task(storage.writer.store(hold))
    await asyncio.to_thread(holding.wait)
    rest = [asyncio.create_task(storage.writer.store(work)) for work in works]
    while storage.writer.backlog < len(works):
        await asyncio.sleep(0)
    release.set()
    await first
    return await asyncio.gather(*rest, return_exceptions=True)


class AnswersFirst(Writer):
    """Wrong on purpose: tells everyone before the commit."""

    def _serve(self, group: Sequence[QueuedChange]) -> None:
        self._tell(group, [WriterAnswer()] * len(group))
        self.write_group([each.work for each in group])


class TwoParts(Writer):
    """Wrong on purpose: commits the lines first and the ledger afterwards."""

    def _write(self, connection: Connection, works: Sequence[Work]) -> list[WriterAnswer]:
        done = False

        def split(connection: Any, cursor: Any, text: str, values: Any, context: Any, many: bool) -> None:
            nonlocal done
            if text.startswith("INSERT INTO movements") and not done and not connection.in_nested_transaction():
                done = True
                cursor.connection.execute("COMMIT")
                cursor.connection.execute("BEGIN")
                self.between()

        event.listen(self._engine, "before_cursor_execute", split)
        try:
            return super()._write(connection, works)
        finally:
            event.remove(self._engine, "before_cursor_execute", split)

    def between(self) -> None:
        """What happens between the two commits."""


class Interrupted(Writer):
    """A database that sometimes fails, before the commit or after it, so that the outcome is unknown."""

    tries = 0

    def _commit(self, connection: Connection) -> None:
        self.tries += 1
        turn = self.tries % 10 if self.tries > 40 else 0
        if turn == 4:
            raise full_disk("COMMIT")
        super()._commit(connection)
        if turn == 8:
            lost = sqlite3.OperationalError("server closed the connection")
            raise OperationalError("COMMIT", {}, lost, connection_invalidated=True)
