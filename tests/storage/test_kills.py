"""A process killed with SIGKILL loses nothing that it acknowledged, wherever the kill strikes."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss
from tests.storage import servers
from tests.storage.invariants import Acknowledged, violations

ROOT = Path(__file__).parents[2]


def played(database: str, keys: Path, where: str, nth: int, writer: str = "right") -> list[Acknowledged]:
    """Start a process that plays, and kill it; what it had acknowledged."""
    program = [sys.executable, "-m", "tests.storage.killed", database, str(keys), where, str(nth), writer]
    path = os.pathsep.join([str(Path(pitboss.__file__).parents[1]), str(ROOT)])
    environment = {**os.environ, "PYTHONPATH": path}
    told = []
    with subprocess.Popen(program, stdout=subprocess.PIPE, cwd=ROOT, env=environment) as process:
        assert process.stdout is not None
        for line in process.stdout:
            told.append(Acknowledged(*line.decode().rstrip("\n").split("\t")))
            if where == "never" and len(told) == nth:
                process.kill()
    assert process.returncode == -9
    return told


@pytest.fixture
def on(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return servers.postgres().new_database() if request.param == "postgresql" else str(tmp_path / "room.sqlite")


@pytest.mark.long
@pytest.mark.parametrize("on", ["sqlite", "postgresql"], indirect=True)
def test_nothing_acknowledged_is_lost_by_a_kill(on: str, tmp_path: Path) -> None:
    chance = random.Random(5)
    acknowledged: list[Acknowledged] = []
    for where in ("never", "before", "after"):
        acknowledged += played(on, tmp_path / "keys", where, chance.randrange(1, 60))
        assert violations(on, acknowledged) == []
    assert len(acknowledged) > 20


@pytest.mark.long
@pytest.mark.parametrize(
    ("on", "times"),
    [
        ("sqlite", 1),
        ("sqlite", 5),
        ("postgresql", 5),
    ],
    indirect=["on"],
)
def test_a_writing_process_dies_with_its_room(on: str, times: int, tmp_path: Path) -> None:
    """Killed while the process stores, and between its answer and the acknowledgement: nothing is stored later."""
    acknowledged: list[Acknowledged] = []
    for where in ("during", "answered") * times:
        acknowledged += played(on, tmp_path / "keys", where, 1, "process")
        assert violations(on, acknowledged) == []
        assert [path for path in Path("/proc").glob("[0-9]*/cmdline") if is_left(path)] == []
    assert len(acknowledged) > 10 * times


def is_left(path: Path) -> bool:
    """Whether this is a writing process without its room."""
    try:
        words = path.read_bytes().split(b"\0")
    except OSError:
        return False
    return b"pitboss.storage.writing.process_main" in words and not Path("/proc", words[-2].decode()).exists()


@pytest.mark.long
@pytest.mark.parametrize("on", ["sqlite", "postgresql"], indirect=True)
def test_an_answer_before_the_commit_is_noticed(on: str, tmp_path: Path) -> None:
    acknowledged = played(on, tmp_path / "keys", "before", 5, "answers-first")
    assert any("is 0 times in the log" in each for each in violations(on, acknowledged))


@pytest.mark.long
@pytest.mark.parametrize("on", ["sqlite", "postgresql"], indirect=True)
def test_a_commit_in_two_parts_is_noticed(on: str, tmp_path: Path) -> None:
    acknowledged = played(on, tmp_path / "keys", "between", 5, "two-parts")
    assert any("movements differ" in each for each in violations(on, acknowledged))
