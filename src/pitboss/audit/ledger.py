"""The ledger: its rows against the lines of the logs, and the balances against the rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from pitboss.audit import database as rows
from pitboss.audit.database import Database
from pitboss.audit.finding import BALANCE, LEDGER, AuditFinding
from pitboss.audit.room_facts import Days, NotedCalendar
from pitboss.move import Move
from pitboss.room.bank import guarded
from pitboss.storage import schema

LONGEST_DAY = 25 * 3600 * 1_000_000
"""Microseconds of a gambling day on which clocks are set back."""


class LineMoves(msgspec.Struct, frozen=True):
    """The part of a line that is in the ledger."""

    moves: tuple[Move, ...] = ()


_decode = msgspec.json.Decoder(LineMoves).decode


class Cut(msgspec.Struct, frozen=True):
    """Movements of a line whose rows this window does not hold whole."""

    table: str
    number: int
    moves: tuple[Move, ...]


class LedgerPart(msgspec.Struct, frozen=True):
    """A window of the ledger: sums by account, rows, the first and last moment of every day, lines that were cut."""

    sums: dict[str, int]
    rows: int
    days: dict[str, tuple[int, int]]
    cut: tuple[Cut, ...]
    findings: tuple[AuditFinding, ...]


def audit_window(
    data: Database, first: int, last: int, heads: Mapping[str, int], calendars: tuple[NotedCalendar, ...] = ()
) -> LedgerPart:
    """Compare the movements with these ids with the lines they belong to; ``heads`` are the last lines to look at."""
    right_day, wrong_days = Days(calendars).of, set[str]()
    with data.reading() as connection:
        by_line: dict[tuple[str, int], list[Move]] = {}
        sums: dict[str, int] = defaultdict(int)
        times: dict[tuple[str, int], tuple[int, str]] = {}
        days: dict[str, tuple[int, int]] = {}
        findings: list[AuditFinding] = []
        count = 0
        for table, number, at, day, source, target, cents, why, rule, _ in rows.movements(connection, first, last):
            if number > heads.get(table, 1 << 62):
                continue  # since the audit began
            count += 1
            sums[source] -= cents
            sums[target] += cents
            key = (table, number)
            of_line = by_line.get(key)
            if of_line is None:
                of_line = by_line[key] = []
                times[key] = (at, day)
                low, high = days.get(day, (at, at))
                days[day] = (min(low, at), max(high, at))
                if (right_day(at) or day) != day and day not in wrong_days:
                    wrong_days.add(day)
                    text = f"movements are booked on {day} that are of the gambling day {right_day(at)}"
                    findings.append(AuditFinding(LEDGER, text, table, number))
            elif times[key] != (at, day):
                findings.append(
                    AuditFinding(LEDGER, f"movements of one line are booked on {day} and apart", table, number)
                )
            of_line.append(Move(source, target, cents, why, rule))
        cut = _compared(connection, by_line, times, findings)
    return LedgerPart(dict(sums), count, days, tuple(cut), tuple(findings))


def _compared(
    connection: Connection,
    by_line: dict[tuple[str, int], list[Move]],
    times: dict[tuple[str, int], tuple[int, str]],
    findings: list[AuditFinding],
) -> list[Cut]:
    """The lines whose movements differ from those of this window: perhaps the rest is in another one."""
    numbers: dict[str, list[int]] = defaultdict(list)
    for table, number in by_line:
        numbers[table].append(number)
    cut = []
    for table, listed in numbers.items():
        for number, at, text in rows.line_texts(connection, table, min(listed), max(listed)):
            moves = by_line.pop((table, number), None)
            if moves is None:
                continue
            if times[table, number][0] != at:
                findings.append(AuditFinding(LEDGER, "the ledger has another time for this line", table, number))
            if tuple(moves) != _decode(text).moves:
                cut.append(Cut(table, number, tuple(moves)))
    for table, number in by_line:
        findings.append(
            AuditFinding(LEDGER, "the ledger has movements of a line that is not in the log", table, number)
        )
    return cut


def cut_problems(data: Database, cut: list[Cut]) -> list[AuditFinding]:
    """Put together what several windows hold of a line; a line that still differs is wrong in the ledger."""
    together: dict[tuple[str, int], list[Move]] = defaultdict(list)
    for each in cut:
        together[each.table, each.number] += each.moves
    findings = []
    with data.reading() as connection:
        for (table, number), moves in together.items():
            told = [_decode(text).moves for _, _, text in rows.line_texts(connection, table, number, number)]
            if not told or tuple(moves) != told[0]:
                findings.append(AuditFinding(LEDGER, _difference(moves, told[0] if told else ()), table, number))
    return findings


def _difference(stored: list[Move], told: tuple[Move, ...]) -> str:
    for at in range(max(len(stored), len(told))):
        row = stored[at] if at < len(stored) else None
        line = told[at] if at < len(told) else None
        if row != line:
            return f"the log says {line or 'no further movement'}; the ledger has {row or 'none'}"
    return "the ledger has the movements in another order"


def day_problems(days: Mapping[str, tuple[int, int]]) -> list[AuditFinding]:
    """Gambling days that overlap, or that lie elsewhere than their moments."""
    findings = []
    spans = sorted((low, high, day) for day, (low, high) in days.items())
    for low, high, day in spans:
        try:
            far = abs((datetime.fromtimestamp(low / 1_000_000, UTC).date() - date.fromisoformat(day)).days)
        except ValueError:
            far = 99
        if far > 1 or high - low > LONGEST_DAY:
            findings.append(AuditFinding(LEDGER, f"movements are booked on the gambling day {day} that are not of it"))
    findings += [
        AuditFinding(LEDGER, f"movements are booked on {day} after the first of {later}")
        for (_, high, day), (low, _, later) in pairwise(spans)
        if high >= low
    ]
    return findings


def balances(connection: Connection) -> dict[str, int]:
    """What every account is stored with."""
    b = schema.balances.c
    return {row.account: row.cents for row in connection.execute(select(b.account, b.cents))}


def balance_problems(stored: Mapping[str, int], sums: Mapping[str, int]) -> list[AuditFinding]:
    """Balances that are not the sum of movements, that are below zero, or that do not sum to zero."""
    findings = [
        AuditFinding(
            BALANCE, f"{name} is stored with {stored.get(name, 0)} cents; its movements sum to {sums.get(name, 0)}"
        )
        for name in sorted({*stored, *sums})
        if stored.get(name, 0) != sums.get(name, 0)
    ]
    below = {name: cents for name, cents in stored.items() if cents < 0 and guarded(name)}
    findings += [AuditFinding(BALANCE, f"{name} is {-cents} cents below zero") for name, cents in below.items()]
    total: Any = sum(stored.values())
    if total:
        findings.append(AuditFinding(BALANCE, f"the balances sum to {total} cents instead of zero: chips from nowhere"))
    return findings
