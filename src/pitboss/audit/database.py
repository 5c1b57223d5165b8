"""A database opened for reading, and its rows in the order they are checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import URL, Connection, Engine, func, select
from sqlalchemy.exc import DBAPIError

from pitboss.storage import schema
from pitboss.storage.engine import open_engine, unreachable
from pitboss.storage.keys import Keys, open_keys
from pitboss.storage.migrate import LATEST, revision
from pitboss.storage.places import StorageError, database_url, key_file

MOST_ROOTS = 500


class DatabasePlace(msgspec.Struct, frozen=True):
    """Where a database is, as it is told to another process."""

    url: str
    keys: str

    def open(self) -> Database:
        return Database(database_url(self.url), Path(self.keys))


def place(database: str = "", keys: str = "", folder: Path | None = None) -> DatabasePlace:
    """The database and key file that are meant by what a person gave; neither is made if it is missing."""
    url = database_url(database, folder)
    if url.drivername == "sqlite" and not Path(str(url.database)).is_file():
        raise StorageError(f"there is no database {url.database}; name one with --database or its folder with --data.")
    return DatabasePlace(url.render_as_string(hide_password=False), str(key_file(keys, url)))


class Database:
    """An engine and the keys of its decks; nothing is ever written."""

    def __init__(self, url: URL, key_path: Path) -> None:
        self.engine: Engine = open_engine(url)
        try:
            with self.engine.connect() as connection:
                stored = revision(connection)
                if stored != LATEST:
                    raise StorageError(
                        f"the database has revision {stored} and this release reads {LATEST}; start `pitboss serve` "
                        "of this release once, which brings it up to date."
                    )
                known = connection.execute(select(schema.meta.c.value).where(schema.meta.c.name == "keys")).scalar()
        except (DBAPIError, OSError) as error:
            self.engine.dispose()
            raise unreachable(error, url) from None
        except StorageError:
            self.engine.dispose()
            raise
        self.keys: Keys = open_keys(key_path, create=False)
        self.identity = str(known)
        if known != self.keys.fingerprint():
            raise StorageError(f"the key file {key_path} is not the one this database was written with; name that one.")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one state of the database, however long it reads."""
        with self.engine.connect() as connection:
            if self.engine.dialect.name == "postgresql":
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    def close(self) -> None:
        self.engine.dispose()


# Rows -----------------------------------------------------------------------------------------------------------------


class StoredLog(msgspec.Struct, frozen=True):
    """A table and where its log ends."""

    id: str
    record: bytes
    config: bytes
    number: int
    head: str


def tables(connection: Connection) -> list[StoredLog]:
    """Every table there ever was, and the room's own log; a table without a head ends nowhere (-1)."""
    t, h = schema.tables.c, schema.heads.c
    ask = (
        select(t.id, t.record, t.config, h.number, h.head)
        .select_from(schema.tables.outerjoin(schema.heads, h.table == t.id))
        .order_by(t.opened, t.id)
    )
    return [
        StoredLog(
            row.id, bytes(row.record), bytes(row.config), -1 if row.number is None else row.number, row.head or ""
        )
        for row in connection.execute(ask)
    ]


def lines(connection: Connection, table: str, after: int, most: int) -> list[Any]:
    """The next rows of a log: number, seq, at, by, key, line, hash."""
    c = schema.lines.c
    ask = select(c.number, c.seq, c.at, c.by, c.key, c.line, c.hash).where(c.table == table, c.number > after)
    return list(connection.execute(ask.order_by(c.number).limit(most)))


def line_texts(connection: Connection, table: str, first: int, last: int) -> Iterator[tuple[int, int, bytes]]:
    """Number, time and text of the lines in a range."""
    c = schema.lines.c
    ask = select(c.number, c.at, c.line).where(c.table == table, c.number.between(first, last)).order_by(c.number)
    for row in connection.execute(ask):
        yield row.number, row.at, bytes(row.line)


def decks(connection: Connection, table: str, roots: Sequence[str]) -> dict[str, bytes]:
    """The encrypted decks of a table with these seals."""
    c = schema.decks.c
    result: dict[str, bytes] = {}
    for start in range(0, len(roots), MOST_ROOTS):
        ask = select(c.root, c.cipher).where(c.root.in_(roots[start : start + MOST_ROOTS]), c.table == table)
        result.update((row.root, bytes(row.cipher)) for row in connection.execute(ask))
    return result


def deck_counts(connection: Connection, table: str) -> tuple[int, list[str]]:
    """How many decks of a table were dealt, and the seals of those that were not."""
    c = schema.decks.c
    used = connection.execute(select(func.count()).where(c.table == table, c.used)).scalar_one()
    return used, list(connection.scalars(select(c.root).where(c.table == table, ~c.used)))


def hands(connection: Connection, table: str, after: int, upto: int) -> list[Any]:
    """The stored hands of a table with these numbers."""
    c = schema.hands.c
    ask = select(schema.hands).where(c.table == table, c.number > after, c.number <= upto)
    return list(connection.execute(ask.order_by(c.number)))


def hand_players(connection: Connection, ids: Sequence[str]) -> dict[str, list[tuple[int, str, str, int]]]:
    """Seat, key of the name, name and net result of every player of these hands."""
    p = schema.hand_players.c
    result: dict[str, list[tuple[int, str, str, int]]] = {id: [] for id in ids}
    for start in range(0, len(ids), MOST_ROOTS):
        part = ids[start : start + MOST_ROOTS]
        ask = select(p.hand, p.seat, p.player, p.name, p.net).where(p.hand.in_(part)).order_by(p.hand, p.seat)
        for row in connection.execute(ask):
            result[row.hand].append((row.seat, row.player, row.name, row.net))
    return result


def last_hand(connection: Connection, table: str) -> int:
    """The highest number of a table's stored hands; 0 if it has none."""
    c = schema.hands.c
    return connection.execute(select(func.max(c.number)).where(c.table == table)).scalar() or 0


def movement_ids(connection: Connection) -> tuple[int, int]:
    """The first and last id of the ledger; (1, 0) if it is empty."""
    c = schema.movements.c
    first, last = connection.execute(select(func.min(c.id), func.max(c.id))).one()
    return (first, last) if first is not None else (1, 0)


def movements(connection: Connection, first: int, last: int) -> Iterable[Any]:
    """The rows of the ledger in a range of ids."""
    c = schema.movements.c
    ask = select(c.table, c.number, c.at, c.day, c.source, c.target, c.cents, c.why, c.rule, c.id)
    # The driver's own tuples: there are a dozen rows for every round.
    result: Any = connection.execute(ask.where(c.id.between(first, last)).order_by(c.id))
    rows: Iterable[Any] = result.cursor.fetchall()
    return rows
