"""Connections to the database, with settings under which a commit is on disk when it returns."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from pitboss.storage.places import StorageError
from pitboss.storage.writing.bulk import PREPARED, Numbered

BUSY = 5_000
"""Milliseconds to wait for another process's transaction."""

IDLE = 1_000
"""Milliseconds after which PostgreSQL ends an idle transaction of a writer, if several processes share it."""

_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    f"PRAGMA busy_timeout = {BUSY}",
    "PRAGMA wal_autocheckpoint = 8000",
    "PRAGMA cache_size = -32000",  # kilobytes; with the default of two megabytes inserts wait for pages to be read
)

WANTED = {
    "sqlite": {"journal_mode": ("wal",), "synchronous": ("2", "3"), "foreign_keys": ("1",)},
    "postgresql": {
        "synchronous_commit": ("on", "remote_apply"),
        "fsync": ("on",),
        "full_page_writes": ("on",),
    },
}
"""The settings without which an acknowledged command could be lost, and the values they may have."""


def open_engine(url: URL, *, patience: float = 0.0) -> Engine:
    """An engine for a database; the folder and file of an SQLite database are made if they are missing.

    With ``patience``, a statement that PostgreSQL does not answer in that many seconds ends its connection, and
    PostgreSQL ends a writer's transaction that it hears nothing of: where several processes share it, one whose line is
    cut must not keep the rows it has locked.
    """
    if url.drivername == "sqlite":
        return _open_sqlite(url)
    engine = create_engine(
        url,
        poolclass=QueuePool,
        pool_size=5,
        pool_pre_ping=True,
        paramstyle="format",
        connect_args={
            "connect_timeout": 2 if patience else 5,
            "options": "-c synchronous_commit=on",
            "autocommit": False,
        },
        execution_options={"pitboss_idle": IDLE if patience else 0},
    )
    _prepare_statements(engine)
    if patience:
        from pitboss.storage.impatient import connect_impatiently

        connect_impatiently(engine, patience)
    return engine


def _prepare_statements(engine: Engine) -> None:
    """Let PostgreSQL keep our statements prepared."""
    from psycopg import RawCursor
    from psycopg.types.numeric import Int8Dumper

    @event.listens_for(engine, "do_execute")
    def execute(cursor: Any, statement: str, parameters: Any, context: Any) -> bool:
        if type(statement) is not Numbered:
            return False  # the dialect does it
        RawCursor(cursor.connection).execute(statement, parameters)
        return True

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        connection.prepared_max = PREPARED
        # Otherwise numbers are typed by size, and every mixture of small and large ones is another statement to
        # prepare.
        connection.adapters.register_dumper(int, Int8Dumper)


def _open_sqlite(url: URL) -> Engine:
    path = Path(str(url.database))
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise StorageError(
            f"the database {path} cannot be opened ({error.strerror}); check its folder and rights."
        ) from None
    # mode=rw: a database that was deleted under our feet is reported, not replaced by an empty one.
    database = f"file:{_quoted(path)}?mode=rw&uri=true"
    engine = create_engine(
        f"sqlite:///{database}",
        poolclass=QueuePool,
        connect_args={
            "check_same_thread": False,
            "isolation_level": None,
            "timeout": BUSY / 1000,
            "cached_statements": PREPARED,
        },
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that reads first and writes later could fail in between, so a writer announces itself at once.
        writes = connection.get_execution_options().get("pitboss_writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _quoted(path: Path) -> str:
    from urllib.parse import quote

    return quote(str(path))


def settings(connection: Connection) -> dict[str, str]:
    """The durability settings of a live connection."""
    name = connection.dialect.name
    ask = "PRAGMA {}" if name == "sqlite" else "SHOW {}"
    return {key: str(connection.exec_driver_sql(ask.format(key)).scalar()) for key in WANTED[name]}


def require_durable(connection: Connection) -> None:
    """Refuse a connection on which a commit might be forgotten."""
    wanted = WANTED[connection.dialect.name]
    for key, value in settings(connection).items():
        if value not in wanted[key]:
            raise StorageError(
                f"the database has {key} = {value}, with which acknowledged play could be lost; "
                f"it should be {' or '.join(wanted[key])}."
            )


def holds_room(url: URL) -> bool:
    """Whether a card room was opened in a database before; a missing database is not created."""
    if url.drivername == "sqlite":
        return Path(str(url.database)).is_file()
    engine = open_engine(url)
    try:
        return inspect(engine).has_table("meta")
    except DBAPIError as error:
        raise unreachable(error, url) from None
    finally:
        engine.dispose()


def unreachable(error: DBAPIError | OSError, url: URL) -> StorageError:
    """The sentence for a database that cannot be opened at start."""
    why = str(getattr(error, "orig", None) or error).strip().splitlines()
    where = url.render_as_string(hide_password=True) if url.drivername != "sqlite" else url.database
    return StorageError(
        f"the database {where} cannot be opened ({why[0] if why else 'no reason given'}); check that it runs."
    )


def file_of(url: URL) -> tuple[int, int] | None:
    """What identifies the file of an SQLite database: its device and inode."""
    if url.drivername != "sqlite":
        return None
    status = os.stat(str(url.database))
    return status.st_dev, status.st_ino


def same_file(url: URL, opened: tuple[int, int] | None) -> Callable[[], None] | None:
    """A check that the database is still the file that was opened: SQLite would go on writing to a deleted one."""
    if opened is None:
        return None

    def check() -> None:
        if file_of(url) != opened:
            raise OSError(f"{url.database} was replaced by another file")

    return check
