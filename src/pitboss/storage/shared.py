"""A database that several processes share: which of them owns a table, and what they change together."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, insert
from sqlalchemy.exc import IntegrityError

from pitboss.room.line import Change
from pitboss.room.lists import Waiting
from pitboss.storage import schema
from pitboss.storage.rows import leases, waiting
from pitboss.storage.rows.accounts import micros
from pitboss.storage.rows.leases import LeaseReport
from pitboss.storage.storage import Storage
from pitboss.storage.writing import room_log


class SharedStorage:
    """The storage of a room of several processes, on PostgreSQL, as the process ``owner`` uses it."""

    def __init__(self, storage: Storage, owner: str) -> None:
        self.storage, self.owner = storage, owner

    async def open_owned(self, change: Change, seconds: float) -> int:
        """Store the first change of a table and own it at once; return its fencing number."""

        def job(connection: Connection) -> int:
            (refused,) = self.storage.group.write(connection, [change])
            if refused is not None:
                raise refused
            room_log.table_changed(connection, self.storage.group, change)
            return leases.own_new(connection, change.table, self.owner, micros(seconds))

        fence: int = await self.storage.writer.store(job)
        return fence

    async def renew(self, tables: Collection[str], seconds: float, *, share: int, late: float) -> LeaseReport:
        """Renew the leases of ``tables`` and take tables nobody owns; see ``rows.leases.renew``."""
        length, waited = micros(seconds), micros(late)
        report: LeaseReport = await self.storage.writer.store(
            lambda connection: leases.renew(connection, self.owner, tables, length, share=share, late=waited)
        )
        return report

    async def give_up(self, tables: Collection[str]) -> None:
        """Let go of tables, so that another process may own them at once."""
        await self.storage.writer.store(lambda connection: leases.give_up_all(connection, self.owner, tables))

    async def claim(self, what: str) -> bool:
        """Whether this process is the first to claim something that is done once in the life of a room."""

        def job(connection: Connection) -> bool:
            try:
                with connection.begin_nested():
                    connection.execute(insert(schema.meta).values(name=f"claim {what}", value=self.owner))
            except IntegrityError:
                return False
            return True

        first: bool = await self.storage.writer.store(job)
        return first

    async def swap_waiting(self, before: Waiting, after: Waiting) -> Waiting | None:
        """Store all waiting lists if those stored are still ``before``; otherwise return what is stored."""
        current: Waiting | None = await self.storage.writer.store(
            lambda connection: waiting.swap(connection, before, after)
        )
        return current
