"""Access to the database: reads run in threads, writes go through the one writer.

A :class:`Subject` is one part of the stored data, such as the accounts. Its methods get a connection inside a
transaction; :func:`reads` and :func:`writes` turn them into async methods that callers use without one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from pitboss.room.day import Calendar
from pitboss.storage.engine import snapshot, unavailable
from pitboss.storage.keys import Keys
from pitboss.storage.writing.group import GroupWriter
from pitboss.storage.writing.writer import Writer

AnswerT = TypeVar("AnswerT")
SubjectT = TypeVar("SubjectT", bound="Subject")
Given = ParamSpec("Given")

READERS = 4


def micros(seconds: float) -> int:
    """Seconds since 1970 as microseconds, the unit in which times are stored."""
    return round(seconds * 1_000_000)


class Access:
    """An open database with its keys, its writer and the calendar of its gambling days."""

    def __init__(self, engine: Engine, keys: Keys, writer: Writer, group: GroupWriter, calendar: Calendar) -> None:
        self.engine, self.keys, self.writer, self.group = engine, keys, writer, group
        self.calendar = calendar
        self._readers = ThreadPoolExecutor(READERS, "pitboss reader")

    async def read(self, function: Callable[..., AnswerT], *args: Any) -> AnswerT:
        """Call ``function(connection, *args)`` in a thread, in one transaction that sees one state of the database."""

        def run() -> AnswerT:
            try:
                with snapshot(self.engine) as connection:
                    return function(connection, *args)
            except (DBAPIError, OSError) as error:
                raise unavailable(error, "read") from None

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def write(self, job: Callable[[Connection], AnswerT]) -> AnswerT:
        """Call ``job(connection)`` in a transaction of the writer; on return its changes are on disk."""
        answer: AnswerT = await self.writer.store(job)
        return answer

    def close(self) -> None:
        """Store the queued changes, then close the database."""
        self.writer.close()
        self._readers.shutdown()
        self.engine.dispose()


class Subject:
    """A part of the stored data."""

    def __init__(self, access: Access) -> None:
        self.access = access


def reads(
    method: Callable[Concatenate[SubjectT, Connection, Given], AnswerT],
) -> Callable[Concatenate[SubjectT, Given], Coroutine[Any, Any, AnswerT]]:
    """Turn a method that reads from a connection into an async one without that parameter."""

    @wraps(method)
    async def run(self: SubjectT, /, *args: Given.args, **kwargs: Given.kwargs) -> AnswerT:
        return await self.access.read(lambda connection: method(self, connection, *args, **kwargs))

    return run


def writes(
    method: Callable[Concatenate[SubjectT, Connection, Given], AnswerT],
) -> Callable[Concatenate[SubjectT, Given], Coroutine[Any, Any, AnswerT]]:
    """Turn a method that writes to a connection into an async one without that parameter; it stores all or nothing."""

    @wraps(method)
    async def run(self: SubjectT, /, *args: Given.args, **kwargs: Given.kwargs) -> AnswerT:
        return await self.access.write(lambda connection: method(self, connection, *args, **kwargs))

    return run
