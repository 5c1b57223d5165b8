"""The writer: one thread that takes everything waiting to be stored and commits it as one transaction.

While a transaction is on its way to the disk the next changes gather, so the busier the room the larger the groups; a
disk that syncs five hundred times a second then stores thousands of commands. Nobody is answered before the commit.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeAlias

import structlog
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from pitboss.errors import PitbossError
from pitboss.room.journal import Conflict, JournalError, Unavailable, Unsure
from pitboss.room.line import Change
from pitboss.storage.failures import unavailable
from pitboss.storage.writing import room_log
from pitboss.storage.writing.group import DeckMissing, GroupWriter

log = structlog.get_logger(__name__)

Job: TypeAlias = Callable[[Connection], Any]
"""Something else to store: it gets the connection inside the transaction, and what it returns is the answer."""

MOST = 1024
"""Changes in a group."""


class QueuedChange(NamedTuple):
    """A change or job on its way, and who waits for it."""

    work: Change | Job
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class WriterAnswer(NamedTuple):
    """What became of a change or job."""

    value: Any = None
    error: Exception | None = None


class CommitLost(Exception):
    """The connection broke after the commit was sent and before it was confirmed."""


class Writer:
    """Stores changes and jobs in groups, one transaction each."""

    def __init__(
        self, engine: Engine, group: GroupWriter, *, linger: float = 0.0, healthy: Callable[[], object] | None = None
    ) -> None:
        self._engine, self._group = engine, group
        self._linger = linger
        self._healthy = healthy
        self._queue: deque[QueuedChange] = deque()
        self._bell: SimpleQueue[None] = SimpleQueue()  # wakes the thread far more cheaply than a condition
        self._door = threading.Lock()
        self._closing = False
        self._connection: Connection | None = None
        self.groups = 0
        self.stored = 0
        self._thread = threading.Thread(target=self._run, name="pitboss writer", daemon=True)
        self._thread.start()

    async def store(self, work: Change | Job) -> Any:
        """Store a change or run a job; on return it is on disk. What a job raises is raised here, nothing is stored.

        If the waiting task is cancelled, the work may be stored all the same.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        with self._door:
            if self._closing:
                raise Unavailable("the room is closing and stores nothing more; try again when it is open.")
            self._queue.append(QueuedChange(work, future, loop))
        if self._bell.empty():
            self._bell.put(None)
        return await future

    @property
    def backlog(self) -> int:
        """How much waits to be stored."""
        return len(self._queue)

    def close(self) -> None:
        """Store what is waiting, then stop."""
        with self._door:
            self._closing = True
        self._bell.put(None)
        self._thread.join()

    # The thread ---------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            closing = self._closing  # read first: once it is set, nothing more is queued
            if not self._queue:
                if closing:
                    break
                self._bell.get()
                continue
            if self._linger:
                time.sleep(self._linger)
            self._serve([self._queue.popleft() for _ in range(min(len(self._queue), MOST))])
        self._drop()

    def _serve(self, group: Sequence[QueuedChange]) -> None:
        """Store a group, then tell everyone who waits for it."""
        self._tell(group, self._stored(group))

    def _stored(self, group: Sequence[QueuedChange]) -> list[WriterAnswer]:
        try:
            return self._transaction(group)
        except (IntegrityError, DeckMissing) as error:
            if len(group) > 1:
                return self._one_by_one(group)
            return [WriterAnswer(error=_refused(error, group[0]))]
        except CommitLost:
            why = "the room's database went away while this was being stored; it is looked up when it is back."
            return [WriterAnswer(error=Unsure(why))] * len(group)
        except (DBAPIError, OSError) as error:
            return [WriterAnswer(error=unavailable(error))] * len(group)
        except Exception as error:  # a change that cannot be encoded must not stop the room
            if len(group) > 1:
                return self._one_by_one(group)
            log.error("a change could not be stored", exc_info=error)
            return [WriterAnswer(error=JournalError("this could not be stored; the room's log says why."))]

    def _one_by_one(self, group: Sequence[QueuedChange]) -> list[WriterAnswer]:
        """Store each on its own, so that one that cannot be stored does not hurt the others."""
        return [answer for each in group for answer in self._stored([each])]

    def _transaction(self, group: Sequence[QueuedChange], *, again: bool = True) -> list[WriterAnswer]:
        """One transaction for the whole group."""
        connection = self._connected()
        try:
            connection.begin()
            answers = self._write(connection, group)
        except BaseException as error:
            lost = connection.invalidated or (isinstance(error, DBAPIError) and error.connection_invalidated)
            self._roll_back(connection, lost or isinstance(error, (DBAPIError, OSError)))
            # The connection was lost while idle, or two processes waited for each other's rows: nothing was committed.
            if again and (lost or _deadlocked(error)):
                return self._transaction(group, again=False)
            raise
        try:
            self._commit(connection)
        except BaseException as error:
            lost = isinstance(error, DBAPIError) and error.connection_invalidated
            self._roll_back(connection, True)
            if lost:
                raise CommitLost from error
            raise
        self.groups += 1
        self.stored += len(group)
        return answers

    def _write(self, connection: Connection, group: Sequence[QueuedChange]) -> list[WriterAnswer]:
        changes = [each.work for each in group if isinstance(each.work, Change)]
        answers = self._group.write(connection, changes) if changes else []
        for change, refused in zip(changes, answers, strict=True):
            if refused is None and (change.opened is not None or change.closed):
                room_log.table_changed(connection, self._group, change)
        refusals = iter(answers)
        return [
            WriterAnswer(error=next(refusals)) if isinstance(each.work, Change) else self._job(connection, each.work)
            for each in group
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

    def _tell(self, group: Sequence[QueuedChange], answers: Sequence[WriterAnswer]) -> None:
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], WriterAnswer]]] = {}
        for each, answer in zip(group, answers, strict=True):
            by_loop.setdefault(each.loop, []).append((each.future, answer))
        for loop, answered in by_loop.items():
            with suppress(RuntimeError):  # nobody waits any more: the loop is closed
                loop.call_soon_threadsafe(_settle, answered)

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


def _settle(answered: Sequence[tuple[asyncio.Future[Any], WriterAnswer]]) -> None:
    for future, answer in answered:
        if future.done():  # its task was cancelled
            continue
        if answer.error is not None:
            future.set_exception(answer.error)
        else:
            future.set_result(answer.value)


def _deadlocked(error: BaseException) -> bool:
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in ("40P01", "40001")


def _refused(error: Exception, waiting: QueuedChange) -> JournalError:
    work = waiting.work
    if not isinstance(work, Change):
        return Conflict("this is stored already or refers to what is not stored; look again.")
    if isinstance(error, DeckMissing):
        return Conflict(f"{work.table} dealt a deck that is not stored as ready; restore the table.")
    return Conflict(
        f"line {work.line.number} of {work.table} with key {work.line.key!r} is stored already or names what is not "
        "stored; restore the table."
    )
