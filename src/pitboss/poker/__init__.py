"""Games between seats, played for a pot under a house's book."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOMES = {
    "Game": "pitboss.poker.game",
    "Hand": "pitboss.poker.hand",
    "Post": "pitboss.poker.game",
    "Session": "pitboss.poker.session.session",
    "TableError": "pitboss.poker.game",
    "from_file": "pitboss.poker.library",
    "games": "pitboss.poker.library",
    "houses": "pitboss.poker.library",
    "listing": "pitboss.poker.library",
    "load": "pitboss.poker.library",
    "problems": "pitboss.poker.library",
    "book_problems": "pitboss.poker.library",
    "recognises": "pitboss.poker.library",
}

__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'pitboss.poker' has no attribute {name!r}")
