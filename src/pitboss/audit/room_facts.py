"""Check the rest of the database against the room's own log: calendars, tables opened and closed, roles, and the
stored sums of gambling days."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from sqlalchemy import Connection, func, select

from pitboss.audit.database import Database
from pitboss.books.sums import FeeSums, Period, TableDay, add_two
from pitboss.room import old_lines
from pitboss.room.day import Calendar, CalendarError, day_names
from pitboss.room.line import FORMAT, OpenedWith
from pitboss.room.notes import CalendarSet, RolesGranted, RoomFact, TableClosed, TableOpened
from pitboss.room.people import PLAYER, name_key
from pitboss.storage import books, schema
from pitboss.storage.check import COLUMNS, LEDGER, UNREADABLE, AuditFinding
from pitboss.storage.engine import snapshot
from pitboss.storage.reading import as_bytes
from pitboss.storage.writing import room_log


class NotedLine(msgspec.Struct, frozen=True):
    """The part of a line of the room's log that is read here."""

    number: int
    at: int
    note: str = ""
    fact: RoomFact | None = None
    format: int = 1


_decode = msgspec.json.Decoder(NotedLine).decode


class NotedCalendar(msgspec.Struct, frozen=True):
    """A calendar and the time in microseconds from which it is in force."""

    since: int
    calendar: CalendarSet


class RoomFacts(msgspec.Struct, frozen=True):
    """The facts noted in the room's log.

    ``opened`` has for each table when it was opened and the digest of what it was opened with, empty in old logs;
    ``closed`` when it was closed; ``roles`` the last ones of an account by the key of its name, with the line.
    """

    calendars: tuple[NotedCalendar, ...] = ()
    opened: dict[str, tuple[int, str]] = {}
    closed: dict[str, int] = {}
    roles: dict[str, tuple[int, tuple[str, ...]]] = {}


def room_facts(connection: Connection) -> RoomFacts:
    """Read the facts of the room's log; its hash chain is checked elsewhere."""
    c = schema.lines.c
    calendars: list[NotedCalendar] = []
    facts = RoomFacts()
    for text in connection.scalars(select(c.line).where(c.table == schema.ROOM).order_by(c.number)):
        try:
            line = _decode(as_bytes(text))
        except UNREADABLE:
            continue
        fact = line.fact if line.format >= FORMAT else old_lines.fact_of(line.note)
        if isinstance(fact, TableOpened):
            facts.opened[fact.table] = (line.at, fact.digest)
        elif isinstance(fact, TableClosed):
            facts.closed[fact.table] = line.at
        elif isinstance(fact, RolesGranted):
            facts.roles[name_key(fact.name)] = (line.number, fact.roles)
        elif isinstance(fact, CalendarSet):
            calendars.append(NotedCalendar(line.at, fact))
    return msgspec.structs.replace(facts, calendars=tuple(sorted(calendars, key=lambda each: each.since)))


class Days:
    """The gambling day of any time, by the calendars that were in force."""

    def __init__(self, calendars: tuple[NotedCalendar, ...]) -> None:
        known = [(each.since, _calendar(each.calendar)) for each in calendars]
        self._spans = [(since, calendar, day_names(calendar)) for since, calendar in known if calendar is not None]
        self.several = len(self._spans) > 1

    def of(self, at: int) -> str:
        """The day of a time in microseconds; empty where no calendar is noted yet."""
        return next((day(at) for since, _, day in reversed(self._spans) if at >= since), "")

    def calendar(self) -> Calendar | None:
        """The present calendar; None where none is noted."""
        return self._spans[-1][1] if self._spans else None


def _calendar(noted: CalendarSet) -> Calendar | None:
    """A calendar; None if there is no such time zone, which only a forged line names."""
    try:
        return noted.calendar()
    except CalendarError:
        return None


# Rows that contradict it ----------------------------------------------------------------------------------------------


def table_problems(connection: Connection, facts: RoomFacts) -> Iterator[AuditFinding]:
    """Tables that are missing, that nobody opened, or that are not as they were opened and closed."""
    t, h = schema.tables.c, schema.heads.c
    ask = select(t.id, t.config, t.record, t.opened, t.closed, h.closed.label("shut")).select_from(
        schema.tables.outerjoin(schema.heads, h.table == t.id)
    )
    rows = {str(row.id): row for row in connection.execute(ask.where(t.id != schema.ROOM))}
    for table in sorted({*facts.opened, *rows}):
        row = rows.get(table)
        if row is None:
            yield AuditFinding(COLUMNS, "the room opened this table and it is not stored any more", table)
        elif table not in facts.opened:
            yield AuditFinding(COLUMNS, "the table is stored and the room never opened it", table)
        else:
            at, digest = facts.opened[table]
            made = room_log.digest(OpenedWith(as_bytes(row.config), as_bytes(row.record)))
            if digest and digest != made:
                yield AuditFinding(COLUMNS, "its rules or settings are not those it was opened with", table)
            closed = facts.closed.get(table)
            if (row.opened, row.closed, bool(row.shut)) != (at, closed, closed is not None):
                yield AuditFinding(COLUMNS, "it is stored with another time of opening or closing", table)


def role_problems(connection: Connection, facts: RoomFacts) -> Iterator[AuditFinding]:
    """Accounts with roles that the room's log did not give them."""
    p = schema.players.c
    for row in connection.execute(select(p.key, p.name, p.roles).order_by(p.key)):
        line, given = facts.roles.get(row.key, (0, (PLAYER,)))
        if set(row.roles.split()) != set(given):
            made = " ".join(given) or "nothing"
            text = f"{row.name} is stored as {row.roles or 'nothing'}; the room's log granted {made}"
            yield AuditFinding(COLUMNS, text, schema.ROOM, line)


# Sums behind the reports ----------------------------------------------------------------------------------------------


class KeptDays(msgspec.Struct, frozen=True):
    """The stored days of a table that were checked: the last of them, and what was found."""

    last: str = ""
    findings: tuple[AuditFinding, ...] = ()


def tables_with_days(connection: Connection) -> dict[str, str]:
    """The tables whose sums are stored, with the last day of each."""
    c = schema.table_days.c
    return {row[0]: row[1] for row in connection.execute(select(c.table, func.max(c.day)).group_by(c.table))}


def audit_days(data: Database, table: str, after: str, calendars: tuple[NotedCalendar, ...]) -> KeptDays:
    """Sum up a table's stored days after a given day again, and compare."""
    noted = Days(calendars)
    calendar = noted.calendar() or Calendar()
    exact = noted.calendar() is not None and not noted.several
    with snapshot(data.engine) as connection:
        stored = books.kept(connection, table, after or "0000", "9999")
        stored.pop(after, None)
        on_file = next((each for each in books.tables(connection) if each.id == table), None)
        if not stored or on_file is None:
            return KeptDays(max(stored, default=after))
        period = Period(min(stored), max(stored))
        summed = {each.day: each for each in books.days_of(connection, on_file, period, calendar, from_ledger=True)}
    findings = [
        AuditFinding(LEDGER, f"the sums that reports have of {day} are not those of the ledger", table)
        for day, kept in stored.items()
        if day in summed and _comparable(kept, exact) != _comparable(summed[day], exact)
    ]
    return KeptDays(period.last, tuple(findings))


def _comparable(day: TableDay, exact: bool) -> TableDay:
    """A day without what depends on when it was summed up: the name of an idle table's game, hours of old calendars."""
    if not day.rounds and not day.wagers:
        day = msgspec.structs.replace(day, game="", rack=False)
    if not exact:
        fees: dict[tuple[str, int], tuple[int, int]] = {}
        for fee in day.fee_hours:
            add_two(fees, (fee.game, fee.heads), fee.hands, fee.cents)
        listed = tuple(FeeSums(game, heads, 0, *sums) for (game, heads), sums in sorted(fees.items()))
        day = msgspec.structs.replace(day, fee_hours=listed, closed=False)
    return day
