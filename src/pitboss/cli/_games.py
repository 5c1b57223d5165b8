"""Every game there is, of either kind: found by asking the layers, never by a list of names."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from pitboss import datafile
from pitboss.errors import PitbossError

# The kinds of games and the modules that know them; each says ``games()``, ``listing()``, ``recognises(data)`` and
# ``from_file(path)``.
KINDS = {"house": "pitboss.house.listing", "poker": "pitboss.poker"}


def listing() -> list[dict[str, Any]]:
    """Every game in plain data, the house games first."""
    return [entry for module in KINDS.values() for entry in import_module(module).listing()]


def entry(game: str) -> dict[str, Any]:
    """One game in plain data, by its name or the path of its file."""
    module = import_module(KINDS[kind_of(game)])
    if is_path(game):
        found: dict[str, Any] = module.from_file(game)
        return found
    return next(each for each in module.listing() if each["id"] == game)


def is_path(game: str) -> bool:
    """Whether a game is named by its file; a name is one word without dots and slashes."""
    return game.endswith(".toml") or "/" in game or "." in game


def kind_of(game: str) -> str:
    """Whether a game, by name or path, is played against the house or between seats."""
    if is_path(game):
        data = datafile.read(game).data
        for kind, module in KINDS.items():
            if import_module(module).recognises(data):
                return kind
        raise PitbossError(f"{game} is not a game; 'pitboss check {game}' says what it is.")
    known: list[str] = []
    for kind, module in KINDS.items():
        names = list(import_module(module).games())
        if game in names:
            return kind
        known += names
    raise PitbossError(f"there is no game {game!r}; the games are {', '.join(known)}, or give the path of a game file.")
