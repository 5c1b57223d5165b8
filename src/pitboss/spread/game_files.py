"""Games from files: the check of a file, and the house edge of a definition, proved in a separate process.

``python -m pitboss.spread.game_files`` reads one JSON object, ``{"file": …, "source": …}``, from standard input and
prints one object per line: its progress (``{"done": 0.25}``), then ``{"figures": {…}}``, the edge in per cent of every
stake group with the base wager's first, or ``{"why": …}``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

import pitboss
from pitboss import datafile, library
from pitboss.datafile import FileError, Problem
from pitboss.errors import PitbossError
from pitboss.exact.stakes import stake_groups
from pitboss.spread.bands import in_per_cent


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
    if kind is None:
        return CheckedGame(mistakes=(Mistake(1, "", NOT_A_GAME),))
    if wrong := kind.files.problems(file.text, str(path)):
        return CheckedGame(kind.id, _mistakes(wrong))
    return CheckedGame(kind.id, game=kind.files.from_file(path))


def _mistakes(problems: tuple[Problem, ...]) -> tuple[Mistake, ...]:
    return tuple(Mistake(one.line, one.key, one.sentence) for one in problems)


# Proofs ---------------------------------------------------------------------------------------------------------------


class GameText(NamedTuple):
    """A definition as it was opened: the name of its file, its text, and the digest it is known by."""

    file: str
    source: str
    version: str


def text_of(session: Any) -> GameText | None:
    """The definition that a table against the house deals by; None for a table of another kind."""
    setup = session.record.setup.get("game")
    if not isinstance(setup, dict) or not setup.get("source"):
        return None
    return GameText(setup["file"] or f"{setup['game']}.toml", setup["source"], setup["version"])


def proved(game: Any, **how: Any) -> dict[str, float]:
    """The edges of a house game as :func:`~pitboss.spread.bands.edges` has them; ``how`` is what ``prove`` takes."""
    return in_per_cent({key: each.edge for key, each in game.prove(**how).groups.items()}, game.definition.unit)


class _Progress:
    """Tells how much of all stake groups is done, in steps of a hundredth."""

    def __init__(self, groups: int) -> None:
        self.groups, self.told = groups, -1.0
        self.seen: list[str] = []

    def __call__(self, at: Any) -> None:
        if at.group not in self.seen:
            self.seen.append(at.group)
        part = at.done / at.jobs if at.stage == "count" and at.jobs else 0.0
        done = round(min(1.0, (len(self.seen) - 1 + part) / self.groups), 2)
        if done > self.told:
            self.told = done
            _say({"done": done})


def _say(line: dict[str, Any]) -> None:
    print(json.dumps(line), flush=True)


def main() -> None:
    asked = json.load(sys.stdin)
    with TemporaryDirectory() as folder:
        path = Path(folder) / Path(asked["file"]).name
        path.write_text(asked["source"], "utf-8")
        try:
            game = pitboss.game(str(path))
            _say({"figures": proved(game, threads=1, progress=_Progress(len(stake_groups(game.definition))))})
        except PitbossError as error:
            _say({"why": str(error).replace(str(path), path.name)})
        except MemoryError:
            _say({"why": f"{path.name} needs more memory than this machine has."})


if __name__ == "__main__":
    main()
