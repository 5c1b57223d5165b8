"""Players, their login sessions and one-time links. Each function gets a connection inside a transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from pitboss.errors import PitbossError
from pitboss.room.people import OWNER, REGISTERED, ROLES, Account, NameTaken, name_key
from pitboss.storage import schema


def micros(seconds: float) -> int:
    """Microseconds since 1970, as everything is stored, from seconds."""
    return round(seconds * 1_000_000)


def add(connection: Connection, account: Account) -> None:
    """Create an account."""
    values = {
        "key": name_key(account.name),
        "name": account.name,
        "kind": account.kind,
        "password": account.password,
        "roles": " ".join(account.roles),
        "created": account.created,
        "seen": account.created,
    }
    try:
        with connection.begin_nested():
            connection.execute(insert(schema.players).values(values))
    except IntegrityError:
        raise NameTaken(f"{account.name!r} is taken; choose another name.") from None


def find(connection: Connection, name: str) -> Account | None:
    """The account of this name, however it is written."""
    row = connection.execute(select(schema.players).where(schema.players.c.key == name_key(name))).first()
    return None if row is None else _account(row)


def listed(connection: Connection, after: str, most: int) -> list[Account]:
    """Accounts in the order of their names."""
    c = schema.players.c
    ask = select(schema.players).where(c.key > name_key(after)).order_by(c.key).limit(most)
    return [_account(row) for row in connection.execute(ask)]


def change(connection: Connection, name: str, **values: Any) -> None:
    """Change columns of an account."""
    done = connection.execute(update(schema.players).where(schema.players.c.key == name_key(name)).values(values))
    if not done.rowcount:
        raise PitbossError(f"there is no account {name!r}.")


def set_password(connection: Connection, name: str, password: str) -> None:
    """Store a new hash; a guest becomes registered."""
    change(connection, name, password=password, kind=REGISTERED)


def add_session(connection: Connection, token: str, name: str, until: float, now: float) -> None:
    """Store the hash of a session's token, and forget the sessions that have ended."""
    connection.execute(delete(schema.logins).where(schema.logins.c.until <= micros(now)))
    change(connection, name, seen=micros(now))
    values = {"token": token, "player": name_key(name), "created": micros(now), "until": micros(until)}
    connection.execute(insert(schema.logins).values(values))


def of_session(connection: Connection, token: str, now: float) -> Account | None:
    """Whose session this is, if it has not ended."""
    ask = (
        select(schema.players)
        .join(schema.logins, schema.logins.c.player == schema.players.c.key)
        .where(schema.logins.c.token == token, schema.logins.c.until > micros(now))
    )
    row = connection.execute(ask).first()
    return None if row is None else _account(row)


def end_session(connection: Connection, token: str) -> None:
    connection.execute(delete(schema.logins).where(schema.logins.c.token == token))


def end_sessions(connection: Connection, name: str) -> None:
    """End every session of an account."""
    connection.execute(delete(schema.logins).where(schema.logins.c.player == name_key(name)))


def add_owner_link(connection: Connection, token: str, until: float) -> None:
    """Store a one-time owner link; earlier ones stop working."""
    connection.execute(delete(schema.links).where(schema.links.c.purpose == OWNER))
    connection.execute(insert(schema.links).values(token=token, purpose=OWNER, until=micros(until)))


def use_owner_link(connection: Connection, token: str, name: str, now: float) -> bool:
    """Make this account an owner if the link is valid, once; return whether it was."""
    c = schema.links.c
    used = connection.execute(
        delete(schema.links).where(c.token == token, c.purpose == OWNER, c.until > micros(now))
    ).rowcount
    if not used:
        return False
    account = find(connection, name)
    if account is None:
        raise PitbossError(f"there is no account {name!r}.")
    held = {*account.roles, OWNER}
    change(connection, name, roles=" ".join(role for role in ROLES if role in held))
    return True


def has_owner(connection: Connection) -> bool:
    roles = connection.scalars(select(schema.players.c.roles).where(schema.players.c.roles.contains(OWNER)))
    return any(OWNER in held.split() for held in roles)


def _account(row: Row[Any]) -> Account:
    return Account(row.name, row.kind, row.password, tuple(row.roles.split()), row.created)
