"""The common interface of house sessions and poker sessions.

A session is a table with seats: players sit down, buy chips, play round after round or hand after hand, and leave.
Both kinds have the same methods. They differ in the stakes (wagers placed before each round, or stacks in front of the
players) and in the bank (the house's rack, or the pot).

For every session:

- A command (:meth:`Session.sit`, :meth:`Session.act` …) either succeeds or raises a
  :class:`~pitboss.errors.PitbossError` with nothing changed.
- Each command appends one :class:`~pitboss.deal.session_record.Entry` to ``record.entries``; entries never change. If
  the last deal is over, commands of the table close it first (``finish``), which is an entry of its own.
  :meth:`Session.load` replays a record, event for event.
- ``version`` grows with everything that happens, never falls, and survives :meth:`Session.restore`.
- Every chip belongs to an account: ``player Ann`` for a player, ``cage`` for chips bought and cashed out, and the
  accounts of the kind (``rack`` and ``spot 1/ante``, or ``pot`` and ``fee box``). All accounts sum to zero.
- A viewer is ``player Ann``, ``floor`` or ``rail``. Send a viewer only :meth:`Session.view` and :meth:`Session.since`:
  they hide every card he may not see.
- A session does not check who calls a command; that is up to the caller.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pitboss.deal.deal import FLOOR, RAIL, Deal
from pitboss.deal.event import Event, HandShown
from pitboss.deal.history import Dealing, Span
from pitboss.deal.host_questions import HostQuestions
from pitboss.deal.option import Option
from pitboss.deal.players import checked, name_of, normal
from pitboss.deal.reading import HandReading
from pitboss.deal.session_log import SessionError
from pitboss.deal.session_record import Bought, CameBack, Dealt, Finished, Left, Moved, Named, Placed, Sat, SatOut
from pitboss.deal.session_view import News, SeatView, SessionView
from pitboss.deal.standing import Standing
from pitboss.deal.table_layout import AnyLayout
from pitboss.deal.view import View
from pitboss.move import Move

__all__ = ["CAGE", "Session", "SessionError"]

CAGE = "cage"


class Session(HostQuestions):
    """A table with seats, players and a running deal; see the module for what holds for every session.

    Each kind implements the abstract methods here, in :class:`~pitboss.deal.host_questions.HostQuestions` and in
    :class:`~pitboss.deal.session_books.Books`.
    """

    ASKING: ClassVar[Mapping[str, Any]] = {}
    """The options of a deal in which players are asked everything they may decide."""

    size: int
    """The number of seats."""

    # Coming and going -------------------------------------------------------------------------------------------------

    def sit(self, seat: int, player: str, cents: int = 0, *, wait: bool = False) -> None:
        """Seat a player and sell him chips; with ``wait``, he is dealt in when the big blind reaches him.

        A player who may hold several seats needs no chips for another one.
        """
        if type(seat) is not int or not 1 <= seat <= self.size:
            raise SessionError(f"{seat!r} is not a seat of this table; it has seats 1 to {self.size}.")
        name = checked(player, recorded=self._shuffles.replaying)
        self._do(Sat(seat, name, cents, bool(wait)))

    def buy(self, seat: int, cents: int) -> None:
        """Sell more chips to the player of a seat; not while he has a hand."""
        self._do(Bought(seat, cents))

    def sit_out(self, seat: int) -> None:
        """Stop dealing in a seat, from the next deal on."""
        self._do(SatOut(seat))

    def come_back(self, seat: int, *, wait: bool = False) -> None:
        """Deal in a seat again; with ``wait``, only when the big blind reaches it."""
        self._do(CameBack(seat, bool(wait)))

    def leave(self, seat: int) -> None:
        """Free a seat; a player who leaves his last seat cashes out. Not while he has a hand."""
        self._do(Left(seat))

    def change_seat(self, seat: int, to: int) -> None:
        """Move a player to a free seat, with his chips and what he owes; not while he has a hand."""
        if type(to) is not int or not 1 <= to <= self.size:
            raise SessionError(f"{to!r} is not a seat of this table; it has seats 1 to {self.size}.")
        self._do(Moved(seat, to))

    # A deal -----------------------------------------------------------------------------------------------------------

    def place(self, seat: int, wagers: Mapping[str, int]) -> None:
        """Place the wagers of a seat for the next round, replacing any placed before; ``{}`` takes them back."""
        if not isinstance(wagers, Mapping):
            raise SessionError(f"{wagers!r} is not a mapping of wagers to cents; write them as in {{'ante': 500}}.")
        for key, cents in wagers.items():
            if type(key) is not str:
                raise SessionError(f"{key!r} is no wager; write its name, such as 'ante'.")
            if type(cents) is not int:
                raise SessionError(f"{cents!r} on {key} is not an amount; give whole cents, such as 500.")
        self._do(Placed(seat, dict(wagers)))

    def name(self, game: str) -> None:
        """Name the game of the next hand, at a table of dealer's choice."""
        self._do(Named(game))

    def deal(self, game: str = "", *, auto: bool = True, ask: bool = False, **options: Any) -> Deal:
        """Begin the next round or hand for every seat that is in; play the returned deal only through the session.

        ``game`` names the game at once. With ``auto=False``, each act of the dealer is a :meth:`step` of its own. With
        ``ask``, players are asked everything they may decide, such as whether to show a hand.
        """
        self._do(Dealt(game, bool(auto), {**self.ASKING, **options} if ask else options))
        assert self.dealing is not None
        return self.dealing.deal

    def act(self, seat: int, action: str, cents: int = 0) -> None:
        """Carry out a seat's decision in the running deal; everything :meth:`legal` lists is accepted."""
        self._now().act(seat, action, cents)

    def step(self) -> bool:
        """Do the dealer's next act in a deal without ``auto``; False if a seat must act first or the deal is over."""
        return self._now().step()

    def floor(self, ruling: str, /, **facts: Any) -> None:
        """Carry out a ruling of the floor on the running deal, or on the last one until the next begins."""
        self._now().floor(ruling, **facts)

    def finish(self) -> None:
        """Close a deal that is over and return its chips to the players."""
        self._do(Finished())

    # State ------------------------------------------------------------------------------------------------------------

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that have to decide now."""
        return self.dealing.deal.actors if self.dealing else ()

    @property
    def standing(self) -> Standing | None:
        """How the running deal stands, or the last one until the next begins; the same for every viewer."""
        dealing = self.dealing or (self._dealings[-1] if self._dealings else None)
        return dealing.deal.standing if dealing else None

    def legal(self, seat: int) -> tuple[Option, ...]:
        """For every action of the game: what :meth:`act` accepts from a seat now, or the rule against it."""
        if type(seat) is not int:
            raise SessionError(f"{seat!r} is not a seat; seats are whole numbers from 1.")
        return self.dealing.deal.legal(seat) if self.dealing else ()

    def rulings(self) -> tuple[Option, ...]:
        """Every ruling: whether :meth:`floor` accepts it now and, if not, why."""
        return self.dealing.deal.rulings() if self.dealing else ()

    @property
    def players(self) -> dict[int, str]:
        """Who sits where: the name of the player by seat."""
        return {seat: view.player for seat, view in self.seats.items()}

    def seats_of(self, player: str) -> tuple[int, ...]:
        """The seats of a player."""
        name = normal(player)
        return tuple([seat for seat, each in self.players.items() if each == name])

    @property
    def moves(self) -> list[Move]:
        """Every move of chips since the table was opened or restored, in order."""
        return list(self._moves)

    def chips(self) -> dict[str, int]:
        """The current balance of every account; the cage is negative by what the others hold."""
        accounts = self._bank()
        if self.dealing is not None:
            names = self.dealing.accounts
            for name, cents in self.dealing.deal.chips().items():
                if name in names:
                    accounts[names[name]] = cents
                else:
                    accounts[name] = accounts.get(name, 0) + cents
        accounts[CAGE] = -sum(accounts.values())
        return accounts

    def view(self, viewer: str) -> SessionView:
        """The table as a viewer sees it: ``player Ann``, ``floor`` or ``rail``.

        A player who is not at the table, or not in the running deal, looks on: he sees what the rail sees.
        """
        return self.views((viewer,))[viewer]

    def views(self, viewers: Sequence[str]) -> dict[str, SessionView]:
        """The table as each of these viewers sees it; what is the same for all is gathered once."""
        dealing, chips, seats = self.dealing, self.chips(), self.seats
        game, button = dealing.game if dealing else self.next_game, self.button_seat
        version, spread, actors, done = self._history.version, self.spread, self.actors, self.done
        views = {}
        for viewer in viewers:
            seen_by = _viewer_in(dealing, viewer)
            deal_view = dealing.deal._view_as(seen_by, viewer, chips) if dealing is not None else None
            views[viewer] = SessionView(viewer, version, spread, seats, chips, game, button, actors, done, deal_view)
        return views

    def piles(self, viewer: str) -> dict[str, tuple[int, ...]]:
        """The cards of the running deal, or of the last one until the next begins, as a viewer sees them by pile."""
        dealing = self.dealing or (self._dealings[-1] if self._dealings else None)
        return dealing.deal._piles(_viewer_in(dealing, viewer)) if dealing else {}

    def since(self, version: int, viewer: str = RAIL) -> News:
        """What happened after a version, as a viewer sees it now.

        Pass a version that :attr:`version`, a view or earlier news reported. A version before the last :meth:`forget`,
        restart or undo raises :class:`~pitboss.deal.history.Forgotten`, and so does one that has not happened yet:
        take a view instead. A player who is not at the table is told what the rail is told.
        """
        events = self.events_since(version, viewer)
        moves = self.moves_since(version)
        player = name_of(viewer)
        own_seats = self.seats_of(player) if player is not None else ()
        return News(
            base=version,
            version=self._history.version,
            events=events,
            moves=moves,
            chips=self.chips(),
            actors=self.actors,
            done=self.done,
            legal={seat: self.legal(seat) for seat in self.actors if seat in own_seats},
        )

    def dealt_since(self, version: int) -> bool:
        """Whether a deal began after a version, as for :meth:`since`."""
        return self._history.dealt_after(version)

    def events_since(self, version: int, viewer: str) -> tuple[Event, ...]:
        """The events after a version, as a viewer sees them now."""
        spans = self._history.after(version)
        if len(spans) == 1:
            return _seen(spans[0], viewer)
        _viewer_in(self.dealing, viewer)
        return tuple([event for span in spans for event in _seen(span, viewer)])

    def moves_since(self, version: int) -> tuple[Move, ...]:
        """Every move of chips after a version."""
        return tuple([move for span in self._history.after(version) for move in span.moves])

    def dealings(self) -> tuple[Dealing, ...]:
        """Every deal not undone or forgotten, with its players; it shows every card, so never send it to a player."""
        return tuple(self._dealings)

    def forget(self, version: int) -> None:
        """Free the memory of events up to a version, and of deals that were over by then."""
        if type(version) is not int:
            raise SessionError(f"{version!r} is not a version; give one that version, a view or news reported.")
        self._history.forget(version)
        self._dealings = [d for d in self._dealings if d is self.dealing or self._history.holds(d)]

    # Implemented by each kind -----------------------------------------------------------------------------------------
    @abstractmethod
    def _sit(self, sat: Sat) -> None: ...

    @abstractmethod
    def _buy(self, bought: Bought) -> None: ...

    @abstractmethod
    def _sit_out(self, command: SatOut) -> None: ...

    @abstractmethod
    def _come_back(self, command: CameBack) -> None: ...

    @abstractmethod
    def _leave(self, command: Left) -> None: ...

    @abstractmethod
    def _move(self, moved: Moved) -> None: ...

    @abstractmethod
    def _place(self, placed: Placed) -> None: ...

    @abstractmethod
    def _name(self, named: Named) -> None: ...

    @abstractmethod
    def _bank(self) -> dict[str, int]:
        """The balances between deals: every player's and the house's accounts, without the cage."""

    @property
    @abstractmethod
    def seats(self) -> dict[int, SeatView]:
        """The taken seats by number."""

    @property
    @abstractmethod
    def namer(self) -> int:
        """The seat that names the next game (dealer's choice), or 0."""

    @abstractmethod
    def wagers(self, seat: int) -> tuple[Option, ...]:
        """The wagers that may be placed before a round, one option each; empty in poker."""

    @abstractmethod
    def least_wagers(self, seat: int) -> dict[str, int]:
        """The smallest wagers that :meth:`place` accepts to be dealt in; empty in poker."""

    @abstractmethod
    def printed(self) -> AnyLayout:
        """What is printed on the table and posted beside it; a page draws any game from it."""

    @abstractmethod
    def _read(self, game: str, view: View, seats: tuple[int, ...]) -> dict[int, HandReading]:
        """The hands of these seats in words, from what a view of a deal of this game shows."""

    def readings(self, viewer: str) -> dict[int, HandReading]:
        """The hands a viewer sees whole, in words, with the cards that play; empty while no deal is running.

        These are his own, and those that were shown.
        """
        player, dealing = name_of(viewer), self.dealing
        if dealing is None:
            return {}
        view = dealing.deal.view(_viewer_in(dealing, viewer))
        shown = {event.seat for event in view.events if isinstance(event, HandShown)}
        seats = tuple(seat for seat, name in dealing.players.items() if name == player or seat in shown)
        return self._read(dealing.game, view, seats)

    @property
    def button_seat(self) -> int:
        """The seat that has the button, or 0."""
        return 0


def _seen(span: Span, viewer: str) -> tuple[Event, ...]:
    """The events of a span, as a viewer sees them now."""
    known = _viewer_in(span.dealing, viewer)
    return span.table_events if span.dealing is None else span.dealing.deal.events_for(known, span.first, span.last)


def _viewer_in(dealing: Dealing | None, viewer: str) -> str:
    """The name of a viewer in a deal; a player who is not in it sees what the rail sees."""
    if viewer in (FLOOR, RAIL):
        return viewer
    if dealing is not None and type(viewer) is str and viewer in dealing.viewers:
        return dealing.viewers[viewer]
    player = name_of(viewer) if isinstance(viewer, str) else None
    if player is None:
        raise SessionError(f"{viewer!r} cannot look at a table; viewers are 'player NAME', 'floor' and 'rail'.")
    seat = dealing.seat_of(player) if dealing else 0
    return f"player {seat}" if seat else RAIL
