"""Leases: which process owns a table, where several share a database.

Taking a lease raises the table's fencing number; a commit has to carry the present one, so a process that was thought
dead and comes back can store nothing more. Where processes share PostgreSQL, the database's own clock says when a lease
has run out: the clocks of two machines differ.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, literal_column, or_, select, update

from pitboss.storage import schema


class LeaseReport(NamedTuple):
    """What a process owns now: the fencing numbers of the tables it kept and of those it took, and how many there are.

    ``open`` counts all tables that are not closed.
    """

    kept: dict[str, int]
    taken: dict[str, int]
    open: int


def own_new(connection: Connection, table: str, owner: str, micros: int) -> int:
    """Own a table that this transaction opened; return its fencing number."""
    c = schema.heads.c
    values = {"owner": owner, "lease_until": _now() + micros, "fence": 1}
    connection.execute(update(schema.heads).where(c.table == table).values(values))
    return 1


def renew(
    connection: Connection, owner: str, tables: Collection[str], micros: int, *, share: int, late: int
) -> LeaseReport:
    """Keep the leases of ``tables`` that are still ``owner``'s, and take tables nobody owns, up to a ``share``.

    A table that nobody has owned for ``late`` microseconds is taken beyond the share too. Rows that another transaction
    holds are left for the next time, so that a process whose connection hangs holds up nobody.
    """
    c = schema.heads.c
    until = _now() + micros
    rows = connection.execute(
        select(c.table, c.fence)
        .where(c.table.in_(tables), c.owner == owner, ~c.closed)
        .order_by(c.table)
        .with_for_update(skip_locked=True)
    ).all()
    kept: dict[str, int] = {row.table: row.fence for row in rows}
    if kept:
        connection.execute(update(schema.heads).where(c.table.in_(kept)).values(lease_until=until))
    taken = _take_free(connection, owner, until, share - len(kept), late)
    ask = select(func.count()).select_from(schema.heads).where(~c.closed, c.table != schema.ROOM)
    return LeaseReport(kept, taken, connection.execute(ask).scalar_one())


def _take_free(connection: Connection, owner: str, until: ColumnElement[Any], share: int, late: int) -> dict[str, int]:
    c = schema.heads.c
    free = (~c.closed, c.table != schema.ROOM, or_(c.owner == "", c.lease_until <= _now()))
    ask = select(c.table, c.fence).where(*free).order_by(c.table).with_for_update(skip_locked=True)
    rows = list(connection.execute(ask.limit(max(0, share))))
    rest = free[2] if late <= 0 else c.lease_until <= _now() - late
    rows += connection.execute(ask.where(rest, c.table.not_in([row.table for row in rows]))).all()
    taken: dict[str, int] = {row.table: row.fence + 1 for row in rows}
    if taken:
        values = {"owner": owner, "lease_until": until, "fence": c.fence + 1}
        connection.execute(update(schema.heads).where(c.table.in_(taken)).values(values))
    return taken


def give_up_all(connection: Connection, owner: str, tables: Collection[str]) -> None:
    """Let go of tables, so that another process may own them at once."""
    c = schema.heads.c
    values = {"owner": "", "lease_until": _now()}
    connection.execute(update(schema.heads).where(c.table.in_(tables), c.owner == owner).values(values))


def _now() -> ColumnElement[Any]:
    """PostgreSQL's clock in microseconds; unlike its ``now()``, it moves on during a transaction."""
    return literal_column("(extract(epoch FROM clock_timestamp()) * 1000000)::bigint", schema.Big)
