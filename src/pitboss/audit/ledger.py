"""The ledger: its rows against the lines of the logs, and the balances against the rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from pitboss.audit import database as rows
from pitboss.audit.database import LineRows
from pitboss.audit.finding import BALANCE, LEDGER, AuditFinding
from pitboss.audit.log_line import LogLine
from pitboss.audit.room_facts import Days
from pitboss.move import Move
from pitboss.room.bank import guarded
from pitboss.storage import schema

LONGEST_DAY = 25 * 3600 * 1_000_000
"""Microseconds of a gambling day on which clocks are set back."""


_decode = msgspec.json.Decoder(tuple[Move, ...]).decode


class LedgerCheck:
    """The ledger's movements of one table's lines; ``spans`` are the first and last moment of every gambling day."""

    def __init__(self, table: str, days: Days, spans: Mapping[str, tuple[int, int]]) -> None:
        self.table, self.days = table, days
        self.spans = dict(spans)
        self.rows = 0
        self._wrong_days: set[str] = set()

    def compare(
        self, connection: Connection, lines: Sequence[LogLine], after: int, upto: int
    ) -> Iterator[AuditFinding]:
        """Compare the rows of the lines after a line and up to another, which are ``lines`` if none is missing."""
        stored = {each.number: each for each in rows.line_rows(connection, self.table, after, upto)}
        for line in lines:
            of_line = stored.pop(line.number, None)
            if of_line is not None:
                self.rows += of_line.many
                yield from self._booked(line, of_line)
                if not line.says(of_line.moves):
                    yield from self._compared(connection, line, of_line.moves)
            elif line.has_moves:
                yield from self._compared(connection, line, b"[]")
        for number in stored:
            text = "the ledger has movements of a line that is not in the log"
            yield AuditFinding(LEDGER, text, self.table, number if type(number) is int else 0)

    def _booked(self, line: LogLine, stored: LineRows) -> Iterator[AuditFinding]:
        """When the movements of a line are booked."""
        at, day = line.at, str(stored.last_day)
        low, high = self.spans.get(day, (at, at))
        self.spans[day] = (min(low, at), max(high, at))
        if stored.first_day != day or stored.first_at != stored.last_at:
            yield self._found(f"movements of one line are booked on {stored.first_day} and apart", line)
        if stored.last_at != at:
            yield self._found("the ledger has another time for this line", line)
        right = self.days.of(at) or day
        if right != day and day not in self._wrong_days:
            self._wrong_days.add(day)
            yield self._found(f"movements are booked on {day} that are of the gambling day {right}", line)

    def _compared(self, connection: Connection, line: LogLine, moves: bytes) -> Iterator[AuditFinding]:
        """Compare decoded movements: equal ones may be encoded in two ways."""
        try:
            told = line.moves
        except msgspec.MsgspecError:
            return  # reported where the line is played
        try:
            readable = _decode(moves)
        except msgspec.MsgspecError:
            readable = None  # a row holds something that is no movement
        if readable == told:
            return
        stored = rows.moves_in_order(connection, self.table, line.number)
        if readable is None or stored != told:
            yield self._found(_difference(stored, told), line)

    def _found(self, text: str, line: LogLine) -> AuditFinding:
        return AuditFinding(LEDGER, text, self.table, line.number)


def _difference(stored: tuple[Move, ...], told: tuple[Move, ...]) -> str:
    for at in range(max(len(stored), len(told))):
        row = stored[at] if at < len(stored) else None
        line = told[at] if at < len(told) else None
        if row != line:
            return f"the log says {line or 'no further movement'}; the ledger has {_words(row) if row else 'none'}"
    return "the ledger has the movements in another order"


def _words(row: Move) -> str:
    """A movement of the ledger, whatever stands in its row."""
    return str(row) if type(row.cents) is int else repr(row)


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
