"""Every game of either kind, as plain data."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from shlex import quote
from typing import Any

from pitboss.library import KINDS, is_path, kind_of, listing
from pitboss.suggest import closest

__all__ = ["KINDS", "entry", "game_hint", "is_path", "kind_of", "listing"]

# The commands suggested for a game of each kind.
SUGGESTED = {"house": ("play", "prove"), "poker": ("play", "equity")}


def entry(game: str) -> dict[str, Any]:
    """One game in plain data, by its name or the path of its file."""
    module = import_module(KINDS[kind_of(game)])
    if is_path(game):
        own: dict[str, Any] = module.from_file(game)
        return own
    return next(shipped for shipped in module.listing() if shipped["id"] == game)


def game_hint(word: str, commands: list[str]) -> str:
    """A suggestion for a game named instead of a command, ``did you mean 'pitboss play top5' …``; or empty."""
    if is_path(word):
        game = quote(word) if word.endswith(".toml") and Path(word).is_file() else ""
        verbs: tuple[str, ...] = ("check", "play")
    else:
        kinds = {name: kind for kind, module in KINDS.items() for name in import_module(module).games()}
        game = word if word in kinds else "" if closest(word, commands) else closest(word, kinds)
        verbs = SUGGESTED[kinds[game]] if game else ()
    typed = " or ".join(f"'pitboss {verb} {game}'" for verb in verbs)
    return f"did you mean {typed}?" if game else ""
