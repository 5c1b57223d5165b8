"""A database opened for reading."""

from __future__ import annotations

from pathlib import Path

import msgspec
from sqlalchemy import URL, Engine
from sqlalchemy.exc import DBAPIError

from pitboss.storage.engine import LATEST, noted, open_engine, revision, unreachable
from pitboss.storage.keys import Keys, open_keys
from pitboss.storage.places import StorageError, database_url, key_file


class DatabasePlace(msgspec.Struct, frozen=True):
    """The place of a database and its keys, which can be sent to another process."""

    url: str
    keys: str

    def open(self) -> Database:
        return Database(database_url(self.url), Path(self.keys))


def place(database: str = "", keys: str = "", folder: Path | None = None) -> DatabasePlace:
    """The database and key file that the options name; neither is created if it is missing."""
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
                self.identity = noted(connection, "keys")
        except (DBAPIError, OSError) as error:
            self.engine.dispose()
            raise unreachable(error, url) from None
        except StorageError:
            self.engine.dispose()
            raise
        self.keys: Keys = open_keys(key_path, create=False)
        if self.identity != self.keys.fingerprint():
            raise StorageError(f"the key file {key_path} is not the one this database was written with; name that one.")

    def close(self) -> None:
        self.engine.dispose()
