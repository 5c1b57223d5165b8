"""The record of a session: how the table was opened, and one entry for everything done at it.

Entries are only appended: each can be written to a log at once, and none changes afterwards. An undo is an entry too
(:class:`Undone`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec

from pitboss.deal.record import FORMAT, DealerStep, Record, RecordError, Ruling, SeatAct, decode


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


class Moved(msgspec.Struct, frozen=True, tag="move"):
    """A player took another seat with all chips and debts."""

    seat: int
    to: int


class Placed(msgspec.Struct, frozen=True, tag="place"):
    """A seat placed its wagers for the next round, or took them back (empty)."""

    seat: int
    wagers: dict[str, int]


class SatOut(msgspec.Struct, frozen=True, tag="sit out"):
    """A seat is not dealt in from the next deal on."""

    seat: int


class CameBack(msgspec.Struct, frozen=True, tag="come back", omit_defaults=True):
    """A seat is dealt in again; with ``wait``, only when the big blind reaches it."""

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
    """A finished deal was closed and its chips returned to the players."""


class Undone(msgspec.Struct, frozen=True, tag="undo"):
    """The last entry not yet undone was taken back; only at practice tables."""


Command: TypeAlias = (
    Sat
    | Bought
    | Moved
    | Placed
    | SatOut
    | CameBack
    | Left
    | Named
    | Dealt
    | SeatAct
    | Ruling
    | DealerStep
    | Finished
    | Undone
)


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One command carried out at a table, and the order of every shuffle it needed."""

    did: Command
    shuffles: tuple[tuple[int, ...], ...] = ()

    def encode(self) -> bytes:
        """One line of a log."""
        return msgspec.json.encode(self)

    @staticmethod
    def decode(data: bytes) -> Entry:
        return decode(data, Entry, "an entry of a session")


class Checkpoint(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The state of a table at one version; a session is restored from it and the entries after it.

    ``entry`` is the number of entries before it, ``state`` the table between deals, ``running`` the record of the deal
    being played, ``players`` its players by seat. At a practice table ``done`` holds every entry not undone, so that
    undo works after a restart too.
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
        return decode(data, Checkpoint, "a checkpoint of a session")


class SessionRecord(msgspec.Struct):
    """The setup of the table, including the texts of its games, and every entry since."""

    session: str
    setup: dict[str, Any]
    entries: list[Entry] = []
    format: int = FORMAT

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    @staticmethod
    def decode(data: bytes) -> SessionRecord:
        return decode(data, SessionRecord, "a record of a session")

    def head(self) -> bytes:
        """The first line of a log: everything but the entries, which follow one per line."""
        return msgspec.json.encode(SessionRecord(self.session, self.setup, [], self.format))

    @classmethod
    def from_log(cls, lines: Iterable[bytes]) -> SessionRecord:
        """Read a log: the head on the first line, then one entry per line."""
        log = list(lines)
        if not log:
            raise RecordError("this log is empty; its first line is the head of a session's record.")
        record = cls.decode(log[0])
        record.entries = [Entry.decode(line) for line in log[1:]]
        return record
