"""The ledger: its rows against the lines of the logs, and the balances against the rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Any

from sqlalchemy import Connection, select

from pitboss.audit import database as rows
from pitboss.audit.database import BookedMoves
from pitboss.audit.finding import BALANCE, LEDGER, AuditFinding, told_apart
from pitboss.audit.room_facts import Days
from pitboss.move import Move
from pitboss.room.bank import guarded
from pitboss.room.line import Line
from pitboss.storage import schema

LONGEST_DAY = 25 * 3600 * 1_000_000
"""Microseconds of a gambling day on which clocks are set back."""


class LedgerCheck:
    """The ledger's movements of one table's lines; ``spans`` are the first and last moment of every gambling day."""

    def __init__(self, table: str, days: Days, spans: Mapping[str, tuple[int, int]]) -> None:
        self.table, self.days = table, days
        self.spans = dict(spans)
        self.rows = 0
        self._wrong_days: set[str] = set()

    def compare(self, connection: Connection, lines: Sequence[Line], after: int, upto: int) -> Iterator[AuditFinding]:
        """Compare the rows of the lines after a line and up to another, which are ``lines`` if none is missing."""
        stored = rows.booked_moves(connection, self.table, after, upto)
        for line in lines:
            booked = stored.pop(line.number, None)
            if booked is not None:
                self.rows += len(booked.moves)
                yield from self._booked(line, booked)
            moves = booked.moves if booked is not None else ()
            if moves != line.moves:
                yield self._found(_difference(moves, line.moves), line)
        for number in stored:
            text = "the ledger has movements of a line that is not in the log"
            yield AuditFinding(LEDGER, text, self.table, number if type(number) is int else 0)

    def _booked(self, line: Line, booked: BookedMoves) -> Iterator[AuditFinding]:
        """When the movements of a line are booked."""
        at, day = line.at, str(max(booked.days, key=str))
        low, high = self.spans.get(day, (at, at))
        self.spans[day] = (min(low, at), max(high, at))
        if len(booked.days) > 1 or len(booked.times) > 1:
            first = min(booked.days, key=str)
            yield self._found(f"movements of one line are booked on {first} and apart", line)
        if booked.times != {at}:
            yield self._found("the ledger has another time for this line", line)
        right = self.days.of(at) or day
        if right != day and day not in self._wrong_days:
            self._wrong_days.add(day)
            yield self._found(f"movements are booked on {day} that are of the gambling day {right}", line)

    def _found(self, text: str, line: Line) -> AuditFinding:
        return AuditFinding(LEDGER, text, self.table, line.number)


def _difference(stored: tuple[Move, ...], told: tuple[Move, ...]) -> str:
    for at in range(max(len(stored), len(told))):
        row = stored[at] if at < len(stored) else None
        line = told[at] if at < len(told) else None
        if row != line:
            says, has = told_apart(line, row, "no further movement"), told_apart(row, line, "none")
            return f"the log says {says}; the ledger has {has}"
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
        for name in sorted({*stored, *sums}, key=str)
        if stored.get(name, 0) != sums.get(name, 0)
    ]
    # What is neither a name nor a number is no sum of movements either, and named above.
    stored = {name: cents for name, cents in stored.items() if type(name) is str and type(cents) is int}
    below = {name: cents for name, cents in stored.items() if cents < 0 and guarded(name)}
    findings += [AuditFinding(BALANCE, f"{name} is {-cents} cents below zero") for name, cents in below.items()]
    total: Any = sum(stored.values())
    if total:
        findings.append(AuditFinding(BALANCE, f"the balances sum to {total} cents instead of zero: chips from nowhere"))
    return findings
