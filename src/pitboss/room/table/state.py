"""The durable state of a table apart from its session: what a restart must not lose."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.room.slips import Slip


class TableState(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Written whole with every line of the log that changes it; small, and never edited in place.

    ``hand`` counts the deals begun, ``started`` and ``first_line`` are the time and the line at which the last began.
    ``opened`` is the version at which the present betting window opened. ``people`` are the seated players and their
    kind (guest, registered, bot); ``bank`` what is left of their time banks if less than all, ``topup`` the chips they
    are brought to before every deal. ``leaving`` are seats given up when their hand is over, ``moving`` the seats their
    players asked for. ``dealer`` is who dealt last, at a table dealt by a person; ``called`` the player who called the
    floor, until it comes. ``rack`` is what the room put into the rack: opener and fills without the chips bought.
    ``slips`` are the last numbers of its series of slips, ``pending`` the open ones, ``closer`` the last count of the
    rack and ``counted`` its time.
    """

    hand: int = 0
    started: int = 0
    first_line: int = 0
    opened: int = 0
    people: dict[str, str] = {}
    bank: dict[str, float] = {}
    topup: dict[str, int] = {}
    leaving: tuple[int, ...] = ()
    moving: dict[int, int] = {}
    dealer: str = ""
    rack: int = 0
    slips: dict[str, int] = {}
    pending: tuple[Slip, ...] = ()
    closer: int = 0
    counted: int = 0
    paused: str = ""
    called: str = ""
    closing: bool = False
    closed: bool = False

    def but(self, **changes: Any) -> TableState:
        """A copy with these fields changed."""
        return msgspec.structs.replace(self, **changes)

    def data(self) -> dict[str, Any]:
        """Plain data for a line of the log."""
        data: dict[str, Any] = msgspec.to_builtins(self, str_keys=True)
        return data

    @staticmethod
    def of(data: dict[str, Any] | None) -> TableState:
        """The state that :meth:`data` wrote."""
        return msgspec.convert(data or {}, TableState, str_keys=True, strict=False)
