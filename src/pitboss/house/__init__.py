"""Games against the house: what a game file may say, the round dealt from it, and its settlement.

``load`` finds a game by its id or its file, ``Game.deal`` deals a round of it, ``settlement.result`` says what becomes
of a wager; the exact proofs call that same function.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.house.definition import Definition
    from pitboss.house.game import Game
    from pitboss.house.library import load, names
    from pitboss.house.round import Round
    from pitboss.house.session import Session

_HOMES = {
    "Definition": "pitboss.house.definition",
    "Game": "pitboss.house.game",
    "Round": "pitboss.house.round",
    "Session": "pitboss.house.session",
    "load": "pitboss.house.library",
    "names": "pitboss.house.library",
}

__all__ = ["Definition", "Game", "Round", "Session", "load", "names"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'pitboss.house' has no attribute {name!r}")
