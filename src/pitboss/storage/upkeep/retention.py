"""Retention: what is deleted once it is of no further use. The logs, the ledger, decks and hands are never deleted.

Chat is not stored at all. The key of a command is part of its line, and so of the chain.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, select

from pitboss.storage import schema
from pitboss.storage.rows.accounts import micros

DAY = 86_400


class Deleted(NamedTuple):
    """How many rows were deleted: logins and links that have ended, and checkpoints of tables closed long ago."""

    logins: int
    links: int
    checkpoints: int


def sweep(connection: Connection, now: float, checkpoint_days: int) -> Deleted:
    """Delete what has ended, and the checkpoints of tables closed more than ``checkpoint_days`` ago."""
    t = schema.tables.c
    closed = select(t.id).where(t.closed <= micros(now - checkpoint_days * DAY))
    return Deleted(
        connection.execute(delete(schema.logins).where(schema.logins.c.until <= micros(now))).rowcount,
        connection.execute(delete(schema.links).where(schema.links.c.until <= micros(now))).rowcount,
        connection.execute(delete(schema.checkpoints).where(schema.checkpoints.c.table.in_(closed))).rowcount,
    )
