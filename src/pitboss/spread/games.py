"""Games and houses that can be spread, as plain data, and the check of a game's file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from pitboss import datafile, library
from pitboss.datafile import FileError, Problem
from pitboss.poker.posted import listing as posted


def games() -> list[dict[str, Any]]:
    """Every game that ships, as ``pitboss games --json`` lists them."""
    return library.listing()


def houses() -> list[dict[str, Any]]:
    """The posted limits of every house, as ``pitboss houses --json`` lists it; amounts are in cents."""
    return posted()


class Mistake(msgspec.Struct, frozen=True):
    """A mistake in a file: where it is, and what was wrong and expected."""

    line: int
    key: str
    problem: str


class CheckedGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of checking a file: the ``kind`` of its game, and the ``game`` as plain data if it has no mistake."""

    kind: str = ""
    mistakes: tuple[Mistake, ...] = ()
    game: dict[str, Any] = {}


NOT_A_GAME = "this is not a game; a game against the house has a script and wagers, a poker game streets."


def check_game(path: Path) -> CheckedGame:
    """Check the file of a game of either kind."""
    try:
        file = datafile.read(str(path))
    except FileError as error:
        if not error.problems:
            raise
        return CheckedGame(mistakes=_mistakes(error.problems))
    kind = library.kind_of_file(file.data)
    if kind is not None:
        if wrong := kind.files.problems(file.text, str(path)):
            return CheckedGame(kind.id, _mistakes(wrong))
        return CheckedGame(kind.id, game=kind.files.from_file(path))
    return CheckedGame(mistakes=(Mistake(1, "", NOT_A_GAME),))


def _mistakes(problems: tuple[Problem, ...]) -> tuple[Mistake, ...]:
    return tuple(Mistake(one.line, one.key, one.sentence) for one in problems)
