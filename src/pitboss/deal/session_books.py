"""The books of a session: its record, what happened in order, checkpoints, undo; the same for every kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple, Self

import msgspec

from pitboss.deal.deal import Deal, Mixer
from pitboss.deal.event import Event
from pitboss.deal.history import Dealing, History
from pitboss.deal.record import FORMAT, Act, Record, RecordError, Ruling, Step
from pitboss.deal.session_record import (
    Bought,
    CameBack,
    Checkpoint,
    Command,
    Dealt,
    Entry,
    Finished,
    Left,
    Named,
    Placed,
    Sat,
    SatOut,
    SessionRecord,
    Undone,
)
from pitboss.deal.shuffles import Shuffles
from pitboss.errors import PitbossError
from pitboss.money import Move


class SessionError(PitbossError):
    """Something that cannot be done at this table now; nothing was changed."""


_DAMAGE = (msgspec.MsgspecError, KeyError, TypeError, ValueError, StopIteration, IndexError, AttributeError)


class _Mark(NamedTuple):
    """The table just before a deal, to which undo can go back."""

    entries: int
    events: int
    moves: int
    finished: int
    dealings: int
    state: dict[str, Any]


class Books(ABC):
    """What a session writes down and can be made again from; :class:`pitboss.deal.session.Session` has the verbs."""

    kind: ClassVar[str]

    def __init__(self, setup: dict[str, Any], mixer: Mixer | None, *, games: Sequence[Any] = ()) -> None:
        self._record = SessionRecord(self.kind, setup, [])
        self.practice: bool = bool(setup.get("practice", False))
        self.finished = 0
        self.events: list[Event] = []
        self._moves: list[Move] = []
        self._dealing: Dealing | None = None
        self._dealings: list[Dealing] = []
        self._history = History()
        self._shuffles = Shuffles(mixer)
        self._told = (0, 0)  # events and moves of the table itself that the history has
        self._heard = (0, 0, 0)  # entries, events and moves of the running deal that record and history have
        self._counts: list[Entry] = []  # the entries that were not undone; kept at practice tables only
        self._refolding = False
        self._entries_before = 0  # entries of the log that a restored session does not hold
        self._prepare(games)
        self._set_state(None)
        self._marks = [self._mark()] if self.practice else []

    # What each kind says ----------------------------------------------------------------------------------------------

    @abstractmethod
    def _prepare(self, games: Sequence[Any]) -> None:
        """Read the games of the setup, unless they are handed in, and set ``size``."""

    @abstractmethod
    def _state(self) -> dict[str, Any]:
        """What the table holds between deals, as plain data."""

    @abstractmethod
    def _set_state(self, state: dict[str, Any] | None) -> None:
        """Put the table into such a state; None is a table nobody has sat down at."""

    @abstractmethod
    def _begin(self, dealt: Dealt) -> tuple[Dealt, Dealing]:
        """Begin a deal with ``self._shuffles``, or raise with nothing changed; give back what is recorded of it."""

    @abstractmethod
    def _take_chips(self, dealing: Dealing) -> None:
        """A deal is over: its chips become the players' again."""

    @abstractmethod
    def _pack(self, record: Record) -> Record:
        """A deal's record without the text of its game, which stands in the setup of the session."""

    @abstractmethod
    def _unpack(self, record: Record, game: str) -> Deal:
        """The deal of a packed record, played again with ``self._shuffles`` to go on."""

    @abstractmethod
    def chips(self) -> dict[str, int]:
        """The balance of every account."""

    @abstractmethod
    def sit(self, seat: int, player: str, cents: int = 0, *, wait: bool = False) -> None:
        """A player takes a seat."""

    @abstractmethod
    def act(self, seat: int, action: str, cents: int = 0) -> None:
        """A seat's decision in the running deal."""

    @abstractmethod
    def step(self) -> bool:
        """The dealer's next act."""

    @abstractmethod
    def floor(self, ruling: str, /, **facts: Any) -> None:
        """A ruling of the floor."""

    # Books ------------------------------------------------------------------------------------------------------------

    def dump(self) -> bytes:
        """The whole record as bytes, a running deal with it."""
        self._collect()
        if self._entries_before:
            raise SessionError("this session was restored from a checkpoint; its record lies in the log it came from.")
        return self._record.encode()

    @classmethod
    def load(cls, data: bytes | SessionRecord, mixer: Mixer | None = None, *, games: Sequence[Any] = ()) -> Self:
        """The session of a record, entry by entry; with a mixer it can go on."""
        record = data if isinstance(data, SessionRecord) else SessionRecord.decode(data)
        session = cls._opened(record, mixer, games)
        session._follow(record.entries)
        return session

    def checkpoint(self) -> Checkpoint:
        """The state of the table now, also in the middle of a deal, for :meth:`restore`."""
        self._collect()
        version, entry = self._history.version, self._entries_before + len(self._record.entries)
        if self.practice:
            done, again = tuple(self._counts), tuple(self._shuffles.again)
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
        """The session of a checkpoint and the entries after it; of the record only the head is needed."""
        if checkpoint.session != cls.kind:
            raise RecordError(f"this checkpoint is of a {checkpoint.session} session, not of a {cls.kind} session.")
        session = cls._opened(record, mixer, games)
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
    def _opened(cls, record: SessionRecord, mixer: Mixer | None, games: Sequence[Any]) -> Self:
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
                self._heard = (len(deal.record.entries), len(deal.events), len(deal.moves))
        self._entries_before = checkpoint.entry
        self._history = History(checkpoint.version)

    @property
    def record(self) -> SessionRecord:
        """How the table was opened, and one entry for everything done since; entries are only ever appended."""
        self._collect()
        return self._record

    # Taking back ------------------------------------------------------------------------------------------------------
    @property
    def last(self) -> Command | None:
        """The last thing done that still counts, which :meth:`undo` would take back; None if there is none to take."""
        self._collect()
        return self._counts[-1].did if self._counts else None

    def undo(self) -> Self:
        """Take back the last entry that still counts; at practice tables only.

        Cards that are dealt again after it come from the same shuffle.
        """
        self._collect()
        if not self.practice:
            raise SessionError("nothing is taken back at a live table; only practice tables offer undo.")
        if not self._counts:
            raise SessionError("nothing has been done at this table yet; there is nothing to take back.")
        taken, version = self._counts.pop(), self._history.version
        self._refold()
        self._shuffles.put_back(taken.shuffles)
        self._history = History(version + 1)
        self._log(Entry(Undone()))
        return self

    def _mark(self) -> _Mark:
        counts, said, moved = len(self._counts), len(self.events), len(self._moves)
        return _Mark(counts, said, moved, self.finished, len(self._dealings), self._state())

    def _refold(self) -> None:
        """Make the state again from the entries that still count, beginning before the last deal among them."""
        while self._marks[-1].entries > len(self._counts):
            self._marks.pop()
        mark = self._marks[-1]
        del self.events[mark.events :], self._moves[mark.moves :], self._dealings[mark.dealings :]
        self.finished, self._dealing = mark.finished, None
        self._told = (mark.events, mark.moves)
        self._set_state(mark.state)
        shuffles = self._shuffles
        before = shuffles.replaying, shuffles.recorded, shuffles.again
        shuffles.replaying, shuffles.recorded, shuffles.again = True, [], []
        self._refolding = True
        try:
            for entry in self._counts[mark.entries :]:
                shuffles.recorded += entry.shuffles
                self._redo(entry.did)
        finally:
            self._refolding = False
            shuffles.take_noted()
            shuffles.replaying, shuffles.recorded, shuffles.again = before

    # How it works -----------------------------------------------------------------------------------------------------

    def _do(self, command: Command) -> None:
        """Carry out a verb of the table and write it down."""
        self._collect()
        over = self._dealing is not None and self._dealing.deal.done
        if over and not isinstance(command, Finished) and not self._shuffles.replaying:
            self._do(Finished())  # a record says itself when a deal was taken up
        if isinstance(command, Dealt):
            command = self._deal(command)
        else:
            getattr(self, _VERBS[type(command)])(command)
        self._write(command)
        self._collect()

    def _deal(self, dealt: Dealt) -> Dealt:
        if self._shuffles.then is None and not self._shuffles.replaying and not self._shuffles.again:
            raise SessionError("this session was loaded without a shuffle; load it with one to deal on.")
        if self._dealing is not None:
            raise SessionError("a deal is being played; the next one begins when it is over.")
        mark = self._mark() if self.practice and not self._refolding else None
        try:
            dealt, self._dealing = self._begin(dealt)
        except PitbossError:
            self._shuffles.put_back(self._shuffles.take_noted())  # a draw for the button, say
            raise
        if mark is not None:
            self._marks.append(mark)
        self._heard = (0, 0, 0)
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
        """Append an entry, and what the table itself said and moved to the history."""
        self._log(Entry(command, self._shuffles.take_noted()))
        said, moved = self._told
        self._told = (len(self.events), len(self._moves))
        self._history.add_table(tuple(self.events[said:]), tuple(self._moves[moved:]))

    def _log(self, entry: Entry) -> None:
        if self._refolding:
            return
        self._record.entries.append(entry)
        if self.practice and not isinstance(entry.did, Undone):
            self._counts.append(entry)

    def _collect(self) -> None:
        """Take over what was done in the running deal since this was last asked."""
        dealing = self._dealing
        if dealing is None:
            return
        deal = dealing.deal
        acts, events, moves = self._heard
        done = deal.record.entries
        if len(done) == acts and len(deal.events) == events:
            return
        if len(done) < acts:
            raise SessionError("the deal was taken back past its session; take things back with session.undo().")
        for entry in done[acts:]:
            self._log(Entry(entry, self._shuffles.take_noted()))
        moved = dealing.moves(moves)
        self._moves += moved
        self._told = (self._told[0], len(self._moves))
        self._history.add_deal(dealing, events, moved)
        self._heard = (len(done), len(deal.events), len(deal.moves))

    def _follow(self, entries: Sequence[Entry]) -> None:
        """Do again what a record says was done."""
        shuffles = self._shuffles
        shuffles.replaying = True
        try:
            for entry in entries:
                shuffles.recorded += entry.shuffles
                self._redo(entry.did)
        finally:
            shuffles.replaying = False
        if shuffles.recorded:
            raise RecordError("the record holds more shuffles than its entries lead to; it was changed.")

    def _redo(self, command: Command) -> None:
        if isinstance(command, Undone):
            self.undo()
        elif isinstance(command, Sat):
            self.sit(command.seat, command.player, command.cents, wait=command.wait)
        elif isinstance(command, Act):
            self.act(command.seat, command.action, command.cents)
        elif isinstance(command, Ruling):
            self.floor(command.name, **command.facts)
        elif isinstance(command, Step):
            if not self.step():
                raise RecordError("the record holds a dealer's act where somebody had to decide first.")
        else:
            self._do(command)


_VERBS: dict[type, str] = {
    Sat: "_sit",
    Bought: "_buy",
    SatOut: "_sit_out",
    CameBack: "_come_back",
    Left: "_leave",
    Placed: "_place",
    Named: "_name",
    Finished: "_finish",
}
