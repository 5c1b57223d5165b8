"""One server for a room in a file: two of them would both deal its tables, each unaware of the other."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL

from pitboss.storage.places import StorageError

PATIENCE = 5.0
"""Seconds in which a server that is ending lets go of its room."""


@contextmanager
def alone(url: URL, patience: float = PATIENCE) -> Iterator[None]:
    """Keep other servers away from an SQLite database; the lock ends with this process, however it ends.

    Processes that share PostgreSQL have leases instead, table by table.
    """
    if url.drivername != "sqlite":
        yield
        return
    database = Path(str(url.database))
    file = database.with_suffix(".lock")
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        held = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StorageError(f"the file {file} cannot be opened ({error.strerror}); check its folder and rights.") from None
    try:
        _take(held, database, patience)
        yield
    finally:
        os.close(held)


def _take(held: int, database: Path, patience: float) -> None:
    deadline = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            if time.monotonic() > deadline:
                by = os.pread(held, 20, 0).decode("ascii", "replace").strip() or "unknown"
                raise StorageError(
                    f"the room in {database} is served already, by process {by}; stop that one first, or give another "
                    "--data."
                ) from None
            time.sleep(0.05)
        except OSError:
            return  # a file system without locks: then nothing keeps others away, as before
    os.truncate(held, 0)
    os.pwrite(held, f"{os.getpid()}\n".encode(), 0)
