"""Accounts in memory, for tests of the server without a database."""

from __future__ import annotations

import msgspec

from pitboss.errors import PitbossError
from pitboss.room.people import OWNER, REGISTERED, ROLES, Account, NameTaken, name_key
from pitboss.room.recall import HandQuery, HandRow, StoredHand


class MemoryAccounts:
    """Does what :class:`pitboss.storage.accounts.StoredAccounts` does."""

    def __init__(self) -> None:
        self._accounts: dict[str, Account] = {}
        self._wallets: dict[str, int] = {}
        self._sessions: dict[str, tuple[str, float]] = {}
        self._owner_link: tuple[str, float] = ("", 0.0)

    async def add(self, account: Account, cents: int, now: float) -> None:
        key = name_key(account.name)
        if key in self._accounts:
            raise NameTaken(f"{account.name!r} is taken; choose another name.")
        self._accounts[key] = account
        self._wallets[key] = cents

    async def find(self, name: str) -> Account | None:
        return self._accounts.get(name_key(name))

    async def listed(self, after: str = "", most: int = 200) -> list[Account]:
        keys = sorted(key for key in self._accounts if key > name_key(after))
        return [self._accounts[key] for key in keys[:most]]

    async def set_password(self, name: str, password: str) -> None:
        self._change(name, password=password, kind=REGISTERED)

    async def set_roles(self, name: str, roles: tuple[str, ...], *, by: str = "room", now: float = 0.0) -> None:
        self._change(name, roles=roles)

    async def add_session(self, token_hash: str, name: str, until: float, now: float) -> None:
        self._sessions[token_hash] = (name_key(name), until)

    async def session(self, token_hash: str, now: float) -> Account | None:
        key, until = self._sessions.get(token_hash, ("", 0.0))
        return self._accounts.get(key) if now < until else None

    async def end_session(self, token_hash: str) -> None:
        self._sessions.pop(token_hash, None)

    async def end_sessions(self, name: str) -> None:
        self._sessions = {token: held for token, held in self._sessions.items() if held[0] != name_key(name)}

    async def add_owner_link(self, token_hash: str, until: float) -> None:
        self._owner_link = (token_hash, until)

    async def use_owner_link(self, token_hash: str, name: str, now: float) -> bool:
        stored, until = self._owner_link
        if not stored or stored != token_hash or now >= until:
            return False
        self._owner_link = ("", 0.0)
        held = {*self._accounts[name_key(name)].roles, OWNER}
        self._change(name, roles=tuple(role for role in ROLES if role in held))
        return True

    async def has_owner(self) -> bool:
        return any(OWNER in account.roles for account in self._accounts.values())

    async def wallet(self, name: str) -> int:
        return self._wallets.get(name_key(name), 0)

    async def refill(self, name: str, cents: int, now: float, *, had: int | None = None) -> None:
        if had is not None and self._wallets[name_key(name)] != had:
            raise PitbossError("your chips have moved meanwhile; check your wallet and ask again.")
        self._wallets[name_key(name)] += cents

    def _change(self, name: str, **fields: object) -> None:
        key = name_key(name)
        if key not in self._accounts:
            raise PitbossError(f"there is no account {name!r}.")
        self._accounts[key] = msgspec.structs.replace(self._accounts[key], **fields)


class NoHands:
    """No finished hands are kept."""

    async def search(self, query: HandQuery) -> list[HandRow]:
        return []

    async def find(self, id: str) -> StoredHand | None:
        return None


class MemoryStore:
    """The parts of the storage that the HTTP side uses."""

    def __init__(self) -> None:
        self.accounts, self.hands = MemoryAccounts(), NoHands()

    async def check(self) -> None:
        """Memory is always there."""
