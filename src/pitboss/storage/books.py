"""The sums of gambling days, computed from the ledger; the sums of past days are stored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import date, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, case, func, insert, or_, select
from sqlalchemy.exc import IntegrityError

from pitboss.books.fold import FinishedHand, LedgerMove, fold_day
from pitboss.books.sums import Period, TableDay, TableOnFile, idle
from pitboss.room import bank, old_lines
from pitboss.room.config import TableConfig
from pitboss.room.day import Calendar, day_names
from pitboss.storage import schema
from pitboss.storage.access import Subject, reads, writes

_decode = msgspec.json.Decoder(TableDay).decode

LATE = 300.0
"""Seconds after the end of a day until its sums are stored, since a last-moment command may still arrive."""


class Books(Subject):
    """The sums of gambling days."""

    async def days(self, period: Period, *, now: float, only: str = "") -> list[TableDay]:
        """The sums of every table, or of one, on each gambling day of a period; the sums of past days are stored."""
        listed = await self._summed(period, only)
        await self._keep(listed, self.access.calendar.day(now - LATE).isoformat())
        return listed

    @reads
    def tables(self, connection: Connection) -> list[TableOnFile]:
        """Every table ever opened, as the books need it."""
        return tables(connection)

    @reads
    def _summed(self, connection: Connection, period: Period, only: str) -> list[TableDay]:
        """The sums of every table on every gambling day of a period on which it was open, idle days included."""
        wanted = [table for table in tables(connection) if only in ("", table.id)]
        return [day for table in wanted for day in days_of(connection, table, period, self.access.calendar)]

    @writes
    def _keep(self, connection: Connection, listed: list[TableDay], today: str) -> None:
        """Store the sums of past days that are not stored yet."""
        c = schema.table_days.c
        over = [each for each in listed if each.day < today]
        if not over:
            return
        ask = select(c.table, c.day).where(c.day >= min(each.day for each in over))
        known = {(row.table, row.day) for row in connection.execute(ask)}
        rows = [
            {"table": each.table, "day": each.day, "line": 0, "sums": msgspec.json.encode(each)}
            for each in over
            if (each.table, each.day) not in known
        ]
        if rows:
            with suppress(IntegrityError), connection.begin_nested():  # another process may be first
                connection.execute(insert(schema.table_days), rows)


def tables(connection: Connection) -> list[TableOnFile]:
    """Every table ever opened."""
    c = schema.tables.c
    ask = select(c.id, c.config, c.record, c.opened, c.closed).where(c.id != schema.ROOM).order_by(c.opened, c.id)
    rows = connection.execute(ask)
    known = ((row, _config(row.config, row.id)) for row in rows)
    return [
        TableOnFile(row.id, config.name, row.record, row.opened, row.closed, config.payout_limits)
        for row, config in known
    ]


def _config(config: bytes, id: str) -> TableConfig:
    try:
        return msgspec.json.decode(config, type=TableConfig)
    except msgspec.DecodeError:
        return TableConfig(name=id)


def days_of(
    connection: Connection,
    table: TableOnFile,
    period: Period,
    calendar: Calendar,
    *,
    from_ledger: bool = False,
) -> Iterator[TableDay]:
    """The days of one table; ``from_ledger`` sums them up again instead of reading stored sums."""
    day_of = day_names(calendar)
    first = max(period.first, day_of(table.opened))
    last = period.last if table.closed is None else min(period.last, day_of(table.closed))
    if first > last:
        return
    active = _active_days(connection, table.id, first, last)
    known = {} if from_ledger else kept(connection, table.id, first, last)
    before = _rack_before(connection, table.id, first)
    present = TableDay(table=table.id, day="", closer=before, rack=bool(before))
    for day in days(first, last):
        if day in known:
            present = known[day]
        elif day in active:
            present = day_sums(connection, table, day, present.closer, calendar)
        else:
            present = idle(present, day)
        present.closed = table.closed is not None and day == day_of(table.closed)
        yield present


def days(first: str, last: str) -> Iterator[str]:
    """Every date from the first to the last."""
    day, end = date.fromisoformat(first), date.fromisoformat(last)
    while day <= end:
        yield day.isoformat()
        day += timedelta(days=1)


def day_sums(connection: Connection, on_file: TableOnFile, day: str, opener: int, calendar: Calendar) -> TableDay:
    """The sums of a table's gambling day, from the raw ledger; ``opener`` is the cents in its rack before that day."""
    table = on_file.id
    hands = _hands(connection, table, day)
    m = schema.movements.c
    started = select(func.min(m.number)).where(m.table == table, m.day == day)
    first = connection.execute(started).scalar()
    begun = min((hand.first_line for hand in hands), default=first)
    numbers = [number for number in (first, begun) if number is not None]
    rows: Iterator[LedgerMove] = iter(())
    if numbers:
        ask = _movements().where(m.table == table, m.number >= min(numbers), m.day <= day)
        rows = map(_moved, connection.execute(ask.order_by(m.number, m.id)))
    moved = [*rows, *_counted(connection, table, day)]
    return fold_day(table, day, opener, moved, hands, calendar.hour, limits=on_file.payout_limits)


def _counted(connection: Connection, table: str, day: str) -> Iterator[LedgerMove]:
    """The movements of counted boxes of a table, which are in the room's log."""
    m = schema.movements.c
    boxes = [bank.table_account(table, box) for box in bank.BOXES]
    ask = _movements().where(m.table == schema.ROOM, m.source.in_(boxes), m.day == day)
    return map(_moved, connection.execute(ask.order_by(m.id)))


def _movements() -> Select[Any]:
    m = schema.movements.c
    return select(m.number, m.day, m.source, m.target, m.cents, m.purpose, m.wager, m.result, m.why)


def _moved(row: Any) -> LedgerMove:
    """A row of the ledger as the books read it."""
    number, day, source, target, cents, purpose, wager, result, why = row
    if not purpose:
        purpose, wager, result = old_lines.facts_of(source, target, why)
    return LedgerMove(number, day, source, target, cents, purpose, wager, result)


def _hands(connection: Connection, table: str, day: str) -> list[FinishedHand]:
    h, p = schema.hands.c, schema.hand_players.c
    heads = select(p.hand, func.count().label("heads")).group_by(p.hand).subquery()
    ask = (
        select(h.game, heads.c.heads, h.ended, h.first_line, h.last_line, h.number)
        .join(heads, heads.c.hand == h.id, isouter=True)
        .where(h.table == table, h.day == day)
        .order_by(h.number)
    )
    return [FinishedHand(row.game, row.heads or 0, *row[2:]) for row in connection.execute(ask)]


def _active_days(connection: Connection, table: str, first: str, last: str) -> set[str]:
    m = schema.movements.c
    boxes = [bank.table_account(table, box) for box in bank.BOXES]
    own = select(m.day).where(m.table == table, m.day >= first, m.day <= last).distinct()
    counted = select(m.day).where(m.table == schema.ROOM, m.source.in_(boxes), m.day >= first, m.day <= last)
    return {*connection.scalars(own), *connection.scalars(counted.distinct())}


def _rack_before(connection: Connection, table: str, day: str) -> int:
    """The cents in a rack when a gambling day began."""
    m, account = schema.movements.c, bank.table_account(table, bank.RACK)
    signed = case((m.target == account, m.cents), else_=-m.cents)
    ask = select(func.sum(signed)).where(or_(m.source == account, m.target == account), m.day < day)
    return int(connection.execute(ask).scalar() or 0)


# Days that are over ---------------------------------------------------------------------------------------------------


def kept(connection: Connection, table: str, first: str, last: str) -> dict[str, TableDay]:
    """The stored sums of a table's days."""
    c = schema.table_days.c
    ask = select(c.day, c.sums).where(c.table == table, c.day >= first, c.day <= last)
    return {row.day: _decode(row.sums) for row in connection.execute(ask)}
