"""Pitboss: a card room in Python; one file of data per game, from which it is dealt, proved, simulated and taught."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# What ``pitboss.NAME`` is, and where it lives; nothing is imported before it is asked for.
_HOMES = {
    "Cards": "pitboss.cards",
    "PitbossError": "pitboss.errors",
    "advise": "pitboss.library",
    "game": "pitboss.library",
    "live": "pitboss.shuffle",
    "prove": "pitboss.library",
    "seeded": "pitboss.shuffle",
}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'pitboss' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
