"""Questions of a table's host to its session: which deals are possible, what is due, what a lobby shows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from pitboss.deal.record import SeatAct
from pitboss.deal.session_books import Books
from pitboss.deal.session_log import BEING_PLAYED, NO_SHUFFLE, SessionError
from pitboss.deal.table_sheet import TableSheet
from pitboss.errors import PitbossError


class HostQuestions(Books):
    """Questions to a session that change nothing; :class:`pitboss.deal.session.Session` adds the commands."""

    _sheet: TableSheet | None = None

    @property
    def done(self) -> bool:
        """True if no deal is in progress."""
        return self.dealing is None or self.dealing.deal.done

    def default_act(self, seat: int) -> SeatAct:
        """The action for a seat that does not answer in time; see :meth:`pitboss.deal.deal.Deal.default_act`."""
        return self._now().default_act(seat)

    def why_not_deal(self) -> str:
        """Why :meth:`deal` would be refused now, in a sentence; empty if a deal would begin."""
        refused = self.deal_refused()
        return "" if refused is None else str(refused)

    def deal_refused(self) -> PitbossError | None:
        """The error with which :meth:`deal` would be refused now; None if a deal would begin."""
        if self.dealing is not None and not self.dealing.deal.done:
            return SessionError(BEING_PLAYED)
        if self._shuffles.then is None and not self._shuffles.again:
            return SessionError(NO_SHUFFLE)
        with self._as_if_closed():
            return self._deal_refused()

    def playable(self) -> tuple[str, ...]:
        """The games of this table that could be dealt to its players now; empty during a deal."""
        if not self.done:
            return ()
        with self._as_if_closed():
            return tuple(game for game in self.spread if self._deal_refused(game) is None)

    def default_game(self) -> str:
        """The game to be dealt next if nobody names another in time; empty if none can be dealt now."""
        if self.next_game or not self.done:
            return self.next_game
        with self._as_if_closed():
            return next((game for game in self.spread if self._deal_refused(game) is None), "")

    def sheet(self) -> TableSheet:
        """The table in words for a lobby: stakes, buy-in, fee, and the points that exceed the law."""
        if self._sheet is None:
            self._sheet = self._read_sheet()
        return self._sheet

    def liability(self) -> int:
        """The most cents the bank may have to pay on all wagers, with those decisions may add; 0 without a bank."""
        return 0

    def blind_choices(self) -> tuple[int, ...]:
        """The seats that post blinds they owe at the next deal, and could wait for the big blind instead."""
        return ()

    @contextmanager
    def _as_if_closed(self) -> Iterator[None]:
        """The table as it will be when the deal that is over is closed; afterwards it is as before."""
        dealing = self.dealing
        if dealing is None:
            yield
            return
        state, events, moves = self._state(), len(self.events), len(self._moves)
        self._take_chips(dealing)
        self._now_running(None)
        try:
            yield
        finally:
            self._set_state(state)
            self._now_running(dealing)
            del self.events[events:], self._moves[moves:]

    # Implemented by each kind -----------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def spread(self) -> tuple[str, ...]:
        """The ids of the games this table offers."""

    @property
    @abstractmethod
    def next_game(self) -> str:
        """The id of the game dealt next; empty if it has to be named first."""

    @abstractmethod
    def next_shuffles(self) -> tuple[tuple[int, ...], ...]:
        """The cards that the next :meth:`deal` will shuffle, in order; empty while its game has to be named."""

    @abstractmethod
    def _deal_refused(self, game: str = "") -> PitbossError | None:
        """The error with which the next deal would be refused while none is running; None if it would begin."""

    @abstractmethod
    def _read_sheet(self) -> TableSheet:
        """The sheet of the table, which never changes."""
