"""A room in a file is served by one process, whatever path leads to the file."""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import subprocess
import sys
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


def test_a_plain_lock_on_the_same_file_keeps_others_away_and_is_named(tmp_path: Path) -> None:
    """As servers before filelock took it, and as any tool may: the same file, the same kind of lock."""
    with (tmp_path / "room.sqlite.lock").open("w+") as other:
        other.write("4321\n")
        other.flush()
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(StorageError, match="by process 4321;"):
            alone(database_url(str(tmp_path / "room.sqlite")), patience=0.0).__enter__()
    with alone(database_url(str(tmp_path / "room.sqlite")), patience=0.0):
        assert (tmp_path / "room.sqlite.lock").read_text() == f"{os.getpid()}\n"


HOLD = """
import sys, time
from pitboss.storage.lock import alone
from pitboss.storage.places import database_url
with alone(database_url(sys.argv[1])):
    print("held", flush=True)
    time.sleep(3600)
"""


def test_a_killed_process_holds_nothing(tmp_path: Path) -> None:
    room = str(tmp_path / "room.sqlite")
    with subprocess.Popen([sys.executable, "-c", HOLD, room], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(StorageError, match=f"by process {holder.pid};"):
            alone(database_url(room), patience=0.0).__enter__()
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        with alone(database_url(room), patience=0.0):
            pass


@pytest.mark.parametrize("why", [errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP])
def test_a_file_system_without_locks_is_used_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: int) -> None:
    def refuse(*_: object) -> None:
        raise OSError(why, os.strerror(why))

    monkeypatch.setattr(fcntl, "flock", refuse)
    url = database_url(str(tmp_path / "room.sqlite"))
    with alone(url), alone(url, patience=0.0):
        assert (tmp_path / "room.sqlite.lock").read_text() == ""


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
    place = database_url(url)
    with alone(place), alone(place, patience=0):  # nothing is locked, so nobody is refused
        assert not Path(f"{place.database}.lock").exists()
