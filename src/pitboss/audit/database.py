"""A database opened for reading, and its rows in the order they are checked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import URL, Connection, Engine, Select, func, select
from sqlalchemy.exc import DBAPIError

from pitboss.storage import schema
from pitboss.storage.check import fetched, numbered_between
from pitboss.storage.engine import open_engine, unreachable
from pitboss.storage.keys import Keys, open_keys
from pitboss.storage.migrate import LATEST, revision
from pitboss.storage.places import StorageError, database_url, key_file


class DatabasePlace(msgspec.Struct, frozen=True):
    """The place of a database and its keys, which can be sent to another process."""

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


def stored_hands(connection: Connection, table: str, after: int, upto: int) -> list[HandOnFile]:
    """The stored hands of a table with these numbers."""
    values = {"table": table, "after": after, "upto": upto}
    players = groupby(fetched(connection, _hand_players(), **values), itemgetter(0))
    of_hand = {hand: tuple([row[1:] for row in rows]) for hand, rows in players}
    return [HandOnFile._make([*row, of_hand.get(row[0], ())]) for row in fetched(connection, _hands(), **values)]


@lru_cache(maxsize=1)
def _hands() -> Select[Any]:
    c = schema.hands.c
    return (
        select(*(c[name] for name in HandOnFile._fields[:-1])).where(numbered_between(schema.hands)).order_by(c.number)
    )


@lru_cache(maxsize=1)
def _hand_players() -> Select[Any]:
    c, p = schema.hands.c, schema.hand_players.c
    joined = schema.hand_players.join(schema.hands, p.hand == c.id)
    ask = select(p.hand, p.seat, p.player, p.name, p.net).select_from(joined)
    return ask.where(numbered_between(schema.hands)).order_by(p.hand, p.seat)


def sums_of(connection: Connection, table: str, upto: int) -> tuple[int, dict[str, int]]:
    """The number of movements that the ledger has of a table up to a line, and their sums by account."""
    c = schema.movements.c
    ask = select(c.source, c.target, func.count(), func.sum(c.cents)).where(c.table == table, c.number <= upto)
    count, result = 0, dict[str, int]()
    for source, target, many, cents in fetched(connection, ask.group_by(c.source, c.target)):
        count += many
        for name, change in ((source, -int(cents)), (target, int(cents))):
            result[name] = result.get(name, 0) + change
    return count, result
