"""Which kind of data file this is, and who checks it: told by what stands in it, never by its name alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from pitboss.datafile import DataFile, FileError, Problem, read


class Kind(NamedTuple):
    """A kind of data file; ``check`` is ``module:function`` and takes the file, giving its problems or raising them."""

    name: str
    told_by: tuple[str, ...]
    check: str


# In the order they are tried: the first whose keys all stand in the file.
KINDS = (
    Kind("published figures", ("game", "document"), "pitboss.cli._files:_published"),
    Kind("jurisdiction", ("ceiling",), "pitboss.cli._files:_jurisdiction"),
    Kind("house game", ("script",), "pitboss.cli._files:_house_game"),
    Kind("house game", ("wager",), "pitboss.cli._files:_house_game"),
    Kind("poker game", ("street",), "pitboss.cli._files:_poker_game"),
    Kind("poker game", ("win",), "pitboss.cli._files:_poker_game"),
    Kind("house book", ("games",), "pitboss.cli._files:_house_book"),
)


def kind(data: Mapping[str, Any]) -> Kind | None:
    """The kind a file's keys tell; None for a file that is none of ours."""
    return next((one for one in KINDS if all(key in data for key in one.told_by)), None)


def problems(path: str) -> tuple[str, tuple[Problem, ...]]:
    """What a file is and every mistake in it; a file that cannot be read raises."""
    try:
        file = read(path)
    except FileError as error:
        if not error.problems:
            raise
        return "TOML", error.problems
    found = kind(file.data)
    if found is None:
        known = ", ".join(dict.fromkeys(one.name for one in KINDS))
        sentence = f"this is no file of a card room; it should be one of these: {known}."
        return "file", (Problem(path, 1, "", sentence),)
    module, _, function = found.check.partition(":")
    check: Callable[[DataFile], tuple[Problem, ...]] = getattr(import_module(module), function)
    try:
        return found.name, tuple(check(file))
    except FileError as error:
        return found.name, error.problems or (Problem(path, 1, "", str(error)),)


def _jurisdiction(file: DataFile) -> tuple[Problem, ...]:
    from pitboss.rules import jurisdiction

    jurisdiction.load(file.name)
    return ()


def _house_game(file: DataFile) -> tuple[Problem, ...]:
    from pitboss.house import vocabulary

    return tuple(vocabulary.check(file.text, file.name))


def _published(file: DataFile) -> tuple[Problem, ...]:
    from pathlib import Path

    from pitboss.house import published, vocabulary
    from pitboss.house.published_fit import misfits

    found = published.load(file.name)
    game = Path(file.name.removesuffix(published.SUFFIX) + ".toml")
    if not game.is_file():
        sentence = f"the game these figures belong to, {game.name}, is not beside this file; put it there."
        return (Problem(file.name, file.line("game"), "game", sentence),)
    try:
        return misfits(found, vocabulary.parse(game.read_text(encoding="utf-8"), str(game)))
    except FileError as error:
        sentence = f"the game these figures belong to has {len(error.problems)} mistakes; check {game.name} first."
        return (Problem(file.name, file.line("game"), "game", sentence),)


def _poker_game(file: DataFile) -> tuple[Problem, ...]:
    from pitboss.poker import vocabulary

    return tuple(vocabulary.problems(file.text, file.name))


def _house_book(file: DataFile) -> tuple[Problem, ...]:
    from pitboss.poker import book

    return tuple(book.problems(file.text, file.name, {}))
