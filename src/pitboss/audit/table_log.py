"""One stretch of a table's log: the check of what is stored, decks, play and hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from sqlalchemy import Connection

from pitboss.audit.database import Database, HandOnFile, stored_hands
from pitboss.audit.hands import hand_problem, opened
from pitboss.audit.replay import Between, Differs, Replay
from pitboss.audit.room_facts import Days, NotedCalendar
from pitboss.move import Move
from pitboss.room import bank, slips
from pitboss.room.line import FORMAT, Line, PlayedHand
from pitboss.storage.check import (
    CHAIN,
    CHIPS,
    COLUMNS,
    DECK,
    HAND,
    LAST_LINE,
    AuditFinding,
    LogCheck,
    LogReached,
    StoredLog,
    decks,
)
from pitboss.storage.schema import ROOM


class Reached(LogReached, frozen=True, kw_only=True):
    """How far a table's log was checked, always between two deals; the audit goes on from here.

    ``dealt_decks`` is how many decks were dealt. After a difference in play ``played`` is false: from there on only
    chain and ledger are checked.
    """

    between: Between = Between()
    dealt_decks: int = 0
    deals: int = 0
    played: bool = True


class Stretch(msgspec.Struct, frozen=True):
    """The result of a stretch of a log: from where to go on, what was found, and if the log is at its end.

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
    def __init__(self, data: Database, connection: Connection, log: StoredLog, start: Reached, days: Days) -> None:
        self.data, self.connection, self.log, self.days = data, connection, log, days
        self.table, self.start = log.id, start
        self.check = LogCheck(connection, start, days.of)
        self.dealt_decks, self.deals, self.played = start.dealt_decks, start.deals, start.played
        self.replay: Replay | None = None
        if self.table != ROOM and self.played:
            try:
                self.replay = Replay(self.table, log.record, start.between)
            except Exception as error:
                self.check.find(CHAIN, f"the table cannot be opened again from its record: {error}")
                self.played = False
        self.last = start  # between two deals

    def run(self, most: int) -> Stretch:
        check = self.check
        at_end = False
        while not at_end and not check.broken:
            lines = check.read(self.log.number)
            at_end = not lines
            self._lines(lines)
            if check.number - self.start.number >= most and self._idle():
                break
        done = check.number >= self.log.number or check.broken or at_end
        if done:
            self._end()
        return Stretch(
            reached=self._reached() if self._idle() else self.last,
            findings=tuple(check.findings),
            done=done,
            lines=check.number - self.start.number,
            deals=self.deals - self.start.deals,
            movements=check.ledger.rows,
            sums=check.balances(),
            days=dict(check.ledger.spans),
        )

    @property
    def playing(self) -> Replay | None:
        """The table being played again, as long as its play does not differ."""
        return self.replay if self.played else None

    def _idle(self) -> bool:
        return self.playing is None or self.playing.idle

    def _reached(self) -> Reached:
        check = self.check
        return Reached(
            table=self.table,
            number=check.number,
            head=check.head,
            seq=check.seq,
            format=check.format,
            between=self.start.between if self.playing is None else self.playing.between(),
            sums=check.balances(),
            slips=tuple(check.slips.written.values()),
            dealt_decks=self.dealt_decks,
            deals=self.deals,
            movements=self.start.movements + check.ledger.rows,
            days=dict(check.ledger.spans),
            played=self.played,
            broken=check.broken,
        )

    # Lines ------------------------------------------------------------------------------------------------------------

    def _lines(self, lines: Sequence[Line]) -> None:
        dealt = self._decks(lines)
        if self.playing is not None:
            self._play(self.playing, lines, dealt)
        for line in lines if self.table == ROOM else ():
            self._room_line(line)
        self.check.compare(lines)
        if self.playing is not None:
            self._hands(self.playing)
            if self.playing.idle:
                self.last = self._reached()

    def _room_line(self, line: Line) -> None:
        for move in line.moves:
            if not _room_move(move, line):
                self.check.find(CHIPS, f"the room does not move {move}", line.number)
        if line.format >= FORMAT and line.note != ("" if line.fact is None else line.fact.note):
            self.check.find(COLUMNS, "what the line notes in words is not the fact that it has", line.number)

    def _decks(self, lines: Iterable[Line]) -> dict[str, bytes]:
        """The decks dealt in these lines, each as it was sealed."""
        if not self.played:
            return {}
        at = {root: line.number for line in lines for did in line.did for root in did.seals}
        stored = decks(self.connection, self.table, list(at))
        result, wrong = opened(self.data.keys, self.table, stored)
        for root, number in at.items():
            if root not in result:
                self.check.find(DECK, wrong.get(root, f"deck {root[:8]} was dealt and is not stored"), number)
        return result

    def _play(self, replay: Replay, lines: Sequence[Line], dealt: dict[str, bytes]) -> None:
        self.dealt_decks += sum(len(did.seals) for line in lines for did in line.did)
        try:
            for line in lines:
                replay.follow(line, dealt)
        except Differs as error:
            self.check.findings.append(error.finding)
            self.played = False
        self.deals = replay.dealt

    # Hands ------------------------------------------------------------------------------------------------------------

    def _hands(self, replay: Replay) -> None:
        """Compare the deals that ended with the stored hands."""
        over, replay.hands = replay.hands, []
        if not over:
            return
        first, last = over[0].number, over[-1].number
        stored = {row.number: row for row in stored_hands(self.connection, self.table, first - 1, last)}
        for hand in over:
            self._hand(hand, stored.pop(hand.number, None))
        for number, row in stored.items():
            self.check.find(HAND, f"hand {row.id} is stored and deal {number} never ended", hand=row.id)

    def _hand(self, hand: PlayedHand, row: HandOnFile | None) -> None:
        id = f"{self.table}-{hand.number}"
        if row is None:
            self.check.find(HAND, f"hand {id} was played and is not stored", hand.last_line, id)
            return
        problem = hand_problem(self.data.keys, hand, row, self.days.of(hand.ended))
        if problem:
            self.check.find(HAND, f"hand {id}: {problem}", hand.last_line, id)

    # The end of the log -----------------------------------------------------------------------------------------------

    def _end(self) -> None:
        check, log = self.check, self.log
        check.end(log)
        if check.broken or self.playing is None:
            return
        for row in stored_hands(self.connection, self.table, self.playing.dealt, LAST_LINE):
            if row.last_line <= log.number:
                check.find(HAND, f"hand {row.id} is stored and was never dealt", hand=row.id)
        if log.dealt != self.dealt_decks:
            check.find(DECK, f"{log.dealt} decks are stored as dealt and the log deals {self.dealt_decks}")
        try:
            self.playing.check_chips(check.sums)
        except Differs as error:
            check.findings.append(error.finding)


def _room_move(move: Move, line: Line) -> bool:
    """True if a movement may be in the room's own log: chips for a person or a bot, or a box that was counted."""
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
