"""Every game there is, of either kind: found by asking the layers, never by a list of names."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from shlex import quote
from typing import Any

from pitboss.library import KINDS, is_path, kind_of
from pitboss.suggest import closest

__all__ = ["KINDS", "entry", "is_path", "kind_of", "listing", "meant"]

# What is asked of a game of each kind most often.
ASKED = {"house": ("play", "prove"), "poker": ("play", "equity")}


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


def meant(word: str, commands: list[str]) -> str:
    """What to type where a game stands in place of a command: ``did you mean 'pitboss play top5' …``; or nothing."""
    if is_path(word):
        found = quote(word) if word.endswith(".toml") and Path(word).is_file() else ""
        verbs: tuple[str, ...] = ("check", "play")
    else:
        kinds = {name: kind for kind, module in KINDS.items() for name in import_module(module).games()}
        found = word if word in kinds else "" if closest(word, commands) else closest(word, kinds)
        verbs = ASKED[kinds[found]] if found else ()
    typed = " or ".join(f"'pitboss {verb} {found}'" for verb in verbs)
    return f"did you mean {typed}?" if found else ""
