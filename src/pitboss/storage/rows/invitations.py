"""Who showed the invitation of a private table, and may enter it for as long as it is open."""

from __future__ import annotations

from collections import defaultdict
from hashlib import sha256

from sqlalchemy import Connection, insert, select

from pitboss.room.notes import InvitationTaken
from pitboss.room.people import name_key
from pitboss.storage import schema
from pitboss.storage.writing import room_log
from pitboss.storage.writing.group import GroupWriter


def add(connection: Connection, writer: GroupWriter, table: str, name: str, at: int) -> None:
    """Store that a person was invited to a table, once."""
    code = sha256(f"{table} {name_key(name)}".encode()).hexdigest()
    c = schema.invitations.c
    if connection.execute(select(c.code).where(c.code == code)).first() is None:
        connection.execute(insert(schema.invitations).values(code=code, table=table, by=name, until=0))
        room_log.post(connection, writer, (), at=at, by=f"player {name}", fact=InvitationTaken(table))


def listed(connection: Connection) -> dict[str, tuple[str, ...]]:
    """The people invited to each open table."""
    c, t = schema.invitations.c, schema.tables.c
    ask = select(c.table, c.by).join(schema.tables, t.id == c.table).where(t.closed.is_(None)).order_by(c.table, c.by)
    result: dict[str, tuple[str, ...]] = defaultdict(tuple)
    for table, name in connection.execute(ask):
        result[table] += (name,)
    return dict(result)
