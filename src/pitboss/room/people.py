"""People of the room: who gives a command, and where accounts and their sessions are kept.

Storage implements :class:`Accounts` on a database; tests keep it in memory.
"""

from __future__ import annotations

import unicodedata
from typing import Protocol

import msgspec

from pitboss.errors import PitbossError

PLAYER, DEALER, CASHIER, FLOOR, AUDITOR, OWNER = "player", "dealer", "cashier", "floor", "auditor", "owner"
ROLES = (PLAYER, DEALER, CASHIER, FLOOR, AUDITOR, OWNER)
"""Everyone is a player; the other roles are granted by an owner."""

GUEST, REGISTERED, BOT = "guest", "registered", "bot"
KINDS = (GUEST, REGISTERED, BOT)

START = 50_000
"""The play chips of a new account, in cents."""


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


class Accounts(Protocol):
    """Accounts, their sessions and their wallets. ``now`` is seconds since 1970 (UTC), as everywhere in the room.

    A session is known by the SHA-256 of its token: the token itself is never stored. So is a one-time owner link.
    """

    async def add_account(self, account: Account, cents: int, now: float) -> None:
        """Create an account with this much from the cage in its wallet; raise :class:`NameTaken`."""

    async def account(self, name: str) -> Account | None:
        """The account of this name, however it is written."""

    async def accounts(self, after: str = "", most: int = 200) -> list[Account]:
        """Accounts in the order of their names."""

    async def set_password(self, name: str, password: str) -> None:
        """Store a new hash; a guest becomes registered."""

    async def set_roles(self, name: str, roles: tuple[str, ...], *, by: str = "room", now: float = 0.0) -> None:
        """Grant an account these roles and no others; ``by`` says in the log who did."""

    async def add_session(self, token_hash: str, name: str, until: float, now: float) -> None: ...

    async def session(self, token_hash: str, now: float) -> Account | None:
        """The account of a session, if it has not ended."""

    async def end_session(self, token_hash: str) -> None: ...

    async def end_sessions(self, name: str) -> None:
        """End every session of an account."""

    async def add_owner_link(self, token_hash: str, until: float) -> None:
        """Store a one-time owner link; earlier ones stop working."""

    async def use_owner_link(self, token_hash: str, name: str, now: float) -> bool:
        """Make this account an owner if the link is valid, once; return whether it was."""

    async def has_owner(self) -> bool: ...

    async def check(self) -> None:
        """Write something, to see whether changes can be stored; raises if they cannot."""

    async def wallet(self, name: str) -> int:
        """The cents in an account's wallet."""

    async def refill(self, name: str, cents: int, now: float, *, had: int | None = None) -> None:
        """Move play chips from the cage to a wallet; with ``had``, only if it holds this much now."""
