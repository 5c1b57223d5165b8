"""Accounts: guests, registration, login and logout, roles, refills and the one-time owner link."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post, put
from litestar.exceptions import HTTPException, NotAuthorizedException, NotFoundException
from litestar.params import JSONBody, PathParameter, QueryParameter

from pitboss.errors import PitbossError
from pitboss.room import bank
from pitboss.room.bank import ChipPolicy
from pitboss.room.people import GUEST, OWNER, PLAYER, REGISTERED, ROLES, Account, NameTaken, Person
from pitboss.server.access.credentials import hash_of, new_token
from pitboss.server.access.limits import Rate, address_key
from pitboss.server.access.people import account_of, checked_name, person_of, session_cookie, signed_in, token_of
from pitboss.server.access.refusals import too_many
from pitboss.server.context import AnyRequest, Context, context_of
from pitboss.server.live import wire

PersonName = Annotated[str, PathParameter(max_length=100)]


@post("/api/guest", status_code=201, tags=["accounts"])
async def guest(request: AnyRequest, data: JSONBody[wire.GuestName]) -> Response[wire.Me]:
    """Enter as a guest with a new account and its play chips; a name that is taken gets a number."""
    context = context_of(request)
    await _count(request, context.limits.new_accounts)
    name = checked_name(data.name)
    for number in range(1, 200):
        unique = name if number == 1 else checked_name(f"{name[: 24 - len(str(number)) - 1].rstrip()} {number}")
        try:
            account = Account(unique, GUEST, created=int(context.clock() * 1e6))
            await context.accounts.add(account, context.config.start_cents, context.clock())
        except NameTaken:
            continue
        return await _session(request, account)
    raise NameTaken(f"{name!r} and its numbered variants are taken; choose another name.")


@post("/api/register", status_code=201, tags=["accounts"])
async def register(request: AnyRequest, data: JSONBody[wire.Credentials]) -> Response[wire.Me]:
    """Register with a password. Guests who register under their own name keep their wallet."""
    context = context_of(request)
    name = checked_name(data.name)
    await _count(request, context.limits.logins)
    own = await account_of(request)
    if own is not None and own.kind == GUEST:
        if own.name.casefold() != name.casefold():
            raise PitbossError(f"you are {own.name} here and keep that name; register as {own.name!r}.")
        await context.accounts.set_password(own.name, await context.passwords.hashed(data.password))
        await context.accounts.end_sessions(own.name)
        return await _session(request, Account(own.name, REGISTERED, "", own.roles, own.created))
    await _count(request, context.limits.new_accounts)
    if await context.accounts.find(name) is not None:
        raise NameTaken(f"{name!r} is taken; choose another name.")
    password = await context.passwords.hashed(data.password)
    account = Account(name, REGISTERED, password, created=int(context.clock() * 1e6))
    await context.accounts.add(account, context.config.start_cents, context.clock())
    return await _session(request, account)


@post("/api/login", status_code=200, tags=["accounts"])
async def login(request: AnyRequest, data: JSONBody[wire.Credentials]) -> Response[wire.Me]:
    """Log in; the session gets a new token. After wrong passwords the next attempts have to wait."""
    context = context_of(request)
    limits, now = context.limits, context.clock()
    await _count(request, context.limits.logins)
    by_account, by_address = checked_name(data.name).casefold(), _address(request)
    if wait := max(limits.wrong_by_account.wait(by_account, now), limits.wrong_by_address.wait(by_address, now)):
        raise too_many(wait)
    with limits.wrong_by_account.trying(by_account), limits.wrong_by_address.trying(by_address):
        account = await context.accounts.find(data.name)
        right = await context.passwords.matches(account.password if account else "", data.password)
    if not right or account is None:
        limits.wrong_by_account.tried(by_account, context.clock())
        limits.wrong_by_address.tried(by_address, context.clock())
        raise HTTPException("name and password do not match an account; check both.", status_code=401)
    limits.wrong_by_account.tried(by_account, None)
    if context.passwords.outdated(account.password):
        await context.accounts.set_password(account.name, await context.passwords.hashed(data.password))
    return await _session(request, account)


@post("/api/password", status_code=200, tags=["accounts"])
async def change_password(request: AnyRequest, data: JSONBody[wire.PasswordChange]) -> Response[wire.Me]:
    """Change the password of this account; its other sessions end."""
    context = context_of(request)
    await _count(request, context.limits.logins)
    account = await account_of(request)
    if account is None:
        raise NotAuthorizedException("you are not signed in; sign in to change your password.")
    if account.kind != REGISTERED:
        raise PitbossError("a guest has no password; register to choose one and keep your chips.")
    if not await context.passwords.matches(account.password, data.password):
        raise HTTPException("that is not your current password; check it.", status_code=403)
    await context.accounts.set_password(account.name, await context.passwords.hashed(data.new))
    await context.accounts.end_sessions(account.name)
    await context.live.ended(account.name)
    return await _session(request, account)


@post("/api/logout", status_code=204, tags=["accounts"])
async def logout(request: AnyRequest) -> Response[None]:
    """End this session."""
    context = context_of(request)
    account = await account_of(request)
    if account is not None:
        await context.accounts.end_session(hash_of(token_of(request)))
        await context.live.ended(account.name)
    return Response(None, status_code=204, cookies=[session_cookie(context.config, "")])


@get("/api/me", tags=["accounts"])
async def me(request: AnyRequest) -> wire.Me:
    """The account of this session and its wallet."""
    return await _me(context_of(request), await signed_in(request))


@get("/api/session", tags=["accounts"])
async def session(request: AnyRequest) -> wire.CurrentSession:
    """Return the account that is signed in, if any; pages ask this first."""
    person = await person_of(request)
    return wire.CurrentSession(me=await _me(context_of(request), person) if person else None)


@post("/api/refill", status_code=200, tags=["accounts"])
async def refill(request: AnyRequest) -> wire.Me:
    """Refill your wallet to the play chips of a new account, once hardly any are left there and at tables."""
    person, context = await signed_in(request), context_of(request)
    await _refill(context, person.name, context.config.refill_below)
    return await _me(context, person)


async def _refill(context: Context, name: str, below: int) -> None:
    """Refill the chips of an account that has fewer than ``below``."""
    at_tables, start = context.live.room.at_tables(name), context.config.start_cents
    cents = await context.accounts.wallet(name)
    policy = ChipPolicy(start=start, refill_below=below, refill_to=start)
    move = bank.refill(name, cents + at_tables.cents, policy, playing=at_tables.playing)
    await context.accounts.refill(name, move.cents, context.clock(), had=cents)


@get("/api/people", tags=["accounts"])
async def people(request: AnyRequest, after: Annotated[str, QueryParameter(max_length=100)] = "") -> wire.PeopleList:
    """List accounts by name, for an owner."""
    await signed_in(request, OWNER)
    context = context_of(request)
    return wire.PeopleList(people=[await _person(context, each) for each in await context.accounts.listed(after)])


@post("/api/people/{name:str}/refill", status_code=200, tags=["accounts"])
async def refill_person(request: AnyRequest, name: PersonName) -> wire.PersonInfo:
    """Refill an account to the play chips of a new one, for an owner."""
    await signed_in(request, OWNER)
    context = context_of(request)
    account = await _account(context, name)
    await _refill(context, account.name, context.config.start_cents)
    return await _person(context, account)


@put("/api/people/{name:str}/roles", tags=["accounts"])
async def grant(request: AnyRequest, name: PersonName, data: JSONBody[wire.RolesWanted]) -> wire.PersonInfo:
    """Set the roles of an account, for an owner. Its sessions end, so that a removed role is gone at once."""
    owner = await signed_in(request, OWNER)
    context = context_of(request)
    account = await _account(context, name)
    roles = _ordered({PLAYER, *data.roles})
    if account.kind == "guest" and roles != (PLAYER,):  # its sessions end, and no guest can log in again
        raise PitbossError(f"{account.name} is a guest; roles are for registered accounts, so register it first.")
    if account.name == owner.name and OWNER not in roles:
        raise PitbossError("you cannot take the role of owner from yourself; another owner can.")
    await context.accounts.set_roles(account.name, roles, by=f"owner {owner.name}", now=context.clock())
    if account.name != owner.name:
        await context.accounts.end_sessions(account.name)
        await context.live.ended(account.name)
    return msgspec.structs.replace(await _person(context, account), roles=roles)


@post("/api/owner", status_code=200, tags=["accounts"])
async def become_owner(request: AnyRequest, data: JSONBody[wire.OwnerLink]) -> Response[wire.Me]:
    """Make the account of this session an owner, with the code of a one-time link (``pitboss owner-link``)."""
    person = await signed_in(request)
    context = context_of(request)
    await _count(request, context.limits.logins)
    if not await context.accounts.use_owner_link(hash_of(data.code), person.name, context.clock()):
        raise HTTPException(
            "this owner link was used, has expired, or was replaced by a newer one; open the newest, or make one with "
            "pitboss owner-link.",
            status_code=403,
        )
    account = await context.accounts.find(person.name)
    assert account is not None
    return await _session(request, account)


async def _account(context: Context, name: str) -> Account:
    account = await context.accounts.find(name)
    if account is None:
        raise NotFoundException(f"there is no account {name!r}.")
    return account


async def _me(context: Context, person: Person | Account) -> wire.Me:
    cents = await context.accounts.wallet(person.name)
    return wire.Me(name=person.name, kind=person.kind, roles=_ordered(person.roles), cents=cents)


async def _person(context: Context, account: Account) -> wire.PersonInfo:
    cents = await context.accounts.wallet(account.name)
    at_tables = context.live.room.at_tables(account.name).cents
    return wire.PersonInfo(name=account.name, kind=account.kind, roles=account.roles, cents=cents, at_tables=at_tables)


async def _session(request: AnyRequest, account: Account) -> Response[wire.Me]:
    """Start a session under a new token, so that a token planted before the login is worthless."""
    context = context_of(request)
    now = context.clock()
    if old := token_of(request):
        await context.accounts.end_session(hash_of(old))
    token = new_token()
    await context.accounts.add_session(hash_of(token), account.name, now + context.config.session_days * 86_400, now)
    answer = await _me(context, account)
    return Response(answer, cookies=[session_cookie(context.config, token)], headers={"Cache-Control": "no-store"})


def _address(request: AnyRequest) -> str:
    return address_key(request.client.host if request.client else "")


async def _count(request: AnyRequest, rate: Rate) -> None:
    if wait := await rate.take(_address(request), context_of(request).clock()):
        raise too_many(wait)


def _ordered(roles: frozenset[str] | set[str] | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(role for role in ROLES if role in roles)
