"""The record of a deal: everything needed to play it again, event for event."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar

import msgspec

from pitboss.errors import PitbossError

FORMAT = 2
"""The format in which records are written; earlier ones can still be read.

1: without a format number; shipped games and house books by id and digest only; a session holds whole records of hands.
2: with the number; the full text of every definition and house book; a session is a list of entries, only appended to.
   Changes of seat are entries since the card room; older releases of this format refuse a record that has one.
"""


class RecordError(PitbossError):
    """A record that is damaged, of another kind, or does not replay."""


class SeatAct(msgspec.Struct, frozen=True, tag="act", omit_defaults=True, gc=False):
    """A seat's decision as given to :meth:`Deal.act`; ``cents`` is a total, as in ``Option.low`` and ``high``."""

    seat: int
    action: str
    cents: int = 0


class Ruling(msgspec.Struct, frozen=True, tag="floor", omit_defaults=True):
    """A ruling of the floor, with its facts."""

    name: str
    facts: dict[str, Any] = {}


class DealerStep(msgspec.Struct, frozen=True, tag="step", gc=False):
    """One physical act of the dealer; recorded only if ``auto`` is off."""


DealEntry: TypeAlias = SeatAct | Ruling | DealerStep


class Record(msgspec.Struct):
    """The setup of a deal, the order of every shuffle, and every decision, ruling and single step."""

    kind: str
    setup: dict[str, Any]
    auto: bool = True
    shuffles: list[tuple[int, ...]] = []
    entries: list[DealEntry] = []
    seal: str = ""
    format: int = 1

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    @staticmethod
    def decode(data: bytes) -> Record:
        return decode(data, Record, "a record of a deal", "give a file written by dump")


UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, TypeError, RecursionError)
"""Errors that decoding raises for data that is not a record."""


def damage(error: Exception) -> str:
    """Why data could not be decoded, for a message."""
    return "its brackets are nested too deeply" if isinstance(error, RecursionError) else str(error)


DecodedT = TypeVar("DecodedT")


def decode(
    data: bytes, kind: type[DecodedT], words: str, wanted: str = "give one written by this card room"
) -> DecodedT:
    """Decode JSON of this type, unless a later release wrote it in a newer format.

    The error calls it ``words`` and asks for what is ``wanted``.
    """
    try:
        decoded = msgspec.json.decode(data, type=kind)
    except UNREADABLE as error:
        raise RecordError(f"this is not {words} ({damage(error)}); {wanted}.") from None
    number = getattr(decoded, "format", FORMAT)
    if not 1 <= number <= FORMAT:
        raise RecordError(f"this record has format {number}; this release reads formats 1 to {FORMAT}.")
    return decoded
