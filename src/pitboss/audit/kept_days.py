"""The sums of gambling days that reports are made of, summed up again from the ledger."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, func, select

from pitboss.audit.database import Database
from pitboss.audit.room_facts import Days, NotedCalendar
from pitboss.books.sums import FeeSums, Period, TableDay
from pitboss.room.day import Calendar
from pitboss.storage import books, schema
from pitboss.storage.check import LEDGER, AuditFinding


class KeptDays(msgspec.Struct, frozen=True):
    """The stored days of a table that were checked: the last of them, and what was found."""

    last: str = ""
    findings: tuple[AuditFinding, ...] = ()


def tables_with_days(connection: Connection) -> dict[str, str]:
    """The tables whose sums are stored, with the last day of each."""
    c = schema.table_days.c
    return {row[0]: row[1] for row in connection.execute(select(c.table, func.max(c.day)).group_by(c.table))}


def audit_days(data: Database, table: str, after: str, calendars: tuple[NotedCalendar, ...]) -> KeptDays:
    """Sum up the stored days of a table after a day again, and compare."""
    noted = Days(calendars)
    calendar = noted.calendar() or Calendar()
    exact = noted.calendar() is not None and not noted.several
    with data.reading() as connection:
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
        fees: dict[tuple[str, int], list[int]] = {}
        for fee in day.fee_hours:
            sums = fees.setdefault((fee.game, fee.heads), [0, 0])
            sums[0], sums[1] = sums[0] + fee.hands, sums[1] + fee.cents
        listed = tuple(FeeSums(game, heads, 0, *sums) for (game, heads), sums in sorted(fees.items()))
        day = msgspec.structs.replace(day, fee_hours=listed, closed=False)
    return day
