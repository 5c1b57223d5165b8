"""A small room on each database, simulated once per process; each test gets a copy."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, make_url, text

from pitboss.audit.database import DatabasePlace, place
from pitboss.simulated_room.run import simulate_room
from pitboss.storage.places import database_url
from tests.audit.rooms import described
from tests.storage import servers


@pytest.fixture(scope="session")
def small_room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a simulated room on SQLite."""
    folder = tmp_path_factory.mktemp("room")
    simulate_room(described(), str(folder / "room.sqlite"), workers=1)
    return folder


@pytest.fixture(scope="session")
def small_postgres(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """That room on PostgreSQL, and its key file."""
    url = servers.postgres().new_database()
    keys = tmp_path_factory.mktemp("keys") / "room.keys"
    simulate_room(described(), url, keys=str(keys), workers=1)
    return url, keys


@pytest.fixture(params=["sqlite", "postgresql"])
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> DatabasePlace:
    """A copy of the small room on each database."""
    if request.param == "sqlite":
        folder: Path = request.getfixturevalue("small_room")
        for name in ("room.sqlite", "room.keys"):
            shutil.copy2(folder / name, tmp_path / name)
        return place(str(tmp_path / "room.sqlite"))
    template, keys = request.getfixturevalue("small_postgres")
    name = make_url(template).database
    copy = f"{name}_{abs(hash(request.node.name)) % 10**9}"
    engine = create_engine(database_url(template).set(database="postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f'CREATE DATABASE "{copy}" TEMPLATE "{name}"'))
    engine.dispose()
    return place(make_url(template).set(database=copy).render_as_string(hide_password=False), str(keys))


@pytest.fixture
def forge(stored: DatabasePlace) -> Callable[..., None]:
    """Calls a forgery with a connection to the copy, and commits it."""

    def run(how: Callable[..., Any], *args: Any) -> None:
        engine = create_engine(database_url(stored.url))
        with engine.begin() as connection:
            how(connection, *args)
        engine.dispose()

    return run


def execute(connection: Connection, statement: str, **values: Any) -> None:
    connection.execute(text(statement), values)
