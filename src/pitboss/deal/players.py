"""Players by name: any name will do, and each has an account of his own.

A player is called ``player NAME`` wherever something else could be meant: among the accounts (beside ``pot``, ``rack``
and ``cage``) and among the viewers (beside ``floor`` and ``rail``). So a player may be called Rack, or Floor.
"""

from __future__ import annotations

import unicodedata

from pitboss.errors import PitbossError

_PREFIX = "player "
_CONTROL = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"  # format characters that some scripts spell names with


class NameRefused(PitbossError):
    """Something that cannot be the name of a player."""


def account(player: str) -> str:
    """What a player is called among accounts and viewers.

    >>> account("Ann"), account("rack")
    ('player Ann', 'player rack')
    """
    return _PREFIX + player


def name_of(called: str) -> str | None:
    """The player's name behind an account or a viewer; None for the house's own accounts, the floor and the rail."""
    return called[len(_PREFIX) :] if called.startswith(_PREFIX) else None


def checked(player: object) -> str:
    """A player's name, or why it is none."""
    if not isinstance(player, str) or not player.strip():
        raise NameRefused(f"{player!r} is no name; give a player a name, such as 'Ann'.")
    for sign in player:
        if unicodedata.category(sign) in _CONTROL and sign not in _JOINERS:
            raise NameRefused(f"{player!r} holds a control character; leave it out of the name.")
    return player
