"""A room in a file is served by one process, by whatever name the file is reached."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pitboss.storage.lock import alone
from pitboss.storage.places import StorageError, database_url


def test_a_second_one_is_refused_until_the_first_ends(tmp_path: Path) -> None:
    url = database_url(str(tmp_path / "new" / "room.sqlite"))
    with alone(url):
        with pytest.raises(StorageError, match=rf"room.sqlite is served already, by process {os.getpid()};"):
            alone(url, patience=0.0).__enter__()
        with alone(database_url(str(tmp_path / "new" / "room.db"))):
            pass  # another room in the same folder
    with alone(url):
        pass


def test_a_link_to_the_database_is_the_same_room(tmp_path: Path) -> None:
    room, link = tmp_path / "room.sqlite", tmp_path / "elsewhere" / "link.sqlite"
    room.touch()
    link.parent.mkdir()
    link.symlink_to(room)
    with alone(database_url(str(room))), pytest.raises(StorageError, match="served already"):
        alone(database_url(str(link)), patience=0.0).__enter__()


def test_nothing_but_the_lock_is_written(tmp_path: Path) -> None:
    room, precious = tmp_path / "mine.lock", tmp_path / "precious"
    room.write_text("a room")
    precious.write_text("precious")
    with alone(database_url(str(room))):
        assert room.read_text() == "a room"
    (tmp_path / "room.sqlite.lock").symlink_to(precious)
    with pytest.raises(StorageError, match="cannot be locked"):
        alone(database_url(str(tmp_path / "room.sqlite"))).__enter__()
    assert precious.read_text() == "precious"


def test_what_is_no_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "room.sqlite.lock").mkdir()
    with pytest.raises(StorageError, match="it should be a plain file"):
        alone(database_url(str(tmp_path / "room.sqlite"))).__enter__()


@pytest.mark.parametrize("url", ["sqlite:////", "sqlite:////dev/null/room.sqlite", "postgresql://me@host/room"])
def test_what_is_wrong_with_a_folder_is_left_to_the_database(url: str) -> None:
    with alone(database_url(url)):
        pass
