"""The JSON bodies of the HTTP interface. Fields may be added, never renamed or dropped; amounts are in cents."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from pitboss.room.recall import HandRow
from pitboss.room.room import TableRow
from pitboss.server.background import ProofState

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Password: TypeAlias = Annotated[str, Meta(min_length=8, max_length=200)]
Word: TypeAlias = Annotated[str, Meta(max_length=200)]
Cents: TypeAlias = Annotated[int, Meta(ge=0, le=10**12)]


class RequestBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request's body; an unknown field is refused."""


class GuestName(RequestBody, frozen=True, kw_only=True):
    """The name a guest would like; if it is taken, a number is added."""

    name: Name


class Credentials(RequestBody, frozen=True, kw_only=True):
    name: Name
    password: Password


class PasswordChange(RequestBody, frozen=True, kw_only=True):
    """The current password of an account, and the new one."""

    password: Password
    new: Password


class NewTable(RequestBody, frozen=True, kw_only=True):
    """A table to open: ``game`` by name, ``house`` and ``limit`` for poker.

    The ``limit`` of a house game is written ``5-100/5``, or by wager, ``ante=5-100/5``. An empty ``game`` with a house
    that has dealer's choice is a table of all its games. ``options`` are the house's choices, as in ``pitboss.game``.
    The floor may give the path of a file for ``game``, or the text of one as ``definition``, which ``game`` then names.
    Players have ``act`` seconds to decide, and a time bank of ``bank`` seconds for the evening; spectators are
    shown the table ``rail_delay`` seconds late (all three: by default the room's). With ``fills`` by the floor
    the table pauses when its rack is short. With ``signatures`` by people, a dealer and a cashier sign fills and
    credits. ``payout_limits`` are the posted maximum payouts of a house table on one deal, by wager; the law sets a
    minimum.
    """

    game: Word = ""
    house: Word = ""
    limit: Word = ""
    name: Word = ""
    options: dict[Word, str | int | bool] = {}
    seats: Annotated[int, Meta(ge=0, le=23)] = 0
    bots: Annotated[int, Meta(ge=0, le=22)] = 0
    private: bool = False
    spectators: bool = True
    rail_delay: Annotated[int, Meta(ge=0, le=86_400)] | None = None
    fills: Literal["auto", "floor"] = "auto"
    dealer: Literal["machine", "person"] = "machine"
    signatures: Literal["room", "people"] = "room"
    jurisdiction: Word = ""
    definition: str = ""
    coach: bool = True
    chat: bool = True
    act: Annotated[int, Meta(ge=5, le=600)] | None = None
    bank: Annotated[int, Meta(ge=0, le=3600)] | None = None
    payout_limits: dict[Word, Cents] = {}


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """A response's body."""


class ErrorReply(Reply, frozen=True, kw_only=True):
    """Why a request was not carried out, in one sentence; nothing changed."""

    error: str
    rule: str = ""


class Me(Reply, frozen=True, kw_only=True):
    """The account of the session."""

    name: str
    kind: str
    roles: tuple[str, ...]
    cents: int


class CurrentSession(Reply, frozen=True, kw_only=True):
    """The account that is signed in; null for somebody who is not signed in."""

    me: Me | None = None


class OpenedTable(Reply, frozen=True, kw_only=True):
    """An opened table: the code of a private table's link, and the limits or laws it exceeds (PK-28, HB-2)."""

    id: str
    invite: str = ""
    findings: tuple[str, ...] = ()


class TableList(Reply, frozen=True, kw_only=True):
    tables: tuple[TableRow, ...]


class Invitation(Reply, frozen=True, kw_only=True):
    """The code of a private table, and the path of the link that carries it."""

    table: str
    invite: str
    link: str


class InvitationCode(RequestBody, frozen=True, kw_only=True):
    """The code of an invitation to a private table."""

    invite: Annotated[str, Meta(min_length=1, max_length=200)]


class FreeSeat(Reply, frozen=True, kw_only=True):
    """A seat for a newcomer, and the chips to buy there, in cents."""

    table: str
    seat: int
    cents: int


class OwnerLink(RequestBody, frozen=True, kw_only=True):
    """The code of a one-time owner link."""

    code: Annotated[str, Meta(min_length=1, max_length=200)]


class RolesWanted(RequestBody, frozen=True, kw_only=True):
    """The complete roles of an account; everyone is a player."""

    roles: list[Literal["player", "dealer", "cashier", "floor", "auditor", "owner"]]


class PersonInfo(Reply, frozen=True, kw_only=True):
    """An account; its chips in the wallet and in front of it at tables, in cents."""

    name: str
    kind: str
    roles: tuple[str, ...]
    cents: int = 0
    at_tables: int = 0


class PeopleList(Reply, frozen=True, kw_only=True):
    people: list[PersonInfo]


class Health(Reply, frozen=True, kw_only=True):
    ok: bool
    why: str = ""


class ChipsMoved(RequestBody, frozen=True, kw_only=True):
    """Chips moved between the cage and a rack."""

    cents: Annotated[int, Meta(ge=1, le=10**10)]


class PaperWanted(RequestBody, frozen=True, kw_only=True):
    """A slip to write: the amount in cents, or how many chips of each denomination in cents (``{"2500": 4}``)."""

    what: Literal["fill", "credit", "inventory", "opener count"]
    cents: Annotated[int, Meta(ge=0, le=10**10)] = 0
    chips: dict[Word, Annotated[int, Meta(ge=0, le=1_000_000)]] = {}


class VoidSlip(RequestBody, frozen=True, kw_only=True):
    """Why a slip is void."""

    why: Annotated[str, Meta(min_length=1, max_length=200)]


class BoxCount(RequestBody, frozen=True, kw_only=True):
    """One person's count of a box of a table: the number of chips of each denomination in cents."""

    box: Literal["drop box", "fee box", "breakage", "tokes"]
    chips: dict[Word, Annotated[int, Meta(ge=0, le=1_000_000)]]


class GameList(Reply, frozen=True, kw_only=True):
    games: list[dict[str, Any]]


class GameFile(RequestBody, frozen=True, kw_only=True):
    """The name of a game's file and its text."""

    file: Word = "own.toml"
    definition: Annotated[str, Meta(min_length=1)]


class HouseList(Reply, frozen=True, kw_only=True):
    houses: list[dict[str, Any]]


class BeingProved(Reply, frozen=True, kw_only=True):
    """A sheet that is not ready yet; ask again after ``Retry-After`` seconds."""

    game: str
    state: str = "being proved"


class ProofList(Reply, frozen=True, kw_only=True):
    """The progress of each table's figures."""

    proofs: dict[str, ProofState]


class HandList(Reply, frozen=True, kw_only=True):
    """Finished hands, the latest first; ``next`` is the ``before`` of the next page, empty at the end."""

    hands: tuple[HandRow, ...]
    next: str = ""
