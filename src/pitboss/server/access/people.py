"""The person behind a request: the session cookie, its token and the account behind it."""

from __future__ import annotations

import unicodedata
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException

from pitboss.deal.players import checked
from pitboss.errors import PitbossError
from pitboss.room.people import Account, Person
from pitboss.server.access.credentials import hash_of
from pitboss.server.access.refusals import too_many
from pitboss.server.config import Config
from pitboss.server.context import context_of

LONGEST_NAME = 24

RESERVED = frozenset(
    {"floor", "rail", "cage", "pot", "rack", "dealer", "house", "clock", "bot", "owner", "room", "pitboss"}
)
"""Names that could be mistaken for the house."""


class BadName(PitbossError):
    """A name that no account can have."""


def checked_name(name: str) -> str:
    """The name as it is stored and shown (NFC, single spaces), if an account may have it."""
    plain = checked(" ".join(unicodedata.normalize("NFC", name).split(" ")).strip())
    if len(plain) > LONGEST_NAME:
        raise BadName(f"the name has {len(plain)} characters; write {LONGEST_NAME} or fewer.")
    if not any(character.isalnum() for character in plain):
        raise BadName(f"{plain!r} has no letter or digit; write a name such as Ann.")
    if plain.casefold() in RESERVED:
        raise BadName(f"{plain!r} is kept for the house; choose another name.")
    return plain


def cookie_name(config: Config) -> str:
    """The name of the session cookie; over HTTPS its prefix makes browsers refuse it from any other host or path."""
    return "__Host-pitboss" if config.secure else "pitboss"


def session_cookie(config: Config, token: str) -> Cookie:
    """The cookie of a session; an empty token ends it."""
    return Cookie(
        key=cookie_name(config),
        value=token,
        path="/",
        httponly=True,
        samesite="lax",
        secure=config.secure,
        max_age=config.session_days * 86_400 if token else 0,
    )


def token_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The token a request or socket carries; empty if none."""
    return connection.cookies.get(cookie_name(context_of(connection).config), "")


async def account_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Account | None:
    """The account whose session a request or socket carries."""
    context, token = context_of(connection), token_of(connection)
    if not token or len(token) > 100:
        return None
    return await context.accounts.session(hash_of(token), context.clock())


async def person_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Person | None:
    """The person behind a request or socket, or None for someone who is not signed in."""
    account = await account_of(connection)
    return account.person if account else None


async def signed_in(connection: ASGIConnection[Any, Any, Any, Any], role: str = "") -> Person:
    """The person behind a request, who must have a session and, if one is named, a role."""
    person = await person_of(connection)
    if person is None:
        raise NotAuthorizedException("you are not signed in; post a name to /api/guest, or log in.")
    context = context_of(connection)
    if wait := await context.limits.accounts.take(person.name, context.clock()):
        raise too_many(wait)
    if role and not person.may(role):
        raise PermissionDeniedException(f"only the role {role} may do this; an owner can grant it.")
    return person
