"""Write a group of changes in one transaction: check each against what is stored, then insert them all at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec.structs import astuple
from sqlalchemy import Connection, Dialect, Table, bindparam, func, select, text, update
from sqlalchemy.dialects import postgresql

from pitboss.money import dollars
from pitboss.move import Move
from pitboss.room.bank import guarded
from pitboss.room.journal import Conflict, Fenced, JournalError, Overdrawn
from pitboss.room.ledger import changes as sums
from pitboss.room.ledger import refuse_nonsense
from pitboss.room.line import GENESIS, Change, PlayedHand, chained
from pitboss.room.people import name_key
from pitboss.room.slips import Slip
from pitboss.shuffle.seal import SealedDeck
from pitboss.storage import schema
from pitboss.storage.keys import Keys
from pitboss.storage.writing.bulk import BulkInsert, BulkSelect, Row

HAND = "id table number game day started ended first_line last_line size net seals cipher"
"""The columns of :func:`hand_row`."""


_key = lru_cache(maxsize=4096)(name_key)


class Head(NamedTuple):
    """Where a table's log ends."""

    number: int
    head: str
    state_line: int
    closed: bool
    fence: int


class DeckMissing(Exception):
    """A group deals a deck that is not stored as ready; its changes are written one by one to find which one does."""


class GroupWriter:
    """Writes groups of changes on a connection; holds the compiled statements."""

    def __init__(self, dialect: Dialect, keys: Keys, day: Callable[[int], str]) -> None:
        self._keys, self.day = keys, day
        heads, balances = schema.heads.c, schema.balances.c
        self._read_heads = BulkSelect(
            dialect, heads.table, [heads.table, heads.number, heads.head, heads.state_line, heads.closed, heads.fence]
        )
        self._read_balances = BulkSelect(dialect, balances.account, [balances.account, balances.cents])
        into = _inserter(dialect)
        self._tables = into(schema.tables, "id config record opened")
        self._heads = into(
            schema.heads, "table number seq head state_line closed", update="number seq head state_line closed"
        )
        self._lines = into(schema.lines, "table number seq at by key line hash")
        self._checkpoints = into(
            schema.checkpoints, "table number state_line cipher", update="number state_line cipher"
        )
        self._decks = into(schema.decks, "root table number used cipher")
        self._movements = into(schema.movements, f"table number at day {' '.join(Move.__struct_fields__)}")
        self._balances = into(schema.balances, "account cents guarded", update="cents")
        self._new_balances = into(schema.balances, "account cents guarded")
        self._hands = into(schema.hands, HAND)
        self._hand_players = into(schema.hand_players, "hand seat player name net")
        self._slips = into(
            schema.slips,
            "id log line series number kind table day at cents state slip",
            update="line kind cents state slip",
        )
        self._use_decks = _use_decks(dialect)
        self._postgresql = dialect.name == "postgresql"

    def write(self, connection: Connection, changes: Sequence[Change]) -> list[JournalError | None]:
        """Write the valid changes; return for each change the error that refused it, or None."""
        batch = _Batch(self, connection, changes)
        answers: list[JournalError | None] = []
        for change in changes:
            try:
                batch.add(change)
            except JournalError as error:
                answers.append(error)
            else:
                answers.append(None)
        batch.write()
        return answers


class _Batch:
    """One group: the stored state after the changes so far, and the rows to insert."""

    def __init__(self, writer: GroupWriter, connection: Connection, changes: Sequence[Change]) -> None:
        self._writer, self._connection = writer, connection
        rows = writer._read_heads(connection, list({change.table for change in changes}))
        self._heads = {
            table: Head(number, head, state, bool(closed), fence) for table, number, head, state, closed, fence in rows
        }
        accounts = {name for change in changes for move in change.line.moves for name in (move.source, move.target)}
        self._balances: dict[str, int] = {}
        if accounts:
            self._balances.update((name, cents) for name, cents in writer._read_balances(connection, list(accounts)))
        self._stored_accounts = frozenset(self._balances)
        self._touched: set[str] = set()
        self._ends: dict[str, Row] = {}
        self._tables: list[Row] = []
        self._closed: list[Row] = []
        self._lines: list[Row] = []
        self._movements: list[Row] = []
        self._decks: list[Row] = []
        self._dealt: list[str] = []
        self._checkpoints: dict[str, Row] = {}
        self._hands: list[Row] = []
        self._hand_players: list[Row] = []
        self._slips: dict[str, Row] = {}

    def add(self, change: Change) -> None:
        """Check a change and add it to the group; if this raises, the group is unchanged."""
        line = change.line
        stored = self._heads.get(change.table)
        before = _continued(change, stored)
        encoded = change.encoded or line.encode()
        if chained(before.head, encoded) != change.head:
            raise Conflict(f"line {line.number} of {change.table} does not continue the stored log; restore the table.")
        new_sums = self._covered(change) if line.moves else {}
        # From here on nothing is refused.
        for account, cents in new_sums.items():
            self._balances[account] = self._balances.get(account, 0) + cents
        self._touched.update(new_sums)
        if change.opened is not None:
            self._tables.append((change.table, change.opened.config, change.opened.record, line.at))
        state_line = before.state_line if line.state is None else line.number
        self._heads[change.table] = Head(line.number, change.head, state_line, change.closed, before.fence)
        self._ends[change.table] = (change.table, line.number, line.seq, change.head, state_line, change.closed)
        self._lines.append((change.table, line.number, line.seq, line.at, line.by, line.key, encoded, change.head))
        if line.moves:
            day = self._writer.day(line.at)
            self._movements.extend((change.table, line.number, line.at, day, *astuple(move)) for move in line.moves)
        if change.decks or change.dealt:
            self._add_decks(change)
        if change.checkpoint:
            cipher = self._writer._keys.encrypt(change.checkpoint, "checkpoint", change.table, str(line.number))
            self._checkpoints[change.table] = (change.table, line.number, state_line, cipher)
        for hand in change.hands:
            id = f"{change.table}-{hand.number}"
            cipher = self._writer._keys.encrypt(hand.record, "hand", id)
            self._hands.append(hand_row(change.table, hand, self._writer.day(hand.ended), cipher))
            self._hand_players += [(id, *row) for row in player_rows(hand)]
        for slip in line.slips:
            self._slips[slip.id] = slip_row(slip, line.number, self._writer.day(slip.at))
        if change.closed:
            self._closed.append((line.at, change.table))

    def _covered(self, change: Change) -> dict[str, int]:
        refuse_nonsense(change.line.moves)
        result = sums(change.line.moves)
        for account, cents in result.items():
            if cents < 0 and guarded(account) and self._balances.get(account, 0) + cents < 0:
                held = self._balances.get(account, 0)
                raise Overdrawn(
                    f"{account} holds {dollars(held)}, which is {dollars(-held - cents)} less than what is taken "
                    "from it; bring chips first."
                )
        return result

    def _add_decks(self, change: Change) -> None:
        new = {deck.root for deck in change.decks}
        for deck in change.decks:
            cipher = self._writer._keys.encrypt(packed(deck), "deck", change.table, deck.root)
            used = deck.root in change.dealt or deck.root not in change.line.sealed
            self._decks.append((deck.root, change.table, change.line.number, used, cipher))
        self._dealt.extend(root for root in change.dealt if root not in new)

    def _changed_balances(self, accounts: Set[str]) -> list[Row]:
        return [(name, self._balances[name], guarded(name)) for name in sorted(accounts)]

    def write(self) -> None:
        """Insert every row of the group."""
        writer, connection = self._writer, self._connection
        for into, rows in (
            (writer._tables, self._tables),
            (writer._lines, self._lines),
            (writer._heads, list(self._ends.values())),
            (writer._movements, self._movements),
            (writer._balances, self._changed_balances(self._stored_accounts & self._touched)),
            # No update on conflict: if another process has opened the same account meanwhile, this has to fail.
            (writer._new_balances, self._changed_balances(self._touched - self._stored_accounts)),
            (writer._decks, self._decks),
            (writer._checkpoints, list(self._checkpoints.values())),
            (writer._hands, self._hands),
            (writer._hand_players, self._hand_players),
            (writer._slips, list(self._slips.values())),
        ):
            if rows:
                into(connection, rows)
        if self._dealt:
            given = self._dealt if writer._postgresql else msgspec.json.encode(self._dealt).decode()
            changed = connection.exec_driver_sql(writer._use_decks, (given,)).rowcount
            if changed != len(self._dealt):
                raise DeckMissing
        for at, table in self._closed:
            connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(closed=at))


def _continued(change: Change, stored: Head | None) -> Head:
    """The end of the log that a change continues."""
    number = change.line.number
    if change.opened is not None:
        if stored is not None:
            raise Conflict(f"a table {change.table} is stored already; open the new one under another id.")
        stored = Head(0, GENESIS, 0, False, change.fence)
    elif stored is None:
        raise Conflict(f"no table {change.table} is stored; its first change has to open it.")
    if change.fence != stored.fence:
        raise Fenced(f"another process owns {change.table} now; leave the table to it.")
    if stored.closed:
        raise Conflict(f"{change.table} is closed; nothing more can happen at it.")
    if number != stored.number + 1:
        raise Conflict(
            f"{change.table} has {stored.number} lines stored, so line {number} is not its next; restore it."
        )
    return stored


def hand_row(table: str, hand: PlayedHand, day: str, cipher: bytes) -> Row:
    """The row of a finished hand, whose record is encrypted."""
    net, seals = (msgspec.json.encode(value).decode() for value in (hand.net, hand.seals))
    times = (hand.started, hand.ended, hand.first_line, hand.last_line)
    return (f"{table}-{hand.number}", table, hand.number, hand.game, day, *times, hand.size, net, seals, cipher)


def player_rows(hand: PlayedHand) -> list[Row]:
    """Seat, key of the name, name and net result of every player of a hand; a result is in the player's first row."""
    result, counted = list[Row](), set[str]()
    for seat, name in sorted(hand.players.items()):
        result.append((seat, _key(name), name, 0 if name in counted else hand.net.get(name, 0)))
        counted.add(name)
    return result


def slip_row(slip: Slip, line: int, day: str) -> Row:
    """The row of a slip that a line of its log wrote or signed."""
    number = (slip.log, line, slip.series, slip.number, slip.kind, slip.table)
    return (slip.id, *number, day, slip.at, slip.cents, slip.state, msgspec.json.encode(slip))


def packed(deck: SealedDeck) -> bytes:
    """A deck's order and salts as bytes, to be encrypted: the number of cards, the cards, the salts."""
    return len(deck.order).to_bytes(2, "big") + bytes(deck.order) + b"".join(deck.salts)


def unpacked(root: str, data: bytes) -> SealedDeck:
    """The deck that :func:`packed` wrote."""
    size = int.from_bytes(data[:2], "big")
    salts = data[2 + size :]
    each = len(salts) // size
    return SealedDeck(
        root, tuple(data[2 : 2 + size]), tuple(salts[at : at + each] for at in range(0, len(salts), each))
    )


def _inserter(dialect: Dialect) -> Callable[..., BulkInsert]:
    def into(table: Table, columns: str, *, update: str = "") -> BulkInsert:
        return BulkInsert(dialect, table, columns.split(), update=update.split())

    return into


def _use_decks(dialect: Dialect) -> str:
    decks = schema.decks
    statement = update(decks).values(used=text("TRUE" if dialect.name == "postgresql" else "1")).where(text("NOT used"))
    if dialect.name == "postgresql":
        roots = bindparam("roots", type_=postgresql.ARRAY(decks.c.root.type))
        return str(statement.where(decks.c.root == func.any(roots)).compile(dialect=dialect))
    given = func.json_each(bindparam("roots")).table_valued("value")
    return str(statement.where(decks.c.root.in_(select(given.c.value))).compile(dialect=dialect))
