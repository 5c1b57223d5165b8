"""The record of a deal: everything needed to play it again, event for event."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from pitboss.errors import PitbossError


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

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    @staticmethod
    def decode(data: bytes) -> Record:
        try:
            return msgspec.json.decode(data, type=Record)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise RecordError(f"this is not a record of a deal ({error}); give a file written by dump.") from None
