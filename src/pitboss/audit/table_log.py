"""One stretch of a table's log: the check of what is stored, decks, play and hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from sqlalchemy import Connection

from pitboss.audit.database import Database
from pitboss.audit.hands import hand_problem, opened, stored_hands
from pitboss.audit.replay import Between, Differs, Replay, among
from pitboss.audit.room_facts import Days, NotedCalendar
from pitboss.move import Move
from pitboss.room import bank, slips
from pitboss.room.line import FORMAT, Line
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
)
from pitboss.storage.engine import snapshot
from pitboss.storage.reading import deck_ciphers
from pitboss.storage.schema import ROOM


class Reached(LogReached, kw_only=True):
    """The place up to which a table's log was checked, always between two deals; the audit resumes here.

    ``dealt_decks`` is how many decks were dealt, ``ready`` the seals of those that are not dealt yet, each with the
    line that sealed it. After a difference in play ``played`` is false: from there on only
    chain and ledger are checked.
    """

    between: Between = Between()
    dealt_decks: int = 0
    ready: dict[str, int] = msgspec.field(default_factory=dict)
    deals: int = 0
    played: bool = True


class Stretch(msgspec.Struct, frozen=True):
    """The result of a stretch of a log: where to resume, what was found, and whether the log is at its end.

    ``end`` is how far it was checked: further than ``reached`` if it ends within a deal.
    """

    reached: Reached
    end: Reached
    findings: tuple[AuditFinding, ...]
    done: bool


def audit_stretch(
    data: Database, table: StoredLog, start: Reached, most: int, calendars: tuple[NotedCalendar, ...] = ()
) -> Stretch:
    """Check at least ``most`` lines of a table's log, up to a moment between two deals, or all that are left."""
    with snapshot(data.engine) as connection:
        return _TableLog(data, connection, table, start, Days(calendars)).run(most)


class _TableLog:
    def __init__(self, data: Database, connection: Connection, log: StoredLog, start: Reached, days: Days) -> None:
        self.data, self.connection, self.log, self.days = data, connection, log, days
        self.table, self.start = log.id, start
        self.check = LogCheck(connection, start, days.of)
        self.at = self.check.at
        self.at.ready = dict(start.ready)
        self.replay: Replay | None = None
        if self.table != ROOM and start.played:
            try:
                self.replay = Replay(self.table, log.record, start.between)
            except Exception as error:
                self.check.find(CHAIN, f"the table cannot be opened again from its record: {error}")
                self.at.played = False
        self.last = start  # between two deals

    def run(self, most: int) -> Stretch:
        check = self.check
        at_end = False
        while not at_end and not self.at.broken:
            lines = check.read(self.log.number)
            at_end = not lines
            self._lines(lines)
            if self.at.number - self.start.number >= most and self._idle():
                break
        done = self.at.number >= self.log.number or self.at.broken or at_end
        if done:
            self._end()
        idle = self._idle()
        end = self._reached() if idle else check.reached()
        return Stretch(end if idle else self.last, end, tuple(check.findings), done)

    @property
    def playing(self) -> Replay | None:
        """The table being played again, as long as its play does not differ."""
        return self.replay if self.at.played else None

    def _idle(self) -> bool:
        return self.playing is None or self.playing.idle

    def _reached(self) -> Reached:
        between = self.start.between if self.playing is None else self.playing.between()
        return msgspec.structs.replace(self.check.reached(), between=between, ready=dict(self.at.ready))

    # Lines ------------------------------------------------------------------------------------------------------------

    def _lines(self, lines: Sequence[Line]) -> None:
        if self.playing is not None:
            self._play(self.playing, lines)
        for line in lines:
            self._noted(line)
        self.check.compare(lines)
        if self.playing is not None:
            self._hands(self.playing)
            if self.playing.idle:
                self.last = self._reached()

    def _noted(self, line: Line) -> None:
        """Only the room's own lines have facts, and move chips without a table."""
        if self.table != ROOM:
            if line.note or line.fact is not None:
                self.check.find(COLUMNS, "the line has a note, which only lines of the room's log have", line.number)
            return
        for move in line.moves:
            if not among(move, line, _room_moves(move, line)):
                self.check.find(CHIPS, f"the room does not move {move}", line.number)
        if line.format >= FORMAT and line.note != ("" if line.fact is None else line.fact.note):
            self.check.find(COLUMNS, "what the line notes in words is not the fact that it has", line.number)

    def _decks(self, at: Mapping[str, int], was: str) -> dict[str, bytes]:
        """The cards of decks, each as it was sealed; ``at`` are their seals with the lines that name them."""
        result, wrong = opened(self.data.keys, self.table, deck_ciphers(self.connection, self.table, at))
        for root, number in at.items():
            if root not in result:
                self.check.find(DECK, wrong.get(root, f"deck {root[:8]} was {was} and is not stored"), number)
        return result

    def _play(self, replay: Replay, lines: Sequence[Line]) -> None:
        dealt = {root: line.number for line in lines for did in line.did for root in did.seals}
        decks = self._decks(dealt, "dealt")
        self.at.ready |= {root: line.number for line in lines for root in line.sealed}
        for root in dealt:
            self.at.ready.pop(root, None)
        self.at.dealt_decks += sum(len(did.seals) for line in lines for did in line.did)
        try:
            for line in lines:
                replay.follow(line, decks)
        except Differs as error:
            self.check.findings.append(error.finding)
            self.at.played = False
        self.at.deals = replay.dealt

    # Hands ------------------------------------------------------------------------------------------------------------

    def _hands(self, replay: Replay) -> None:
        """Compare the deals that ended with the stored hands."""
        over, replay.hands = replay.hands, []
        if not over:
            return
        first, last = over[0].number, over[-1].number
        stored = {row.number: row for row in stored_hands(self.connection, self.table, first - 1, last)}
        for hand in over:
            id, row = f"{self.table}-{hand.number}", stored.pop(hand.number, None)
            if row is None:
                self.check.find(HAND, f"hand {id} was played and is not stored", hand.last_line, id)
            elif problem := hand_problem(self.data.keys, hand, row, self.days.of(hand.ended)):
                self.check.find(HAND, f"hand {id}: {problem}", hand.last_line, id)
        for number, row in stored.items():
            self.check.find(HAND, f"hand {row.id} is stored and deal {number} never ended", hand=row.id)

    # The end of the log -----------------------------------------------------------------------------------------------

    def _end(self) -> None:
        check, log = self.check, self.log
        check.end(log)
        if self.at.broken or self.playing is None:
            return
        for row in stored_hands(self.connection, self.table, self.playing.dealt, LAST_LINE):
            if row.last_line <= log.number:
                check.find(HAND, f"hand {row.id} is stored and was never dealt", hand=row.id)
        self._decks(self.at.ready, "sealed")
        if log.dealt != self.at.dealt_decks:
            check.find(DECK, f"{log.dealt} decks are stored as dealt and the log deals {self.at.dealt_decks}")
        try:
            self.playing.check_chips(self.at.sums)
        except Differs as error:
            check.findings.append(error.finding)


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
