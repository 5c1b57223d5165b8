"""Backups: a whole room in one file, taken while play goes on, restored into SQLite or PostgreSQL alike.

The file is gzipped lines of JSON: a header (format, schema revision, fingerprint of the key file), then for each table
a line with its name and columns and one line per row, and a last line with the number of rows of each table and the
SHA-256 of all lines before it. Bytes are base64. Everything is read in one transaction, so the backup shows the room at
one instant. Encrypted data stays encrypted: the key file is not included and has to be backed up separately.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import IO, Any

import msgspec
from sqlalchemy import (
    Connection,
    Engine,
    LargeBinary,
    Table,
    column,
    delete,
    insert,
    inspect,
    select,
    table,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError

from pitboss.storage import schema
from pitboss.storage.check import problems
from pitboss.storage.engine import LATEST, migrate, noted, open_engine, revision, snapshot, unreachable, upgrade
from pitboss.storage.places import StorageError, database_url

FORMAT = 1
BATCH = 500
"""Rows per insert."""


class BackupError(StorageError):
    """A file that is not a sound backup, or a database that it cannot be restored into."""


class BackupHead(msgspec.Struct, frozen=True):
    """The first line of a backup: ``made`` in microseconds since 1970, ``keys`` the fingerprint of the key file."""

    pitboss: str
    format: int
    schema: str
    made: int
    keys: str


class BackupTable(msgspec.Struct, frozen=True):
    """The line before the rows of a table."""

    table: str
    columns: tuple[str, ...]
    binary: tuple[str, ...] = ()


class BackupEnd(msgspec.Struct, frozen=True):
    """The last line of a backup."""

    rows: dict[str, int]
    sha256: str


# Writing --------------------------------------------------------------------------------------------------------------


def write(engine: Engine, path: Path, made: int) -> BackupEnd:
    """Write a backup of a database atomically, then read it back and verify its checksum and every hash chain."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # readable by its owner only
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            with snapshot(engine) as connection:
                end = _dump(connection, file, made)
            file.flush()
            os.fsync(file.fileno())
        check(draft)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return end


def _dump(connection: Connection, file: IO[bytes], made: int) -> BackupEnd:
    hash, counts = hashlib.sha256(), dict[str, int]()
    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0) as packed:

        def put(value: Any) -> None:
            line = msgspec.json.encode(value) + b"\n"
            hash.update(line)
            packed.write(line)

        put(BackupHead("backup", FORMAT, revision(connection) or LATEST, made, noted(connection, "keys")))
        for each in schema.metadata.sorted_tables:
            name, names = str(each.name), tuple(map(str, each.columns.keys()))
            binary = tuple(key for key in names if isinstance(each.c[key].type, LargeBinary))
            put(BackupTable(name, names, binary))
            counts[name] = 0
            for row in _rows(connection, each):
                put([b64encode(value).decode() if isinstance(value, bytes) else value for value in row])
                counts[name] += 1
        end = BackupEnd(counts, hash.hexdigest())
        packed.write(msgspec.json.encode(end) + b"\n")
    return end


def _rows(connection: Connection, each: Table) -> Iterator[Sequence[Any]]:
    ask = select(each).order_by(*each.primary_key.columns)
    for row in connection.execution_options(yield_per=BATCH).execute(ask):
        yield [bytes(value) if isinstance(value, memoryview) else value for value in row]


# Reading --------------------------------------------------------------------------------------------------------------


def check(path: Path) -> BackupEnd:
    """Restore a backup into a temporary database and verify everything there; raise if anything is wrong."""
    with tempfile.TemporaryDirectory(prefix="pitboss-check-", dir=path.parent) as folder:
        return restore(path, str(Path(folder) / "room.sqlite"))


def restore(path: Path, database: str) -> BackupEnd:
    """Restore a backup into an empty database, in one transaction, and verify it before committing."""
    url = database_url(database)
    target = Path(str(url.database)) if url.drivername == "sqlite" else None
    if target is not None and target.exists():
        raise BackupError(f"{target} exists already; restore into a new database.")
    engine = open_engine(url)
    try:
        with engine.connect().execution_options(pitboss_writes=True) as connection:
            if inspect(connection).get_table_names():
                raise BackupError("the database is not empty; restore into a new one.")
            connection.rollback()
            with connection.begin():
                end = _restore(connection, path)
        migrate(engine)
    except BaseException as error:
        engine.dispose()
        if target is not None:
            for suffix in ("", "-wal", "-shm"):
                Path(f"{target}{suffix}").unlink(missing_ok=True)
        if isinstance(error, DBAPIError):
            raise unreachable(error, url) from None
        raise
    engine.dispose()
    return end


def _restore(connection: Connection, path: Path) -> BackupEnd:
    try:
        with gzip.open(path, "rb") as file:
            end = _read(connection, file, path.name)
    except BackupError:
        raise
    except (OSError, EOFError, msgspec.MsgspecError, ValueError) as error:
        raise BackupError(f"{path.name} cannot be read as a backup ({error}); use another one.") from None
    upgrade(connection)
    connection.execute(update(schema.heads).values(owner="", lease_until=0))  # those leases are obsolete
    if found := problems(connection):
        raise BackupError(f"{path.name} does not verify: {found[0]}; use another backup.")
    return end


def _read(connection: Connection, lines: Iterable[bytes], name: str) -> BackupEnd:
    """Read a backup into an empty database of its schema; its last line has to match what was read."""
    lines = iter(lines)
    first = next(lines, b"")
    try:
        head = msgspec.json.decode(first, type=BackupHead)
    except msgspec.MsgspecError as error:
        raise BackupError(f"{name} is not a backup of a card room; name a file that pitboss backup wrote.") from error
    if head.pitboss != "backup" or head.format != FORMAT:
        raise BackupError(f"{name} has the unknown backup format {head.format}; upgrade pitboss.")
    upgrade(connection, head.schema)
    _empty(connection)
    hash, counts = hashlib.sha256(first), dict[str, int]()
    of = BackupTable("", ())

    def rows(lines: Iterable[tuple[bytes, str]]) -> Iterator[list[Any]]:
        binary = [of.columns.index(name) for name in of.binary]
        for line, _ in lines:
            row: list[Any] = msgspec.json.decode(line)
            for at in binary:
                row[at] = None if row[at] is None else b64decode(row[at])
            counts[of.table] += 1
            yield row

    for are_rows, group in groupby(_hashed(lines, hash), lambda each: each[0].startswith(b"[")):
        if are_rows:
            _fill(connection, of, rows(group))
            continue
        for line, before in group:
            if not line.startswith(b'{"table"'):
                end = msgspec.json.decode(line, type=BackupEnd)
                if (end.rows, end.sha256) != (counts, before):
                    raise _damaged(name)
                return end
            of = msgspec.json.decode(line, type=BackupTable)
            counts[of.table] = 0
    raise _damaged(name)


def _damaged(name: str) -> BackupError:
    return BackupError(f"{name} is damaged: it ends early or was changed; use another backup.")


def _hashed(lines: Iterable[bytes], hash: hashlib._Hash) -> Iterator[tuple[bytes, str]]:
    """Each line with the hash of all lines before it."""
    for line in lines:
        yield line, hash.hexdigest()
        hash.update(line)


def _empty(connection: Connection) -> None:
    """Delete the rows that the migrations inserted."""
    there = inspect(connection).get_table_names()
    for each in reversed(schema.metadata.sorted_tables):
        if each.name in there:
            connection.execute(delete(each))


def _fill(connection: Connection, of: BackupTable, rows: Iterator[list[Any]]) -> None:
    into = table(of.table, *(column(name) for name in of.columns))
    batch: list[dict[str, Any]] = []
    for row in rows:
        batch.append(dict(zip(of.columns, row, strict=True)))
        if len(batch) == BATCH:
            connection.execute(insert(into), batch)
            batch = []
    if batch:
        connection.execute(insert(into), batch)
    known = schema.metadata.tables.get(of.table)
    counted = known.autoincrement_column if known is not None else None
    if connection.dialect.name == "postgresql" and counted is not None and counted.autoincrement is True:
        connection.execute(
            text(
                f"SELECT setval(pg_get_serial_sequence('{of.table}', '{counted.name}'), "
                f'(SELECT coalesce(max("{counted.name}"), 0) + 1 FROM "{of.table}"), false)'
            )
        )
