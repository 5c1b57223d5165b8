"""Backups: taken during play, restored into either database, and refused if a single bit is wrong."""

from __future__ import annotations

import asyncio
import gzip
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.storage import backup
from pitboss.storage.backup import BackupError
from pitboss.storage.storage import Storage
from tests.patience import until_async
from tests.storage import servers
from tests.storage.killed import play

from ..conftest import Said


async def played(storage: Storage, folder: Path) -> None:
    """Play at six tables, and take a backup meanwhile."""
    playing = [asyncio.create_task(play(storage, f"t{at}")) for at in range(6)]
    await until_async(lambda: storage.writer.stored >= 200, "200 changes to be stored", 120)
    before = storage.writer.stored
    taken = await asyncio.to_thread(backup.write, storage.engine, folder / "room.backup", 1_000_000)
    goal = max(before, taken.rows["lines"])
    await until_async(lambda: storage.writer.stored > goal, "play to go on beside and after it", 120)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    assert taken.rows["lines"] > before - 50


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_under_load_is_restored_into_the_other_database(tmp_path: Path, kind: str) -> None:
    file, keys = str(tmp_path / "room.sqlite"), str(tmp_path / "room.keys")
    server = servers.postgres().new_database()
    database, other = (file, server) if kind == "sqlite" else (server, file)
    storage = Storage.open(database, keys=keys)
    try:
        asyncio.run(played(storage, tmp_path))
    finally:
        storage.close()
    assert (tmp_path / "room.backup").stat().st_mode & 0o077 == 0, "only its owner reads it"
    assert sorted(path.name for path in tmp_path.glob("*check*")) == []
    end = backup.restore(tmp_path / "room.backup", other)
    restored = Storage.open(other, keys=keys)
    try:
        assert asyncio.run(restored.verify()) == []
        assert len(asyncio.run(restored.tables.lines("t1", most=10**6))) > 10
        deck = asyncio.run(restored.tables.load("t1"))
        assert deck.number > 10
        again = backup.write(restored.engine, tmp_path / "again.backup", 1_000_000)
        assert again.rows == end.rows
        asyncio.run(go_on(restored))
    finally:
        restored.close()
    with pytest.raises(BackupError, match=r"not empty|exists already"):
        backup.restore(tmp_path / "room.backup", other)


async def go_on(storage: Storage) -> None:
    """Play a little in the restored room."""
    task = asyncio.create_task(play(storage, "t1"))
    await until_async(lambda: storage.writer.stored >= 10 or task.done(), "ten more changes", 120)
    assert not task.done(), task
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert await storage.verify() == []


def test_a_changed_or_cut_backup_is_refused_and_leaves_nothing(tmp_path: Path, command: Callable[..., Said]) -> None:
    storage = Storage.open(str(tmp_path / "old" / "room.sqlite"))
    try:
        asyncio.run(played(storage, tmp_path))
    finally:
        storage.close()
    good = (tmp_path / "room.backup").read_bytes()
    lines = gzip.decompress(good).splitlines(keepends=True)
    row = next(at for at, line in enumerate(lines) if line.startswith(b'{"table":"movements"')) + 1
    changed = lines[row].replace(b"100", b"101")
    assert changed != lines[row]
    for name, data in {
        "cut": good[: len(good) // 2],
        "short": gzip.compress(b"".join(lines[:-1])),
        "changed": gzip.compress(b"".join([*lines[:row], changed, *lines[row + 1 :]])),
        "dropped": gzip.compress(b"".join([*lines[:row], *lines[row + 1 :]])),
        "other": b"something else",
    }.items():
        (tmp_path / "bad.backup").write_bytes(data)
        said = command("restore", str(tmp_path / "bad.backup"), "--data", str(tmp_path / name))
        assert said.code == 2, name
        assert said.err.count("\n") == 1, said.err
        assert said.err.count(";") <= 1, said.err  # one sentence, without a nested one
        assert not (tmp_path / name / "room.sqlite").exists(), name
    again = command("backup", "--data", str(tmp_path / "old"), str(tmp_path / "cli.backup"))
    assert again.code == 0, again.err
    assert "verified" in again.out
    kept = (tmp_path / "cli.backup").read_bytes()
    twice = command("backup", "--data", str(tmp_path / "old"), str(tmp_path / "cli.backup"))
    assert twice.code == 2
    assert "--force" in twice.err
    assert (tmp_path / "cli.backup").read_bytes() == kept
    assert command("backup", "--force", "--data", str(tmp_path / "old"), str(tmp_path / "cli.backup")).code == 0
    assert (tmp_path / "cli.backup").read_bytes() != kept, "the time in its head is another one"
    said = command("restore", str(tmp_path / "cli.backup"), "--data", str(tmp_path / "new"))
    assert said.code == 0, said.err
    assert "restored and verified" in said.out
    assert "room.keys" in said.err
    shutil.copy(tmp_path / "old" / "room.keys", tmp_path / "new" / "room.keys")
    restored = Storage.open(str(tmp_path / "new" / "room.sqlite"))
    assert asyncio.run(restored.verify()) == []
    restored.close()
    assert command("restore", str(tmp_path / "cli.backup"), "--data", str(tmp_path / "new")).code == 2
    assert command("restore", str(tmp_path / "none.backup"), "--data", str(tmp_path / "x")).code == 2
    assert command("backup", "--data", str(tmp_path / "nothing"), str(tmp_path / "no.backup")).code == 2
