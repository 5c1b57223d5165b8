"""The record of a session: the table as it was opened, and everything people did at it, hand after hand."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from pitboss.deal.record import Record, RecordError


class Sat(msgspec.Struct, frozen=True, tag="sit", omit_defaults=True):
    """A player from the rail took a seat and bought chips."""

    seat: int
    player: str
    cents: int
    wait: bool = False


class Bought(msgspec.Struct, frozen=True, tag="buy"):
    """A seated player bought more chips."""

    seat: int
    cents: int


class SatOut(msgspec.Struct, frozen=True, tag="sit out"):
    """A player is not to be dealt in."""

    seat: int


class CameBack(msgspec.Struct, frozen=True, tag="come back", omit_defaults=True):
    """A player is to be dealt in again, posting what he owes or waiting for the big blind."""

    seat: int
    wait: bool = False


class Left(msgspec.Struct, frozen=True, tag="leave"):
    """A player took his chips and left."""

    seat: int


class Dealt(msgspec.Struct, tag="deal", omit_defaults=True):
    """A hand: the game named, its own record, the cards of a draw for the button, and dead seats that got cards."""

    game: str
    hand: Record
    draw: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()


class Finished(msgspec.Struct, frozen=True, tag="finish"):
    """The hand was over and its chips were taken up."""


Entry: TypeAlias = Sat | Bought | SatOut | CameBack | Left | Dealt | Finished


class SessionRecord(msgspec.Struct):
    """What was agreed when the table was opened, and every entry since."""

    setup: dict[str, Any]
    entries: list[Entry] = []

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    @staticmethod
    def decode(data: bytes) -> SessionRecord:
        try:
            return msgspec.json.decode(data, type=SessionRecord)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise RecordError(f"this is not a record of a session ({error}); give a file written by dump.") from None
