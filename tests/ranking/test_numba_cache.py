"""The cache of compiled kernels: a change in any kernel file means a new cache, and a missing cache does no harm."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.ranking.numba_cache import cache_folder

KERNEL = """
from pitboss.ranking.numba_cache import compiled
from helper import more
kernel = compiled(__file__)
@kernel
def answer(x):
    return more(x)
"""
HELPER = """
from pitboss.ranking.numba_cache import compiled
kernel = compiled(__file__)
@kernel
def more(x):
    return x + {}
"""


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "kernels"
    folder.mkdir()
    (folder / "main.py").write_text(KERNEL)
    (folder / "helper.py").write_text(HELPER.format(1))
    return folder


def answer(sources: Path, cache: Path, before: str = "") -> int:
    """The kernel's result in a new process."""
    environment = os.environ | {"PYTHONPATH": str(sources), "PITBOSS_CACHE": str(cache)}
    code = f"{before}\nfrom main import answer; print(answer(41))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    return int(said.stdout)


@pytest.mark.long
def test_a_change_in_a_file_that_a_kernel_calls_is_noticed(sources: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert answer(sources, cache) == 42
    assert len(list((cache / "compiled").iterdir())) == 1
    (sources / "helper.py").write_text(HELPER.format(2))
    assert answer(sources, cache) == 43
    assert len(list((cache / "compiled").iterdir())) == 2


def test_without_a_place_for_the_cache_kernels_are_compiled_each_time(sources: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert answer(sources, blocked) == 42
    assert {path.name for path in sources.iterdir()} <= {"main.py", "helper.py", "__pycache__"}
    assert not list(sources.rglob("*.nb*"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "keep"),
    [("*.nbc", -50), ("*.nbi", 20), ("*.nbi", 0), ("*.nbc", 0)],
)
def test_damaged_files_are_made_again(sources: Path, tmp_path: Path, kind: str, keep: int) -> None:
    cache = tmp_path / "cache"
    assert answer(sources, cache) == 42
    damaged = list(cache.rglob(kind))
    sound = {path: path.read_bytes() for path in damaged}
    assert len(damaged) == 2
    for path in damaged:
        path.write_bytes(path.read_bytes()[:keep])
    assert answer(sources, cache) == 42
    assert all(len(path.read_bytes()) > len(sound[path]) - 50 for path in damaged)
    assert answer(sources, cache) == 42


@pytest.mark.long
def test_a_disk_that_takes_nothing_more_is_no_harm(sources: Path, tmp_path: Path) -> None:
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))"
    limit += "; import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)"
    assert answer(sources, tmp_path / "cache", limit) == 42


def test_the_folder_is_named_after_all_the_files(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    names = set()
    for number in range(3):
        (sources / "helper.py").write_text(HELPER.format(number))
        cache_folder.cache_clear()
        names.add(cache_folder(sources))
    cache_folder.cache_clear()
    assert len(names) == 3
