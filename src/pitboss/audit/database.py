"""A database opened for reading, and its rows in the order they are checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Engine,
    Integer,
    Select,
    Table,
    and_,
    bindparam,
    func,
    select,
)
from sqlalchemy.exc import DBAPIError

from pitboss.move import Move
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


def _fetched(connection: Connection, ask: Select[Any], **values: Any) -> list[Any]:
    """The rows as the driver's own tuples: there are dozens for every round."""
    cursor: Any = connection.execute(ask, values).cursor
    rows: list[Any] = cursor.fetchall()
    return rows


def as_bytes(value: Any) -> bytes:
    """What a column of bytes holds; SQLite may have a text or a number in it."""
    if type(value) is bytes:
        return value
    return bytes(value) if isinstance(value, memoryview) else str(value).encode()


class StoredLog(msgspec.Struct, frozen=True):
    """A table and where its log ends; ``dealt`` is how many of its decks are stored as dealt."""

    id: str
    record: bytes
    config: bytes
    number: int
    head: str
    dealt: int = 0


def tables(connection: Connection) -> list[StoredLog]:
    """Every table there ever was, and the room's own log; a table without a head ends nowhere (-1)."""
    t, h, d = schema.tables.c, schema.heads.c, schema.decks.c
    counted = select(d.table, func.count()).where(d.used).group_by(d.table)
    dealt: dict[str, int] = dict(_fetched(connection, counted))
    ask = (
        select(t.id, t.record, t.config, h.number, h.head)
        .select_from(schema.tables.outerjoin(schema.heads, h.table == t.id))
        .order_by(t.opened, t.id)
    )
    return [
        StoredLog(
            *(str(row.id), as_bytes(row.record), as_bytes(row.config)),
            *(row.number if type(row.number) is int else -1, row.head or "", dealt.get(row.id, 0)),
        )
        for row in connection.execute(ask)
    ]


def lines(connection: Connection, table: str, after: int, most: int) -> list[Any]:
    """The next rows of a log: number, seq, at, by, key, line, hash."""
    return _fetched(connection, _lines(), table=table, after=after, most=most)


@lru_cache(maxsize=1)
def _lines() -> Select[Any]:
    c = schema.lines.c
    ask = select(c.number, c.seq, c.at, c.by, c.key, c.line, c.hash)
    ask = ask.where(c.table == bindparam("table"), c.number > bindparam("after"))
    return ask.order_by(c.number).limit(bindparam("most", type_=Integer))


def line_texts(connection: Connection, table: str, after: int, upto: int, most: int) -> list[tuple[int, bytes]]:
    """Number and text of the next lines after a line and up to another."""
    c = schema.lines.c
    ask = select(c.number, c.line).where(c.table == table, c.number > after, c.number <= upto)
    return [(number, as_bytes(line)) for number, line in _fetched(connection, ask.order_by(c.number).limit(most))]


def decks(connection: Connection, table: str, roots: Sequence[str]) -> dict[str, bytes]:
    """The encrypted decks of a table with these seals."""
    c = schema.decks.c
    result: dict[str, bytes] = {}
    for start in range(0, len(roots), MOST_ROOTS):
        ask = select(c.root, c.cipher).where(c.root.in_(roots[start : start + MOST_ROOTS]), c.table == table)
        result.update((root, as_bytes(cipher)) for root, cipher in _fetched(connection, ask))
    return result


class HandOnFile(NamedTuple):
    """The row of a hand; ``players`` are seat, key of the name, name and net result of each, in the order of seats."""

    id: str
    number: int
    game: str
    started: int
    ended: int
    day: str
    first_line: int
    last_line: int
    size: int
    net: str
    seals: str
    cipher: bytes
    players: tuple[tuple[int, str, str, int], ...]


def hands(connection: Connection, table: str, after: int, upto: int) -> list[HandOnFile]:
    """The stored hands of a table with these numbers."""
    values = {"table": table, "after": after, "upto": upto}
    players = groupby(_fetched(connection, _hand_players(), **values), itemgetter(0))
    of_hand = {hand: tuple([row[1:] for row in rows]) for hand, rows in players}
    return [HandOnFile._make([*row, of_hand.get(row[0], ())]) for row in _fetched(connection, _hands(), **values)]


@lru_cache(maxsize=1)
def _hands() -> Select[Any]:
    c = schema.hands.c
    return select(*(c[name] for name in HandOnFile._fields[:-1])).where(_between(schema.hands)).order_by(c.number)


@lru_cache(maxsize=1)
def _hand_players() -> Select[Any]:
    c, p = schema.hands.c, schema.hand_players.c
    joined = schema.hand_players.join(schema.hands, p.hand == c.id)
    ask = select(p.hand, p.seat, p.player, p.name, p.net).select_from(joined)
    return ask.where(_between(schema.hands)).order_by(p.hand, p.seat)


def _between(rows: Table) -> ColumnElement[bool]:
    """Rows of a table after a number and up to another."""
    c = rows.c
    return and_(c.table == bindparam("table"), c.number > bindparam("after"), c.number <= bindparam("upto"))


class BookedMoves(NamedTuple):
    """The movements of one line as the ledger has them, and when they were booked: alike for all if all is well."""

    moves: tuple[Move, ...]
    times: set[int]
    days: set[str]


def booked_moves(connection: Connection, table: str, after: int, upto: int) -> dict[int, BookedMoves]:
    """The ledger's movements of the lines of a table after a line and up to another, by their lines."""
    found = _fetched(connection, _movements(), table=table, after=after, upto=upto)
    result: dict[int, BookedMoves] = {}
    for number, grouped in groupby(found, itemgetter(0)):
        rows = list(grouped)
        moves = tuple([Move(*row[3:]) for row in rows])
        result[number] = BookedMoves(moves, {row[1] for row in rows}, {row[2] for row in rows})
    return result


@lru_cache(maxsize=1)
def _movements() -> Select[Any]:
    c = schema.movements.c
    ask = select(c.number, c.at, c.day, *(c[name] for name in Move.__struct_fields__))
    return ask.where(_between(schema.movements)).order_by(c.number, c.id)


def unlogged(connection: Connection) -> list[str]:
    """The tables that have movements in the ledger and no log."""
    c = schema.movements.c
    ask = select(c.table).where(c.table.not_in(select(schema.tables.c.id))).distinct()
    return list(connection.scalars(ask))


def sums(connection: Connection, table: str, upto: int) -> tuple[int, dict[str, int]]:
    """How many movements of a table the ledger has up to a line, and what they sum up to by account."""
    c = schema.movements.c
    ask = select(c.source, c.target, func.count(), func.sum(c.cents)).where(c.table == table, c.number <= upto)
    count, result = 0, dict[str, int]()
    for source, target, many, cents in _fetched(connection, ask.group_by(c.source, c.target)):
        count += many
        for name, change in ((source, -int(cents)), (target, int(cents))):
            result[name] = result.get(name, 0) + change
    return count, result
