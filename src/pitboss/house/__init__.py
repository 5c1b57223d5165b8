"""Games against the house: game files, the rounds dealt from them, and their settlement.

``load`` returns a game by its id or file, ``Game.deal`` deals a round, ``settlement.ending`` decides what happens to a
wager; the exact proofs call the same function.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # type checkers see every name with its full type; at run time each is imported when first used
    from pitboss.house.definition import Definition
    from pitboss.house.game import Game, load
    from pitboss.house.library import names
    from pitboss.house.round import Round
    from pitboss.house.session import HouseSession

_HOMES = {
    "Definition": "pitboss.house.definition",
    "Game": "pitboss.house.game",
    "Round": "pitboss.house.round",
    "HouseSession": "pitboss.house.session",
    "load": "pitboss.house.game",
    "names": "pitboss.house.library",
}

__all__ = ["Definition", "Game", "HouseSession", "Round", "load", "names"]

if not TYPE_CHECKING:  # otherwise a type checker would accept any name

    def __getattr__(name: str) -> object:
        if name in _HOMES:
            return getattr(import_module(_HOMES[name]), name)
        raise AttributeError(f"module 'pitboss.house' has no attribute {name!r}")
