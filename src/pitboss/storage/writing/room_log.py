"""The room's own log: start money, refills, roles, invitations, which tables opened and closed.

Nobody owns it: each line is numbered and chained inside the transaction that stores it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select

from pitboss.move import Move
from pitboss.room.line import Change, Line, chained
from pitboss.room.slips import Slip
from pitboss.storage import schema
from pitboss.storage.writing.group import GroupWriter


def post(
    connection: Connection,
    writer: GroupWriter,
    moves: Sequence[Move],
    *,
    at: int,
    by: str,
    key: str = "",
    note: str = "",
    slips: tuple[Slip, ...] = (),
) -> Line:
    """Append a line to the room's log; raise as a table's commit does."""
    number, head = lock(connection)
    line = Line(number + 1, number + 1, at, by, key, moves=tuple(moves), note=note, slips=slips)
    (refused,) = writer.write(connection, [Change(schema.ROOM, line, chained(head, line.encode()))])
    if refused is not None:
        raise refused
    return line


def lock(connection: Connection) -> tuple[int, str]:
    """Where the room's log ends; nobody else writes to it until the end of the transaction."""
    c = schema.heads.c
    stored = connection.execute(select(c.number, c.head).where(c.table == schema.ROOM).with_for_update()).one()
    return stored.number, stored.head


def table_changed(connection: Connection, writer: GroupWriter, change: Change) -> None:
    """Write down that a table was opened or closed, in the transaction that does it."""
    line = change.line
    if change.opened is not None:
        post(connection, writer, (), at=line.at, by=line.by, note=f"table {change.table} opened")
    if change.closed:
        post(connection, writer, (), at=line.at, by=line.by, note=f"table {change.table} closed")
