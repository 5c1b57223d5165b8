"""Check what is stored: every log's chain, and the ledger against the logs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TypeAlias

import msgspec
from sqlalchemy import Connection, func, select

from pitboss.move import Move
from pitboss.room.bank import guarded
from pitboss.room.line import GENESIS, Line, chained
from pitboss.storage import schema
from pitboss.storage.reading import all_tables, movement
from pitboss.storage.slips import SlipCheck

Moves: TypeAlias = dict[int, tuple[Move, ...]]


def problems(connection: Connection) -> list[str]:
    """Everything that is wrong in the whole database, in words; nothing for a sound one."""
    moves = _movements(connection)
    result = [each for table in all_tables(connection) for each in _table_problems(connection, table, moves[table])]
    return result + ledger_problems(connection)


def table_problems(connection: Connection, table: str) -> list[str]:
    """What is wrong with a table's log: the chain, its head, the decks it names and its movements."""
    return list(_table_problems(connection, table, _movements(connection, table)[table]))


def _table_problems(connection: Connection, table: str, moves: Moves) -> Iterator[str]:
    c = schema.lines.c
    head, number, seq, sealed, papers = GENESIS, 0, 0, set[str](), SlipCheck(table)
    for row in connection.execute(select(schema.lines).where(c.table == table).order_by(c.number)):
        number += 1
        head = chained(head, row.line)
        if row.number != number:
            yield f"{table} has line {row.number} where line {number} is expected"
            return
        if row.hash != head:
            yield f"line {number} of {table} was changed: its hash does not continue the chain"
            return
        line = msgspec.json.decode(row.line, type=Line)
        if (line.number, line.seq, line.at, line.by, line.key) != (row.number, row.seq, row.at, row.by, row.key):
            yield f"the columns of line {number} of {table} do not repeat what the line says"
        if line.seq < seq:
            yield f"line {number} of {table} goes back from version {seq} to {line.seq}"
        if moves.pop(number, ()) != line.moves:
            yield f"the movements of line {number} of {table} are not those in the ledger"
        yield from papers.line(line)
        seq = line.seq
        sealed.update(line.sealed, *(did.seals for did in line.did))
    yield from papers.rows(connection)
    if moves:
        yield f"the ledger has movements of lines that {table} does not have: {sorted(moves)[:5]}"
    yield from _end_problems(connection, table, head, number, sealed)


def _end_problems(connection: Connection, table: str, head: str, number: int, sealed: set[str]) -> Iterator[str]:
    c = schema.heads.c
    stored = connection.execute(select(c.number, c.head).where(c.table == table)).first()
    if stored is None or (stored.number, stored.head) != (number, head):
        yield f"the stored head of {table} is not that of its {number} lines"
    decks = set(connection.scalars(select(schema.decks.c.root).where(schema.decks.c.table == table)))
    if sealed - decks:
        yield f"{len(sealed - decks)} of {len(sealed)} decks that the log of {table} names are not stored"


def _movements(connection: Connection, table: str = "") -> dict[str, Moves]:
    """The movements in the ledger by table and line, of one table or of all."""
    c = schema.movements.c
    ask = select(schema.movements).order_by(c.id)
    result: dict[str, Moves] = defaultdict(dict)
    for row in connection.execute(ask.where(c.table == table) if table else ask):
        of_table = result[row.table]
        of_table[row.number] = (*of_table.get(row.number, ()), movement(row).move)
    return result


def ledger_problems(connection: Connection) -> list[str]:
    """What is wrong with the ledger: balances that are not the sum of movements, a sum that is not zero."""
    c, b = schema.movements.c, schema.balances.c
    folded: dict[str, int] = {}
    for column, sign in ((c.target, 1), (c.source, -1)):
        for account, cents in connection.execute(select(column, func.sum(c.cents)).group_by(column)):
            folded[account] = folded.get(account, 0) + sign * int(cents)
    stored = {row.account: row.cents for row in connection.execute(select(b.account, b.cents))}
    result = [
        f"{account} is stored with {stored.get(account, 0)} cents and its movements sum to {folded.get(account, 0)}"
        for account in sorted({*stored, *folded})
        if stored.get(account, 0) != folded.get(account, 0)
    ]
    result += [
        f"{account} is {cents} cents below zero" for account, cents in stored.items() if cents < 0 and guarded(account)
    ]
    if sum(stored.values()):
        result.append(f"the ledger sums to {sum(stored.values())} cents instead of zero")
    return result
