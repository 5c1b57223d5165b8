"""Definitions that come with a request: checked, and put into a file for as long as a table is opened by it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory

import msgspec
from litestar.exceptions import PermissionDeniedException

from pitboss.errors import PitbossError
from pitboss.library import is_path
from pitboss.room.people import FLOOR, Person
from pitboss.server.live.wire import NewTable


def check_files(wanted: NewTable, person: Person) -> None:
    """Refuse files of anyone but the floor: they are read from the server's disk, and their games may be large."""
    files = wanted.definition or any(is_path(name) for name in (wanted.game, wanted.house, wanted.jurisdiction))
    if files and not person.may(FLOOR):
        raise PermissionDeniedException("only the floor opens a table from other files; name a shipped game.")


@contextmanager
def as_file(wanted: NewTable) -> Iterator[NewTable]:
    """The table that is wanted, its definition as a file that is there until the block ends.

    A table keeps the text of its game in its record, so the file is not needed later.
    """
    if not wanted.definition:
        yield wanted
        return
    with file_of(wanted.game, wanted.definition) as path:
        yield msgspec.structs.replace(wanted, game=str(path), definition="")


@contextmanager
def file_of(name: str, text: str) -> Iterator[Path]:
    """A text as a file under a plain name; what is refused in the block tells of that name and not of our folder."""
    stem = re.sub(r"[^a-z0-9]+", "-", PurePath(name).name.removesuffix(".toml").lower()).strip("-") or "own"
    with TemporaryDirectory(prefix="pitboss-") as folder:
        path = Path(folder) / f"{stem[:60]}.toml"
        path.write_text(text, "utf-8")
        try:
            yield path
        except PitbossError as error:
            raise PitbossError(str(error).replace(f"{folder}/", ""), rule=error.rule, cite=False) from None
