"""Upkeep while play goes on: SQLite's write-ahead log is copied into the database, and expired rows are deleted."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy import Connection, Engine, delete, select
from sqlalchemy.exc import SQLAlchemyError

from pitboss.storage import schema
from pitboss.storage.access import micros

EVERY = 0.5
"""Seconds between two copies."""
DAY = 86_400


class Checkpointer:
    """A thread that copies SQLite's log twice a second.

    Otherwise the writer would copy it when it has grown to 32 MB, and everybody would wait for the disk.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pitboss checkpointer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closing.wait(EVERY):
            with suppress(SQLAlchemyError, OSError):  # the writer says so if the database is gone
                copy_log(self._engine)


def copy_log(engine: Engine) -> None:
    """Copy what the log holds now, without blocking readers or the writer."""
    error = engine.dialect.loaded_dbapi.Error
    with suppress(error):  # such as a database that cannot be opened just now
        connection = engine.raw_connection()  # outside of any transaction
        try:
            cursor = connection.cursor()
            try:
                cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
            except error:
                connection.invalidate()
            finally:
                cursor.close()
        finally:
            connection.close()


# Retention ------------------------------------------------------------------------------------------------------------


class Deleted(NamedTuple):
    """How many rows were deleted: expired logins and links, and checkpoints of tables closed long ago."""

    logins: int
    links: int
    checkpoints: int


def sweep(connection: Connection, now: float, checkpoint_days: int) -> Deleted:
    """Delete expired logins and links, and the checkpoints of tables closed more than ``checkpoint_days`` ago.

    Logs, ledger, decks and hands are never deleted, and chat is not stored at all.
    """
    t = schema.tables.c
    closed = select(t.id).where(t.closed <= micros(now - checkpoint_days * DAY))
    return Deleted(
        connection.execute(delete(schema.logins).where(schema.logins.c.until <= micros(now))).rowcount,
        connection.execute(delete(schema.links).where(schema.links.c.until <= micros(now))).rowcount,
        connection.execute(delete(schema.checkpoints).where(schema.checkpoints.c.table.in_(closed))).rowcount,
    )
