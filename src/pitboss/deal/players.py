"""Players' names and accounts.

Accounts and viewers call a player ``player NAME``, which keeps players apart from the accounts ``pot``, ``rack`` and
``cage`` and the viewers ``floor`` and ``rail``. So a player may be named Rack, or Floor.
"""

from __future__ import annotations

import unicodedata

from pitboss.errors import PitbossError

_PREFIX = "player "
_CONTROL = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"  # format characters that some scripts spell names with


class NameRefused(PitbossError):
    """A name that no player can have."""


def account(player: str) -> str:
    """The name of a player as an account and as a viewer.

    >>> account("Ann"), account("rack")
    ('player Ann', 'player rack')
    """
    return _PREFIX + player


def name_of(account: str) -> str | None:
    """The player's name in an account or viewer; None for the house's own accounts, the floor and the rail."""
    return normal(account[len(_PREFIX) :]) if account.startswith(_PREFIX) else None


def normal(player: str) -> str:
    """The one spelling of a name, whether its accented letters are written as one character or as two (NFC)."""
    return unicodedata.normalize("NFC", player)


def checked(player: object, *, recorded: bool = False) -> str:
    """Return a player's name, normalized, if it is one; a name ``recorded`` earlier may have space around it."""
    if not isinstance(player, str) or not player.strip():
        raise NameRefused(f"{player!r} is not a name; give the player a name, such as 'Ann'.")
    for character in player:
        if unicodedata.category(character) in _CONTROL and character not in _JOINERS:
            raise NameRefused(f"{player!r} holds a control character; remove it.")
    if player != player.strip() and not recorded:
        raise NameRefused(f"{player!r} begins or ends with white space; write {player.strip()!r}.")
    return normal(player)
