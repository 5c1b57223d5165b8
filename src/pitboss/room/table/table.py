"""A table of the card room: one session, the people at it, their clocks, and the log of everything that is done.

A table is synchronous and pure: time, shuffles and wallets come from outside. :mod:`pitboss.room.table.host` carries
out commands at it; the other modules here are its procedures.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from pitboss.deal.session import Session
from pitboss.deal.session_log import SessionStep
from pitboss.deal.session_record import Command
from pitboss.deal.view import SeatView
from pitboss.money import dollars
from pitboss.move import Move
from pitboss.room import bank
from pitboss.room.config import TableConfig
from pitboss.room.line import LogBook, OpenedWith, PlayedHand
from pitboss.room.people import BOT, GUEST, Person
from pitboss.room.slips import Slip
from pitboss.room.table.outcome import BotTurn, ClockSet, Notice, Presence, Refused
from pitboss.room.table.questions import PLACE, BettingWindow, PreAction, Questions
from pitboss.room.table.shoe import Shoe

LATE = 50
"""Deals that count for the average pot."""
LIVE, LOST, OUT = "live", "lost", "out"
DEAL, CLOSE_WINDOW, GRACE, NO_DEALER = "deal", "close window", "grace", "no dealer"


class Request(NamedTuple):
    """The sender of a command, the cents in the wallet if known, and whether the sender was invited to the table."""

    by: Person
    wallet: int | None = None
    admitted: bool = False

    def need_role(self, role: str, what: str) -> None:
        if not self.by.may(role):
            raise Refused(f"{what} is for people with the role {role}.")

    def need_wallet(self, cents: int) -> None:
        if self.wallet is not None and cents > self.wallet:
            raise Refused(f"{dollars(cents)} is more than the {dollars(self.wallet)} in your wallet.")


class Due(NamedTuple):
    """Something that happens at a time: what, and to which seat or player."""

    at: float
    what: str
    seat: int = 0
    player: str = ""


class Table:
    """One table; see the module. ``wallets`` gives the cents in a player's wallet, if known.

    ``version`` is that of the session, which is the ``seq`` of the protocol. ``namer`` is the seat that has to name the
    next game, or 0.
    """

    def __init__(self, id: str, config: TableConfig, session: Session, shoe: Shoe, now: float) -> None:
        self.id, self.config, self.session, self.shoe = id, config, session, shoe
        self.by_machine = config.dealer == "machine"
        """True if a machine deals; else a person with the role dealer steps through the procedure."""
        self.wagering = session.TAKES_WAGERS
        """True if wagers are placed before a deal, in a betting window."""
        self.now = now
        self.version = session.version
        self.namer = 0
        self.state = TableState()
        self.log = LogBook()
        self.questions = Questions(config, session.version)
        self.window = BettingWindow()
        self.pre_actions: dict[int, PreAction] = {}  # by seat, until the hand ends
        self.holds: dict[int, str] = {}  # seats kept for players who are being paged
        self.deal_at: float | None = None  # when the next deal begins
        self.watched = True  # False where nobody is notified, as in a simulated room
        self.wallets: Callable[[str], int] | None = None
        self.pays: Callable[[tuple[Move, ...]], tuple[Move, ...]] | None = None  # a simulated dealer, not always honest
        self.sizes: deque[int] = deque(maxlen=LATE)  # sums wagered in the latest deals
        self.steps: list[SessionStep] = []  # of the session, not in the log yet
        self.notices: list[Notice] = []  # of the present command, as are the following
        self.hands: list[PlayedHand] = []
        self.ledger_moves: list[Move] = []  # in addition to the session's
        self.slips: list[Slip] = []  # written or signed
        self.bots_asked: tuple[BotTurn, ...] = ()
        self.knows_due = False  # until anything changes
        self._first_due: Due | None = None
        self._seated: dict[int, SeatView] | None = None
        self.opened_with = OpenedWith(msgspec.json.encode(config), session.record.head())
        self.has_rack = bank.RACK in session.chips()

    def do(self, command: Command) -> None:
        """Carry out a command of the session; its steps go into the log, and to everybody who watches."""
        for step in self.session.play.do(command):
            self.steps.append(step)
            self.version = step.version
            if step.of_table:
                self._seated = None

    def look_again(self) -> None:
        """Forget who sat where, because the session changed other than by a command of the table."""
        self._seated = None

    # What others ask ------------------------------------------------------------------------

    @property
    def average_pot(self) -> int:
        """The average amount wagered in recent deals, in cents; 0 before the first."""
        return round(sum(self.sizes) / len(self.sizes)) if self.sizes else 0

    @property
    def closed(self) -> bool:
        return self.state.closed

    @property
    def taking_wagers(self) -> bool:
        """True if the betting window is open."""
        return self.session.running is None and not self.state.closing

    @property
    def seated(self) -> dict[int, SeatView]:
        """The taken seats; their chips are as of the last change of the table, not of the running deal."""
        if self._seated is None:
            self._seated = self.session.seats
        return self._seated

    def seats_of(self, player: str) -> tuple[int, ...]:
        """The seats of a player."""
        return tuple([seat for seat, view in self.seated.items() if view.player == player])

    def own_seats(self, request: Request) -> tuple[int, ...]:
        """The seats of the sender, who must have one."""
        mine = self.seats_of(request.by.name)
        if not mine:
            raise Refused("you have no seat at this table; take one first.")
        return mine

    def own_seat(self, request: Request, seat: int) -> int:
        """The seat if the sender has it; with 0, the sender's only one."""
        mine = self.own_seats(request)
        if seat == 0 and len(mine) == 1:
            return mine[0]
        if seat not in mine:
            if seat == 0:
                raise Refused(f"you have seats {', '.join(map(str, mine))}; say which one you mean.")
            raise Refused(f"seat {seat} is not yours; you have {', '.join(map(str, mine))}.")
        return seat

    def player(self, seat: int) -> str:
        """The player in a seat; empty if it is free."""
        dealing = self.session.dealing
        if dealing is not None and seat in dealing.players:
            return dealing.players[seat]
        view = self.seated.get(seat)
        return view.player if view is not None else ""

    def asked_at(self, seat: int) -> int:
        """The version at which the question of a seat or its options last changed."""
        return self.questions.changed.get(seat, self.questions.base)

    def clock(self, seat: int, now: float) -> ClockSet:
        """The time a seat has left to answer, and its time bank; 0 if it is asked nothing."""
        return self.questions.clock(seat, now, self.state.bank)

    def bank_of(self, player: str) -> float:
        """The time left in a player's time bank."""
        return self.state.bank.get(player, self.config.bank)

    def presence(self, now: float) -> dict[int, tuple[str, float]]:
        """For each taken seat ``live``, ``lost`` with the seconds of grace left, or ``out``."""
        return {seat: self._presence(view, now) for seat, view in self.seated.items()}

    def _presence(self, view: SeatView, now: float) -> tuple[str, float]:
        ends = self.questions.grace_ends(view.player)
        if ends is not None:
            return LOST, max(0.0, ends - now)
        return (OUT if view.status == OUT else LIVE), 0.0

    def tell_presence(self, player: str) -> None:
        """Report the presence of a player for each of the player's seats."""
        for seat, view in self.seated.items():
            if view.player == player:
                self.notices.append(Presence(seat, *self._presence(view, self.now)))

    def seals(self) -> tuple[str, ...]:
        """The seals of the decks of the running deal, then of those to be dealt next."""
        running = self.session.running
        dealt = [self.shoe.deck(order).root for order in running.record.shuffles] if running is not None else []
        return (*dealt, *(deck.root for deck in self.shoe.ready))

    @property
    def rack(self) -> int:
        """The chips in the table's rack; 0 if it has none.

        The session counts its own rack from zero. What the room put into it is in the state of the table.
        """
        return self.state.rack + self.session.chips()[bank.RACK] if self.has_rack else 0

    def bot_turns(self) -> tuple[BotTurn, ...]:
        """Everything bots are asked now: to act, to name a game, to place wagers."""
        bots = {player for player, kind in self.state.people.items() if kind == BOT}
        turns = [
            BotTurn(question.player, seat, question.what, self.asked_at(seat))
            for seat, question in self.questions.open.items()
            if question.player in bots
        ]
        if self.wagering and self.taking_wagers:
            turns += [
                BotTurn(view.player, seat, PLACE, self.state.opened)
                for seat, view in self.seated.items()
                if view.player in bots and view.status != OUT and view.player not in self.window.ready
            ]
        return tuple(turns)

    # What is due ------------------------------------------------------------------------

    def due(self) -> float | None:
        """The time at which something happens by itself; None if only a command can change anything."""
        due = self.first_due()
        return due.at if due is not None else None

    def first_due(self) -> Due | None:
        """The first thing that happens by itself."""
        if not self.knows_due:
            self._first_due, self.knows_due = min(self._everything_due(), default=None), True
        return self._first_due

    def _everything_due(self) -> list[Due]:
        state, questions, running = self.state, self.questions, self.session.running
        if state.closed:
            return []
        due = [
            Due(questions.deadline(question, state.bank), question.what, seat)
            for seat, question in questions.open.items()
        ]
        if self.window.closes is not None and running is None and not state.paused:
            due.append(Due(self.window.closes, CLOSE_WINDOW))
        if self.deal_at is not None:
            due.append(Due(self.deal_at, DEAL))
        if not self.by_machine and running is not None and not running.actors:
            ends = questions.grace_ends(state.dealer)
            if ends is not None:
                due.append(Due(ends, NO_DEALER))
        for player in questions.lost:
            ends = questions.grace_ends(player)
            if ends is not None and self.to_send_away(player):
                due.append(Due(ends, GRACE, player=player))
        return due

    def to_send_away(self, player: str) -> list[int]:
        """The seats to be freed (guests) or sat out when a player's grace ends; not while wagers are placed on them."""
        guest = self.state.people.get(player) == GUEST
        return [
            seat
            for seat, view in self.seated.items()
            if view.player == player
            and not view.placed
            and (seat not in self.state.leaving if guest else view.status != OUT)
        ]


# State ---------------------------------------------------------------------------------------------------------------


class TableState(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The durable state of a table apart from its session: what a restart must not lose.

    It is written whole with every line of the log that changes it; small, and never edited in place.

    ``hand`` counts the deals begun, ``started`` and ``first_line`` are the time and the line at which the last began.
    ``opened`` is the version at which the present betting window opened. ``people`` are the seated players and their
    kind (guest, registered, bot); ``bank`` what is left of their time banks if less than all, ``topup`` the chips they
    are brought to before every deal. ``leaving`` are seats given up when their hand is over, ``moving`` the seats their
    players asked for. ``dealer`` is who dealt last, at a table dealt by a person; ``called`` the player who called the
    floor, until it comes. ``rack`` is what the room put into the rack: opener and fills without the chips bought.
    ``slips`` are the last numbers of its series of slips, ``pending`` the open ones, ``closer`` the last count of the
    rack and ``counted`` its time.
    """

    hand: int = 0
    started: int = 0
    first_line: int = 0
    opened: int = 0
    people: dict[str, str] = {}
    bank: dict[str, float] = {}
    topup: dict[str, int] = {}
    leaving: tuple[int, ...] = ()
    moving: dict[int, int] = {}
    dealer: str = ""
    rack: int = 0
    slips: dict[str, int] = {}
    pending: tuple[Slip, ...] = ()
    closer: int = 0
    counted: int = 0
    paused: str = ""
    called: str = ""
    closing: bool = False
    closed: bool = False

    def but(self, **changes: Any) -> TableState:
        """A copy with these fields changed."""
        return msgspec.structs.replace(self, **changes)

    def data(self) -> dict[str, Any]:
        """Plain data for a line of the log."""
        data: dict[str, Any] = msgspec.to_builtins(self, str_keys=True)
        return data

    @staticmethod
    def of(data: dict[str, Any] | None) -> TableState:
        """The state that :meth:`data` wrote."""
        return msgspec.convert(data or {}, TableState, str_keys=True, strict=False)
