"""Every key of a data file is reported at its line, however the TOML is written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss import datafile

DATA = sorted(path for path in Path(pitboss.__file__).parent.glob("**/*.toml"))

AWKWARD = '''# a comment with = and [brackets]
title = "a \\" quote # no comment"   # comment
"quoted key".'single' = """
several
lines = 3
"""
list = [
  1,          # one
  [2, 3],
  { a = 1, b = [ { c = 'x' } ] },
]
[table.sub]
key = """"quoted""""
[[rows]]
x = 1
[rows.inner]
y = 2
[[rows]]
x = 2
  [[rows.deep]]
  z = 2015-04-21
  [[rows.deep]]
  z = 1.5e3
'''


def paths(data: Any, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*at, key)
        yield from paths(value, (*at, key))


@pytest.mark.parametrize("path", DATA, ids=lambda path: path.name)
def test_every_key_of_every_shipped_file_has_a_line(path: Path) -> None:
    file = datafile.read(path)
    assert set(file.lines) == set(paths(file.data))
    text = file.text.splitlines()
    for key, line in file.lines.items():
        if isinstance(key[-1], str):
            assert key[-1] in text[line - 1]


def test_awkward_but_valid_toml() -> None:
    file = datafile.parse(AWKWARD, "awkward.toml")
    assert set(file.lines) == set(paths(file.data))
    expected = {
        ("title",): 2,
        ("quoted key", "single"): 3,
        ("list", 0): 8,
        ("list", 1, 1): 9,
        ("list", 2, "b", 0, "c"): 10,
        ("table", "sub", "key"): 13,
        ("rows", 0, "inner", "y"): 17,
        ("rows", 1): 18,
        ("rows", 1, "deep", 1, "z"): 23,
    }
    assert {path: file.lines[path] for path in expected} == expected


def test_what_is_not_there_is_pointed_at_by_what_is_around_it() -> None:
    file = datafile.parse(AWKWARD, "awkward.toml")
    assert file.line("rows", 1, "missing") == 18
    assert file.line("nowhere") == 1


@pytest.mark.parametrize(
    ("text", "line"), [("a = 1\nb = \n", 2), ("a = 1\na = 2\n", 2), ("x = [1,\n2\n", 2), ("[a\n", 1)]
)
def test_broken_toml_names_the_line(text: str, line: int) -> None:
    with pytest.raises(datafile.FileError, match="not TOML") as caught:
        datafile.parse(text, "broken.toml")
    assert caught.value.problems[0].line in (line, line + 1)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(datafile.UnreadableFile, match="no such file"):
        datafile.read(tmp_path / "none.toml")
    with pytest.raises(datafile.UnreadableFile, match="cannot be read"):
        datafile.read(tmp_path)
    (tmp_path / "x.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(datafile.UnreadableFile, match="not a text file"):
        datafile.read(tmp_path / "x.toml")
