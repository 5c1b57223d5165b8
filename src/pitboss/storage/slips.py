"""Slips in the database: search, counts of boxes in the room's log, and the check against the logs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, select

from pitboss.money import dollars
from pitboss.move import Move
from pitboss.room import bank, slips
from pitboss.room.line import Line
from pitboss.room.notes import BoxCounted
from pitboss.room.slips import Chips, Signature, Slip, SlipError
from pitboss.storage import schema
from pitboss.storage.access import Subject, micros, reads, writes
from pitboss.storage.reading import balance
from pitboss.storage.writing import room_log
from pitboss.storage.writing.group import GroupWriter

_decode = msgspec.json.Decoder(Slip).decode


class SlipQuery(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A search for slips; empty fields match everything. The latest come first."""

    table: str = ""
    day: str = ""
    kind: str = ""
    state: str = ""
    most: int = 200


class Slips(Subject):
    """The slips of all logs, and counts of boxes."""

    @reads
    def search(self, connection: Connection, query: SlipQuery) -> list[Slip]:
        """The slips that match, the latest first."""
        c = schema.slips.c
        ask = select(c.slip).order_by(c.at.desc(), c.log, c.series, c.number.desc())
        for column, value in ((c.table, query.table), (c.day, query.day), (c.kind, query.kind), (c.state, query.state)):
            if value:
                ask = ask.where(column == value)
        return [_decode(row.slip) for row in connection.execute(ask.limit(max(1, min(query.most, 10_000))))]

    @reads
    def find(self, connection: Connection, id: str) -> Slip | None:
        """One slip by its number; None if there is none."""
        row = connection.execute(select(schema.slips.c.slip).where(schema.slips.c.id == id)).first()
        return None if row is None else _decode(row.slip)

    @writes
    def count(
        self, connection: Connection, table: str, box: str, chips: Chips, *, by: str, now: float, key: str = ""
    ) -> Slip:
        """Store one person's count of a table's box; once two people agree, the chips go to the cage."""
        return count(connection, self.access.group, table, box, chips, by=by, at=micros(now), key=key)


# Counts of boxes ------------------------------------------------------------------------------------------------------


def count(
    connection: Connection, writer: GroupWriter, table: str, box: str, chips: Chips, *, by: str, at: int, key: str = ""
) -> Slip:
    """Store one person's count of a table's box; once two people agree, the chips go to the cage.

    The counts are independent: a second person counts without seeing the first count. Two counts that differ, and an
    agreed count that differs from the ledger, are recorded as errors.
    """
    if box not in bank.BOXES:
        raise SlipError(f"{box!r} is not a box of a table; the boxes are {', '.join(bank.BOXES)}.")
    if connection.execute(select(schema.tables.c.id).where(schema.tables.c.id == table)).first() is None:
        raise SlipError(f"there is no table {table!r}; name one whose boxes are to be counted.")
    room_log.lock(connection)
    held, cents = balance(connection, bank.table_account(table, box)), slips.total(chips)
    present = _open_count(connection, table, box)
    if present is None:
        number = _next(connection, slips.COUNT)
        present = Slip(
            log=schema.ROOM, kind=slips.COUNT, number=number, table=table, at=at, cents=cents, chips=chips, box=box
        )
    signed = msgspec.structs.replace(present.sign(by, at, cents), cents=cents, chips=chips)
    written, moves = [signed], list[Move]()
    if signed.complete:
        signed = msgspec.structs.replace(signed, expected=held)
        written[0] = signed
        if min(cents, held):
            moves.append(bank.count(table, box, min(cents, held), signed.id))
    if signed.complete and cents != held:
        written.append(_error(connection, signed, by, f"the {box} was to hold {dollars(held)}"))
    elif not signed.complete and len(signed.signed) > 1:
        written.append(_error(connection, signed, by, "the counts differ; somebody else counts again"))
    fact = BoxCounted(signed.id)
    room_log.post(connection, writer, moves, at=at, by=f"counter {by}", key=key, fact=fact, slips=tuple(written))
    return signed


def _error(connection: Connection, counted: Slip, by: str, note: str) -> Slip:
    return Slip(
        log=schema.ROOM,
        kind=slips.ERROR,
        number=_next(connection, slips.ERROR),
        table=counted.table,
        at=counted.signed[-1].at,
        cents=counted.cents,
        expected=counted.expected,
        refers=counted.id,
        box=counted.box,
        note=note,
        signed=(Signature(slips.FLOOR, by, counted.signed[-1].at),),
    )


def _next(connection: Connection, kind: str) -> int:
    """The next number of a series of the room's log, which is locked already."""
    c = schema.slips.c
    ask = select(c.number).where(c.log == schema.ROOM, c.series == slips.SERIES[kind]).order_by(c.number.desc())
    return (connection.execute(ask.limit(1)).scalar() or 0) + 1


def _open_count(connection: Connection, table: str, box: str) -> Slip | None:
    c = schema.slips.c
    ask = select(c.slip).where(c.log == schema.ROOM, c.state == slips.OPEN, c.table == table, c.kind == slips.COUNT)
    return next((each for row in connection.execute(ask) if (each := _decode(row.slip)).box == box), None)


# Checked against the logs ---------------------------------------------------------------------------------------------


class SlipCheck:
    """Checks the slips of one log, line by line: numbers skipped or used twice, changes to a void slip, chips that do
    not move with the last signature; at the end, rows that are not in the log.

    ``written`` are the slips of lines that were checked before.
    """

    def __init__(self, log: str, written: Iterable[Slip] = ()) -> None:
        self.log = log
        self.written = {slip.id: slip for slip in written}
        self._last: dict[str, int] = {}
        for slip in self.written.values():
            self._last[slip.series] = max(slip.number, self._last.get(slip.series, 0))

    def line(self, line: Line) -> Iterator[str]:
        """Describe the problems with the slips of the next line."""
        for each in line.slips:
            before = self.written.get(each.id)
            if before is None:
                expected = self._last.get(each.series, 0) + 1
                if each.number != expected or each.log != self.log:
                    yield f"line {line.number} of {self.log} writes slip {each.id} where number {expected} is next"
                self._last[each.series] = max(each.number, expected)
            elif before.state != slips.OPEN:
                yield f"line {line.number} of {self.log} changes slip {each.id}, which is {before.state}"
            yield from _wrongly_signed(each, before)
            self.written[each.id] = each
            yield from _unmoved(each, line)

    def rows(
        self, connection: Connection, day_of: Callable[[int], str] = lambda at: "", later: Collection[str] = ()
    ) -> Iterator[str]:
        """Describe the problems with the stored slips, after the last line.

        ``day_of`` returns the gambling day of a time; slips in ``later`` were changed by lines that are not checked.
        """
        c = schema.slips.c
        stored = {row.id: row for row in connection.execute(select(schema.slips).where(c.log == self.log))}
        for id in sorted({*self.written, *stored}.difference(later), key=str):
            if id not in stored:
                yield f"slip {id} of the log of {self.log} is not stored"
            elif id not in self.written:
                yield f"slip {id} is stored but no line of {self.log} wrote it"
            elif not _same(stored[id], self.written[id]):
                yield f"slip {id} is not stored as the log of {self.log} has it"
            elif (day := day_of(stored[id].at)) and day != stored[id].day:
                yield f"slip {id} is stored on the gambling day {stored[id].day} but belongs to {day}"


def _same(row: Row[Any], slip: Slip) -> bool:
    columns = (row.series, row.number, row.kind, row.table, row.at, row.cents, row.state)
    own = (slip.series, slip.number, slip.kind, slip.table, slip.at, slip.cents, slip.state)
    try:
        return columns == own and _decode(row.slip) == slip
    except (msgspec.MsgspecError, TypeError):  # not a slip, or a number where SQLite should hold text
        return False


def _wrongly_signed(slip: Slip, before: Slip | None) -> Iterator[str]:
    """Check that a slip is signed by its roles in order and that no earlier signature was changed."""
    if slip.kind not in slips.SIGNED:
        yield f"slip {slip.id} has the unknown kind {slip.kind!r}"
        return
    roles = tuple(each.role for each in slip.signed)
    due = (slips.COUNTER,) * len(roles) if slip.kind == slips.COUNT else slips.SIGNED[slip.kind][: len(roles)]
    if roles != due:
        yield f"slip {slip.id} is signed by {', '.join(roles)} where {', '.join(due)} sign"
    elif before is not None and slip.signed[: len(before.signed)] != before.signed:
        yield f"slip {slip.id} has lost or changed a signature"


MOVES = {slips.FILL: bank.fill, slips.CREDIT: bank.credit}
"""The movement of a slip's chips."""


def _unmoved(slip: Slip, line: Line) -> Iterator[str]:
    """Check that the chips of a fill or credit move with its last signature."""
    if slip.kind in MOVES and slip.state == slips.DONE:
        moved = sum(move.cents for move in line.moves if _is_of(slip, move, line))
        if moved != slip.cents:
            yield f"slip {slip.id} is for {slip.cents} cents and line {line.number} of {slip.log} moves {moved}"


def _is_of(slip: Slip, move: Move, line: Line) -> bool:
    """True if a movement belongs to a slip, whatever its amount."""
    try:
        return move == line.as_stored(MOVES[slip.kind](slip.table, move.cents, slip.id))
    except bank.BankError:
        return False  # a forged table or amount
