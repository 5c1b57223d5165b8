"""Where the card room keeps its data: the data folder, the database and the key file."""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from pitboss.errors import PitbossError
from pitboss.store import user_folder

DATABASE = "room.sqlite"
KEYS = "room.keys"


class StorageError(PitbossError):
    """A database, key file or folder that cannot be used; the message says how to put it right."""


def data_folder() -> Path:
    """``$PITBOSS_DATA``, or else the user's data folder."""
    return user_folder("data")


def database_url(given: str = "", folder: Path | None = None) -> URL:
    """The URL of a database: ``sqlite:///path``, a plain path, ``postgresql://…``, or nothing for the data folder's."""
    if not given:
        return _sqlite((folder or data_folder()) / DATABASE)
    if "://" not in given:
        return _sqlite(Path(given).expanduser())
    try:
        url = make_url(given)
    except (ArgumentError, ValueError):
        raise _not_a_database(given) from None
    kind = url.drivername.partition("+")[0]
    if kind == "sqlite":
        if not url.database or url.database.startswith(("file:", ":")):
            raise StorageError(
                "a database in memory is lost with the power; give a file, such as sqlite:///room.sqlite."
            )
        return _sqlite(Path(url.database).expanduser())
    if kind in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    raise _not_a_database(given)


def key_file(given: str = "", url: URL | None = None) -> Path:
    """The key file: the one given, ``$PITBOSS_KEYS``, or one next to the database."""
    chosen = given or os.environ.get("PITBOSS_KEYS")
    if chosen:
        return Path(chosen).expanduser()
    if url is not None and url.drivername == "sqlite" and url.database:
        return Path(url.database).with_suffix(".keys")
    return data_folder() / KEYS


def _sqlite(path: Path) -> URL:
    return URL.create("sqlite", database=str(path.absolute()))


def _not_a_database(given: str) -> StorageError:
    kind = given.partition("://")[0]  # the rest may hold a password
    return StorageError(f"{kind}://… is not a database we know; give a path, sqlite:///path or postgresql://host/name.")
