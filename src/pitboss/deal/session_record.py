"""The record of a session: how the table was opened, and one entry for every thing done at it.

Entries are only ever appended: each can be written to a log as it is made, and none changes afterwards. What takes
something back is an entry too (:class:`Undone`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias, TypeVar

import msgspec

from pitboss.deal.record import FORMAT, Act, Record, RecordError, Ruling, Step, refuse_later_format


class Sat(msgspec.Struct, frozen=True, tag="sit", omit_defaults=True):
    """A player took a seat and bought chips."""

    seat: int
    player: str
    cents: int = 0
    wait: bool = False


class Bought(msgspec.Struct, frozen=True, tag="buy"):
    """A seated player bought more chips."""

    seat: int
    cents: int


class Placed(msgspec.Struct, frozen=True, tag="place"):
    """The wagers of the next round at one seat; none if they were taken back."""

    seat: int
    wagers: dict[str, int]


class SatOut(msgspec.Struct, frozen=True, tag="sit out"):
    """A player is not to be dealt in."""

    seat: int


class CameBack(msgspec.Struct, frozen=True, tag="come back", omit_defaults=True):
    """A player is to be dealt in again; ``wait``: only when the big blind reaches him."""

    seat: int
    wait: bool = False


class Left(msgspec.Struct, frozen=True, tag="leave"):
    """A player gave up a seat."""

    seat: int


class Named(msgspec.Struct, frozen=True, tag="name"):
    """The game of the next hand was named."""

    game: str


class Dealt(msgspec.Struct, frozen=True, tag="deal", omit_defaults=True):
    """A round or hand was begun; ``options`` are those of its kind."""

    game: str = ""
    auto: bool = True
    options: dict[str, Any] = {}


class Finished(msgspec.Struct, frozen=True, tag="finish"):
    """A round or hand was over and its chips were taken up."""


class Undone(msgspec.Struct, frozen=True, tag="undo"):
    """The last entry that still counted was taken back; only at practice tables."""


Command: TypeAlias = (
    Sat | Bought | Placed | SatOut | CameBack | Left | Named | Dealt | Act | Ruling | Step | Finished | Undone
)


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing done at a table, and the order of every shuffle it took."""

    did: Command
    shuffles: tuple[tuple[int, ...], ...] = ()

    def encode(self) -> bytes:
        """One line of a log."""
        return msgspec.json.encode(self)

    @staticmethod
    def decode(data: bytes) -> Entry:
        return _decode(data, Entry, "an entry of a session")


class Checkpoint(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The state of a table at one version; a session is restored from it and the entries after it.

    ``entry`` is how many entries of the record it stands for, ``state`` what the table holds between deals, ``running``
    the record of the deal being played, ``players`` who plays its seats. At a practice table ``done`` is every entry
    that still counts, so that undo works after a restart too.
    """

    session: str
    version: int
    entry: int
    state: dict[str, Any] = {}
    running: Record | None = None
    game: str = ""
    players: dict[int, str] = {}
    done: tuple[Entry, ...] | None = None
    again: tuple[tuple[int, ...], ...] = ()
    format: int = 1

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    @staticmethod
    def decode(data: bytes) -> Checkpoint:
        return refuse_later_format(_decode(data, Checkpoint, "a checkpoint of a session"))


class SessionRecord(msgspec.Struct):
    """What was agreed when the table was opened, the texts of its games included, and every entry since."""

    session: str
    setup: dict[str, Any]
    entries: list[Entry] = []
    format: int = FORMAT

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    @staticmethod
    def decode(data: bytes) -> SessionRecord:
        return refuse_later_format(_decode(data, SessionRecord, "a record of a session"))

    def head(self) -> bytes:
        """The first line of a log: everything but the entries, which follow one by one."""
        return msgspec.json.encode(SessionRecord(self.session, self.setup, [], self.format))

    @classmethod
    def from_log(cls, lines: Iterable[bytes]) -> SessionRecord:
        """The record of a log: its first line, then a line for each entry."""
        first, *others = lines
        record = cls.decode(first)
        record.entries = [Entry.decode(line) for line in others]
        return record


DecodedT = TypeVar("DecodedT")


def _decode(data: bytes, what: type[DecodedT], words: str) -> DecodedT:
    try:
        return msgspec.json.decode(data, type=what)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise RecordError(f"this is not {words} ({error}); give one written by this card room.") from None
