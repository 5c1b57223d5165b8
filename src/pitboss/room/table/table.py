"""A table of the card room: one session, the people at it, their clocks, and the log of everything that is done.

A table is synchronous and pure: time, shuffles and wallets come from outside. Every command is carried out whole, with
everything the dealer does after it, or refused with nothing changed. Its outcome holds
the change that is to be committed before anyone is told; if that fails, the table is dropped and restored from what is
stored.

>>> from pitboss.room.table.table import Table     # a whole evening is played this way in tests/room
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping

import msgspec

from pitboss.deal.players import account
from pitboss.deal.session import Session
from pitboss.deal.session_view import SeatView
from pitboss.errors import PitbossError
from pitboss.move import Move
from pitboss.room import bank, commands
from pitboss.room.commands import TableCommand
from pitboss.room.config import TableConfig
from pitboss.room.journal import StoredTable
from pitboss.room.line import Change, OpenedWith, PlayedHand, entries
from pitboss.room.people import Person
from pitboss.room.slips import Slip
from pitboss.room.table import (
    bot_turns,
    changes,
    closing,
    dealing,
    floor,
    playing,
    presence,
    rack,
    seats,
    talking,
    timeouts,
)
from pitboss.room.table.betting_window import BettingWindow
from pitboss.room.table.clocks import Clocks
from pitboss.room.table.log_book import LogBook
from pitboss.room.table.outcome import USED_KEY, BotTurn, ClockSet, Notice, Outcome, Refused, TableStatus
from pitboss.room.table.pre_actions import PreActions
from pitboss.room.table.questions import Questions, SeatQuestion
from pitboss.room.table.requests import Request
from pitboss.room.table.shoe import Shoe
from pitboss.room.table.state import TableState

CLOCK = "clock"
LATE = 50
"""Deals that count for the average pot."""


class Table:
    """One table; see the module. ``wallets`` gives the cents in a player's wallet, if known."""

    def __init__(self, id: str, config: TableConfig, session: Session, shoe: Shoe, now: float) -> None:
        self.id, self.config, self.session, self.shoe = id, config, session, shoe
        self.by_machine = config.dealer == "machine"
        """True if a machine deals; else a person with the role dealer steps through the procedure."""
        self.now = now
        self.state = TableState()
        self.log = LogBook()
        self.clocks = Clocks(config)
        self.questions = Questions(session.version)
        self.window = BettingWindow()
        self.pre_actions = PreActions()
        self.holds: dict[int, str] = {}  # seats kept for players who are being paged
        self.deal_at: float | None = None  # when the next deal begins
        self.wallets: Callable[[str], int] | None = None
        self.notices: list[Notice] = []
        self.sizes: deque[int] = deque(maxlen=LATE)  # sums wagered in the latest deals
        self.hands: list[PlayedHand] = []  # finished by the present command
        self.ledger_moves: list[Move] = []  # of the present command, in addition to the session's
        self.slips: list[Slip] = []  # written or signed by the present command
        self._seated: tuple[int, Mapping[int, SeatView]] | None = None
        self._bots_told: tuple[BotTurn, ...] = ()
        self._wagering: bool | None = None
        self._first_due: timeouts.Due | None = None
        self._knows_due = False  # until anything changes
        self.opened_with = OpenedWith(msgspec.json.encode(config), session.record.head())
        self.has_rack = bank.RACK in session.chips()

    @property
    def average_pot(self) -> int:
        """The average amount wagered in recent deals, in cents; 0 before the first."""
        return round(sum(self.sizes) / len(self.sizes)) if self.sizes else 0

    # Opening ------------------------------------------------------------------------

    @classmethod
    def open(cls, id: str, config: TableConfig, session: Session, shoe: Shoe, now: float) -> Table:
        """A new table; commit what :meth:`opening` returns before anything else."""
        return cls(id, config, session, shoe, now)

    def opening(self) -> Change:
        """The first line of the log: the opener in the rack, the first decks made ready, a checkpoint."""
        outcome = self._carry_out(lambda: dealing.open_table(self), self.config.opened_by or "room", "", self.now)
        assert outcome.change is not None
        return outcome.change

    @classmethod
    def restore(cls, stored: StoredTable, session: Session, shoe: Shoe, now: float) -> Table:
        """The table as it was after its last line, also in the middle of a hand.

        ``session`` is as of the stored checkpoint, with ``shoe`` as its mixer; the lines after it are carried out here.
        Everybody is disconnected with a fresh grace, and clocks start again.
        """
        table = cls(stored.table, msgspec.json.decode(stored.config, type=TableConfig), session, shoe, now)
        shoe.load(stored.decks.values(), stored.ready)
        table.log = LogBook(stored.number, stored.head, stored.keys)
        table.state = TableState.of(stored.state)
        table._ask()
        for line in stored.lines:
            if line.seq > session.version:
                session.follow(entries(line, stored.decks))
            if line.state is not None:
                table.state = TableState.of(line.state)
            table.questions.follow(each.did for each in line.did)
            table._ask()
        session.drop_books()
        presence.everyone_lost(table)
        if table.by_machine and session.running is None:
            table.window.placed(table.seated, now, table.config.window)
        table._after()
        table.notices.clear()
        return table

    # What others ask ------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """The version of the session, which is the ``seq`` of the protocol."""
        return self.session.version

    @property
    def closed(self) -> bool:
        return self.state.closed

    @property
    def wagering(self) -> bool:
        """True if wagers are placed before a deal, in a betting window."""
        if self._wagering is None:
            taken = next(iter(self.seated), None)
            if taken is None:
                return False
            self._wagering = bool(self.session.wagers(taken))
        return self._wagering

    @property
    def seated(self) -> Mapping[int, SeatView]:
        """The taken seats; their chips are as of the last change of the table, not of the running deal."""
        version = self.session.table_version
        if self._seated is None or self._seated[0] != version:
            self._seated = version, self.session.seats
        return self._seated[1]

    def seats_of(self, player: str) -> tuple[int, ...]:
        """The seats of a player."""
        return tuple([seat for seat, view in self.seated.items() if view.player == player])

    def asked_at(self, seat: int) -> int:
        """The version at which the question of a seat or its options last changed."""
        return self.questions.changed_at(seat)

    def clock(self, seat: int, now: float) -> ClockSet:
        """The time a seat has left to answer, and its time bank; 0 if it is asked nothing."""
        question = self.questions.open.get(seat)
        if question is None:
            return ClockSet(seat, 0)
        bank = self.bank_of(question.player)
        return ClockSet(seat, max(0.0, self.clocks.deadline(question, bank) - now), bank, question.version)

    def bank_of(self, player: str) -> float:
        """The time left in a player's time bank."""
        return self.state.bank.get(player, self.config.bank)

    def player(self, seat: int) -> str:
        """The player in a seat; empty if it is free."""
        dealing = self.session.dealing
        if dealing is not None and seat in dealing.players:
            return dealing.players[seat]
        view = self.seated.get(seat)
        return view.player if view is not None else ""

    def presence(self, now: float) -> dict[int, tuple[str, float]]:
        """For each taken seat ``live``, ``lost`` with the seconds of grace left, or ``out``."""
        return {seat: presence.state(self, view, now) for seat, view in self.seated.items()}

    def seals(self) -> tuple[str, ...]:
        """The seals of the decks of the running deal, then of those to be dealt next."""
        running = self.session.running
        dealt = [self.shoe.deck(order).root for order in running.record.shuffles] if running is not None else []
        return (*dealt, *(deck.root for deck in self.shoe.ready))

    def bot_turns(self) -> tuple[BotTurn, ...]:
        """Everything bots are asked now, also what was told before."""
        return bot_turns.all_turns(self)

    @property
    def rack(self) -> int:
        """The chips in the table's rack; 0 if it has none."""
        return rack.held(self)

    # Commands ------------------------------------------------------------------------

    def answered(self, command: TableCommand, by: Person) -> int | None:
        """The version at which this command, known by its key, was carried out before; None if it was not.

        A key that was given to another command is refused: its sender would take the answer for that of this one.
        """
        return self._answered(_giver(command, by), command.key, commands.digest(command))

    def _answered(self, giver: str, key: str, digest: str) -> int | None:
        before = self.log.answered(giver, key)
        if before is None:
            return None
        if before.digest and before.digest != digest:
            raise Refused(USED_KEY)
        return before.seq

    def handle(
        self, command: TableCommand, by: Person, now: float, *, wallet: int | None = None, admitted: bool = False
    ) -> Outcome:
        """Carry out a command, or raise :class:`Refused` with nothing changed.

        ``wallet`` is the sender's wallet, in cents; ``admitted`` says that the sender was invited to a private
        table.
        """
        giver = _giver(command, by)
        digest = commands.digest(command) if command.key else ""
        seq = self._answered(giver, command.key, digest)
        if seq is not None:
            return Outcome(seq, again=True)
        if wallet is None and self.wallets is not None:
            wallet = self.wallets(by.name)
        what = _COMMANDS.get(type(command))
        if what is None:
            raise Refused(f"{type(command).__name__} is not for a table; send it to the room.")
        if self.state.closed:
            raise Refused("this table is closed; choose another one in the lobby.")
        request = Request(by, wallet, admitted)
        return self._carry_out(lambda: what(self, command, request), giver, command.key, now, digest)

    def tick(self, now: float) -> Outcome | None:
        """Carry out the first thing that is due; None if nothing is. Call it until it returns None."""
        due = self._what_is_due()
        if due is None or due.at > now:
            return None
        return self._carry_out(lambda: timeouts.carry_out(self, due), CLOCK, "", now)

    def due(self) -> float | None:
        """The time at which :meth:`tick` has something to do; None if only a command can change anything."""
        due = self._what_is_due()
        return due.at if due is not None else None

    def _what_is_due(self) -> timeouts.Due | None:
        if not self._knows_due:
            self._first_due, self._knows_due = timeouts.first_due(self), True
        return self._first_due

    def woken(self, now: float) -> None:
        """Delay the next deal of a resting table a little when somebody comes, so that they can sit down for it."""
        if self.deal_at is not None:
            self.deal_at = max(self.deal_at, now + self.config.pause)
        if self.window.closes is not None:
            self.window.closes = max(self.window.closes, now + self.config.window)
        self._knows_due = False

    def connected(self, player: str, now: float) -> Outcome | None:
        """Note a player's first connection."""
        self._knows_due = False
        if not self.clocks.connect(player) or not self._plays_or_deals(player):
            return None
        return self._carry_out(lambda: presence.tell(self, player), CLOCK, "", now)

    def disconnected(self, player: str, now: float) -> Outcome | None:
        """Note that a player's last connection was lost; the grace begins."""
        self._knows_due = False
        if not self._plays_or_deals(player) or not self.clocks.lose(player, now):
            return None
        return self._carry_out(lambda: presence.lost(self, player), CLOCK, "", now)

    def _plays_or_deals(self, player: str) -> bool:
        return bool(self.seats_of(player)) or player == self.state.dealer

    def close(self, by: Person, now: float) -> Outcome:
        """Close the table when its hand is over, and cash everyone out."""
        return self._carry_out(lambda: closing.close(self, by), f"floor {by.name}", "", now)

    def pause(self, why: str, by: Person, now: float) -> Outcome:
        """Deal no more, until it is resumed (an empty ``why``)."""
        return self._carry_out(lambda: floor.pause(self, by, why), f"floor {by.name}", "", now)

    def fill(self, cents: int, by: Person, now: float) -> Outcome:
        """Bring chips from the cage to the rack."""
        return self._carry_out(lambda: floor.fill(self, by, cents), f"floor {by.name}", "", now)

    def credit(self, cents: int, by: Person, now: float) -> Outcome:
        """Take chips from the rack back to the cage."""
        return self._carry_out(lambda: floor.credit(self, by, cents), f"floor {by.name}", "", now)

    def inventory(self, by: str, now: float, note: str = "") -> Outcome:
        """Write the closer of a gambling day, which is the opener of the next."""
        return self._carry_out(lambda: floor.inventory(self, by, note=note), by, "", now)

    def hold(self, seat: int, player: str = "") -> None:
        """Keep a free seat for a player who is being paged; an empty name gives it up."""
        if player:
            self.holds[seat] = player
        else:
            self.holds.pop(seat, None)

    # Carrying out ------------------------------------------------------------------------

    def _carry_out(self, do: Callable[[], None], by: str, key: str, now: float, digest: str = "") -> Outcome:
        before, version, finished = self.state, self.session.version, self.session.finished
        self.now = max(now, self.now)
        self._knows_due = False
        self._clear()
        last = self.session.dealing
        try:
            do()
        except PitbossError as error:
            self.state = before
            self.shoe.take_back()
            self._seated = None  # it may be of a version that was taken back
            self._clear()
            raise Refused.by(error) from None
        if last is not None and self.session.finished > finished and not self.hands:
            dealing.after_deal(self, last)  # a command of the table closed a deal that was over
        while dealing.go_on(self):
            pass
        self._after()
        if self.state is not before and (status := status_of(self.state)) != status_of(before):
            self.notices.append(status)
        reached = self.session.version
        change = changes.change_of(self, before, version, by, key, digest)
        self.log.remember(by, key, reached, digest)
        return Outcome(reached, change, tuple(self.notices))

    def _clear(self) -> None:
        """Forget what the last command did; its outcome and its change hold copies."""
        for each in (self.notices, self.hands, self.ledger_moves, self.slips):
            each.clear()

    def _after(self) -> None:
        """Set questions and clocks as they follow from what was done."""
        dealing.schedule(self)
        self._ask()
        turns = self.bot_turns()
        self.notices += [turn for turn in turns if turn not in self._bots_told]
        self._bots_told = turns

    def _ask(self) -> None:
        """Ask what the session asks now, and start or stop clocks."""
        before, version = dict(self.questions.open), self.session.version
        new, changed, over = self.questions.ask(dealing.questions(self, version), version)
        for question in new:
            old = before.get(question.seat)
            if old is not None:
                self._stop(old)
            self.clocks.start(question)
            self.notices.append(self.clock(question.seat, self.now))
        for seat in changed:
            self.notices.append(self.clock(seat, self.now))
        for seat in over:
            self._stop(before[seat])
            self.notices.append(ClockSet(seat, 0))

    def _stop(self, question: SeatQuestion) -> None:
        player = question.player
        had = self.bank_of(player)
        left = self.clocks.stop(question, had, self.now)
        if left != had:
            self.state = self.state.but(bank={**self.state.bank, player: round(left, 3)})


def status_of(state: TableState) -> TableStatus:
    """The reasons why a table stops or will stop, for everyone to see."""
    return TableStatus(state.paused, state.called, state.closing)


def _giver(command: TableCommand, by: Person) -> str:
    if isinstance(command, commands.Floor):
        return f"floor {by.name}"
    if isinstance(command, commands.Step):
        return f"dealer {by.name}"
    return account(by.name)


_COMMANDS: dict[type, Callable[..., None]] = {
    commands.Act: playing.act,
    commands.Place: playing.place,
    commands.Ready: playing.ready,
    commands.Name: playing.name,
    commands.Step: playing.step,
    commands.Pre: playing.pre,
    commands.UseBank: timeouts.use_bank,
    commands.Sit: seats.sit,
    commands.Buy: seats.buy,
    commands.Leave: seats.leave,
    commands.Out: seats.out,
    commands.Back: seats.back,
    commands.TopUp: seats.top_up,
    commands.Toke: seats.toke,
    commands.TakeSpot: seats.take_spot,
    commands.MoveTo: seats.move,
    commands.Floor: floor.rule,
    commands.Call: floor.call,
    commands.Chat: talking.chat,
}
