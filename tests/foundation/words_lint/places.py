"""Every read of words in the tree, and those that are allowed with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.foundation.words_lint import python_reads, script_reads
from tests.foundation.words_lint.finding import Read

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "src" / "pitboss"
NO_TEXTS = ("exact/", "simulation/", "ranking/kernels.py")
"""Folders in which ``words`` are sets of cards, one bit each, or words of a machine."""

OLD = "lines of earlier releases say only in words what they are for; this module alone reads them"
ALLOWED = {
    "audit/table_log.py::_TableLog._noted": "the words of a stored note are compared with its fact as a whole",
    "cli/common/usage.py::_bad": "click says in a sentence only what is wrong with a value",
    "cli/common/usage.py::sentence": "click has no class of its own for an extra argument or a missing value",
    "datafile/__init__.py::_refuse_syntax": "tomllib tells the line and column of a mistake only in its sentence",
    "poker/phh/history.py::_Reading.lines": "a hand history has only comments to say that cards are dealt again",
    "poker/phh/history.py::read": "a sentence of tomllib goes on after ours, so its full stop is cut off",
    "ranking/definition.py::words": "fills in the template of a category from the definition of its ranking",
    "room/old_lines.py::_of_rack": OLD,
    "room/old_lines.py::_on_layout": OLD,
    "room/old_lines.py::fact_of": OLD,
    "room/old_lines.py::facts_of": OLD,
    "server/access/refusals.py::refuse_http": "Litestar's own refusals are known by their standard phrases",
    "server/access/refusals.py::complaint": "msgspec tells which field is wrong only in its sentence",
    "server/api/tables.py::file_of": "takes the folder of a temporary file out of the name that a sentence quotes",
    "spread/game_files.py::main": "takes the folder of a temporary file out of the name that a sentence quotes",
}
"""Functions that may read words, with the reason; most translate what other libraries say."""


@cache
def found() -> tuple[tuple[str, Read], ...]:
    """Every read with its place, such as ``room/day.py::Day.read``; the tree is read once."""
    return tuple(_found())


def _found() -> Iterator[tuple[str, Read]]:
    for path in sorted((*SOURCE.rglob("*.py"), *SOURCE.glob("web/js/**/*.js"))):
        file = path.relative_to(SOURCE).as_posix()
        text = path.read_text("utf-8")
        listed = (
            script_reads.reads(text)
            if path.suffix == ".js"
            else python_reads.reads(text, words=not file.startswith(NO_TEXTS))
        )
        for each in listed:
            yield f"{file}::{each.where}", each


def forbidden() -> list[tuple[str, Read]]:
    """The reads in places where none is allowed."""
    return [(place, each) for place, each in found() if place not in ALLOWED]
