"""The common interface of house sessions and poker sessions.

A session is a table with seats: players sit down, buy chips, play round after round or hand after hand, and leave.
Both kinds have the same methods. They differ in the stakes (wagers placed before each round, or stacks in front of the
players) and in the bank (the house's rack, or the pot).

For every session:

- A command either succeeds or raises a :class:`~pitboss.errors.PitbossError` with nothing changed.
- :meth:`Session.do` takes a command as a value and returns what it did: a step for each entry of the record. Entries
  never change. If the last deal is over, commands of the table close it first, which is an entry too.
  :meth:`Session.sit`, :meth:`Session.act` and the others are for people who type.
- ``version`` grows with everything that happens, never falls, and survives :meth:`Session.restore`.
- Every chip belongs to an account: ``player Ann`` for a player, ``cage`` for chips bought and cashed out, and the
  accounts of the kind (``rack`` and ``spot 1/ante``, or ``pot`` and ``fee box``). All accounts sum to zero.
- A viewer is ``player Ann``, ``floor`` or ``rail``. Send a viewer only :meth:`Session.view` and :meth:`Session.since`:
  they hide every card that the viewer may not see.
- A session does not check who calls a command; that is up to the caller.

A session has a log (:mod:`pitboss.deal.session_log`: the record, the steps and the version), seating
(:mod:`pitboss.deal.seating`: players, chips and debts), shuffles, and play (:mod:`pitboss.deal.session_play`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

import msgspec

from pitboss.deal import session_record as did
from pitboss.deal.deal import RAIL, Deal, Mixer
from pitboss.deal.event import Event, HandShown
from pitboss.deal.players import name_of, normal
from pitboss.deal.record import Record, RecordError, SeatAct
from pitboss.deal.seating import CAGE, Seating
from pitboss.deal.session_log import Dealing, SessionError, SessionLog, SessionStep, Shuffles, viewer_in
from pitboss.deal.session_play import BEING_PLAYED, NO_SHUFFLE, SessionPlay, whole
from pitboss.deal.session_record import Checkpoint, Command, Dealt, Entry, Finished, SessionRecord
from pitboss.deal.table_layout import AnyLayout, TableSheet
from pitboss.deal.view import HandReading, News, Option, SeatView, SessionView, Standing, View
from pitboss.errors import PitbossError
from pitboss.move import Move

__all__ = ["CAGE", "Session", "SessionError"]


class Session(ABC):
    """A table with seats, players and a running deal; the module's docstring says what holds for every session."""

    kind: ClassVar[str]
    DEAL: ClassVar[type[Deal]]
    """The rounds or hands of this kind."""
    ASKING: ClassVar[Mapping[str, Any]] = {}
    """The options of a deal in which players are asked everything they may decide."""

    TAKES_WAGERS: ClassVar[bool] = False
    """True if wagers are placed before each deal."""
    spread: tuple[str, ...]
    """The ids of the games this table offers."""

    def __init__(self, setup: dict[str, Any], mixer: Mixer | None, *, games: Sequence[Any] = ()) -> None:
        self.practice: bool = bool(setup.get("practice", False))
        self.shuffles = Shuffles(mixer)
        self.record = SessionRecord(self.kind, setup, [])
        self.log = SessionLog(self.record, self.shuffles, practice=self.practice)
        self.events = self.log.events
        """The events of the table itself, without those of its deals."""
        self.dealing: Dealing | None = None
        """The running deal with its players; it shows every card, so never send it to a player."""
        self.running: Deal | None = None
        """The current round or hand until it is closed; play it only through the session."""
        self.seating = self._seating(setup, games)
        self.size = self.seating.size
        self._sheet: TableSheet | None = None
        self.play = SessionPlay(self)

    # Implemented by each kind -----------------------------------------------------------------------------------------

    @abstractmethod
    def _seating(self, setup: dict[str, Any], games: Sequence[Any]) -> Seating:
        """The empty seats of a table; the games are read from its setup, unless ``games`` are given."""

    @abstractmethod
    def begin(self, dealt: Dealt) -> tuple[Dealt, Dealing]:
        """Begin a deal with ``shuffles``, or raise with nothing changed; return its record entry and the deal."""

    @abstractmethod
    def take_chips(self, dealing: Dealing) -> None:
        """Return the chips of a deal that is over to the players."""

    @abstractmethod
    def _game(self, game: str) -> tuple[Any, dict[str, Any]]:
        """A game of this table, and the part of a deal's setup that says which game it is."""

    @abstractmethod
    def _deal_refused(self, game: str = "") -> PitbossError | None:
        """The error with which the next deal would be refused while none is running; None if it would begin."""

    @abstractmethod
    def _read_sheet(self) -> TableSheet:
        """The sheet of the table, which never changes."""

    @abstractmethod
    def _read(self, game: str, view: View, seats: tuple[int, ...]) -> dict[int, HandReading]:
        """The hands of these seats in words, from what a view of a deal of this game shows."""

    @property
    @abstractmethod
    def next_game(self) -> str:
        """The id of the game dealt next; empty if it has to be named first."""

    @abstractmethod
    def next_shuffles(self) -> tuple[tuple[int, ...], ...]:
        """The cards that the next :meth:`deal` will shuffle, in order; empty while its game has to be named."""

    @abstractmethod
    def wagers(self, seat: int) -> tuple[Option, ...]:
        """The wagers that may be placed before a round, one option each; empty in poker."""

    @abstractmethod
    def least_wagers(self, seat: int) -> dict[str, int]:
        """The smallest wagers that :meth:`place` accepts to be dealt in; empty in poker."""

    @abstractmethod
    def printed(self) -> AnyLayout:
        """The print on the table and the signs next to it; a page draws any game from it."""

    # Commands ---------------------------------------------------------------------------------------------------------

    def sit(self, seat: int, player: str, cents: int = 0, *, wait: bool = False) -> None:
        """Seat a player and sell them chips; with ``wait``, they are dealt in when the big blind reaches them.

        A player who may hold several seats needs no chips for another one.
        """
        self.do(did.Sat(seat, player, cents, bool(wait)))

    def buy(self, seat: int, cents: int) -> None:
        """Sell more chips to the player of a seat; not during the player's hand."""
        self.do(did.Bought(seat, cents))

    def sit_out(self, seat: int) -> None:
        """Stop dealing in a seat, from the next deal on."""
        self.do(did.SatOut(seat))

    def come_back(self, seat: int, *, wait: bool = False) -> None:
        """Deal in a seat again; with ``wait``, only when the big blind reaches it."""
        self.do(did.CameBack(seat, bool(wait)))

    def leave(self, seat: int) -> None:
        """Free a seat; a player who leaves the last one cashes out. Not during the player's hand."""
        self.do(did.Left(seat))

    def change_seat(self, seat: int, to: int) -> None:
        """Move a player to a free seat, with all chips and debts; not during the player's hand."""
        self.do(did.Moved(seat, to))

    def place(self, seat: int, wagers: Mapping[str, int]) -> None:
        """Place the wagers of a seat for the next round, replacing any placed before; ``{}`` takes them back."""
        if not isinstance(wagers, Mapping):
            raise SessionError(f"{wagers!r} is not a mapping of wagers to cents; write them as in {{'ante': 500}}.")
        self.do(did.Placed(seat, dict(wagers)))

    def name(self, game: str) -> None:
        """Name the game of the next hand, at a table of dealer's choice."""
        self.do(did.Named(game))

    def deal(self, game: str = "", *, auto: bool = True, ask: bool = False, **options: Any) -> Deal:
        """Begin the next round or hand for every seat that is in; play the returned deal only through the session.

        ``game`` names the game at once. With ``auto=False``, each act of the dealer is a separate :meth:`step`. With
        ``ask``, players are asked everything they may decide, such as whether to show a hand.
        """
        self.do(Dealt(game, bool(auto), {**self.ASKING, **options} if ask else options))
        assert self.running is not None
        return self.running

    def act(self, seat: int, action: str, cents: int = 0) -> None:
        """Carry out a seat's decision in the running deal; everything :meth:`legal` lists is accepted."""
        self.play.now().act(seat, action, cents)

    def step(self) -> bool:
        """Do the dealer's next act in a deal without ``auto``; False if a seat must act first or the deal is over."""
        return self.play.now().step()

    def floor(self, ruling: str, /, **facts: Any) -> None:
        """Carry out a ruling of the floor on the running deal, or on the last one until the next begins."""
        self.play.now().floor(ruling, **facts)

    def finish(self) -> None:
        """Close a deal that is over and return its chips to the players."""
        self.do(Finished())

    # Carrying out -----------------------------------------------------------------------------------------------------

    def do(self, command: Command) -> tuple[SessionStep, ...]:
        """Carry out a command and return what it did; two steps if it closed a deal that was over first."""
        return self.play.do(command)

    def run(self, dealing: Dealing | None) -> None:
        """Make a deal the running one: everything done in it is then entered in the log."""
        self.dealing = dealing
        self.running = None
        if dealing is not None:
            self.running = dealing.deal
            dealing.deal.listener = self.play.heard

    # State ------------------------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """A number that grows with everything that happens; no two states of a session share it."""
        return self.log.version

    @property
    def finished(self) -> int:
        """The number of deals that were closed."""
        return self.play.finished

    @property
    def moves(self) -> list[Move]:
        """Every move of chips since the table was opened or restored, in order."""
        return list(self.log.moves)

    @property
    def done(self) -> bool:
        """True if no deal is in progress."""
        return self.running is None or self.running.done

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that have to decide now."""
        return self.running.actors if self.running else ()

    @property
    def last_dealing(self) -> Dealing | None:
        """The running deal, or the last one until the next begins; None before the first."""
        return self.dealing or (self.log.dealings[-1] if self.log.dealings else None)

    @property
    def standing(self) -> Standing | None:
        """The public facts of the running deal, or of the last one until the next begins; the same for every viewer."""
        return self.last_dealing.deal.standing if self.last_dealing else None

    def legal(self, seat: int) -> tuple[Option, ...]:
        """For every action of the game: what :meth:`act` accepts from a seat now, or the rule against it."""
        if type(seat) is not int:
            raise SessionError(f"{seat!r} is not a seat; seats are whole numbers from 1.")
        return self.running.legal(seat) if self.running else ()

    def rulings(self) -> tuple[Option, ...]:
        """Every ruling: whether :meth:`floor` accepts it now and, if not, why."""
        return self.running.rulings() if self.running else ()

    def default_act(self, seat: int) -> SeatAct:
        """The action for a seat that does not answer in time; see :meth:`pitboss.deal.deal.Deal.default_act`."""
        return self.play.now().default_act(seat)

    @property
    def players(self) -> dict[int, str]:
        """The name of the player in each taken seat."""
        return self.seating.players()

    def seats_of(self, player: str) -> tuple[int, ...]:
        """The seats of a player."""
        name = normal(player)
        return tuple([seat for seat, each in self.players.items() if each == name])

    @property
    def seats(self) -> dict[int, SeatView]:
        """The taken seats by number."""
        return self.seating.views(self.chips())

    @property
    def button_seat(self) -> int:
        """The seat that has the button, or 0."""
        return 0

    @property
    def namer(self) -> int:
        """The seat that names the next game (dealer's choice), or 0."""
        return 0

    def chips(self) -> dict[str, int]:
        """The current balance of every account; the cage is minus the sum of the others."""
        return self.seating.balances(self.dealing)

    # What viewers see -------------------------------------------------------------------------------------------------

    def view(self, viewer: str) -> SessionView:
        """The table as a viewer sees it: ``player Ann``, ``floor`` or ``rail``.

        A player who is not at the table, or not in the running deal, sees what the rail sees.
        """
        return self.views((viewer,))[viewer]

    def views(self, viewers: Sequence[str]) -> dict[str, SessionView]:
        """The table as each of these viewers sees it; shared parts are computed once."""
        dealing, chips, seats = self.dealing, self.chips(), self.seats
        game, button = dealing.game if dealing else self.next_game, self.button_seat
        version, spread, actors, done = self.log.version, self.spread, self.actors, self.done
        views = {}
        for viewer in viewers:
            seen_by = viewer_in(dealing, viewer)
            deal_view = dealing.deal._view_as(seen_by, viewer, chips) if dealing is not None else None
            views[viewer] = SessionView(viewer, version, spread, seats, chips, game, button, actors, done, deal_view)
        return views

    def piles(self, viewer: str) -> dict[str, tuple[int, ...]]:
        """The cards of the running deal, or of the last one until the next begins, as a viewer sees them by pile."""
        dealing = self.last_dealing
        return dealing.deal._piles(viewer_in(dealing, viewer)) if dealing else {}

    def readings(self, viewer: str) -> dict[int, HandReading]:
        """The viewer's own hands and those shown, in words, with the cards that play; empty between deals."""
        player, dealing = name_of(viewer), self.dealing
        if dealing is None:
            return {}
        view = dealing.deal.view(viewer_in(dealing, viewer))
        shown = {event.seat for event in view.events if isinstance(event, HandShown)}
        seats = tuple(seat for seat, name in dealing.players.items() if name == player or seat in shown)
        return self._read(dealing.game, view, seats)

    def since(self, version: int, viewer: str = RAIL) -> News:
        """The news after a version, as a viewer sees it now.

        Pass a version that :attr:`version`, a view or earlier news reported. A version before the last :meth:`forget`,
        restart or undo raises :class:`~pitboss.deal.session_log.Forgotten`, and so does one that has not happened yet:
        take a view instead. A player who is not at the table gets the news of the rail.
        """
        own_seats = self.seats_of(name_of(viewer) or "")
        return News(
            base=version,
            version=self.log.version,
            events=self.events_since(version, viewer),
            moves=self.moves_since(version),
            chips=self.chips(),
            actors=self.actors,
            done=self.done,
            legal={seat: self.legal(seat) for seat in self.actors if seat in own_seats},
        )

    def events_since(self, version: int, viewer: str) -> tuple[Event, ...]:
        """The events after a version, as a viewer sees them now."""
        viewer_in(self.dealing, viewer)
        return tuple([event for step in self.log.after(version) for event in step.seen_by(viewer)])

    def moves_since(self, version: int) -> tuple[Move, ...]:
        """Every move of chips after a version."""
        return tuple([move for step in self.log.after(version) for move in step.moves])

    def dealt_since(self, version: int) -> bool:
        """True if a deal began after a version, as for :meth:`since`."""
        return any(step.dealing is not None and not step.first for step in self.log.after(version))

    def dealings(self) -> tuple[Dealing, ...]:
        """Every deal not undone or forgotten, with its players; it shows every card, so never send it to a player."""
        return tuple(self.log.dealings)

    def forget(self, version: int) -> None:
        """Free the memory of events up to a version, and of deals that were over by then."""
        if type(version) is not int:
            raise SessionError(f"{version!r} is not a version; give one that version, a view or news reported.")
        self.log.forget(version, self.dealing)

    # Questions of a host ----------------------------------------------------------------------------------------------

    def why_not_deal(self) -> str:
        """Why :meth:`deal` would be refused now, in a sentence; empty if a deal would begin."""
        return str(self.deal_refused() or "")

    def deal_refused(self) -> PitbossError | None:
        """The error with which :meth:`deal` would be refused now; None if a deal would begin."""
        if not self.done:
            return SessionError(BEING_PLAYED)
        if self.shuffles.then is None and not self.shuffles.again:
            return SessionError(NO_SHUFFLE)
        with self.play.as_if_closed():
            return self._deal_refused()

    def playable(self) -> tuple[str, ...]:
        """The games of this table that could be dealt to its players now; empty during a deal."""
        if not self.done:
            return ()
        with self.play.as_if_closed():
            return tuple(game for game in self.spread if self._deal_refused(game) is None)

    def default_game(self) -> str:
        """The game to be dealt next if nobody names another in time; empty if none can be dealt now."""
        if self.next_game or not self.done:
            return self.next_game
        return next(iter(self.playable()), "")

    def sheet(self) -> TableSheet:
        """The table in words for a lobby: stakes, buy-in, fee, and the points that exceed the law."""
        if self._sheet is None:
            self._sheet = self._read_sheet()
        return self._sheet

    def liability(self) -> int:
        """The most the bank may have to pay on all wagers, including later ones, in cents; 0 without a bank."""
        return 0

    def blind_choices(self) -> tuple[int, ...]:
        """The seats that post blinds they owe at the next deal, and could wait for the big blind instead."""
        return ()

    # Books ------------------------------------------------------------------------------------------------------------

    def dump(self) -> bytes:
        """The whole record as bytes, including a running deal."""
        if self.log.entries != len(self.record.entries):
            raise SessionError("this session does not hold its full record, which is in the log of its table.")
        return self.record.encode()

    @classmethod
    def load(cls, data: bytes | SessionRecord, mixer: Mixer | None = None, *, games: Sequence[Any] = ()) -> Self:
        """Replay the session of a record; with a mixer it can continue."""
        record = data if isinstance(data, SessionRecord) else SessionRecord.decode(data)
        session = cls._from_setup(record, mixer, games)
        session.follow(record.entries)
        return session

    @classmethod
    def restore(
        cls,
        record: SessionRecord,
        checkpoint: Checkpoint,
        entries: Sequence[Entry],
        mixer: Mixer | None = None,
        *,
        games: Sequence[Any] = (),
    ) -> Self:
        """The session from a checkpoint and the entries after it; only the head of the record is needed."""
        if checkpoint.session != cls.kind:
            raise RecordError(f"this checkpoint is of a {checkpoint.session} session, not of a {cls.kind} session.")
        session = cls._from_setup(record, mixer, games)
        with whole("this checkpoint is damaged; it does not hold all of a table's state."):
            session.play.set(checkpoint)
            session.chips()
        session.follow(entries)
        return session

    @classmethod
    def _from_setup(cls, record: SessionRecord, mixer: Mixer | None, games: Sequence[Any]) -> Self:
        if record.session != cls.kind:
            raise RecordError(f"this record is of a {record.session} session, not of a {cls.kind} session.")
        with whole("this session's record does not say how the table was opened."):
            return cls(record.setup, mixer, games=games)

    def checkpoint(self) -> Checkpoint:
        """The current state of the table, also in the middle of a deal, for :meth:`restore`."""
        return self.play.checkpoint()

    def follow(self, entries: Sequence[Entry]) -> None:
        """Carry out the entries of a record or log that follow those of this session."""
        self.play.follow(entries)

    def drop_books(self, *, for_good: bool = False) -> None:
        """Free the memory of entries, events and moves already in a log; the session continues like a restored one.

        ``for_good``: keep no later ones either, because the caller keeps what :meth:`do` returns.
        """
        if self.practice:
            raise SessionError("a practice table needs its whole record to undo; nothing was dropped.")
        self.log.drop(for_good=for_good)

    def packed(self, deal: Deal) -> Record:
        """A copy of a deal's record without the text of its game, which is in the setup of the session."""
        record, (_, named) = deal.record, self._game(self.spread[0])
        setup = {key: value for key, value in record.setup.items() if key not in named}
        lists = {"shuffles": list(record.shuffles), "entries": list(record.entries)}  # copies, since the deal goes on
        return msgspec.structs.replace(record, setup=setup, **lists)

    def unpacked(self, record: Record, game: str) -> Deal:
        """Replay the deal of a record made by :meth:`packed`; it can continue."""
        loaded, named = self._game(game)
        whole_record = msgspec.structs.replace(record, setup={**record.setup, **named})
        return self.DEAL.load(whole_record, self.shuffles, game=loaded)

    def undo(self) -> Self:
        """Take back the last entry not yet undone; at practice tables only.

        If the same cards are shuffled next, they come in the same order.
        """
        self.play.undo()
        return self

    @property
    def last(self) -> Command | None:
        """The command that :meth:`undo` would take back, or None."""
        return self.log.effective[-1].did if self.log.effective else None
