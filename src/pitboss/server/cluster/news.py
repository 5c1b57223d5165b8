"""Messages between processes through Redis, as JSON with a ``type``."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from pitboss.deal.table_layout import AnyLayout, TableSheet
from pitboss.deal.view import SeatView
from pitboss.room.config import TableConfig


class TableLook(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag="look"):
    """The current look of a table in the lobby, its owner and the fencing number (no ``owner``: nobody owns it)."""

    table: str
    owner: str
    fence: int
    seats: dict[int, SeatView] = {}
    done: bool = True
    people: dict[str, str] = {}
    moving: dict[int, int] = {}
    leaving: tuple[int, ...] = ()
    paused: str = ""
    closing: bool = False
    invited: tuple[str, ...] = ()
    pot: int = 0


class TablePrint(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag="print"):
    """The constant part of a table: its settings, its sheet and the layout of the felt."""

    table: str
    size: int
    config: TableConfig
    sheet: TableSheet
    printed: AnyLayout


class TableGone(msgspec.Struct, frozen=True, tag="gone"):
    """A table was closed."""

    table: str


class ToPlayer(msgspec.Struct, frozen=True, tag="to"):
    """A message for every socket of a person, at any process."""

    name: str
    frame: str


class SignedOut(msgspec.Struct, frozen=True, tag="signed out"):
    """The sessions of an account ended: its sockets are closed."""

    name: str


class ListsChanged(msgspec.Struct, frozen=True, tag="lists"):
    """The waiting lists in the database were changed."""


class LeaveFor(msgspec.Struct, frozen=True, tag="leave"):
    """A player got the requested seat at another table and leaves this one."""

    table: str
    player: str
    kind: str


class LoginTried(msgspec.Struct, frozen=True, tag="login"):
    """A login ``failed`` at a time, or succeeded (None); ``limit`` counts it, ``key`` is the account or address."""

    limit: str
    key: str
    failed: float | None


class Released(msgspec.Struct, frozen=True, tag="released"):
    """Tables that other processes may take at once."""


News: TypeAlias = (
    TableLook | TablePrint | TableGone | ToPlayer | SignedOut | ListsChanged | LeaveFor | LoginTried | Released
)

encode = msgspec.json.encode
decode = msgspec.json.Decoder(News, strict=False).decode
