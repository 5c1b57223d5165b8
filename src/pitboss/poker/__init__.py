"""Games between seats, played for a pot under a house's book."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # type checkers see every name with its full type; at run time each is imported when first used
    from pitboss.poker.game import PokerGame, Post, TableError
    from pitboss.poker.hand import Hand
    from pitboss.poker.library import book_problems, from_file, games, houses, listing, load, problems, recognises
    from pitboss.poker.session.session import PokerSession

_HOMES = {  # the other names are in the library
    "Hand": "pitboss.poker.hand",
    "PokerGame": "pitboss.poker.game",
    "PokerSession": "pitboss.poker.session.session",
    "Post": "pitboss.poker.game",
    "TableError": "pitboss.poker.game",
}

__all__ = [
    "Hand",
    "PokerGame",
    "PokerSession",
    "Post",
    "TableError",
    "book_problems",
    "from_file",
    "games",
    "houses",
    "listing",
    "load",
    "problems",
    "recognises",
]

if not TYPE_CHECKING:  # otherwise a type checker would accept any name

    def __getattr__(name: str) -> object:
        if name in __all__:
            return getattr(import_module(_HOMES.get(name, "pitboss.poker.library")), name)
        raise AttributeError(f"module 'pitboss.poker' has no attribute {name!r}")
