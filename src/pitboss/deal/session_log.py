"""The log of a session, shared by every kind: commands are carried out, recorded and entered in its history."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from pitboss.deal.deal import Deal, Mixer
from pitboss.deal.event import DealFinished, Event
from pitboss.deal.history import Dealing, SessionHistory
from pitboss.deal.session_record import METHODS, Command, Dealt, Entry, Finished, SessionRecord, Undone
from pitboss.deal.shuffles import Shuffles
from pitboss.errors import PitbossError
from pitboss.move import Move


class SessionError(PitbossError):
    """A command that is not possible at this table now; nothing was changed."""


NO_SHUFFLE = "this session was loaded without a shuffle; load it with one to continue."
BEING_PLAYED = "a deal is being played; the next one begins when it is over."


class SessionMark(NamedTuple):
    """The state of the table just before a deal, from which undo replays."""

    entries: int
    events: int
    moves: int
    finished: int
    dealings: int
    state: dict[str, Any]


class SessionLog(ABC):
    """Carries out the commands of a session; :class:`pitboss.deal.session_books.Books` replays and undoes them."""

    kind: ClassVar[str]

    def __init__(self, setup: dict[str, Any], mixer: Mixer | None, *, games: Sequence[Any] = ()) -> None:
        self.record = SessionRecord(self.kind, setup, [])
        self.practice: bool = bool(setup.get("practice", False))
        self.finished = 0
        self.events: list[Event] = []
        self._moves: list[Move] = []
        self.dealing: Dealing | None = None
        """The running deal with its players; it shows every card, so never send it to a player."""
        self.running: Deal | None = None
        """The current round or hand until it is closed; play it only through the session."""
        self.version = 0
        """A number that grows with everything that happens; no two states of a session share it."""
        self.table_version = 0
        """The version at which anything but the running deal last changed: seats, chips bought, wagers placed."""
        self._dealings: list[Dealing] = []
        self._history = SessionHistory()
        self._shuffles = Shuffles(mixer)
        self._table_logged = (0, 0)  # events and moves of the table itself already in the history
        self._deal_logged = (0, 0, 0)  # entries, events and moves of the running deal already in record and history
        self._effective: list[Entry] = []  # the entries not undone; at practice tables only
        self._replaying = False
        self._entries_before = 0  # entries of the log before the checkpoint of a restored session
        self._prepare(games)
        self._set_state(None)
        self._marks = [self._mark()] if self.practice else []

    # Implemented by each kind -----------------------------------------------------------------------------------------

    @abstractmethod
    def _prepare(self, games: Sequence[Any]) -> None:
        """Read the games of the setup, unless ``games`` are given, and set ``size``."""

    @abstractmethod
    def _state(self) -> dict[str, Any]:
        """The state of the table between deals, as plain data."""

    @abstractmethod
    def _set_state(self, state: dict[str, Any] | None) -> None:
        """Set the table to a state; None is an empty table."""

    @abstractmethod
    def _begin(self, dealt: Dealt) -> tuple[Dealt, Dealing]:
        """Begin a deal with ``self._shuffles``, or raise with nothing changed; return its record entry and the deal."""

    @abstractmethod
    def _take_chips(self, dealing: Dealing) -> None:
        """Return the chips of a deal that is over to the players."""

    # Commands ---------------------------------------------------------------------------------------------------------

    def _do(self, command: Command) -> None:
        """Carry out a command and record it; if the last deal is over, it is closed first."""
        over = self.dealing is not None and self.dealing.deal.done
        if over and not isinstance(command, Finished) and not self._shuffles.replaying:
            self._close_and_do(command)  # in a replay, the record holds the finish
        else:
            self._carry_out(command)

    def _close_and_do(self, command: Command) -> None:
        """Close the deal that is over and carry out a command; if that is refused, the deal is open again."""
        mark, dealing, logged = self._mark(), self.dealing, self._table_logged
        versions = self._history.version, self._history.table_version
        entries = len(self.record.entries)
        self._carry_out(Finished())
        try:
            self._carry_out(command)
        except Exception:
            self._set_state(mark.state)
            self.finished, self._table_logged = mark.finished, logged
            if dealing is not None:
                self._hear(dealing)
            del self.events[mark.events :], self._moves[mark.moves :]
            del self.record.entries[entries:], self._effective[mark.entries :]
            self._history.take_back(*versions)
            self._reached()
            raise

    def _carry_out(self, command: Command) -> None:
        if isinstance(command, Dealt):
            command = self._deal(command)
        else:
            getattr(self, METHODS[type(command)])(command)
        self._write(command)
        if isinstance(command, Dealt) and self.dealing is not None and self.dealing.deal.events:
            self._heard()

    def _deal(self, dealt: Dealt) -> Dealt:
        if self._shuffles.then is None and not self._shuffles.replaying and not self._shuffles.again:
            raise SessionError(NO_SHUFFLE)
        if self.dealing is not None:
            raise SessionError(BEING_PLAYED)
        mark = self._mark() if self.practice and not self._replaying else None
        try:
            dealt, dealing = self._begin(dealt)
        except PitbossError:
            self._shuffles.put_back(self._shuffles.take_new())  # such as a draw for the button
            raise
        if mark is not None:
            self._marks.append(mark)
        self._deal_logged = (0, 0, 0)
        self._hear(dealing)
        self._dealings.append(dealing)
        return dealt

    def _hear(self, dealing: Dealing) -> None:
        """Make a deal the running one: everything done in it is then recorded here."""
        self._now_running(dealing)
        dealing.deal.listener = self._heard

    def _now_running(self, dealing: Dealing | None) -> None:
        self.dealing = dealing
        self.running = dealing.deal if dealing is not None else None

    def _finish(self, _: Finished) -> None:
        dealing = self.dealing
        if dealing is None or not dealing.deal.done:
            raise SessionError("no deal is over; play it to its end first.")
        self._take_chips(dealing)
        dealing.deal.listener = None
        self._now_running(None)
        self.finished += 1
        self.events.append(DealFinished("finish", number=self.finished))

    def _now(self) -> Deal:
        if self.dealing is None:
            raise SessionError("no deal is being played; begin one first.")
        return self.dealing.deal

    def _write(self, command: Command) -> None:
        """Append an entry to the record, and the table's own events and moves to the history."""
        self._log(Entry(command, self._shuffles.take_new()))
        events, moves = self._table_logged
        self._table_logged = (len(self.events), len(self._moves))
        self._history.add_table(tuple(self.events[events:]), tuple(self._moves[moves:]))
        self._reached()

    def _reached(self) -> None:
        self.version, self.table_version = self._history.version, self._history.table_version

    def _log(self, entry: Entry) -> None:
        if self._replaying:
            return
        self.record.entries.append(entry)
        if self.practice and not isinstance(entry.did, Undone):
            self._effective.append(entry)

    def _heard(self) -> None:
        """Add what was done in the running deal to record and history; the deal calls it after everything."""
        dealing = self.dealing
        assert dealing is not None
        deal, (logged, events, moves) = dealing.deal, self._deal_logged
        entries = deal.record.entries
        for entry in entries[logged:]:
            self._log(Entry(entry, self._shuffles.take_new()))
        new_moves = dealing.moves(moves)
        self._moves += new_moves
        self._table_logged = (self._table_logged[0], len(self._moves))
        self._history.add_deal(dealing, events, new_moves)
        self.version = self._history.version
        self._deal_logged = (len(entries), len(deal.events), len(deal.moves))

    def _mark(self) -> SessionMark:
        entries, events, moves = len(self._effective), len(self.events), len(self._moves)
        return SessionMark(entries, events, moves, self.finished, len(self._dealings), self._state())
