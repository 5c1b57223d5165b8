"""The log of a session, shared by every kind: commands are carried out, recorded and entered in its history."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from pitboss.deal.deal import Deal, Mixer
from pitboss.deal.event import Event
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
        self._record = SessionRecord(self.kind, setup, [])
        self.practice: bool = bool(setup.get("practice", False))
        self.finished = 0
        self.events: list[Event] = []
        self._moves: list[Move] = []
        self._dealing: Dealing | None = None
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
        self._collect()
        over = self._dealing is not None and self._dealing.deal.done
        if over and not isinstance(command, Finished) and not self._shuffles.replaying:
            self._close_and_do(command)  # in a replay, the record holds the finish
        else:
            self._carry_out(command)

    def _close_and_do(self, command: Command) -> None:
        """Close the deal that is over and carry out a command; if that is refused, the deal is open again."""
        mark, dealing, logged = self._mark(), self._dealing, self._table_logged
        versions = self._history.version, self._history.table_version
        entries = len(self._record.entries)
        self._carry_out(Finished())
        try:
            self._carry_out(command)
        except Exception:
            self._set_state(mark.state)
            self.finished, self._dealing, self._table_logged = mark.finished, dealing, logged
            del self.events[mark.events :], self._moves[mark.moves :]
            del self._record.entries[entries:], self._effective[mark.entries :]
            self._history.take_back(*versions)
            raise

    def _carry_out(self, command: Command) -> None:
        if isinstance(command, Dealt):
            command = self._deal(command)
        else:
            getattr(self, METHODS[type(command)])(command)
        self._write(command)
        self._collect()

    def _deal(self, dealt: Dealt) -> Dealt:
        if self._shuffles.then is None and not self._shuffles.replaying and not self._shuffles.again:
            raise SessionError(NO_SHUFFLE)
        if self._dealing is not None:
            raise SessionError(BEING_PLAYED)
        mark = self._mark() if self.practice and not self._replaying else None
        try:
            dealt, self._dealing = self._begin(dealt)
        except PitbossError:
            self._shuffles.put_back(self._shuffles.take_new())  # such as a draw for the button
            raise
        if mark is not None:
            self._marks.append(mark)
        self._deal_logged = (0, 0, 0)
        self._dealings.append(self._dealing)
        return dealt

    def _finish(self, _: Finished) -> None:
        dealing = self._dealing
        if dealing is None or not dealing.deal.done:
            raise SessionError("no deal is over; play it to its end first.")
        self._take_chips(dealing)
        self._dealing = None
        self.finished += 1
        self._say("finish", words=f"deal {self.finished} is over")

    def _now(self) -> Deal:
        if self._dealing is None:
            raise SessionError("no deal is being played; begin one first.")
        return self._dealing.deal

    def _say(self, verb: str, seat: int = 0, words: str = "", cents: int = 0, rule: str = "") -> None:
        self.events.append(Event(verb, seat, "", (), False, cents, words, rule))

    def _write(self, command: Command) -> None:
        """Append an entry to the record, and the table's own events and moves to the history."""
        self._log(Entry(command, self._shuffles.take_new()))
        events, moves = self._table_logged
        self._table_logged = (len(self.events), len(self._moves))
        self._history.add_table(tuple(self.events[events:]), tuple(self._moves[moves:]))

    def _log(self, entry: Entry) -> None:
        if self._replaying:
            return
        self._record.entries.append(entry)
        if self.practice and not isinstance(entry.did, Undone):
            self._effective.append(entry)

    def _collect(self) -> None:
        """Append what was done in the running deal since the last call to record and history."""
        dealing = self._dealing
        if dealing is None:
            return
        deal, (logged, events, moves) = dealing.deal, self._deal_logged
        entries = deal.record.entries
        if len(entries) == logged and len(deal.events) == events:
            return
        if len(entries) < logged:
            raise SessionError("the deal was undone without its session; use session.undo().")
        for entry in entries[logged:]:
            self._log(Entry(entry, self._shuffles.take_new()))
        new_moves = dealing.moves(moves)
        self._moves += new_moves
        self._table_logged = (self._table_logged[0], len(self._moves))
        self._history.add_deal(dealing, events, new_moves)
        self._deal_logged = (len(entries), len(deal.events), len(deal.moves))

    def _mark(self) -> SessionMark:
        entries, events, moves = len(self._effective), len(self.events), len(self._moves)
        return SessionMark(entries, events, moves, self.finished, len(self._dealings), self._state())
