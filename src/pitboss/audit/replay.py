"""A table played again by its own session, line by line: its movements and its hands as they should be.

The session re-deals every stored deck and carries out every recorded decision, so whatever a line says about chips is
compared with what the cards make of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from pitboss.deal.record import SeatAct
from pitboss.deal.session import Session
from pitboss.deal.session_log import Dealing
from pitboss.deal.session_record import Dealt, Entry, Finished
from pitboss.errors import PitbossError
from pitboss.move import Move
from pitboss.room import bank, slips
from pitboss.room.line import Line, PlayedHand
from pitboss.room.people import BOT
from pitboss.room.table.table import TableState
from pitboss.spread.sessions import restore_session
from pitboss.storage.check import CHIPS, REPLAY, AuditFinding, difference

_DAMAGE = (PitbossError, KeyError, TypeError, ValueError, IndexError, AttributeError, StopIteration, AssertionError)


class Differs(Exception):
    """The first record that is not what it should be."""

    def __init__(self, finding: AuditFinding) -> None:
        super().__init__(str(finding))
        self.finding = finding


class Between(msgspec.Struct, frozen=True):
    """A table between two deals: its session, its own state, and how many deals were begun."""

    checkpoint: bytes = b""
    state: dict[str, Any] = {}
    dealt: int = 0


class Begun(msgspec.Struct, frozen=True):
    """The deal being played: its number, and the line and time at which it began."""

    number: int
    line: int
    at: int


class Replay:
    """Plays one table; ``hands`` are the deals that ended since they were last taken."""

    def __init__(self, table: str, record: bytes, start: Between) -> None:
        self.table = table
        self.session: Session = restore_session(record, start.checkpoint or None, ())
        self.state = TableState.of(start.state)
        self.dealt = start.dealt
        self.hands: list[PlayedHand] = []
        self.has_rack = bank.RACK in self.session.chips()
        self._seals: dict[tuple[int, ...], str] = {}
        self._begun = Begun(0, 0, 0)

    @property
    def idle(self) -> bool:
        """True if no deal is being played."""
        return self.session.running is None

    def between(self) -> Between:
        """The table as it is now, between two deals."""
        return Between(self.session.checkpoint().encode(), self.state.data(), self.dealt)

    def follow(self, line: Line, decks: Mapping[str, bytes]) -> None:
        """Carry out a line and compare what it says with what happens; raise :class:`Differs` if they disagree.

        ``decks`` are the cards of each deck from the top, by its seal.
        """
        people = self.state.people
        if line.state is not None:
            self.state = TableState.of(line.state)
            people = {**people, **self.state.people}
        version = self.session.version
        try:
            self._do_all(line, decks)
            moves = self.session.moves_since(version) if line.did else ()
        except _DAMAGE as error:
            raise self._differs(line, f"what was done cannot be played again: {_words(error)}") from None
        self._compare(line, moves, people)
        if self.session.version != line.seq:
            raise self._differs(line, f"the line ends at version {line.seq}, play at version {self.session.version}")
        if self.idle:
            self.session.forget(self.session.version)
        self.session.drop_books()

    def _do_all(self, line: Line, decks: Mapping[str, bytes]) -> None:
        running = self.session.running
        for did in line.did:
            command = did.did
            if type(command) is SeatAct and not did.seals and running is not None:
                running.act(command.seat, command.action, command.cents)  # the session collects it with the next entry
                continue
            entry = Entry(command, tuple([tuple(decks[root]) for root in did.seals]))
            self._carry_out(entry, did.seals, line)
            running = self.session.running

    def _carry_out(self, entry: Entry, seals: tuple[str, ...], line: Line) -> None:
        session, command = self.session, entry.did
        if isinstance(command, Finished):
            dealing = session.dealings()[-1]
            session.follow((entry,))
            self.hands.append(self._played(dealing, line))
            self._seals.clear()
            return
        if entry.shuffles:
            self._seals.update(zip(entry.shuffles, seals, strict=True))
        session.follow((entry,))
        if isinstance(command, Dealt):
            self.dealt += 1
            self._begun = Begun(self.dealt, line.number, line.at)

    def _played(self, dealing: Dealing, line: Line) -> PlayedHand:
        """The finished deal, as its row should store it."""
        size, net = dealing.outcome()
        return PlayedHand(
            number=self._begun.number,
            game=dealing.game,
            started=self._begun.at,
            ended=line.at,
            first_line=self._begun.line,
            last_line=line.number,
            players=dict(dealing.players),
            size=size,
            net=net,
            record=self.session.packed(dealing.deal).encode(),
            seals=tuple([self._seals[order] for order in dealing.deal.record.shuffles]),
        )

    # Chips ------------------------------------------------------------------------------------------------------------

    def _compare(self, line: Line, moves: tuple[Move, ...], people: Mapping[str, str]) -> None:
        if not moves and not line.moves:
            return

        def wallet(player: str) -> str:
            return bank.bot_wallet(player) if people.get(player) == BOT else bank.wallet(player)

        due = tuple(map(line.as_stored, bank.movements(self.table, moves, wallet, rack=self.has_rack)))
        if due == line.moves:
            return
        extra = len(line.moves) - len(due)
        if extra < 0 or line.moves[extra:] != due:
            # Movements of the house itself come first.
            start = next((at for at, move in enumerate(line.moves) if due and move == due[0]), 0)
            words = "settled again it is {}; the record says {}"
            raise self._differs(line, difference(due, line.moves[start:], words, "nothing"))
        for move in line.moves[:extra]:
            if not among(move, line, _house_moves(self.table, move, line)):
                raise self._differs(line, f"no command moves {move}", CHIPS)

    def check_chips(self, sums: Mapping[str, int]) -> None:
        """Compare the chips on the table with the sums of its log's movements."""
        chips = dict(self.session.chips())
        del chips[bank.CAGE]
        if self.has_rack:
            chips[bank.RACK] += self.state.rack
        for name, cents in chips.items():
            held = sums.get(bank.table_account(self.table, name), 0)
            if name in bank.BOXES:
                continue  # boxes are emptied by counts, which belong to the room
            if held != cents:
                text = f"{self.table}/{name} has {cents} cents in play and {held} by the movements of the log"
                raise Differs(AuditFinding(CHIPS, text, self.table))

    def _differs(self, line: Line, text: str, kind: str = REPLAY) -> Differs:
        acts = self.dealt and any(isinstance(did.did, SeatAct | Dealt | Finished) for did in line.did)
        return Differs(AuditFinding(kind, text, self.table, line.number, f"{self.table}-{self.dealt}" if acts else ""))


BY_SLIP = {
    slips.OPENER: bank.opener,
    slips.FILL: bank.fill,
    slips.CREDIT: bank.credit,
    slips.CLOSER: bank.closer,
}
"""The movement of each kind of slip."""


def among(move: Move, line: Line, made: Iterable[Move]) -> bool:
    """Check that a stored movement is one of those allowed, written in the format of its line."""
    try:
        return move in map(line.as_stored, made)
    except bank.BankError:
        return False  # it names an account, amount or box that does not exist


def _house_moves(table: str, move: Move, line: Line) -> Iterator[Move]:
    """The movements of this amount that the house makes: by the slips of this line, and tokes of its player."""
    giver = line.by.removeprefix(f"{bank.PLAYER} ")
    for purse in (bank.wallet(giver), bank.bot_wallet(giver)):
        yield bank.toke(table, purse, move.cents)
    for slip in line.slips:
        if slip.kind in BY_SLIP and slip.cents == move.cents:
            yield BY_SLIP[slip.kind](table, move.cents, slip.id)


def _words(error: Exception) -> str:
    if isinstance(error, PitbossError):
        return error.clause
    return f"{type(error).__name__} {error}".strip().rstrip(".")
