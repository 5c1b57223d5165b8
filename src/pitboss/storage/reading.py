"""Logs and ledger as they are read back: tables to restore, their lines and decks, balances and statements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, or_, select, text

from pitboss.errors import PitbossError
from pitboss.move import Move
from pitboss.room.journal import StoredTable
from pitboss.room.line import AnsweredKey, Line
from pitboss.shuffle.seal import SealedDeck
from pitboss.storage import schema
from pitboss.storage.access import Subject, reads
from pitboss.storage.keys import Keys
from pitboss.storage.writing.group import unpacked

KEPT_KEYS = 2000
"""How many of a table's latest command keys are kept after a restart."""

MOST_ROOTS = 500  # per query


class _WithDigest(msgspec.Struct):
    """The only field needed from the line of an answered command."""

    digest: str = ""


_digest = msgspec.json.Decoder(_WithDigest).decode
_decode = msgspec.json.Decoder(Line).decode


class NotStored(PitbossError):
    """A table or hand that is not in the database."""


class Movement(msgspec.Struct, frozen=True):
    """A movement of the ledger: when it happened, on which gambling day, and by which line of which table's log."""

    id: int
    table: str
    number: int
    at: int
    day: str
    move: Move


class StoredTables(Subject):
    """The tables of the room and their logs."""

    @reads
    def load(self, connection: Connection, table: str) -> StoredTable:
        """Everything a table is restored from."""
        return load(connection, self.access.keys, table)

    @reads
    def lines(self, connection: Connection, table: str, after: int = 0, most: int = 1000) -> list[Line]:
        """The lines of a table's log after a number."""
        return list(lines(connection, table, after, most))

    @reads
    def open(self, connection: Connection) -> list[str]:
        """The ids of the tables that are not closed, in the order they were opened."""
        c = schema.tables.c
        ask = select(c.id).where(c.closed.is_(None), c.id != schema.ROOM).order_by(c.opened, c.id)
        return list(connection.scalars(ask))

    @reads
    def all(self, connection: Connection) -> list[str]:
        """The ids of every table ever opened, and of the room's own log."""
        return all_tables(connection)


class StoredLedger(Subject):
    """The accounts of the ledger: what they hold, and the movements between them."""

    @reads
    def balance(self, connection: Connection, account: str) -> int:
        """The cents that an account holds."""
        return balance(connection, account)

    @reads
    def balances(self, connection: Connection, start: str = "") -> dict[str, int]:
        """The accounts whose names begin with ``start`` and that hold something."""
        c = schema.balances.c
        ask = select(c.account, c.cents).where(c.cents != 0).order_by(c.account)
        if start:
            ask = ask.where(c.account.startswith(start, autoescape=True))
        return {row.account: row.cents for row in connection.execute(ask)}

    @reads
    def statement(self, connection: Connection, account: str, before: int = 0, most: int = 200) -> list[Movement]:
        """The latest movements of an account, newest first; ``before`` is the id of one, to go further back."""
        c = schema.movements.c
        ask = select(schema.movements).where(or_(c.source == account, c.target == account))
        if before:
            ask = ask.where(c.id < before)
        return [movement(row) for row in connection.execute(ask.order_by(c.id.desc()).limit(most))]


def load(connection: Connection, keys: Keys, table: str) -> StoredTable:
    """Everything a table is restored from."""
    tables, heads = schema.tables.c, schema.heads.c
    row = connection.execute(
        select(tables.config, tables.record, heads.number, heads.head)
        .join(schema.heads, heads.table == tables.id)
        .where(tables.id == table)
    ).first()
    if row is None:
        raise NotStored(f"no table {table!r} is stored; see which are open.")
    number, checkpoint, state = _checkpoint(connection, keys, table)
    after = tuple(lines(connection, table, number))
    ready = ready_decks(connection, table)
    roots = [*ready, *(root for line in after for did in line.did for root in did.seals)]
    roots += [root for line in after for root in line.sealed]
    return StoredTable(
        table=table,
        config=row.config,
        record=row.record,
        checkpoint=checkpoint,
        state=state,
        head=row.head,
        number=row.number,
        lines=after,
        decks=stored_decks(connection, keys, table, roots),
        ready=ready,
        keys=_latest_keys(connection, table),
    )


def _checkpoint(connection: Connection, keys: Keys, table: str) -> tuple[int, bytes, dict[str, object] | None]:
    """The line of the last checkpoint, the checkpoint, and the table's state then."""
    row = connection.execute(select(schema.checkpoints).where(schema.checkpoints.c.table == table)).first()
    if row is None:
        return 0, b"", None
    state = None
    if row.state_line:
        c = schema.lines.c
        line = connection.execute(select(c.line).where(c.table == table, c.number == row.state_line)).scalar_one()
        state = _decode(line).state
    return row.number, keys.decrypt(row.cipher, "checkpoint", table, str(row.number)), state


def _latest_keys(connection: Connection, table: str) -> dict[tuple[str, str], AnsweredKey]:
    c = schema.lines.c
    ask = select(c.by, c.key, c.seq, c.line).where(c.table == table, c.key != "")
    rows = connection.execute(ask.order_by(c.number.desc()).limit(KEPT_KEYS)).all()
    return {(row.by, row.key): AnsweredKey(row.seq, _digest(row.line).digest) for row in reversed(rows)}


def lines(connection: Connection, table: str, after: int = 0, most: int | None = None) -> Iterator[Line]:
    """The lines of a table's log with a larger number than ``after``."""
    c = schema.lines.c
    ask = select(c.line).where(c.table == table, c.number > after).order_by(c.number)
    for row in connection.execute(ask if most is None else ask.limit(most)):
        yield _decode(row.line)


def all_tables(connection: Connection) -> list[str]:
    """The ids of every table ever opened, and of the room's own log."""
    return list(connection.scalars(select(schema.tables.c.id).order_by(schema.tables.c.opened, schema.tables.c.id)))


def ready_decks(connection: Connection, table: str) -> tuple[str, ...]:
    """The seals of decks made ready and not dealt, in the order they were sealed."""
    c = schema.decks.c
    ask = select(c.root, c.number).where(c.table == table, text("NOT used")).order_by(c.number)
    rows = connection.execute(ask).all()
    if len({row.number for row in rows}) == len(rows):
        return tuple(row.root for row in rows)
    # Several were sealed by one line, which names them in order.
    order: dict[str, int] = {}
    for line in lines(connection, table, min(row.number for row in rows) - 1):
        order.update({root: at for at, root in enumerate(line.sealed, len(order))})
    return tuple(sorted((row.root for row in rows), key=lambda root: order.get(root, -1)))


def stored_decks(connection: Connection, keys: Keys, table: str, roots: Iterable[str]) -> dict[str, SealedDeck]:
    """The decks of a table with these seals, decrypted."""
    ciphers = deck_ciphers(connection, table, roots)
    return {root: unpacked(root, keys.decrypt(cipher, "deck", table, root)) for root, cipher in ciphers.items()}


def deck_ciphers(connection: Connection, table: str, roots: Iterable[str]) -> dict[str, bytes]:
    """The encrypted decks of a table with these seals."""
    wanted = list(dict.fromkeys(roots))
    c = schema.decks.c
    result: dict[str, bytes] = {}
    for start in range(0, len(wanted), MOST_ROOTS):
        ask = select(c.root, c.cipher).where(c.table == table, c.root.in_(wanted[start : start + MOST_ROOTS]))
        result.update((root, as_bytes(cipher)) for root, cipher in fetched(connection, ask))
    return result


def fetched(connection: Connection, ask: Select[Any], **values: Any) -> list[Any]:
    """The rows as the driver's own tuples, for speed: every round has dozens."""
    cursor: Any = connection.execute(ask, values).cursor
    rows: list[Any] = cursor.fetchall()
    return rows


def as_bytes(value: Any) -> bytes:
    """The value of a column of bytes; SQLite may have a text or a number in it."""
    if type(value) is bytes:
        return value
    return bytes(value) if isinstance(value, memoryview) else str(value).encode()


def balance(connection: Connection, account: str) -> int:
    """The cents that an account holds."""
    c = schema.balances.c
    return connection.execute(select(c.cents).where(c.account == account)).scalar() or 0


def movement(row: Row[tuple[object, ...]]) -> Movement:
    """A row of the ledger."""
    move = Move(row.source, row.target, row.cents, row.why, row.rule, row.purpose, row.wager, row.result)
    return Movement(row.id, row.table, row.number, row.at, row.day, move)
