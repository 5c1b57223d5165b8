"""Games between seats, played for a pot under a house's book."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOMES = {
    "Game": "pitboss.poker.game",
    "Hand": "pitboss.poker.hand",
    "Post": "pitboss.poker.game",
    "Session": "pitboss.poker.session",
    "TableError": "pitboss.poker.game",
    "from_file": "pitboss.poker.spread",
    "games": "pitboss.poker.spread",
    "houses": "pitboss.poker.spread",
    "listing": "pitboss.poker.spread",
    "load": "pitboss.poker.spread",
    "problems": "pitboss.poker.spread",
    "recognises": "pitboss.poker.spread",
}

__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'pitboss.poker' has no attribute {name!r}")
