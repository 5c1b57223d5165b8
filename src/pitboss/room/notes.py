"""Facts that lines of the room's own log note in addition to movements and slips.

A line has the fact, and in ``note`` the same in words. Both are stored: notes of earlier releases are only words
(:mod:`pitboss.room.old_lines` reads them), so they are never reworded.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

import msgspec

from pitboss.room.day import Calendar


class _Noted(msgspec.Struct, frozen=True):
    """A fact whose note is made from its fields."""

    WORDS: ClassVar[str]

    @property
    def note(self) -> str:
        return self.WORDS.format(self)


class TableOpened(_Noted, frozen=True, tag="table opened", omit_defaults=True):
    """A table was opened; ``digest`` is a hash of what it was opened with, empty in logs of the first release."""

    table: str
    digest: str = ""

    @property
    def note(self) -> str:
        return f"table {self.table} opened with {self.digest}" if self.digest else f"table {self.table} opened"


class TableClosed(_Noted, frozen=True, tag="table closed"):
    """A table was closed for good."""

    table: str
    WORDS: ClassVar[str] = "table {0.table} closed"


class RolesGranted(_Noted, frozen=True, tag="roles granted"):
    """An account has these roles from now on, and no others."""

    name: str
    roles: tuple[str, ...]

    @property
    def note(self) -> str:
        return f"roles of {self.name}: {' '.join(self.roles)}"


class CalendarSet(_Noted, frozen=True, tag="calendar set"):
    """Gambling days are counted by this time zone and closing hour from now on."""

    zone: str
    closing: int
    WORDS: ClassVar[str] = "gambling days end at {0.closing} in {0.zone}"

    def calendar(self) -> Calendar:
        """The calendar; :class:`~pitboss.room.day.CalendarError` if there is no such time zone here."""
        return Calendar(self.zone, self.closing)

    @staticmethod
    def of(calendar: Calendar) -> CalendarSet:
        return CalendarSet(calendar.zone.key, calendar.closing)


class AccountMade(_Noted, frozen=True, tag="account made"):
    """A new account got its first chips."""

    name: str
    WORDS: ClassVar[str] = "account {0.name}"


class Refilled(_Noted, frozen=True, tag="refilled"):
    """An account got new chips."""

    name: str
    WORDS: ClassVar[str] = "refill {0.name}"


class InvitationTaken(_Noted, frozen=True, tag="invitation taken"):
    """The player who wrote the line showed the invitation of a private table."""

    table: str
    WORDS: ClassVar[str] = "invitation to {0.table} taken"


class BoxCounted(_Noted, frozen=True, tag="box counted"):
    """Somebody counted a box; ``slip`` is the id of the slip, which is in the line."""

    slip: str
    WORDS: ClassVar[str] = "{0.slip}"


RoomFact: TypeAlias = (
    TableOpened | TableClosed | RolesGranted | CalendarSet | AccountMade | Refilled | InvitationTaken | BoxCounted
)
