"""Forgeries of a stored room, by people who can write to the database; some know how to continue a chain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, text

from pitboss.room.line import GENESIS, Line, chained
from pitboss.storage import schema

Mutation = Callable[[dict[str, Any]], None]


def line_text(connection: Connection, table: str, number: int) -> bytes:
    ask = text('SELECT line FROM lines WHERE "table" = :t AND number = :n')
    return bytes(connection.execute(ask, {"t": table, "n": number}).scalar_one())


def line_of(connection: Connection, table: str, number: int) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.json.decode(line_text(connection, table, number))
    return data


def first_line(connection: Connection, table: str, fits: Callable[[dict[str, Any]], bool], after: int = 0) -> int:
    """The number of the first line that fits."""
    ask = text('SELECT number, line FROM lines WHERE "table" = :t AND number > :n ORDER BY number')
    for number, line in connection.execute(ask, {"t": table, "n": after}):
        if fits(msgspec.json.decode(bytes(line))):
            return int(number)
    raise AssertionError("no line fits")


def rewrite(connection: Connection, table: str, number: int, change: Mutation) -> None:
    """Change a line and make everything fit again: hashes, head, the ledger's rows, balances."""
    data = line_of(connection, table, number)
    change(data)
    line = msgspec.convert(data, Line, str_keys=True)
    at, day = connection.execute(
        text('SELECT at, day FROM movements WHERE "table" = :t AND number = :n LIMIT 1'), {"t": table, "n": number}
    ).first() or (line.at, "2026-01-01")
    _set_line(connection, table, number, line.encode())
    rechain(connection, table)
    connection.execute(text('DELETE FROM movements WHERE "table" = :t AND number = :n'), {"t": table, "n": number})
    for move in line.moves:
        values = {"table": table, "number": number, "at": at, "day": day, **msgspec.structs.asdict(move)}
        connection.execute(insert(schema.movements).values(values))
    rebalance(connection)


def _set_line(connection: Connection, table: str, number: int, line: bytes) -> None:
    ask = text('UPDATE lines SET line = :line WHERE "table" = :t AND number = :n')
    connection.execute(ask, {"line": line, "t": table, "n": number})


def rechain(connection: Connection, table: str) -> None:
    """Compute every hash of a log anew."""
    head, last = GENESIS, 0
    rows = connection.execute(text('SELECT number, line FROM lines WHERE "table" = :t ORDER BY number'), {"t": table})
    for number, line in rows.all():
        head, last = chained(head, bytes(line)), number
        ask = text('UPDATE lines SET hash = :h WHERE "table" = :t AND number = :n')
        connection.execute(ask, {"h": head, "t": table, "n": number})
    ask = text('UPDATE heads SET head = :h, number = :n WHERE "table" = :t')
    connection.execute(ask, {"h": head, "n": last, "t": table})


def rebalance(connection: Connection) -> None:
    """Store every balance as the sum of the movements."""
    sums: Counter[str] = Counter()
    for source, target, cents in connection.execute(text("SELECT source, target, cents FROM movements")):
        sums[source] -= cents
        sums[target] += cents
    for account, cents in sums.items():
        ask = text("UPDATE balances SET cents = :c, guarded = :g WHERE account = :a")
        connection.execute(ask, {"c": cents, "g": account != "cage" and cents >= 0, "a": account})
