"""The room's own log: start money, refills, roles, invitations, the calendar, which tables opened and closed.

No process owns it: each line is numbered and chained inside the transaction that stores it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, delete, insert, select

from pitboss.move import Move
from pitboss.room import old_lines
from pitboss.room.day import Calendar, CalendarError
from pitboss.room.line import FORMAT, Change, Line, OpenedWith, chained
from pitboss.room.notes import CalendarSet, RoomFact, TableClosed, TableOpened
from pitboss.room.slips import Slip
from pitboss.storage import schema
from pitboss.storage.engine import noted
from pitboss.storage.writing.group import GroupWriter


def post(
    connection: Connection,
    writer: GroupWriter,
    moves: Sequence[Move],
    *,
    at: int,
    by: str,
    key: str = "",
    fact: RoomFact | None = None,
    slips: tuple[Slip, ...] = (),
) -> Line:
    """Append a line to the room's log; raise as a table's commit does."""
    number, head = lock(connection)
    columns = (number + 1, number + 1, at, by, key)
    note = "" if fact is None else fact.note
    line = Line(*columns, moves=tuple(moves), note=note, slips=slips, fact=fact, format=FORMAT)
    (refused,) = writer.write(connection, [Change(schema.ROOM, line, chained(head, line.encode()))])
    if refused is not None:
        raise refused
    return line


def lock(connection: Connection) -> tuple[int, str]:
    """Where the room's log ends; nobody else writes to it until the end of the transaction."""
    c = schema.heads.c
    stored = connection.execute(select(c.number, c.head).where(c.table == schema.ROOM).with_for_update()).one()
    return stored.number, stored.head


def table_changed(connection: Connection, writer: GroupWriter, change: Change) -> None:
    """Record that a table was opened or closed, in the same transaction."""
    line = change.line
    if change.opened is not None:
        opened = TableOpened(change.table, digest(change.opened))
        post(connection, writer, (), at=line.at, by=line.by, fact=opened)
    if change.closed:
        post(connection, writer, (), at=line.at, by=line.by, fact=TableClosed(change.table))


def digest(opened: OpenedWith) -> str:
    """A hash of what a table was opened with, so that a later change of its rules or settings is noticed."""
    return hashlib.sha256(hashlib.sha256(opened.config).digest() + opened.record).hexdigest()


# The calendar ---------------------------------------------------------------------------------------------------------

CALENDAR = "calendar"


def note_calendar(connection: Connection, writer: GroupWriter, calendar: Calendar, at: int) -> None:
    """Record the calendar of gambling days from now on, unless it is already the current one."""
    fact, m = CalendarSet.of(calendar), schema.meta
    lock(connection)
    if _noted(connection) == fact:
        return
    connection.execute(delete(m).where(m.c.name == CALENDAR))
    connection.execute(insert(m).values(name=CALENDAR, value=msgspec.json.encode(fact).decode()))
    post(connection, writer, (), at=at, by="room", fact=fact)


def noted_calendar(connection: Connection) -> Calendar | None:
    """The latest recorded calendar; None in a room that was never open."""
    fact = _noted(connection)
    try:
        return None if fact is None else fact.calendar()
    except CalendarError:
        return None


def _noted(connection: Connection) -> CalendarSet | None:
    """The latest calendar as it is stored; earlier releases stored the words of the note."""
    value = noted(connection, CALENDAR)
    try:
        return msgspec.json.decode(value, type=CalendarSet)
    except msgspec.MsgspecError:
        fact = old_lines.fact_of(value)
        return fact if isinstance(fact, CalendarSet) else None
