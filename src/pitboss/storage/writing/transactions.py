"""Transactions: a group of changes and jobs is stored as a whole, and each of them gets its own answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

import structlog
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from pitboss.errors import PitbossError
from pitboss.room.journal import Conflict, JournalError, Unsure
from pitboss.room.line import Change
from pitboss.storage.engine import unavailable
from pitboss.storage.writing import room_log
from pitboss.storage.writing.group import DeckMissing, GroupWriter

log = structlog.get_logger(__name__)

Job: TypeAlias = Callable[[Connection], Any]
"""A function that stores something else: called with the connection inside the transaction, it returns the answer."""
Work: TypeAlias = Change | Job


class WriterAnswer(NamedTuple):
    """The outcome of a change or job."""

    value: Any = None
    error: Exception | None = None


class CommitLost(Exception):
    """The connection broke after the commit was sent and before it was confirmed."""


class Transactions:
    """Stores groups on a separate connection, one after the other."""

    def __init__(self, engine: Engine, group: GroupWriter, *, healthy: Callable[[], object] | None = None) -> None:
        self._engine, self._group = engine, group
        self._healthy = healthy
        self._connection: Connection | None = None

    def write_group(self, works: Sequence[Work]) -> list[WriterAnswer]:
        """Store a group; on return everything that was not refused is on disk."""
        try:
            return self._transaction(works)
        except (IntegrityError, DeckMissing) as error:
            if len(works) > 1:
                return self._one_by_one(works)
            return [WriterAnswer(error=_refused(error, works[0]))]
        except CommitLost:
            why = "the room's database went away while this was being stored; the room looks it up once it is back."
            return [WriterAnswer(error=Unsure(why))] * len(works)
        except (DBAPIError, OSError) as error:
            return [WriterAnswer(error=unavailable(error))] * len(works)
        except Exception as error:  # a change that cannot be encoded must not stop the room
            if len(works) > 1:
                return self._one_by_one(works)
            log.error("a change could not be stored", exc_info=error)
            return [WriterAnswer(error=JournalError("this could not be stored; the room's log says why."))]

    def _one_by_one(self, works: Sequence[Work]) -> list[WriterAnswer]:
        """Store each in a separate transaction, so that one failure does not affect the others."""
        return [answer for work in works for answer in self.write_group([work])]

    def _transaction(self, works: Sequence[Work], *, again: bool = True) -> list[WriterAnswer]:
        """One transaction for the whole group."""
        connection = self._connected()
        try:
            connection.begin()
            answers = self._write(connection, works)
        except BaseException as error:
            lost = connection.invalidated or (isinstance(error, DBAPIError) and error.connection_invalidated)
            self._roll_back(connection, lost or isinstance(error, (DBAPIError, OSError)))
            # The connection was lost while idle, or two processes waited for each other's rows: nothing was committed.
            if again and (lost or _deadlocked(error)):
                return self._transaction(works, again=False)
            raise
        try:
            self._commit(connection)
        except BaseException as error:
            lost = isinstance(error, DBAPIError) and error.connection_invalidated
            self._roll_back(connection, True)
            if lost:
                raise CommitLost from error
            raise
        return answers

    def _write(self, connection: Connection, works: Sequence[Work]) -> list[WriterAnswer]:
        changes = [work for work in works if isinstance(work, Change)]
        answers = self._group.write(connection, changes) if changes else []
        for change, refused in zip(changes, answers, strict=True):
            if refused is None and (change.opened is not None or change.closed):
                room_log.table_changed(connection, self._group, change)
        refusals = iter(answers)
        return [
            WriterAnswer(error=next(refusals)) if isinstance(work, Change) else self._job(connection, work)
            for work in works
        ]

    def _job(self, connection: Connection, job: Job) -> WriterAnswer:
        savepoint = connection.begin_nested()
        try:
            value = job(connection)
        except PitbossError as error:
            savepoint.rollback()
            return WriterAnswer(error=error)
        savepoint.commit()
        return WriterAnswer(value)

    def _commit(self, connection: Connection) -> None:
        connection.commit()

    def _connected(self) -> Connection:
        if self._healthy is not None:
            try:
                self._healthy()
            except OSError:
                self._drop()
                raise
        if self._connection is None:
            self._connection = self._engine.connect().execution_options(pitboss_writes=True)
            if idle := self._engine.get_execution_options().get("pitboss_idle"):
                self._connection.exec_driver_sql(f"SET idle_in_transaction_session_timeout = {idle}")
                self._connection.commit()
        return self._connection

    def _roll_back(self, connection: Connection, drop: bool) -> None:
        with suppress(SQLAlchemyError, OSError):
            connection.rollback()
        if drop:
            self._drop()

    def _drop(self) -> None:
        """Give up the connection; the next group makes a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError, OSError):
                connection.invalidate()
            with suppress(SQLAlchemyError, OSError):
                connection.close()


def _deadlocked(error: BaseException) -> bool:
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in ("40P01", "40001")


def _refused(error: Exception, work: Work) -> JournalError:
    if not isinstance(work, Change):
        return Conflict("this is stored already or refers to something that is not stored; reload and try again.")
    if isinstance(error, DeckMissing):
        return Conflict(f"{work.table} dealt a deck that is not stored as ready; restore the table.")
    return Conflict(
        f"line {work.line.number} of {work.table} with key {work.line.key!r} is stored already or names something "
        "that is not stored; restore the table."
    )
