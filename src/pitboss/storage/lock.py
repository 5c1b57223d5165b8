"""The lock that limits an SQLite room to one server: two would both deal its tables, each unaware of the other."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import URL

from pitboss.storage.places import StorageError

PATIENCE = 2.0
"""Seconds to wait for a stopping server to release its room."""
_FOLDER = {errno.EACCES, errno.EPERM, errno.ENOENT, errno.ENOTDIR, errno.EEXIST, errno.EROFS, errno.ENOSPC}
"""Errors when a file cannot be created in a folder; opening the database then reports the cause."""
_NO_LOCKS = {errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL}
"""Errors of a file system without locks; other servers are not kept away then."""


@contextmanager
def alone(url: URL, patience: float = PATIENCE) -> Iterator[None]:
    """Keep other servers away from an SQLite database; the lock ends with this process, however it ends.

    Processes that share PostgreSQL use leases instead, one per table.
    """
    database = Path(str(url.database)).resolve()  # the same file through any link
    lockable = url.drivername == "sqlite" and not database.is_dir()
    held = _taken(database, patience) if lockable else None
    try:
        yield
    finally:
        if held is not None:
            held.release()


def _taken(database: Path, patience: float) -> FileLock | None:
    """Take and return the lock of a database; None where there can be no lock."""
    file = Path(f"{database}.lock")
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = FileLock(file, mode=0o600, fallback_to_soft=False, on_acquired=_sign)
        lock.acquire(timeout=patience)
    except Timeout:
        raise StorageError(
            f"the room in {database} is served already, by process {_signed(file)}; "
            "stop that one first, or give another database."
        ) from None
    except OSError as error:
        if error.errno in _FOLDER | _NO_LOCKS:
            return None
        why = (error.strerror or str(error)).lower()
        raise StorageError(f"{file} cannot be locked ({why}); it should be a plain file: move it away.") from None
    return lock


def _sign(held: int) -> None:
    """Write the number of this process into the lock file: filelock does not say who holds a lock."""
    with suppress(OSError):  # a full disk: the lock holds all the same
        os.truncate(held, 0)
        os.pwrite(held, f"{os.getpid()}\n".encode(), 0)


def _signed(file: Path) -> str:
    """The number of the process that holds a lock."""
    with suppress(OSError):
        return file.read_text("ascii", "replace")[:20].strip() or "unknown"
    return "unknown"
