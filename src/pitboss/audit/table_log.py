"""One stretch of a table's log: chain, columns, decks, replay, hands and slips."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection

from pitboss.audit import database as rows
from pitboss.audit.database import Database, HandOnFile, StoredLog, as_bytes
from pitboss.audit.decks import opened
from pitboss.audit.finding import CHAIN, CHIPS, COLUMNS, DECK, HAND, SLIP, AuditFinding
from pitboss.audit.hands import hand_problem
from pitboss.audit.ledger import LedgerCheck
from pitboss.audit.replay import Between, Differs, Replay
from pitboss.audit.room_facts import Days, NotedCalendar
from pitboss.move import Move
from pitboss.room import bank, slips
from pitboss.room.line import FORMAT, GENESIS, Line, PlayedHand, chained
from pitboss.room.slips import Slip
from pitboss.storage.schema import ROOM
from pitboss.storage.slips import SlipCheck

NO_LINE, LAST_LINE = -(1 << 62), 1 << 62
AT_ONCE = 2000
"""Lines that are read together."""

_decode = msgspec.json.Decoder(Line).decode


class Reached(msgspec.Struct, frozen=True, kw_only=True):
    """How far a table's log was checked, always between two deals; the audit goes on from here.

    ``head`` is the hash of the chain with line ``number``, ``format`` the format of that line, ``sums`` the table's
    accounts as its movements have them, ``dealt_decks`` how many decks were dealt, ``movements`` how many movements the
    ledger has of its lines, ``days`` the first and last moment of the gambling days on which those are booked. After a
    difference in play ``played`` is false: from there on only chain and ledger are checked.
    """

    table: str
    number: int = 0
    head: str = GENESIS
    seq: int = 0
    format: int = 1
    between: Between = Between()
    sums: dict[str, int] = {}
    slips: tuple[Slip, ...] = ()
    dealt_decks: int = 0
    deals: int = 0
    movements: int = 0
    days: dict[str, tuple[int, int]] = {}
    played: bool = True
    broken: bool = False


class Stretch(msgspec.Struct, frozen=True):
    """What a stretch of a log brought: from where to go on, what was found, and whether the log is at its end.

    ``sums`` and ``days`` are those of :class:`Reached`, with the lines of a deal that is still being played.
    """

    reached: Reached
    findings: tuple[AuditFinding, ...]
    done: bool
    lines: int
    deals: int
    movements: int
    sums: dict[str, int]
    days: dict[str, tuple[int, int]]


def audit_stretch(
    data: Database, table: StoredLog, start: Reached, most: int, calendars: tuple[NotedCalendar, ...] = ()
) -> Stretch:
    """Check at least ``most`` lines of a table's log, up to a moment between two deals, or all that are left."""
    with data.reading() as connection:
        return _TableLog(data, connection, table, start, Days(calendars)).run(most)


class _TableLog:
    def __init__(self, data: Database, connection: Connection, table: StoredLog, start: Reached, days: Days) -> None:
        self.data, self.connection, self.row, self.days = data, connection, table, days
        self.table, self.start = table.id, start
        self.number, self.head, self.seq, self.format = start.number, start.head, start.seq, start.format
        self.findings: list[AuditFinding] = []
        self.sums = dict(start.sums)
        self.slips = _slip_check(start)
        self.ledger = LedgerCheck(table.id, days, start.days)
        self.dealt_decks, self.deals = start.dealt_decks, start.deals
        self.played, self.broken = start.played, start.broken
        self.replay: Replay | None = None
        if self.table != ROOM and self.played:
            try:
                self.replay = Replay(self.table, table.record, start.between)
            except Exception as error:
                self._find(CHAIN, f"the table cannot be opened again from its record: {error}")
                self.played = False
        self.checked_hands = start.between.dealt
        self.last = start  # between two deals

    def run(self, most: int) -> Stretch:
        first = self.number
        at_end = False
        while not at_end and not self.broken:
            limit = min(AT_ONCE, self.row.number - self.number)
            chunk = rows.lines(self.connection, self.table, self.number, limit) if limit > 0 else []
            at_end = not chunk
            self._lines(chunk)
            if self.number - first >= most and self._idle():
                break
        done = self.number >= self.row.number or self.broken or at_end
        if done:
            self._end()
        reached = self._reached() if self._idle() else self.last
        lines, deals = self.number - first, self.deals - self.start.deals
        sums, days = self._sums(), dict(self.ledger.spans)
        return Stretch(reached, tuple(self.findings), done, lines, deals, self.ledger.rows, sums, days)

    def _idle(self) -> bool:
        return self.replay is None or not self.played or self.replay.idle

    def _sums(self) -> dict[str, int]:
        return {name: cents for name, cents in self.sums.items() if cents}

    def _reached(self) -> Reached:
        between = self.start.between
        if self.replay is not None and self.played:
            between = self.replay.between()
        return Reached(
            table=self.table,
            number=self.number,
            head=self.head,
            seq=self.seq,
            format=self.format,
            between=between,
            sums=self._sums(),
            slips=tuple(self.slips.written.values()),
            dealt_decks=self.dealt_decks,
            deals=self.deals,
            movements=self.start.movements + self.ledger.rows,
            days=dict(self.ledger.spans),
            played=self.played,
            broken=self.broken,
        )

    def _find(self, kind: str, text: str, line: int = 0, hand: str = "") -> None:
        self.findings.append(AuditFinding(kind, text, self.table, line, hand))

    # Lines ------------------------------------------------------------------------------------------------------------

    def _lines(self, chunk: Sequence[Any]) -> None:
        before = self.number if self.number else NO_LINE
        lines = self._chained(chunk)
        decks = self._decks(lines)
        if self.replay is not None and self.played:
            self._play(self.replay, lines, decks)
        for line in lines:
            self._line(line)
        # A log without lines has no movements.
        if lines or not (self.number or self.broken):
            self.findings += self.ledger.compare(self.connection, lines, before, self.number)
        if self.replay is not None and self.played:
            self._hands(self.replay)
            if self.replay.idle:
                self.last = self._reached()

    def _line(self, line: Line) -> None:
        self._tally(line)
        for text in self.slips.line(line):
            self._find(SLIP, text, line.number)
        if self.table == ROOM:
            self._room_line(line)

    def _chained(self, chunk: Sequence[Any]) -> list[Line]:
        """The lines whose chain holds; after the first break nothing can be trusted."""
        lines = []
        for found, seq, at, by, key, data, hash in chunk:
            number = self.number + 1
            if found != number:
                self._break(number, f"line {number} is missing: line {found} follows line {self.number}")
                break
            text = as_bytes(data)
            head = chained(self.head, text)
            if hash != head:
                self._break(number, "the line was changed or moved: its hash does not continue the chain")
                break
            try:
                line = _decode(text)
            except msgspec.MsgspecError as error:
                self._break(number, f"the line cannot be read ({error})")
                break
            if (line.number, line.seq, line.at, line.by, line.key) != (number, seq, at, by, key):
                self._find(COLUMNS, "the columns of the row do not repeat what its line says", number)
            if line.seq < self.seq:
                self._find(CHAIN, f"the line goes back from version {self.seq} to {line.seq}", number)
            if not self.format <= line.format <= FORMAT:
                known = f"the lines before have format {self.format}, this release writes {FORMAT}"
                self._find(CHAIN, f"the line has format {line.format}; {known}", number)
            self.number, self.head, self.seq, self.format = number, head, line.seq, line.format
            lines.append(_numbered(line, number))
        return lines

    def _break(self, number: int, text: str) -> None:
        self._find(CHAIN, text, number)
        self.broken = True

    def _tally(self, line: Line) -> None:
        for move in line.moves:
            self.sums[move.source] = self.sums.get(move.source, 0) - move.cents
            self.sums[move.target] = self.sums.get(move.target, 0) + move.cents

    def _room_line(self, line: Line) -> None:
        for move in line.moves:
            if not _room_move(move, line):
                self._find(CHIPS, f"the room does not move {move}", line.number)
        if line.format >= FORMAT and line.note != ("" if line.fact is None else line.fact.note):
            self._find(COLUMNS, "what the line notes in words is not the fact that it has", line.number)

    def _decks(self, lines: Iterable[Line]) -> dict[str, bytes]:
        """The decks dealt in these lines, each as it was sealed."""
        if not self.played:
            return {}
        at = {root: line.number for line in lines for did in line.did for root in did.seals}
        stored = rows.decks(self.connection, self.table, list(at))
        result, wrong = opened(self.data.keys, self.table, stored)
        for root, number in at.items():
            if root not in result:
                self._find(DECK, wrong.get(root, f"deck {root[:8]} was dealt and is not stored"), number)
        return result

    def _play(self, replay: Replay, lines: Sequence[Line], decks: dict[str, bytes]) -> None:
        self.dealt_decks += sum(len(did.seals) for line in lines for did in line.did)
        try:
            for line in lines:
                replay.follow(line, decks)
        except Differs as error:
            self.findings.append(error.finding)
            self.played = False
        self.deals = replay.dealt

    # Hands ------------------------------------------------------------------------------------------------------------

    def _hands(self, replay: Replay) -> None:
        """Compare the deals that ended with the stored hands."""
        over, replay.hands = replay.hands, []
        if not over:
            return
        first, last = over[0].number, over[-1].number
        stored = {row.number: row for row in rows.hands(self.connection, self.table, first - 1, last)}
        for hand in over:
            self._hand(hand, stored.pop(hand.number, None))
        for number, row in stored.items():
            self._find(HAND, f"hand {row.id} is stored and deal {number} never ended", hand=row.id)
        self.checked_hands = last

    def _hand(self, hand: PlayedHand, row: HandOnFile | None) -> None:
        id = f"{self.table}-{hand.number}"
        if row is None:
            self._find(HAND, f"hand {id} was played and is not stored", hand.last_line, id)
            return
        problem = hand_problem(self.data.keys, hand, row, self.days.of(hand.ended))
        if problem:
            self._find(HAND, f"hand {id}: {problem}", hand.last_line, id)

    # The end of the log -----------------------------------------------------------------------------------------------

    def _end(self) -> None:
        if not self.broken and (self.row.number, self.row.head) != (self.number, self.head):
            where = f"line {self.row.number}" if self.row.number >= 0 else "nothing"
            self._find(CHAIN, f"the log ends with line {self.number} and its stored head with {where}")
        if self.broken:
            self._rest()
            return
        for text in self.slips.rows(self.connection, self.days.of, self._later()):
            self._find(SLIP, text)
        if self.replay is None or not self.played:
            return
        for row in rows.hands(self.connection, self.table, self.replay.dealt, 1 << 62):
            if row.last_line <= self.row.number:
                self._find(HAND, f"hand {row.id} is stored and was never dealt", hand=row.id)
        if self.row.dealt != self.dealt_decks:
            self._find(DECK, f"{self.row.dealt} decks are stored as dealt and the log deals {self.dealt_decks}")
        try:
            self.replay.check_chips(self.sums)
        except Differs as error:
            self.findings.append(error.finding)

    def _rest(self) -> None:
        """Compare the ledger with the lines after a break too, as they stand."""
        self._as_they_stand(self.ledger, self.number if self.number else NO_LINE, self.row.number)

    def _later(self) -> set[str]:
        """The slips of the lines that were written since the audit began; those are checked next time."""
        return self._as_they_stand(LedgerCheck(self.table, self.days, {}), self.row.number, LAST_LINE)

    def _as_they_stand(self, check: LedgerCheck, after: int, upto: int) -> set[str]:
        """Compare the ledger with lines of which nothing else is checked; the slips of those that can be read."""
        slips: set[str] = set()
        while True:
            found = rows.line_texts(self.connection, self.table, after, upto, AT_ONCE)
            last = found[-1][0] if len(found) == AT_ONCE else upto
            lines = list(self._readable(found))
            self.findings += check.compare(self.connection, lines, after, last)
            slips |= {slip.id for line in lines for slip in line.slips}
            if last >= upto:
                return slips
            after = last

    def _readable(self, found: Iterable[tuple[int, bytes]]) -> Iterator[Line]:
        for number, text in found:
            if type(number) is not int:
                self._find(CHAIN, f"{number} is not the number of a line")
                continue
            try:
                line = _decode(text)
            except msgspec.MsgspecError:
                self._find(CHAIN, "the line cannot be read", number)
            else:
                yield _numbered(line, number)


def _numbered(line: Line, number: int) -> Line:
    """A line under the number of its row, which a forged line may not repeat."""
    return line if line.number == number else msgspec.structs.replace(line, number=number)


def _slip_check(start: Reached) -> SlipCheck:
    """The slips of a log as they were where the stretch begins."""
    check = SlipCheck(start.table)
    for slip in start.slips:
        check.remember(slip)
    return check


def _room_move(move: Move, line: Line) -> bool:
    """Whether a movement may be in the room's own log: chips for a person or a bot, or a box that was counted."""
    try:
        return move in map(line.as_stored, _room_moves(move, line))
    except bank.BankError:
        return False  # of an account, amount or box that there is not


def _room_moves(move: Move, line: Line) -> Iterator[Move]:
    """The movements of this amount that the room makes to this account, or with the slips of this line."""
    other = bank.parse(move.target)
    if other.kind == bank.WALLET:
        yield bank.starting_chips(other.name, bank.ChipPolicy(start=move.cents))
        yield bank.refilled(move.target, move.cents)
    elif other.kind == bank.BOT:
        yield bank.fund_bot(other.name, move.cents)
    for slip in line.slips:
        if slip.kind == slips.COUNT:
            yield bank.count(slip.table, slip.box, move.cents, slip.id)
