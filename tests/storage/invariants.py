"""Invariants of a database, whatever happened to the server, checked with plain SQL instead of the code under
test."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import Connection, create_engine, text

from pitboss.storage.places import database_url


class Acknowledged(NamedTuple):
    """A command whose sender was told that it is done."""

    table: str
    by: str
    key: str


def violations(
    database: str, acknowledged: Iterable[Acknowledged] = (), refused: Iterable[Acknowledged] = ()
) -> list[str]:
    """Everything that does not hold, in words."""
    engine = create_engine(database_url(database))
    try:
        with engine.connect() as connection:
            if engine.dialect.name == "postgresql":  # one state of it, though others may go on meanwhile
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            lines = _lines(connection)
            return [
                *lost_or_repeated(lines, acknowledged),
                *stored_though_refused(lines, refused),
                *broken_chains(connection, lines),
                *wrong_ledger(connection, lines),
                *lost_decks(connection, lines),
            ]
    finally:
        engine.dispose()


class Stored(NamedTuple):
    table: str
    number: int
    by: str
    key: str
    raw: bytes
    hash: str

    @property
    def data(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self.raw)
        return data


def _lines(connection: Connection) -> list[Stored]:
    ask = text('SELECT "table", number, "by", "key", line, hash FROM lines ORDER BY "table", number')
    rows = connection.execute(ask)
    return [Stored(table, number, by, key, bytes(line), hash) for table, number, by, key, line, hash in rows]


def lost_or_repeated(lines: Iterable[Stored], acknowledged: Iterable[Acknowledged]) -> list[str]:
    """Every acknowledged command is in the log exactly once, and no key is there twice."""
    counted = Counter(Acknowledged(line.table, line.by, line.key) for line in lines if line.key)
    result = [
        f"{each} was acknowledged and is {counted[each]} times in the log"
        for each in acknowledged
        if counted[each] != 1
    ]
    return result + [f"{each} is {times} times in the log" for each, times in counted.items() if times > 1]


def stored_though_refused(lines: Iterable[Stored], refused: Iterable[Acknowledged]) -> list[str]:
    """No command is in the log whose sender was told that it changed nothing."""
    keys = {Acknowledged(line.table, line.by, line.key) for line in lines}
    return [f"{each} was refused and is in the log" for each in refused if each in keys]


def broken_chains(connection: Connection, lines: Iterable[Stored]) -> list[str]:
    """Each log is numbered without a gap and chained, and its stored head is that of its last line."""
    genesis = hashlib.sha256(b"pitboss log 1").hexdigest()
    ends: dict[str, tuple[int, str]] = {}
    result = []
    for line in lines:
        number, head = ends.get(line.table, (0, genesis))
        head = hashlib.sha256(head.encode() + b"\n" + line.raw).hexdigest()
        if (line.number, line.hash, line.data["number"]) != (number + 1, head, number + 1):
            result.append(f"line {line.number} of {line.table} does not continue its log")
        ends[line.table] = (line.number, line.hash)
    for table, number, head in connection.execute(text('SELECT "table", number, head FROM heads')):
        if ends.pop(table, (0, genesis)) != (number, head):
            result.append(f"the head of {table} is not that of its last line")
    return result + [f"{table} has lines and no head" for table in ends]


def wrong_ledger(connection: Connection, lines: Iterable[Stored]) -> list[str]:
    """The movements are those of the lines, they sum to the balances, and all balances sum to zero."""
    told = Counter((line.table, line.number, *move[:3]) for line in lines for move in line.data.get("moves", ()))
    ask = text('SELECT "table", number, source, target, cents FROM movements')
    stored = Counter(tuple(row) for row in connection.execute(ask))
    result = [] if told == stored else [f"the movements differ from the lines: {(told - stored) + (stored - told)}"]
    folded: Counter[str] = Counter()
    for (_, _, source, target, cents), times in stored.items():
        folded[str(source)] -= cents * times
        folded[str(target)] += cents * times
    balances = connection.execute(text("SELECT account, cents FROM balances"))
    held = {account: cents for account, cents in balances if cents}
    if held != {account: cents for account, cents in folded.items() if cents}:
        result.append("the balances are not the sums of the movements")
    if sum(held.values()):
        result.append(f"the ledger sums to {sum(held.values())}")
    return result + [f"{account} is below zero" for account, cents in held.items() if cents < 0 and account != "cage"]


def lost_decks(connection: Connection, lines: Iterable[Stored]) -> list[str]:
    """Every deck that a log names is stored, and one that was dealt is not ready any more."""
    decks: dict[str, bool] = dict(map(tuple, connection.execute(text("SELECT root, used FROM decks"))))
    result = []
    for line in lines:
        dealt = [root for did in line.data.get("did", ()) for root in did.get("seals", ())]
        named = {*line.data.get("sealed", ()), *dealt}
        result += [f"deck {root[:8]} of {line.table} is not stored" for root in sorted(named - set(decks))]
        again = [root for root in dealt if not decks.get(root, True)]
        result += [f"deck {root[:8]} of {line.table} could be dealt again" for root in again]
    return result
