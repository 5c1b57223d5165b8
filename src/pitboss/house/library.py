"""The definitions of house games: those shipped in ``games/house`` by id, any file by its path, or a record's."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from pitboss.deal.record import RecordError
from pitboss.errors import PitbossError
from pitboss.house.definition import Definition
from pitboss.house.options import choose
from pitboss.house.vocabulary import game_file

SUFFIX = ".toml"


class NoSuchGame(PitbossError):
    """There is no shipped game of this name, and no file at this path."""


def folder() -> Path:
    """The folder of the shipped house games."""
    return Path(str(files("pitboss"))) / "games" / "house"


def names() -> tuple[str, ...]:
    """The ids of the shipped games; ``NAME.published.toml`` is not a game."""
    return tuple(sorted(path.stem for path in folder().glob(f"*{SUFFIX}") if "." not in path.stem))


def path(name: str | Path) -> Path:
    """The file of a game by its id, or the path itself."""
    file = Path(name)
    if str(name) in names():
        return folder() / f"{name}{SUFFIX}"
    if file.suffix == SUFFIX or file.exists():
        return file
    matches = get_close_matches(str(name), names(), n=1)
    hint = (
        f"did you mean {matches[0]!r}?" if matches else f"games are {', '.join(names())}, or give the path of a file."
    )
    raise NoSuchGame(f"there is no game {str(name)!r}; {hint}")


def definition(name: str | Path) -> Definition:
    """The definition of a game by its id or by the path of its file."""
    file = path(name)
    return _shipped(file) if file.parent == folder() else game_file.load(file)


@lru_cache(maxsize=64)
def _shipped(file: Path) -> Definition:
    return game_file.load(file)


class Posted(msgspec.Struct, forbid_unknown_fields=True):
    """The house's choices when a round was dealt (HB-8)."""

    tables: dict[str, str]
    required: list[str]
    spots: int
    misdeal: str


class Setup(msgspec.Struct, forbid_unknown_fields=True):
    """The setup in the record of a round."""

    game: str
    version: str
    house: Posted
    stakes: dict[str, dict[str, int]]
    owners: dict[str, int | str] | None = None
    bankroll: int | dict[str, int] | None = None
    source: str | None = None
    file: str = ""
    changes: list[tuple[str, Any]] = []


@lru_cache(maxsize=64)
def _from_text(source: str, file: str, changes: bytes) -> Definition:
    """The game of a text in a record; cached, since sessions and audits repeat the same text."""
    return game_file.parse(source, file, msgspec.json.decode(changes, type=list[tuple[str, Any]]))


def recall(setup: Mapping[str, Any]) -> Definition:
    """The game of a record, in exactly the version that was dealt."""
    try:
        dealt = msgspec.convert(setup, Setup)
    except msgspec.ValidationError as error:
        raise RecordError(f"this is not the record of a round against the house ({error}).") from None
    if dealt.source is not None:
        game = _from_text(dealt.source, dealt.file or dealt.game, msgspec.json.encode(dealt.changes))
    elif dealt.game in names():
        game = definition(dealt.game)
    else:
        raise RecordError(
            f"the record is of a game {dealt.game!r} that is not here; put its file into {folder().name}."
        )
    if game.id != dealt.game:
        raise RecordError(f"the record is of a game {dealt.game!r} but holds the text of {game.id!r}.")
    if game.version != dealt.version:
        raise RecordError(
            f"the record was dealt under version {dealt.version} of {dealt.game}; the file here is {game.version}."
        )
    return choose(game, **msgspec.structs.asdict(dealt.house))
