"""Every game there is, of either kind: found by asking the layers, never by a list of names."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from pitboss.library import KINDS, is_path, kind_of

__all__ = ["KINDS", "entry", "is_path", "kind_of", "listing"]


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
