"""People of the room: the person who gives a command, and the account that is stored."""

from __future__ import annotations

import unicodedata

import msgspec

from pitboss.errors import PitbossError

PLAYER, DEALER, CASHIER, FLOOR, AUDITOR, OWNER = "player", "dealer", "cashier", "floor", "auditor", "owner"
ROLES = (PLAYER, DEALER, CASHIER, FLOOR, AUDITOR, OWNER)
"""Everyone is a player; the other roles are granted by an owner."""

GUEST, REGISTERED, BOT = "guest", "registered", "bot"
KINDS = (GUEST, REGISTERED, BOT)


def name_key(name: str) -> str:
    """The form in which names are compared: casefolded, in NFC."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


class Person(msgspec.Struct, frozen=True):
    """The person who gives a command: the unique name, ``guest``, ``registered`` or ``bot``, and the roles held."""

    name: str
    kind: str = GUEST
    roles: frozenset[str] = frozenset({PLAYER})

    def may(self, role: str) -> bool:
        """True if this person holds a role; an owner holds every role."""
        return role in self.roles or OWNER in self.roles


class NameTaken(PitbossError):
    """An account of this name exists; names are compared casefolded in NFC."""


class Account(msgspec.Struct, frozen=True, omit_defaults=True):
    """An account: ``password`` is the argon2 hash (empty: a guest, who cannot log in), ``created`` in microseconds."""

    name: str
    kind: str = GUEST
    password: str = ""
    roles: tuple[str, ...] = (PLAYER,)
    created: int = 0

    @property
    def person(self) -> Person:
        return Person(self.name, self.kind, frozenset(self.roles))
