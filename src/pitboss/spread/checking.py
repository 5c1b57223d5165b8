"""The check of a game's file: every mistake with its line and the fix, and the game as plain data."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from pitboss import datafile, library
from pitboss.datafile import FileError, Problem


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
    for kind, module in library.KINDS.items():
        checker = import_module(module)
        if checker.recognises(file.data):
            if wrong := checker.problems(file.text, str(path)):
                return CheckedGame(kind, _mistakes(wrong))
            return CheckedGame(kind, game=checker.from_file(path))
    return CheckedGame(mistakes=(Mistake(1, "", NOT_A_GAME),))


def _mistakes(problems: tuple[Problem, ...]) -> tuple[Mistake, ...]:
    return tuple(Mistake(one.line, one.key, one.sentence) for one in problems)
