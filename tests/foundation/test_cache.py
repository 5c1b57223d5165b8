"""The cache: shown with its size, and cleared without touching anything else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss import store
from pitboss.cli.cache import HOLDS

from ..conftest import Said

SOURCES = Path(__file__).parents[2] / "src" / "pitboss"
KEY = store.key_of("a", "test")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


@pytest.fixture
def full(place: Path) -> Path:
    """A folder with two kinds of cached files, compiled code, an unfinished file, and files of others."""
    store.save("proof", KEY, b"figures")
    store.save("counts", KEY, b"0" * 5000)
    for name in (f"compiled/{KEY}/pitboss_0/kernel.nbi", f"proof/.{KEY}.bin.77"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(b"made")
    for name in ("letter.txt", "proof/letter.txt", "photos/one.bin", "compiled/notes.txt"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(b"mine")
    return place


def test_an_empty_cache_says_where_it_would_be(command: Callable[..., Said], place: Path) -> None:
    assert command("cache") == Said(0, f"{place}: empty\n", "")
    assert command("cache", "--clear") == Said(0, f"{place}: empty\n", "")
    data = json.loads(command("cache", "--json").out)
    assert data == {"folder": str(place), "files": 0, "bytes": 0, "kinds": [], "cleared": False, "left": 0}


def test_the_cache_is_shown_by_kind(command: Callable[..., Said], full: Path) -> None:
    said = command("cache")
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[0] == f"{full}: 4 files, 5 kB"
    assert [line.split()[0] for line in lines[1:-1]] == ["compiled", "counts", "proof"]
    assert "5 kB" in lines[2]
    assert lines[-1].startswith("pitboss cache --clear deletes it")
    data = json.loads(command("cache", "--json").out)
    assert {each["kind"]: each["files"] for each in data["kinds"]} == {"compiled": 1, "counts": 1, "proof": 2}
    assert data["bytes"] == sum(each["bytes"] for each in data["kinds"])
    assert store.load("proof", KEY) == b"figures"


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_clearing_says_what_goes_and_leaves_what_is_not_ours(
    command: Callable[..., Said], full: Path, words: tuple[str, ...]
) -> None:
    said = command("cache", "--clear", *words)
    assert said.code == 0
    if words:
        assert json.loads(said.out)["cleared"] is True
        assert json.loads(said.out)["files"] == 4
    else:
        assert "counts" in said.out
        assert said.out.endswith("deleted; it is rebuilt when needed.\n")
    left = sorted(str(each.relative_to(full)) for each in full.rglob("*") if each.is_file())
    assert left == ["compiled/notes.txt", "letter.txt", "photos/one.bin", "proof/letter.txt"]
    assert not (full / "counts").exists()
    assert not (full / "compiled" / KEY).exists()
    assert store.cached_files() == {}
    store.save("counts", KEY, b"again")
    assert store.load("counts", KEY) == b"again"


def test_what_cannot_be_deleted_is_said(
    command: Callable[..., Said], full: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, missing_ok: bool = False) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "unlink", refuse)
    assert "deleted, except 4 files in use; " in command("cache", "--clear").out


def test_a_folder_elsewhere_is_not_followed(full: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / f"{KEY}.bin").write_bytes(b"mine")
    (full / "linked").symlink_to(tmp_path / "other")
    store.clear()
    assert (tmp_path / "other" / f"{KEY}.bin").exists()


def test_every_kind_that_is_kept_is_explained() -> None:
    kinds = {"compiled"}
    for file in SOURCES.rglob("*.py"):
        text = file.read_text()
        if re.search(r"store\.(save|fetch)\(", text):
            kinds |= set(re.findall(r'^\w*KIND = "(\w+)"', text, re.M) + re.findall(r'store\.fetch\("(\w+)"', text))
    assert kinds == set(HOLDS)
