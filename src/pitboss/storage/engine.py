"""Connections to the database with durable commits, migrations, and messages for failures."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import structlog
from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from pitboss.room.journal import Unavailable
from pitboss.storage.places import StorageError
from pitboss.storage.schema import meta
from pitboss.storage.writing.bulk import PREPARED, Numbered

log = structlog.get_logger(__name__)

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

    With ``patience``, a connection is closed if PostgreSQL does not answer a statement within that many seconds, and
    PostgreSQL ends a writer's transaction that stays idle: if several processes share the database, one that loses its
    connection must not keep rows locked.
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
        _connect_impatiently(engine, patience)
    return engine


def _prepare_statements(engine: Engine) -> None:
    """Let PostgreSQL keep our statements prepared."""
    from psycopg import RawCursor
    from psycopg.types.numeric import Int8Dumper

    @event.listens_for(engine, "do_execute")
    def execute(cursor: Any, statement: str, parameters: Any, context: Any) -> bool:
        if type(statement) is not Numbered:
            return False  # left to the dialect
        RawCursor(cursor.connection).execute(statement, parameters)
        return True

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        connection.prepared_max = PREPARED
        # Otherwise numbers are typed by size, and every mixture of small and large ones is another statement to
        # prepare.
        connection.adapters.register_dumper(int, Int8Dumper)


def _connect_impatiently(engine: Engine, patience: float) -> None:
    """Make every connection of an engine give up on a statement after this many seconds.

    A lost connection looks like a slow server.
    """
    import psycopg

    class Impatient(psycopg.Connection[Any]):
        def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
            try:
                return super().wait(gen, interval, timeout or patience)
            except psycopg.OperationalError:
                if self.pgconn.transaction_status == psycopg.pq.TransactionStatus.ACTIVE:
                    self.pgconn.finish()  # so that a late answer is never read
                raise

    @event.listens_for(engine, "do_connect")
    def connect(dialect: Any, record: Any, args: Any, settings: Any) -> Any:
        return Impatient.connect(*args, **settings)


def _open_sqlite(url: URL) -> Engine:
    path = Path(str(url.database))
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise StorageError(
            f"the database {path} cannot be opened ({error.strerror}); check its folder and rights."
        ) from None
    # mode=rw: a deleted database is reported, not replaced by an empty one.
    database = f"file:{quote(str(path))}?mode=rw&uri=true"
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
        # A transaction that reads first and writes later could fail in between, so a writer takes the lock at once.
        writes = connection.get_execution_options().get("pitboss_writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction that sees one state of the database, however long it reads."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin():
            yield connection


def settings(connection: Connection) -> dict[str, str]:
    """The durability settings of a live connection."""
    name = connection.dialect.name
    ask = "PRAGMA {}" if name == "sqlite" else "SHOW {}"
    return {key: str(connection.exec_driver_sql(ask.format(key)).scalar()) for key in WANTED[name]}


def require_durable(connection: Connection) -> None:
    """Refuse a connection that could lose a commit."""
    wanted = WANTED[connection.dialect.name]
    for key, value in settings(connection).items():
        if value not in wanted[key]:
            raise StorageError(
                f"the database has {key} = {value}, with which acknowledged play could be lost; "
                f"it should be {' or '.join(wanted[key])}."
            )


def holds_room(url: URL) -> bool:
    """True if a card room was opened in a database before; a missing database is not created."""
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
    """The error for a database that cannot be opened at startup."""
    why = str(getattr(error, "orig", None) or error).strip().splitlines()
    where = url.render_as_string(hide_password=True) if url.drivername != "sqlite" else url.database
    return StorageError(
        f"the database {where} cannot be opened ({why[0] if why else 'no reason given'}); check that it runs."
    )


def file_of(url: URL) -> tuple[int, int] | None:
    """The device and inode of an SQLite database's file, which identify it."""
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


def noted(connection: Connection, name: str) -> str:
    """The note of this name about the database; empty if there is none."""
    return connection.execute(select(meta.c.value).where(meta.c.name == name)).scalar() or ""


# Migrations -----------------------------------------------------------------------------------------------------------

LATEST = "0003"
"""The revision of the last migration."""

_LOCK = 0x7069_7462_6F73_73  # "pitboss": keeps two processes from migrating PostgreSQL at once


def migrate(engine: Engine) -> None:
    """Run the migrations this database has not seen, all or none of them."""
    with engine.connect() as connection:
        if revision(connection) == LATEST:
            return
    with engine.connect() as connection:
        connection = connection.execution_options(pitboss_writes=True)
        with connection.begin():
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            if revision(connection) != LATEST:
                upgrade(connection)


def revision(connection: Connection) -> str | None:
    """The revision of a database; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def upgrade(connection: Connection, to: str = "head") -> None:
    """Run alembic on this connection, inside its transaction."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, to)
    except CommandError:
        later = revision(connection)
        raise StorageError(
            f"the database is of a later version ({later}) than this card room ({LATEST}); upgrade pitboss."
        ) from None


# Failures -------------------------------------------------------------------------------------------------------------

FULL, READ_ONLY, BLOCKED, GONE = "its disk is full", "it is read-only", "it is busy", "it cannot be reached"
BROKEN = "it failed"

ERRNOS = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EROFS: READ_ONLY, errno.EACCES: READ_ONLY}
SQLITE = {"SQLITE_FULL": FULL, "SQLITE_READONLY": READ_ONLY, "SQLITE_BUSY": BLOCKED, "SQLITE_LOCKED": BLOCKED}
SQLITE |= {"SQLITE_CANTOPEN": GONE}
POSTGRESQL = {"53100": FULL, "25006": READ_ONLY, "40001": BLOCKED, "40P01": BLOCKED, "55P03": BLOCKED, "53300": BLOCKED}


def unavailable(error: Exception, doing: str = "written") -> Unavailable:
    """The refusal for a database that cannot be reached, read or written now; the driver's details are logged."""
    why = reason(error)
    log.warning("the database cannot be used", doing=doing, why=why, error=str(getattr(error, "orig", None) or error))
    end = "nothing was stored, try again later." if doing == "written" else "try again later."
    return Unavailable(f"the room's database cannot be {doing} now ({why}); {end}")


def reason(error: Exception) -> str:
    """A short, readable reason for a database error."""
    if isinstance(error, OSError):
        return ERRNOS.get(error.errno or 0, GONE)
    driver = getattr(error, "orig", None)
    sqlite = str(getattr(driver, "sqlite_errorname", "") or "")  # with its extension, as in SQLITE_READONLY_DBMOVED
    known = next((words for name, words in SQLITE.items() if sqlite == name or sqlite.startswith(f"{name}_")), "")
    state = getattr(driver, "sqlstate", None)
    known = known or POSTGRESQL.get(state or "", "")
    if known:
        return known
    lost = isinstance(error, DBAPIError) and error.connection_invalidated
    unconnected = state is None and not sqlite and type(driver).__module__.startswith("psycopg")
    return GONE if lost or unconnected or (state or "")[:2] in ("08", "57") else BROKEN
