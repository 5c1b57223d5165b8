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
from typing import Any, NamedTuple

from sqlalchemy import Engine, select

from pitboss.room.journal import Unavailable
from pitboss.room.line import Change
from pitboss.storage import schema
from pitboss.storage.writing.group import GroupWriter
from pitboss.storage.writing.process import WritingProcess
from pitboss.storage.writing.transactions import Transactions, Work, WriterAnswer

MOST = 1024
"""Most changes in a group."""


class QueuedChange(NamedTuple):
    """A queued change or job, and the task that waits for it."""

    work: Work
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class Writer(Transactions):
    """Stores changes and jobs in groups, one transaction each.

    With ``process``, the changes of a busy room are stored by a separate process (:class:`WritingProcess`).
    """

    def __init__(
        self,
        engine: Engine,
        group: GroupWriter,
        *,
        linger: float = 0.0,
        healthy: Callable[[], object] | None = None,
        process: WritingProcess | None = None,
    ) -> None:
        super().__init__(engine, group, healthy=healthy)
        self._linger = linger
        self._process = process
        self._queue: deque[QueuedChange] = deque()
        self._bell: SimpleQueue[None] = SimpleQueue()  # wakes the thread far more cheaply than a condition
        self._door = threading.Lock()
        self._closing = False
        self.groups = 0
        self.stored = 0
        self._thread = threading.Thread(target=self._run, name="pitboss writer", daemon=True)
        self._thread.start()

    async def store(self, work: Work) -> Any:
        """Store a change or run a job; on return it is on disk. An error of a job is raised here; nothing is stored.

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
        """The number of changes and jobs waiting to be stored."""
        return len(self._queue)

    def close(self) -> None:
        """Store the queued changes, then stop."""
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
        if self._process is not None:
            self._process.close()

    def _serve(self, group: Sequence[QueuedChange]) -> None:
        """Store a group, then tell everyone who waits for it."""
        self._tell(group, self.write_group([each.work for each in group]))

    def write_group(self, works: Sequence[Work]) -> list[WriterAnswer]:
        answers: list[WriterAnswer] | None = None
        changes = [work for work in works if isinstance(work, Change)]
        if self._process is not None and len(changes) == len(works) and self._process.takes(len(changes)):
            answers = self._process.write_group(changes)
            if answers is not None and not self._process.ready:
                self._outlast(changes)
        return super().write_group(works) if answers is None else answers

    def _outlast(self, changes: Sequence[Change]) -> None:
        """Wait until PostgreSQL is done with what a dead process sent it: its commit may still be running."""
        tables = {each.table for each in changes} | {schema.ROOM for each in changes if each.opened is not None}
        heads = schema.heads.c
        ask = select(heads.number).where(heads.table.in_(sorted(tables))).with_for_update()
        super().write_group([lambda connection: connection.execute(ask).all()])

    def _tell(self, group: Sequence[QueuedChange], answers: Sequence[WriterAnswer]) -> None:
        self.groups += 1
        self.stored += sum(answer.error is None for answer in answers)
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], WriterAnswer]]] = {}
        for each, answer in zip(group, answers, strict=True):
            by_loop.setdefault(each.loop, []).append((each.future, answer))
        for loop, answered in by_loop.items():
            with suppress(RuntimeError):  # nobody waits any more: the loop is closed
                loop.call_soon_threadsafe(_settle, answered)


def _settle(answered: Sequence[tuple[asyncio.Future[Any], WriterAnswer]]) -> None:
    for future, answer in answered:
        if future.done():  # its task was cancelled
            continue
        if answer.error is not None:
            future.set_exception(answer.error)
        else:
            future.set_result(answer.value)
