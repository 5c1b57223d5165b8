"""One server for a room in a file: two of them would both deal its tables, each unaware of the other."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL

from pitboss.storage.places import StorageError

PATIENCE = 2.0
"""Seconds in which a server that is ending lets go of its room."""
_FOLDER = {errno.EACCES, errno.EPERM, errno.ENOENT, errno.ENOTDIR, errno.EEXIST, errno.EROFS, errno.ENOSPC}
"""Why a file cannot be made in a folder: then whoever opens the database says what is wrong."""


@contextmanager
def alone(url: URL, patience: float = PATIENCE) -> Iterator[None]:
    """Keep other servers away from an SQLite database; the lock ends with this process, however it ends.

    Processes that share PostgreSQL have leases instead, table by table.
    """
    database = Path(str(url.database)).resolve()  # by whatever links it is reached
    lockable = url.drivername == "sqlite" and not database.is_dir()
    held = _opened(Path(f"{database}.lock")) if lockable else None
    if held is None:
        yield
        return
    try:
        _take(held, database, patience)
        yield
    finally:
        os.close(held)


def _opened(file: Path) -> int | None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return os.open(file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        if error.errno in _FOLDER:
            return None
        why = (error.strerror or str(error)).lower()
        raise StorageError(f"{file} cannot be locked ({why}); it should be a plain file: move it away.") from None


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
                    "database."
                ) from None
            time.sleep(0.05)
        except OSError:
            return  # a file system without locks: then nothing keeps others away
    with suppress(OSError):  # a full disk: the lock holds all the same
        os.truncate(held, 0)
        os.pwrite(held, f"{os.getpid()}\n".encode(), 0)
