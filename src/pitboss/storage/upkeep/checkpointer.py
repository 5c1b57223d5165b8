"""Copy SQLite's write-ahead log into the database while play goes on.

Otherwise the writer does it when the log has grown to 32 MB, and everybody waits for the disk meanwhile. A thread that
copies a little at a time leaves almost nothing for the writer.
"""

from __future__ import annotations

import threading
from contextlib import suppress

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

EVERY = 0.5
"""Seconds between two copies."""


class Checkpointer:
    """A thread that copies the log twice a second."""

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
