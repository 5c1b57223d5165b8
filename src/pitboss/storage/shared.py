"""A database that several processes share: leases say which of them owns a table.

Taking a lease raises the table's fencing number; a commit has to carry the current one, so a process that was
presumed dead and comes back can store nothing more. PostgreSQL's clock decides when a lease expires, because the clocks
of two machines differ.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, insert, literal_column, or_, select, update
from sqlalchemy.exc import IntegrityError

from pitboss.room.line import Change
from pitboss.storage import schema
from pitboss.storage.access import Access, Subject, micros, writes
from pitboss.storage.writing import room_log

_heads = schema.heads.c


class LeaseReport(NamedTuple):
    """The tables a process owns now: the fencing numbers of those it kept and of those it took.

    ``open`` counts all tables that are not closed.
    """

    kept: dict[str, int]
    taken: dict[str, int]
    open: int


class Leases(Subject):
    """The table leases of one of several processes on PostgreSQL; ``owner`` is the name of the process."""

    def __init__(self, access: Access, owner: str) -> None:
        super().__init__(access)
        self.owner = owner

    @writes
    def open_owned(self, connection: Connection, change: Change, seconds: float) -> int:
        """Store the first change of a table and take its lease; return its fencing number."""
        (refused,) = self.access.group.write(connection, [change])
        if refused is not None:
            raise refused
        room_log.table_changed(connection, self.access.group, change)
        values = {"owner": self.owner, "lease_until": _now() + micros(seconds), "fence": 1}
        connection.execute(update(schema.heads).where(_heads.table == change.table).values(values))
        return 1

    @writes
    def renew(
        self, connection: Connection, tables: Collection[str], seconds: float, *, share: int, late: float
    ) -> LeaseReport:
        """Renew the leases of ``tables`` that this process still owns, and take free tables up to ``share``.

        A table that nobody has owned for ``late`` seconds is taken beyond the share too. Rows that another transaction
        holds are left for the next time, so that a process with a hung connection does not block the others.
        """
        until = _now() + micros(seconds)
        ask = select(_heads.table, _heads.fence).order_by(_heads.table).with_for_update(skip_locked=True)
        own = (_heads.table.in_(tables), _heads.owner == self.owner, ~_heads.closed)
        kept: dict[str, int] = {row.table: row.fence for row in connection.execute(ask.where(*own))}
        if kept:
            connection.execute(update(schema.heads).where(_heads.table.in_(kept)).values(lease_until=until))
        taken = self._take_free(connection, until, share - len(kept), micros(late))
        count = select(func.count()).select_from(schema.heads).where(~_heads.closed, _heads.table != schema.ROOM)
        return LeaseReport(kept, taken, connection.execute(count).scalar_one())

    def _take_free(self, connection: Connection, until: ColumnElement[Any], share: int, late: int) -> dict[str, int]:
        unowned = or_(_heads.owner == "", _heads.lease_until <= _now())
        ask = select(_heads.table, _heads.fence).where(~_heads.closed, _heads.table != schema.ROOM, unowned)
        ask = ask.order_by(_heads.table).with_for_update(skip_locked=True)
        rows = list(connection.execute(ask.limit(max(0, share))))
        rest = unowned if late <= 0 else _heads.lease_until <= _now() - late
        rows += connection.execute(ask.where(rest, _heads.table.not_in([row.table for row in rows]))).all()
        taken: dict[str, int] = {row.table: row.fence + 1 for row in rows}
        if taken:
            values = {"owner": self.owner, "lease_until": until, "fence": _heads.fence + 1}
            connection.execute(update(schema.heads).where(_heads.table.in_(taken)).values(values))
        return taken

    @writes
    def give_up(self, connection: Connection, tables: Collection[str]) -> None:
        """Release tables, so that another process can take them at once."""
        own = (_heads.table.in_(tables), _heads.owner == self.owner)
        connection.execute(update(schema.heads).where(*own).values(owner="", lease_until=_now()))

    @writes
    def claim(self, connection: Connection, what: str) -> bool:
        """True if this process is the first to claim something that is done once in the life of a room."""
        try:
            with connection.begin_nested():
                connection.execute(insert(schema.meta).values(name=f"claim {what}", value=self.owner))
        except IntegrityError:
            return False
        return True


def _now() -> ColumnElement[Any]:
    """PostgreSQL's clock in microseconds; unlike its ``now()``, it moves on during a transaction."""
    return literal_column("(extract(epoch FROM clock_timestamp()) * 1000000)::bigint", schema.Big)
