"""The books of a session, shared by every kind: record, history, checkpoints and undo."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple, Self

import msgspec

from pitboss.deal.deal import Deal, Mixer
from pitboss.deal.event import Event
from pitboss.deal.history import Dealing, SessionHistory
from pitboss.deal.record import FORMAT, Act, DealerStep, Record, RecordError, Ruling
from pitboss.deal.session_record import METHODS, Checkpoint, Command, Dealt, Entry, Finished, Sat, SessionRecord, Undone
from pitboss.deal.shuffles import Shuffles
from pitboss.errors import PitbossError
from pitboss.move import Move


class SessionError(PitbossError):
    """A command that is not possible at this table now; nothing was changed."""


NO_SHUFFLE = "this session was loaded without a shuffle; load it with one to continue."
BEING_PLAYED = "a deal is being played; the next one begins when it is over."

_DAMAGE = (
    *(msgspec.MsgspecError, KeyError, TypeError, ValueError, StopIteration, IndexError, AttributeError),
    RecursionError,  # facts nested so deeply that they cannot be copied
)


class _Mark(NamedTuple):
    """The state of the table just before a deal, from which undo replays."""

    entries: int
    events: int
    moves: int
    finished: int
    dealings: int
    state: dict[str, Any]


class Books(ABC):
    """The record of a session and its replay; :class:`pitboss.deal.session.Session` adds the commands."""

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

    @abstractmethod
    def _pack(self, record: Record) -> Record:
        """A deal's record without the text of its game, which is in the setup of the session."""

    @abstractmethod
    def _unpack(self, record: Record, game: str) -> Deal:
        """Replay the deal of a packed record, to be continued with ``self._shuffles``."""

    @abstractmethod
    def chips(self) -> dict[str, int]:
        """The balance of every account."""

    @abstractmethod
    def sit(self, seat: int, player: str, cents: int = 0, *, wait: bool = False) -> None:
        """A player takes a seat."""

    @abstractmethod
    def act(self, seat: int, action: str, cents: int = 0) -> None:
        """Carry out a seat's decision in the running deal."""

    @abstractmethod
    def step(self) -> bool:
        """Do the dealer's next act."""

    @abstractmethod
    def floor(self, ruling: str, /, **facts: Any) -> None:
        """Carry out a ruling of the floor."""

    # Books ------------------------------------------------------------------------------------------------------------

    def dump(self) -> bytes:
        """The whole record as bytes, including a running deal."""
        self._collect()
        if self._entries_before:
            raise SessionError("this session does not hold its full record, which is in the log of its table.")
        return self._record.encode()

    @classmethod
    def load(cls, data: bytes | SessionRecord, mixer: Mixer | None = None, *, games: Sequence[Any] = ()) -> Self:
        """Replay the session of a record; with a mixer it can continue."""
        record = data if isinstance(data, SessionRecord) else SessionRecord.decode(data)
        session = cls._from_setup(record, mixer, games)
        session._follow(record.entries)
        return session

    def checkpoint(self) -> Checkpoint:
        """The current state of the table, also in the middle of a deal, for :meth:`restore`."""
        self._collect()
        version, entry = self._history.version, self._entries_before + len(self._record.entries)
        if self.practice:
            done, again = tuple(self._effective), tuple(self._shuffles.again)
            return Checkpoint(session=self.kind, version=version, entry=entry, done=done, again=again, format=FORMAT)
        dealing = self._dealing
        return Checkpoint(
            session=self.kind,
            version=version,
            entry=entry,
            state={**self._state(), "finished": self.finished},
            running=self._pack(dealing.deal.record) if dealing else None,
            game=dealing.game if dealing else "",
            players=dealing.players if dealing else {},
            format=FORMAT,
        )

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
        try:
            session._set(checkpoint)
            session.chips()
        except PitbossError:
            raise
        except _DAMAGE:
            raise RecordError("this checkpoint is damaged; it does not hold all of a table's state.") from None
        session._follow(entries)
        return session

    @classmethod
    def _from_setup(cls, record: SessionRecord, mixer: Mixer | None, games: Sequence[Any]) -> Self:
        if record.session != cls.kind:
            raise RecordError(f"this record is of a {record.session} session, not of a {cls.kind} session.")
        try:
            return cls(record.setup, mixer, games=games)
        except PitbossError:
            raise
        except _DAMAGE:
            raise RecordError("this session's record does not say how the table was opened.") from None

    def _set(self, checkpoint: Checkpoint) -> None:
        if checkpoint.done is not None:
            self._follow(checkpoint.done)
            self._record.entries.clear()
            self._shuffles.again = list(checkpoint.again)
        else:
            state = dict(checkpoint.state)
            self.finished = state.pop("finished")
            self._set_state(state)
            if checkpoint.running is not None:
                deal = self._unpack(checkpoint.running, checkpoint.game)
                self._dealing = Dealing(deal, checkpoint.game, checkpoint.players)
                self._dealings.append(self._dealing)
                self._deal_logged = (len(deal.record.entries), len(deal.events), len(deal.moves))
        self._entries_before = checkpoint.entry
        self._history = SessionHistory(checkpoint.version)

    def follow(self, entries: Sequence[Entry]) -> None:
        """Carry out the entries of a log that came after those of this session."""
        self._follow(entries)

    def packed(self, deal: Deal) -> Record:
        """A copy of a deal's record without the text of its game, which is in the setup of the session."""
        return self._pack(deal.record)

    def unpacked(self, record: Record, game: str) -> Deal:
        """Play the deal of a packed record again, as :meth:`packed` made it."""
        return self._unpack(record, game)

    def drop_books(self) -> None:
        """Free the memory of entries, events and moves that are in a log by now; the session goes on as if restored."""
        self._collect()
        if self.practice:
            raise SessionError("a practice table needs its whole record to undo; nothing was dropped.")
        self._entries_before += len(self._record.entries)
        self._record.entries.clear()
        self.events.clear()
        self._moves.clear()
        self._table_logged = (0, 0)

    @property
    def record(self) -> SessionRecord:
        """How the table was opened, and one entry for everything done since; entries are only appended."""
        self._collect()
        return self._record

    # Undo -------------------------------------------------------------------------------------------------------------
    @property
    def last(self) -> Command | None:
        """The command that :meth:`undo` would take back, or None."""
        self._collect()
        return self._effective[-1].did if self._effective else None

    def undo(self) -> Self:
        """Take back the last entry not yet undone; at practice tables only.

        If the same cards are shuffled next, they come in the same order.
        """
        self._collect()
        if not self.practice:
            raise SessionError("a live table has no undo; only practice tables do.")
        if not self._effective:
            raise SessionError("nothing has been done at this table yet, so there is nothing to take back.")
        taken, version = self._effective.pop(), self._history.version
        self._replay()
        self._shuffles.put_back(taken.shuffles)
        self._history = SessionHistory(version + 1)
        self._log(Entry(Undone()))
        return self

    def _mark(self) -> _Mark:
        entries, events, moves = len(self._effective), len(self.events), len(self._moves)
        return _Mark(entries, events, moves, self.finished, len(self._dealings), self._state())

    def _replay(self) -> None:
        """Rebuild the state from the effective entries, starting from the mark before their last deal."""
        while self._marks[-1].entries > len(self._effective):
            self._marks.pop()
        mark = self._marks[-1]
        del self.events[mark.events :], self._moves[mark.moves :], self._dealings[mark.dealings :]
        self.finished, self._dealing = mark.finished, None
        self._table_logged = (mark.events, mark.moves)
        self._set_state(mark.state)
        shuffles = self._shuffles
        before = shuffles.replaying, shuffles.recorded, shuffles.again
        shuffles.replaying, shuffles.recorded, shuffles.again = True, [], []
        self._replaying = True
        try:
            for entry in self._effective[mark.entries :]:
                shuffles.recorded += entry.shuffles
                self._redo(entry.did)
        finally:
            self._replaying = False
            shuffles.take_new()
            shuffles.replaying, shuffles.recorded, shuffles.again = before

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
        mark, dealing, logged, version = self._mark(), self._dealing, self._table_logged, self._history.version
        entries = len(self._record.entries)
        self._carry_out(Finished())
        try:
            self._carry_out(command)
        except Exception:
            self._set_state(mark.state)
            self.finished, self._dealing, self._table_logged = mark.finished, dealing, logged
            del self.events[mark.events :], self._moves[mark.moves :]
            del self._record.entries[entries:], self._effective[mark.entries :]
            self._history.take_back(version)
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
        deal = dealing.deal
        logged, events, moves = self._deal_logged
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

    def _follow(self, entries: Sequence[Entry]) -> None:
        """Replay the entries of a record."""
        shuffles = self._shuffles
        shuffles.replaying = True
        try:
            for entry in entries:
                shuffles.recorded += entry.shuffles
                self._redo(entry.did)
        finally:
            shuffles.replaying = False
        if shuffles.recorded:
            raise RecordError("the record holds more shuffles than its entries need; it was changed.")

    def _redo(self, command: Command) -> None:
        if isinstance(command, Undone):
            self.undo()
        elif isinstance(command, Sat):
            self.sit(command.seat, command.player, command.cents, wait=command.wait)
        elif isinstance(command, Act):
            self.act(command.seat, command.action, command.cents)
        elif isinstance(command, Ruling):
            self.floor(command.name, **command.facts)
        elif isinstance(command, DealerStep):
            if not self.step():
                raise RecordError("the record holds an act of the dealer where a player had to decide first.")
        else:
            self._do(command)
