"""The one interface of a table, whichever kind of game it spreads.

A session is a table with seats: players sit down, buy chips, play round after round or hand after hand, and leave.
Sessions of both kinds do this through the same verbs. They differ in the stakes (wagers that are placed before each
round, or the stacks in front of the players) and in the bank (the house's rack, or the pot).

What holds for every session:

- A verb either does what it says or raises a :class:`~pitboss.errors.PitbossError` with nothing changed.
- Each verb that is carried out appends one :class:`~pitboss.deal.session_record.Entry` to ``record.entries``. Entries
  never change afterwards. Where the last deal is over, the verbs of the table take it up first (``finish``), which is
  an entry of its own. :meth:`Session.load` plays a record again, event for event.
- ``version`` grows with everything that happens, never falls, and survives :meth:`Session.restore`.
- Every chip belongs to an account: ``player Ann`` for a player, ``cage`` for what was bought and cashed out, and the
  accounts of the kind (``rack`` and ``spot 1/ante``, or ``pot`` and ``fee box``). All accounts sum to zero.
- A viewer is ``player Ann``, ``floor`` or ``rail``. Only :meth:`Session.view` and :meth:`Session.since` may cross to
  one: they hold no card he may not see.
- Whoever calls a verb has the right to: a session knows seats and players, not who is asking.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.deal.deal import FLOOR, RAIL, Deal
from pitboss.deal.event import Event
from pitboss.deal.history import Dealing
from pitboss.deal.option import Option
from pitboss.deal.players import checked, name_of
from pitboss.deal.session_books import Books, SessionError
from pitboss.deal.session_record import Bought, CameBack, Dealt, Finished, Left, Named, Placed, Sat, SatOut
from pitboss.deal.session_view import News, SeatView, SessionView
from pitboss.money import Move

__all__ = ["CAGE", "Session", "SessionError"]

CAGE = "cage"


class Session(Books):
    """A table of either kind; the module says what every session promises.

    A kind implements the methods marked abstract, here and in :class:`~pitboss.deal.session_books.Books`.
    """

    size: int
    """How many seats the table has."""

    # Coming and going -------------------------------------------------------------------------------------------------

    def sit(self, seat: int, player: str, cents: int = 0, *, wait: bool = False) -> None:
        """A player takes a free seat and buys chips; ``wait``: to be dealt in when the big blind reaches him.

        Where a player may hold several seats, he takes another by its number and needs no chips for it.
        """
        if type(seat) is not int or not 1 <= seat <= self.size:
            raise SessionError(f"{seat!r} is not a seat of this table; it has seats 1 to {self.size}.")
        self._do(Sat(seat, checked(player), cents, bool(wait)))

    def buy(self, seat: int, cents: int) -> None:
        """More chips for the player of a seat; not while he has a hand."""
        self._do(Bought(seat, cents))

    def sit_out(self, seat: int) -> None:
        """A seat is not to be dealt in from the next deal on."""
        self._do(SatOut(seat))

    def come_back(self, seat: int, *, wait: bool = False) -> None:
        """A seat is to be dealt in again."""
        self._do(CameBack(seat, bool(wait)))

    def leave(self, seat: int) -> None:
        """A player gives up a seat; with his last one he takes his chips along. Not while he has a hand."""
        self._do(Left(seat))

    # A deal -----------------------------------------------------------------------------------------------------------

    def place(self, seat: int, wagers: Mapping[str, int]) -> None:
        """The wagers of a seat for the next round, in place of any it placed before; ``{}`` takes them back."""
        self._do(Placed(seat, dict(wagers)))

    def name(self, game: str) -> None:
        """The game of the next hand, where a seat names it."""
        self._do(Named(game))

    def deal(self, game: str = "", *, auto: bool = True, **options: Any) -> Deal:
        """Begin the next round or hand for everyone who is in; the deal is read, not played, by the caller.

        ``game`` may name it at once. With ``auto=False`` each act of the dealer is a :meth:`step` of its own.
        """
        self._do(Dealt(game, bool(auto), options))
        assert self._dealing is not None
        return self._dealing.deal

    def act(self, seat: int, action: str, cents: int = 0) -> None:
        """A seat's decision in the running deal; what :meth:`legal` lists is accepted."""
        self._collect()
        self._now().act(seat, action, cents)
        self._collect()

    def step(self) -> bool:
        """The dealer's next act at a table dealt by hand; False when somebody has to act first or the deal is over."""
        self._collect()
        stepped = self._now().step()
        self._collect()
        return stepped

    def floor(self, ruling: str, /, **facts: Any) -> None:
        """A ruling of the floor on the running deal, or on the one that is over until the next begins."""
        self._collect()
        self._now().floor(ruling, **facts)
        self._collect()

    def finish(self) -> None:
        """Take up the chips of a deal that is over."""
        self._do(Finished())

    # What anyone may ask ----------------------------------------------------------------------------------------------

    @property
    def running(self) -> Deal | None:
        """The round or hand on the table, until its chips are taken up; play it through the session."""
        return self._dealing.deal if self._dealing else None

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that have to decide now."""
        return self._dealing.deal.actors if self._dealing else ()

    @property
    def done(self) -> bool:
        """Whether no deal is being played."""
        return self._dealing is None or self._dealing.deal.done

    @property
    def version(self) -> int:
        """Grows with everything that happens at the table; two states of one session never share it."""
        self._collect()
        return self._history.version

    def legal(self, seat: int) -> tuple[Option, ...]:
        """For every action word of the game: what :meth:`act` accepts from a seat now, or the rule against it."""
        return self._dealing.deal.legal(seat) if self._dealing else ()

    def rulings(self) -> tuple[Option, ...]:
        """The rulings :meth:`floor` accepts now, and for the others why not."""
        return self._dealing.deal.rulings() if self._dealing else ()

    def seats_of(self, player: str) -> tuple[int, ...]:
        """The seats a player holds."""
        return tuple(seat for seat, view in self.seats.items() if view.player == player)

    @property
    def moves(self) -> list[Move]:
        """Every chip that moved since the table was opened or restored, in order."""
        self._collect()
        return list(self._moves)

    def chips(self) -> dict[str, int]:
        """The balance of every account now. The cage has given out what the others hold, so they sum to zero."""
        accounts = self._bank()
        if self._dealing is not None:
            names = self._dealing.accounts
            for name, cents in self._dealing.deal.chips().items():
                mine = names.get(name)
                if mine is None:
                    accounts[name] = accounts.get(name, 0) + cents
                else:
                    accounts[mine] = cents
        return {**accounts, CAGE: -sum(accounts.values())}

    def view(self, viewer: str) -> SessionView:
        """The table as a viewer sees it: ``player Ann``, ``floor`` or ``rail``."""
        self._collect()
        dealing, shown = self._dealing, None
        chips = self.chips()
        if dealing is not None:
            shown = dealing.deal.view(_as_known(dealing, viewer))
            shown = msgspec.structs.replace(shown, viewer=viewer, chips=chips)
        else:
            _as_known(None, viewer)
        return SessionView(
            viewer=viewer,
            version=self._history.version,
            games=self.spread,
            seats=self.seats,
            chips=chips,
            game=dealing.game if dealing else self.next_game,
            button=self.button_seat,
            actors=self.actors,
            done=self.done,
            deal=shown,
        )

    def since(self, version: int, viewer: str = RAIL) -> News:
        """What happened after a version, as a viewer sees it now.

        Only a version that :attr:`version`, a view or news gave out can be asked for. What is no longer kept (before
        :meth:`forget`, a restart or an undo) raises :class:`~pitboss.deal.history.Forgotten`: take a view instead.
        """
        self._collect()
        events: list[Event] = []
        moves: list[Move] = []
        _as_known(self._dealing, viewer)
        for span in self._history.after(version):
            moves += span.moves
            if span.dealing is None:
                events += span.said
            else:
                known = _as_known(span.dealing, viewer)
                events += span.dealing.deal.events_for(known, span.first, span.last)
        player = name_of(viewer)
        mine = self.seats_of(player) if player is not None else ()
        return News(
            base=version,
            version=self._history.version,
            events=tuple(events),
            moves=tuple(moves),
            chips=self.chips(),
            actors=self.actors,
            done=self.done,
            legal={seat: self.legal(seat) for seat in self.actors if seat in mine},
        )

    def dealings(self) -> tuple[Dealing, ...]:
        """Every deal that still counts, with who played its seats; for whoever may see every card."""
        return tuple(self._dealings)

    def forget(self, version: int) -> None:
        """Drop the news up to a version, and deals that were over by then, which a host may do at any time."""
        self._collect()
        self._history.forget(version)
        self._dealings = [one for one in self._dealings if one is self._dealing or self._history.holds(one)]

    # What each kind says ----------------------------------------------------------------------------------------------
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
    def _place(self, placed: Placed) -> None: ...

    @abstractmethod
    def _name(self, named: Named) -> None: ...

    @abstractmethod
    def _bank(self) -> dict[str, int]:
        """The accounts between deals: every player's and the house's, without the cage."""

    @property
    @abstractmethod
    def seats(self) -> dict[int, SeatView]:
        """The taken seats by number."""

    @property
    @abstractmethod
    def spread(self) -> tuple[str, ...]:
        """The ids of the games that can be dealt at this table."""

    @property
    @abstractmethod
    def next_game(self) -> str:
        """The id of the game that is dealt next; empty where it has to be named first."""

    @property
    @abstractmethod
    def namer(self) -> int:
        """The seat that names the next game (dealer's choice); 0 where nobody does."""

    @abstractmethod
    def wagers(self, seat: int) -> tuple[Option, ...]:
        """The wagers that may be placed before a round, one option each; none where players play with their stacks."""

    @abstractmethod
    def least_wagers(self, seat: int) -> dict[str, int]:
        """The least that :meth:`place` takes here to be dealt in; empty where players play with their stacks."""

    @property
    def button_seat(self) -> int:
        """The seat that has the button; 0 where there is none."""
        return 0


def _as_known(dealing: Dealing | None, viewer: str) -> str:
    """The name by which a deal knows a viewer; who is not in it sees what the rail sees."""
    if viewer in (FLOOR, RAIL):
        return viewer
    player = name_of(viewer) if isinstance(viewer, str) else None
    if player is None:
        raise SessionError(f"{viewer!r} cannot look at a table; viewers are 'player NAME', 'floor' and 'rail'.")
    seat = dealing.seat_of(player) if dealing else 0
    return f"player {seat}" if seat else RAIL
