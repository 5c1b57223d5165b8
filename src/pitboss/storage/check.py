"""Checks of the stored data: every log's hash chain and slips, and the ledger against the logs.

Backups are verified this way when they are written and restored; the audit checks the lines with the same
:class:`LogCheck` and also replays them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import groupby, pairwise, zip_longest
from operator import itemgetter
from typing import Any, Generic, TypeVar

import msgspec
from sqlalchemy import ColumnElement, Connection, Integer, Select, Table, and_, bindparam, func, select

from pitboss.move import Move
from pitboss.room.bank import guarded
from pitboss.room.ledger import changes
from pitboss.room.line import FORMAT, GENESIS, Line, chained
from pitboss.room.slips import Slip
from pitboss.storage import schema
from pitboss.storage.reading import as_bytes, fetched
from pitboss.storage.slips import SlipCheck

CHAIN, COLUMNS, LEDGER, BALANCE, DECK, REPLAY, HAND, SLIP, CHIPS = (
    *("chain", "columns", "ledger", "balance", "deck", "replay", "hand", "slip", "chips"),
)
"""The kinds of findings: a log whose hash chain is broken, columns that differ from their line or from the room's
log, a ledger that differs from the logs, a balance that is not the sum of its movements, a deck that is not the one
sealed, play that settles differently, a stored hand that differs from the one played, a slip out of sequence, chips
that no command moved."""

NO_LINE, LAST_LINE = -(1 << 62), 1 << 62
AT_ONCE = 2000
"""Lines per read."""
LONGEST_DAY = 25 * 3600 * 1_000_000
"""Microseconds of the longest gambling day, when clocks are set back."""

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError)
"""Errors raised by bytes that are not a line: msgspec's, or Python's if they are not UTF-8."""

_decode = msgspec.json.Decoder(Line).decode


class AuditFinding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One problem, with the record where it was found: a line of a table's log, or a hand."""

    kind: str
    text: str
    table: str = ""
    line: int = 0
    hand: str = ""

    def __str__(self) -> str:
        where = f"{self.table} line {self.line}: " if self.line else f"{self.table}: " if self.table else ""
        return f"{where}{self.text}"


# Rows -----------------------------------------------------------------------------------------------------------------


class StoredLog(msgspec.Struct, frozen=True):
    """A table and the end of its log; ``dealt`` is the number of its decks stored as dealt."""

    id: str
    record: bytes
    config: bytes
    number: int
    head: str
    dealt: int = 0


def stored_logs(connection: Connection) -> list[StoredLog]:
    """Every table ever opened, and the room's own log; a table without a head ends at line -1."""
    t, h, d = schema.tables.c, schema.heads.c, schema.decks.c
    counted = select(d.table, func.count()).where(d.used).group_by(d.table)
    dealt: dict[str, int] = dict(fetched(connection, counted))
    ask = (
        select(t.id, t.record, t.config, h.number, h.head)
        .select_from(schema.tables.outerjoin(schema.heads, h.table == t.id))
        .order_by(t.opened, t.id)
    )
    return [
        StoredLog(
            *(str(row.id), as_bytes(row.record), as_bytes(row.config)),
            *(row.number if type(row.number) is int else -1, row.head or "", dealt.get(row.id, 0)),
        )
        for row in connection.execute(ask)
    ]


def line_rows(connection: Connection, table: str, after: int, most: int, upto: int | None = None) -> list[Any]:
    """The next rows of a log, up to line ``upto`` if given: number, seq, at, by, key, line, hash."""
    ask = _lines() if upto is None else _lines().where(schema.lines.c.number <= upto)
    return fetched(connection, ask, table=table, after=after, most=most)


@lru_cache(maxsize=1)
def _lines() -> Select[Any]:
    c = schema.lines.c
    ask = select(c.number, c.seq, c.at, c.by, c.key, c.line, c.hash)
    ask = ask.where(c.table == bindparam("table"), c.number > bindparam("after"))
    return ask.order_by(c.number).limit(bindparam("most", type_=Integer))


def numbered_between(rows: Table) -> ColumnElement[bool]:
    """The condition for rows after one number and up to another."""
    c = rows.c
    return and_(c.table == bindparam("table"), c.number > bindparam("after"), c.number <= bindparam("upto"))


@lru_cache(maxsize=1)
def _movements() -> Select[Any]:
    c = schema.movements.c
    ask = select(c.number, c.at, c.day, *(c[name] for name in Move.__struct_fields__))
    return ask.where(numbered_between(schema.movements)).order_by(c.number, c.id)


# One log --------------------------------------------------------------------------------------------------------------


class LogReached(msgspec.Struct, kw_only=True):
    """How far a table's log was checked.

    ``head`` is the chain's hash at line ``number``, ``format`` the format of that line, ``sums`` the balances of the
    table's accounts by its movements, ``movements`` the number of ledger movements of its lines, ``days`` the first
    and last moment of each gambling day they are booked on. A ``broken`` chain is not followed any further.
    """

    table: str
    number: int = 0
    head: str = GENESIS
    seq: int = 0
    format: int = 1
    sums: dict[str, int] = {}
    slips: tuple[Slip, ...] = ()
    movements: int = 0
    days: dict[str, tuple[int, int]] = {}
    broken: bool = False


ReachedT = TypeVar("ReachedT", bound=LogReached)


class LogCheck(Generic[ReachedT]):
    """Checks one log from ``start`` on: numbers, hash chain, columns, versions, slips and the ledger.

    ``day_of`` returns the gambling day of a time, empty if unknown.
    """

    def __init__(self, connection: Connection, start: ReachedT, day_of: Callable[[int], str]) -> None:
        self.connection, self.table, self.day_of = connection, start.table, day_of
        self.at = msgspec.structs.replace(start, sums=dict(start.sums))
        self.slips = SlipCheck(start.table, start.slips)
        self.ledger = LedgerCheck(start.table, day_of, start.days)
        self.findings: list[AuditFinding] = []

    def reached(self) -> ReachedT:
        """How far the log has been checked."""
        return msgspec.structs.replace(
            self.at,
            sums={name: cents for name, cents in self.at.sums.items() if cents},
            slips=tuple(self.slips.written.values()),
            movements=self.at.movements + self.ledger.rows,
            days=dict(self.ledger.spans),
        )

    def find(self, kind: str, text: str, line: int = 0, hand: str = "") -> None:
        self.findings.append(AuditFinding(kind, text, self.table, line, hand))

    def read(self, upto: int) -> list[Line]:
        """The next lines up to a number; stops where the chain breaks, since nothing after that can be trusted."""
        at = self.at
        most = 0 if at.broken else min(AT_ONCE, upto - at.number)
        rows = line_rows(self.connection, self.table, at.number or NO_LINE, most) if most > 0 else []
        lines = []
        for found, seq, time, by, key, data, hash in rows:
            number = at.number + 1
            if found != number:
                follows = f"line {found} follows line {at.number}" if at.number else f"the log begins with line {found}"
                self._break(number, f"line {number} is missing: {follows}")
                break
            text = as_bytes(data)
            head = chained(at.head, text)
            if hash != head:
                self._break(number, "the line was changed or moved: its hash does not continue the chain")
                break
            try:
                line = _decode(text)
            except UNREADABLE as error:
                self._break(number, f"the line cannot be read ({error})")
                break
            if (line.number, line.seq, line.at, line.by, line.key) != (number, seq, time, by, key):
                self.find(COLUMNS, "the columns of the row do not repeat what its line says", number)
            if line.seq < at.seq:
                self.find(CHAIN, f"the line goes back from version {at.seq} to {line.seq}", number)
            if not at.format <= line.format <= FORMAT:
                known = f"the lines before have format {at.format}, this release writes {FORMAT}"
                self.find(CHAIN, f"the line has format {line.format}; {known}", number)
            at.number, at.head, at.seq, at.format = number, head, line.seq, line.format
            lines.append(_numbered(line, number))
        return lines

    def _break(self, number: int, text: str) -> None:
        self.find(CHAIN, text, number)
        self.at.broken = True

    def compare(self, lines: Sequence[Line]) -> None:
        """Compare slips and ledger with the lines that were read last."""
        for line in lines:
            for account, cents in changes(line.moves).items():
                self.at.sums[account] = self.at.sums.get(account, 0) + cents
            for text in self.slips.line(line):
                self.find(SLIP, text, line.number)
        # A log without lines has no movements.
        if lines or not (self.at.number or self.at.broken):
            after = lines[0].number - 1 if lines else 0
            self.findings += self.ledger.compare(self.connection, lines, after or NO_LINE, self.at.number)

    def end(self, log: StoredLog) -> None:
        """Compare the end of the log with its stored head, and its slips with their rows."""
        if not self.at.broken and (log.number, log.head) != (self.at.number, self.at.head):
            where = f"line {log.number}" if log.number >= 0 else "nothing"
            self.find(CHAIN, f"the log ends with line {self.at.number} and its stored head with {where}")
        if self.at.broken:  # the ledger is compared with the lines after a break too
            self._as_they_stand(self.ledger, self.at.number or NO_LINE, log.number)
            return
        # Slips of lines that were written since the check began are checked next time.
        later = self._as_they_stand(LedgerCheck(self.table, self.day_of, {}), self.at.number, LAST_LINE)
        for text in self.slips.rows(self.connection, self.day_of, later):
            self.find(SLIP, text)

    def _as_they_stand(self, check: LedgerCheck, after: int, upto: int) -> set[str]:
        """Compare the ledger with lines that get no other check; return the slips of the readable ones."""
        slips: set[str] = set()
        while True:
            found = line_rows(self.connection, self.table, after, AT_ONCE, upto)
            last = found[-1][0] if len(found) == AT_ONCE else upto
            lines = list(self._readable(found))
            self.findings += check.compare(self.connection, lines, after, last)
            slips |= {slip.id for line in lines for slip in line.slips}
            if last >= upto:
                return slips
            after = last

    def _readable(self, rows: Iterable[Any]) -> Iterator[Line]:
        for number, *_, text, _ in rows:
            if type(number) is not int:
                self.find(CHAIN, f"{number} is not the number of a line")
                continue
            try:
                line = _decode(as_bytes(text))
            except UNREADABLE:
                self.find(CHAIN, "the line cannot be read", number)
            else:
                yield _numbered(line, number)


def _numbered(line: Line, number: int) -> Line:
    """A line with the number of its row, since a forged line may claim another."""
    return line if line.number == number else msgspec.structs.replace(line, number=number)


def check_log(connection: Connection, log: StoredLog) -> list[AuditFinding]:
    """Everything that is wrong with one log: its chain, head, slips and movements, and the decks it names."""
    check = LogCheck(connection, LogReached(table=log.id), lambda at: "")
    seals: set[str] = set()
    while lines := check.read(LAST_LINE):
        check.compare(lines)
        seals.update(*(line.sealed for line in lines), *(did.seals for line in lines for did in line.did))
    check.compare(())
    check.end(log)
    missing = seals.difference(connection.scalars(select(schema.decks.c.root).where(schema.decks.c.table == log.id)))
    if missing:
        check.find(DECK, f"{len(missing)} of {len(seals)} decks that the log names are not stored")
    return check.findings


def problems(connection: Connection, only: str = "") -> list[str]:
    """Describe every problem of the whole database or of one log; empty if it is sound."""
    logs = [log for log in stored_logs(connection) if only in ("", log.id)]
    findings = [finding for log in logs for finding in check_log(connection, log)]
    if not only:
        findings += [*unlogged(connection), *balance_problems(stored_balances(connection), _folded(connection))]
    return [str(finding) for finding in findings]


def _folded(connection: Connection) -> dict[str, int]:
    """The sums of all movements by account."""
    c = schema.movements.c
    result: dict[str, int] = {}
    for column, sign in ((c.target, 1), (c.source, -1)):
        for account, cents in connection.execute(select(column, func.sum(c.cents)).group_by(column)):
            result[account] = result.get(account, 0) + sign * int(cents)
    return result


# The ledger -----------------------------------------------------------------------------------------------------------


class LedgerCheck:
    """Compares the ledger with one table's lines; ``spans`` are the first and last moment of every gambling day."""

    def __init__(self, table: str, day_of: Callable[[int], str], spans: Mapping[str, tuple[int, int]]) -> None:
        self.table, self.day_of = table, day_of
        self.spans = dict(spans)
        self.rows = 0
        self._wrong_days: set[str] = set()

    def compare(self, connection: Connection, lines: Sequence[Line], after: int, upto: int) -> Iterator[AuditFinding]:
        """Compare the ledger's rows after line ``after`` up to ``upto`` with ``lines``."""
        found = fetched(connection, _movements(), table=self.table, after=after, upto=upto)
        stored = {number: list(rows) for number, rows in groupby(found, itemgetter(0))}
        for line in lines:
            rows = stored.pop(line.number, [])
            if rows:
                self.rows += len(rows)
                yield from self._booked(line, {row[1] for row in rows}, {row[2] for row in rows})
            moves = tuple([Move(*row[3:]) for row in rows])
            if moves != line.moves:
                yield self._found(difference(line.moves, moves, "the log says {}; the ledger has {}", "none"), line)
        for number in stored:
            text = "the ledger has movements of a line that is not in the log"
            yield AuditFinding(LEDGER, text, self.table, number if type(number) is int else 0)

    def _booked(self, line: Line, times: set[int], days: set[str]) -> Iterator[AuditFinding]:
        """Check that all movements of a line are booked at its time and on its gambling day."""
        at, day = line.at, str(max(days, key=str))
        low, high = self.spans.get(day, (at, at))
        self.spans[day] = (min(low, at), max(high, at))
        if len(days) > 1 or len(times) > 1:
            first = min(days, key=str)
            yield self._found(f"movements of one line are booked on {first} and at other times or days", line)
        if times != {at}:
            yield self._found("the ledger has another time for this line", line)
        right = self.day_of(at) or day
        if right != day and day not in self._wrong_days:
            self._wrong_days.add(day)
            yield self._found(f"movements of the gambling day {right} are booked on {day}", line)

    def _found(self, text: str, line: Line) -> AuditFinding:
        return AuditFinding(LEDGER, text, self.table, line.number)


def difference(one: Sequence[Move], other: Sequence[Move], words: str, none: str) -> str:
    """Describe the first movements that differ: ``words`` has a placeholder for each, ``none`` stands for one missing
    from the second list."""
    pairs = ((left, right) for left, right in zip_longest(one, other) if left != right)
    left, right = next(pairs)
    return words.format(told_apart(left, right, "no further movement"), told_apart(right, left, none))


def told_apart(move: Move | None, other: Move | None, none: str) -> str:
    """Describe a movement that is compared with another, with its facts if only those differ."""
    if move is None:
        return none
    if type(move.cents) is not int:
        return repr(move)  # a row of the ledger may hold anything
    if other is None or move.without_facts() != other.without_facts():
        return str(move)
    facts = " ".join(filter(None, (str(move.purpose), str(move.wager), str(move.result))))
    return f"{move} [{facts or 'without facts'}]"


def unlogged(connection: Connection) -> list[AuditFinding]:
    """Tables with movements in the ledger but no log."""
    c = schema.movements.c
    ask = select(c.table).where(c.table.not_in(select(schema.tables.c.id))).distinct()
    text = "the ledger has movements of a table that has no log"
    return [AuditFinding(LEDGER, text, table) for table in connection.scalars(ask)]


def day_problems(days: Mapping[str, tuple[int, int]]) -> list[AuditFinding]:
    """Gambling days that overlap, or whose date does not fit the times booked on them."""
    findings = []
    spans = sorted((low, high, day) for day, (low, high) in days.items())
    for low, high, day in spans:
        try:
            far = abs((datetime.fromtimestamp(low / 1_000_000, UTC).date() - date.fromisoformat(day)).days)
        except ValueError:
            far = 99
        if far > 1 or high - low > LONGEST_DAY:
            findings.append(AuditFinding(LEDGER, f"movements of another day are booked on the gambling day {day}"))
    findings += [
        AuditFinding(LEDGER, f"movements are booked on {day} after the first of {later}")
        for (_, high, day), (low, _, later) in pairwise(spans)
        if high >= low
    ]
    return findings


def stored_balances(connection: Connection) -> dict[str, int]:
    """The stored balance of every account, in cents."""
    b = schema.balances.c
    return {row.account: row.cents for row in connection.execute(select(b.account, b.cents))}


def balance_problems(stored: Mapping[str, int], sums: Mapping[str, int]) -> list[AuditFinding]:
    """Balances that are not the sum of their movements, that are below zero, or that do not sum to zero."""
    findings = [
        AuditFinding(
            BALANCE, f"{name} is stored with {stored.get(name, 0)} cents; its movements sum to {sums.get(name, 0)}"
        )
        for name in sorted({*stored, *sums}, key=str)
        if stored.get(name, 0) != sums.get(name, 0)
    ]
    # Names and amounts of a wrong type are reported above.
    stored = {name: cents for name, cents in stored.items() if type(name) is str and type(cents) is int}
    below = {name: cents for name, cents in stored.items() if cents < 0 and guarded(name)}
    findings += [AuditFinding(BALANCE, f"{name} is {-cents} cents below zero") for name, cents in below.items()]
    total: Any = sum(stored.values())
    if total:
        findings.append(AuditFinding(BALANCE, f"the balances sum to {total} cents instead of zero: chips from nowhere"))
    return findings
