"""The choice of database, its schema, and the settings that keep acknowledged play from being lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import platformdirs
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from platformdirs.macos import MacOS
from sqlalchemy import Connection, text

from pitboss import store
from pitboss.server.config import Config
from pitboss.storage import engine as engines
from pitboss.storage.engine import LATEST, require_durable, revision, settings
from pitboss.storage.places import StorageError, data_folder, database_url, key_file
from pitboss.storage.schema import metadata
from pitboss.storage.storage import Storage
from pitboss.storage.upkeep import copy_log
from tests.storage import servers
from tests.storage.logs import Log


def test_a_room_is_found_where_it_is_and_a_new_one_goes_where_the_system_wants(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On macOS platformdirs has other folders than we had before: rooms that are there are not lost."""
    for name in ("PITBOSS_DATA", "PITBOSS_CACHE", "LOCALAPPDATA", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder() == tmp_path / ".local/share/pitboss"
    assert store.folder() == tmp_path / ".cache/pitboss"
    monkeypatch.setattr(platformdirs, "PlatformDirs", MacOS)
    assert data_folder() == tmp_path / "Library/Application Support/pitboss"
    assert store.folder() == tmp_path / "Library/Caches/pitboss"
    for folder in (".local/share/pitboss", ".cache/pitboss"):
        (tmp_path / folder).mkdir(parents=True)
    assert data_folder() == Config().folder == tmp_path / ".local/share/pitboss"
    assert store.folder() == tmp_path / ".cache/pitboss"


def test_where_a_database_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("PITBOSS_DATA", "PITBOSS_KEYS", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "pitboss"
    assert database_url("").database == str(tmp_path / "pitboss" / "room.sqlite")
    assert key_file("", database_url("")) == tmp_path / "pitboss" / "room.keys"
    assert key_file("", database_url("postgresql://host/name")) == tmp_path / "pitboss" / "room.keys"
    monkeypatch.setenv("PITBOSS_DATA", "/elsewhere")
    assert database_url("").database == "/elsewhere/room.sqlite"
    assert database_url("a.sqlite").database == str(Path.cwd() / "a.sqlite")
    assert database_url("sqlite:////tmp/a.sqlite") == database_url("/tmp/a.sqlite")
    for given in ("postgresql://u:p@host/name", "postgres://u:p@host/name", "postgresql+psycopg://u:p@host/name"):
        assert database_url(given).drivername == "postgresql+psycopg"
    monkeypatch.setenv("PITBOSS_KEYS", "/secret/keys")
    assert key_file() == Path("/secret/keys")
    assert key_file("/given") == Path("/given")


@pytest.mark.parametrize(
    "given", ["mysql://host/name", "sqlite://", "sqlite:///:memory:", "http://x", "postgresql://h:x/"]
)
def test_a_url_that_is_no_database(given: str) -> None:
    with pytest.raises(StorageError, match=r"; give a (path|file), "):
        database_url(given)


def test_a_password_is_never_repeated(tmp_path: Path) -> None:
    for given in ("mysql://me:hunter2@host/name", f"postgresql://me:hunter2@/name?host={tmp_path}"):
        with pytest.raises(StorageError) as refused:
            Storage.open(given, keys=str(tmp_path / "keys"))
        assert "hunter2" not in str(refused.value)
        assert "\n" not in str(refused.value)


def test_a_folder_that_cannot_be_used_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot be opened"):
        Storage.open(str(tmp_path / "file" / "room.sqlite"))
    (tmp_path / "text.sqlite").write_text("this is not a database, however long it goes on" * 50)
    with pytest.raises(StorageError, match="not a database"):
        Storage.open(str(tmp_path / "text.sqlite"))


# Durability -------------------------------------------------------------------------------------------------------


def test_a_commit_is_on_disk_when_it_returns(storage: Storage) -> None:
    """Checked on the connection that writes."""

    async def asked() -> dict[str, str]:
        await storage.commit(Log().open())
        answer: dict[str, str] = await storage.writer.store(settings)
        return answer

    wanted = {
        "sqlite": {"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"},
        "postgresql": {"synchronous_commit": "on", "fsync": "on", "full_page_writes": "on"},
    }
    assert asyncio.run(asked()) == wanted[storage.engine.dialect.name]


def test_a_new_connection_of_the_writer_has_the_settings_too(storage: Storage) -> None:
    storage.writer._drop()
    test_a_commit_is_on_disk_when_it_returns(storage)


@pytest.mark.parametrize(
    "setting", ["synchronous = NORMAL", "synchronous = OFF", "journal_mode = DELETE", "foreign_keys = OFF"]
)
def test_a_database_that_could_forget_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str) -> None:
    monkeypatch.setattr(engines, "_PRAGMAS", (*engines._PRAGMAS, f"PRAGMA {setting}"))
    with pytest.raises(StorageError, match="acknowledged play could be lost"):
        Storage.open(str(tmp_path / "room.sqlite"))


def test_postgresql_that_could_forget_is_refused() -> None:
    engine = engines.open_engine(database_url(servers.postgres().new_database()))
    with engine.connect() as connection:
        require_durable(connection)
        connection.execute(text("SET synchronous_commit = off"))
        with pytest.raises(StorageError, match="synchronous_commit = off"):
            require_durable(connection)
    engine.dispose()


def test_postgresql_told_to_forget_by_its_database_does_not(tmp_path: Path) -> None:
    database = servers.postgres().new_database()
    engine = engines.open_engine(database_url(database))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        name = connection.execute(text("SELECT current_database()")).scalar_one()
        connection.execute(text(f"ALTER DATABASE {name} SET synchronous_commit = off"))
    engine.dispose()
    storage = Storage.open(database, keys=str(tmp_path / "keys"))
    assert asyncio.run(storage.writer.store(settings))["synchronous_commit"] == "on"
    storage.close()


# Migrations -------------------------------------------------------------------------------------------------------


def test_the_migrations_make_the_schema(storage: Storage) -> None:
    def differences(connection: Connection) -> object:
        return compare_metadata(MigrationContext.configure(connection), metadata)

    assert asyncio.run(storage.read(differences)) == []
    assert asyncio.run(storage.read(revision)) == LATEST


def test_processes_may_start_together(open_storage: Callable[..., Storage]) -> None:
    with ThreadPoolExecutor(4) as pool:
        opened = list(pool.map(lambda _: open_storage(), range(4)))
    assert len({storage.keys.fingerprint() for storage in opened}) == 1
    assert asyncio.run(opened[0].tables.all()) == ["room"]


def test_processes_may_note_the_same_thing_at_once(open_storage: Callable[..., Storage]) -> None:
    opened = [open_storage() for _ in range(4)]
    for turn in range(10):
        with ThreadPoolExecutor(len(opened)) as pool:
            list(pool.map(lambda at, turn=turn: asyncio.run(opened[at].note(f"name {turn}", str(at))), range(4)))
        assert asyncio.run(opened[0].noted(f"name {turn}")) in "0123"


def test_a_database_of_a_later_version_is_refused(open_storage: Callable[..., Storage]) -> None:
    storage = open_storage()
    asyncio.run(
        storage.writer.store(
            lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        )
    )
    with pytest.raises(StorageError, match="later version"):
        open_storage()


def test_the_log_of_sqlite_is_copied_into_the_database_while_it_is_open(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite"
    storage = Storage.open(str(path))
    log = Log()

    async def scene() -> None:
        await storage.commit(log.open())
        for _ in range(20):
            await storage.commit(log.bet())

    asyncio.run(scene())
    copy_log(storage.engine)
    copied = tmp_path / "copied.sqlite"
    copied.write_bytes(path.read_bytes())  # without the log beside it
    alone = Storage.open(str(copied), keys=str(tmp_path / "room.keys"))
    assert asyncio.run(alone.tables.load("t1")).number == 21
    alone.close()
    storage.close()
