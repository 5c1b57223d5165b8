"""Leases: which process owns a table, where several share a database.

Taking a lease raises the table's fencing number; a commit has to carry the present one, so a process that was thought
dead and comes back can store nothing more.
"""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from pitboss.room.journal import Fenced
from pitboss.storage import schema
from pitboss.storage.reading import NotStored


def take(connection: Connection, table: str, owner: str, until: int, now: int) -> int:
    """Own a table until a time, and return its fencing number; raise :class:`Fenced` while another owns it."""
    c = schema.heads.c
    ask = select(c.owner, c.lease_until, c.fence).where(c.table == table).with_for_update()
    row = connection.execute(ask).first()
    if row is None:
        raise NotStored(f"no table {table!r} is stored; see which are open.")
    if row.owner not in ("", owner) and row.lease_until > now:
        raise Fenced(f"{row.owner} owns {table}; wait until it lets go of it.")
    fence: int = row.fence if row.owner == owner else row.fence + 1
    connection.execute(update(schema.heads).where(c.table == table).values(owner=owner, lease_until=until, fence=fence))
    return fence


def give_up(connection: Connection, table: str, owner: str) -> None:
    """Let go of a table, so that another process may own it at once."""
    c = schema.heads.c
    connection.execute(update(schema.heads).where(c.table == table, c.owner == owner).values(owner="", lease_until=0))
