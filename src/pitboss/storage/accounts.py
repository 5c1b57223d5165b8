"""Accounts on the database: players, their login sessions, one-time links and wallets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from pitboss.errors import PitbossError
from pitboss.move import Move
from pitboss.room import bank
from pitboss.room.bank import ChipPolicy
from pitboss.room.notes import AccountMade, Refilled, RolesGranted, RoomFact
from pitboss.room.people import BOT, OWNER, REGISTERED, ROLES, Account, NameTaken, name_key
from pitboss.storage import schema
from pitboss.storage.access import Subject, micros, reads, writes
from pitboss.storage.places import StorageError
from pitboss.storage.reading import balance
from pitboss.storage.writing import room_log

_players = schema.players.c
_logins = schema.logins.c
_links = schema.links.c


class StoredAccounts(Subject):
    """Accounts, their sessions and their wallets. ``now`` is seconds since 1970 (UTC), as everywhere in the room.

    Sessions and one-time owner links are known by the SHA-256 of their tokens; the tokens themselves are never stored.
    """

    @writes
    def add(self, connection: Connection, account: Account, cents: int, now: float) -> None:
        """Create an account and move ``cents`` from the cage to its wallet; raise ``NameTaken``."""
        created = account.created or micros(now)
        values = {
            **msgspec.structs.asdict(account),
            "key": name_key(account.name),
            "roles": " ".join(account.roles),
            "created": created,
            "seen": created,
        }
        try:
            with connection.begin_nested():
                connection.execute(insert(schema.players).values(values))
        except IntegrityError:
            raise NameTaken(f"{account.name!r} is taken; choose another name.") from None
        if cents:
            start = ChipPolicy(start=cents)
            is_bot = account.kind == BOT
            move = bank.fund_bot(account.name, cents) if is_bot else bank.starting_chips(account.name, start)
            self._note(connection, AccountMade(account.name), now, moves=[move])

    @reads
    def find(self, connection: Connection, name: str) -> Account | None:
        """The account of this name, ignoring case."""
        return _found(connection, name)

    @reads
    def listed(self, connection: Connection, after: str = "", most: int = 200) -> list[Account]:
        """Accounts sorted by name."""
        ask = select(schema.players).where(_players.key > name_key(after)).order_by(_players.key).limit(most)
        return [_account(row) for row in connection.execute(ask)]

    @writes
    def set_password(self, connection: Connection, name: str, password: str) -> None:
        """Store a new hash; a guest becomes registered."""
        _change(connection, name, password=password, kind=REGISTERED)

    @writes
    def set_roles(
        self, connection: Connection, name: str, roles: tuple[str, ...], *, by: str = "room", now: float = 0.0
    ) -> None:
        """Grant an account these roles and no others."""
        _change(connection, name, roles=" ".join(roles))
        self._note(connection, RolesGranted(name, tuple(roles)), now, by=by)

    def _note(
        self, connection: Connection, fact: RoomFact, now: float, *, by: str = "room", moves: Sequence[Move] = ()
    ) -> None:
        room_log.post(connection, self.access.group, moves, at=micros(now), by=by, fact=fact)

    # Sessions ---------------------------------------------------------------------------------------------------------

    @writes
    def add_session(self, connection: Connection, token_hash: str, name: str, until: float, now: float) -> None:
        """Start a login session, known by the hash of its token, and delete the sessions that have ended."""
        connection.execute(delete(schema.logins).where(_logins.until <= micros(now)))
        _change(connection, name, seen=micros(now))
        values = {"token": token_hash, "player": name_key(name), "created": micros(now), "until": micros(until)}
        connection.execute(insert(schema.logins).values(values))

    @reads
    def session(self, connection: Connection, token_hash: str, now: float) -> Account | None:
        """The account of a session, if it has not ended."""
        ask = select(schema.players).join(schema.logins, _logins.player == _players.key)
        row = connection.execute(ask.where(_logins.token == token_hash, _logins.until > micros(now))).first()
        return None if row is None else _account(row)

    @writes
    def end_session(self, connection: Connection, token_hash: str) -> None:
        """End a login session."""
        connection.execute(delete(schema.logins).where(_logins.token == token_hash))

    @writes
    def end_sessions(self, connection: Connection, name: str) -> None:
        """End every session of an account."""
        connection.execute(delete(schema.logins).where(_logins.player == name_key(name)))

    # Owners -----------------------------------------------------------------------------------------------------------

    @writes
    def add_owner_link(self, connection: Connection, token_hash: str, until: float) -> None:
        """Store a one-time owner link; earlier ones stop working."""
        connection.execute(delete(schema.links).where(_links.purpose == OWNER))
        connection.execute(insert(schema.links).values(token=token_hash, purpose=OWNER, until=micros(until)))

    @writes
    def use_owner_link(self, connection: Connection, token_hash: str, name: str, now: float) -> bool:
        """Make this account an owner if the link is valid, and use the link up; return True if it was valid."""
        valid = (_links.token == token_hash, _links.purpose == OWNER, _links.until > micros(now))
        if not connection.execute(delete(schema.links).where(*valid)).rowcount:
            return False
        account = _found(connection, name)
        if account is None:
            raise PitbossError(f"there is no account {name!r}.")
        roles = tuple(role for role in ROLES if role == OWNER or role in account.roles)
        _change(connection, name, roles=" ".join(roles))
        self._note(connection, RolesGranted(account.name, roles), now, by="owner link")
        return True

    @reads
    def has_owner(self, connection: Connection) -> bool:
        """True if anybody is an owner."""
        roles = connection.scalars(select(_players.roles).where(_players.roles.contains(OWNER)))
        return any(OWNER in held.split() for held in roles)

    # Wallets ----------------------------------------------------------------------------------------------------------

    @reads
    def wallet(self, connection: Connection, name: str) -> int:
        """The cents in an account's wallet."""
        account = _found(connection, name)
        return 0 if account is None else balance(connection, _purse(account))

    @writes
    def refill(self, connection: Connection, name: str, cents: int, now: float, *, had: int | None = None) -> None:
        """Move play chips from the cage to a wallet; with ``had``, only if the wallet holds that amount now."""
        account = _found(connection, name)
        if account is None:
            raise StorageError(f"there is no account {name!r}.")
        purse = _purse(account)
        if had is not None and balance(connection, purse) != had:
            raise StorageError("your chips have moved meanwhile; check your wallet and ask again.")
        move = bank.fund_bot(account.name, cents) if account.kind == BOT else bank.refilled(purse, cents)
        self._note(connection, Refilled(account.name), now, moves=[move])


def _found(connection: Connection, name: str) -> Account | None:
    row = connection.execute(select(schema.players).where(_players.key == name_key(name))).first()
    return None if row is None else _account(row)


def _account(row: Row[Any]) -> Account:
    return Account(row.name, row.kind, row.password, tuple(row.roles.split()), row.created)


def _change(connection: Connection, name: str, **values: Any) -> None:
    """Change columns of an account."""
    done = connection.execute(update(schema.players).where(_players.key == name_key(name)).values(values))
    if not done.rowcount:
        raise PitbossError(f"there is no account {name!r}.")


def _purse(account: Account) -> str:
    return bank.bot_wallet(account.name) if account.kind == BOT else bank.wallet(account.name)
