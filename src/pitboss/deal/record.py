"""The record of a deal: everything needed to play it again, event for event."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias, TypeVar

import msgspec

from pitboss.errors import PitbossError

FORMAT = 2
"""The number of the format in which records are written; every earlier one is still read.

1: no number; games and house books that ship are named by id and digest only, a session holds whole records of hands.
2: the number; the full text of every definition and house book; sessions are entries that are only appended.
"""


class RecordError(PitbossError):
    """A record that is damaged, foreign, or does not replay."""


class Act(msgspec.Struct, frozen=True, tag="act", omit_defaults=True, gc=False):
    """A seat's decision."""

    seat: int
    action: str
    cents: int = 0


class Ruling(msgspec.Struct, frozen=True, tag="floor", omit_defaults=True):
    """The floor's ruling and the facts it rests on."""

    name: str
    facts: dict[str, Any] = {}


class Step(msgspec.Struct, frozen=True, tag="step", gc=False):
    """One physical act of the dealer, recorded only where the dealer does not run on by himself."""


Entry: TypeAlias = Act | Ruling | Step


class Record(msgspec.Struct):
    """What was agreed before the first card, the order of every shuffle, and what people then did."""

    kind: str
    setup: dict[str, Any]
    auto: bool = True
    shuffles: list[tuple[int, ...]] = []
    entries: list[Entry] = []
    seal: str = ""
    format: int = 1

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    @staticmethod
    def decode(data: bytes) -> Record:
        try:
            record = msgspec.json.decode(data, type=Record)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise RecordError(f"this is not a record of a deal ({error}); give a file written by dump.") from None
        return refuse_later_format(record)


class _Numbered(Protocol):
    @property
    def format(self) -> int: ...


NumberedT = TypeVar("NumberedT", bound=_Numbered)


def refuse_later_format(record: NumberedT) -> NumberedT:
    """The record itself, unless it was written in a format that does not exist yet."""
    if not 1 <= record.format <= FORMAT:
        raise RecordError(f"this record has format {record.format}; this release reads formats 1 to {FORMAT}.")
    return record
