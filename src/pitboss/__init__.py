"""Pitboss: a card room in Python. One file of data per game, from which it is dealt, proved, simulated and taught.

The names below are the whole public surface; ``docs/python.md`` shows each at work. Nothing heavy is imported before it
is used.

>>> import pitboss
>>> pitboss.evaluate("As Ks Qs Js Ts").words
'royal flush'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # type checkers see every name with its full type; at run time each is imported when first used
    from pitboss.cards import Cards as Cards
    from pitboss.errors import PitbossError as PitbossError
    from pitboss.library import advise as advise
    from pitboss.library import equity as equity
    from pitboss.library import evaluate as evaluate
    from pitboss.library import game as game
    from pitboss.library import games as games
    from pitboss.library import prove as prove
    from pitboss.library import simulate as simulate
    from pitboss.shuffle.live import live as live
    from pitboss.shuffle.permute import seeded as seeded

__version__ = "0.1.0"

_HOMES = {
    "Cards": "pitboss.cards",
    "PitbossError": "pitboss.errors",
    "advise": "pitboss.library",
    "equity": "pitboss.library",
    "evaluate": "pitboss.library",
    "game": "pitboss.library",
    "games": "pitboss.library",
    "live": "pitboss.shuffle",
    "prove": "pitboss.library",
    "seeded": "pitboss.shuffle",
    "simulate": "pitboss.library",
}

__all__ = ["__version__", *_HOMES]

if not TYPE_CHECKING:  # otherwise a type checker would accept any name

    def __getattr__(name: str) -> object:
        if name in _HOMES:
            return getattr(import_module(_HOMES[name]), name)
        raise AttributeError(f"module 'pitboss' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
