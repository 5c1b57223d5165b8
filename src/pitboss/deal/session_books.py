"""The books of a session, shared by every kind: its record written and read, checkpoints and undo."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Self

import msgspec

from pitboss.deal.deal import Deal, Mixer
from pitboss.deal.history import Dealing, SessionHistory
from pitboss.deal.record import FORMAT, DealerStep, Record, RecordError, Ruling, SeatAct
from pitboss.deal.session_log import SessionError, SessionLog
from pitboss.deal.session_record import Checkpoint, Command, Entry, Sat, SessionRecord, Undone
from pitboss.errors import PitbossError

_DAMAGE = (
    *(msgspec.MsgspecError, KeyError, TypeError, ValueError, StopIteration, IndexError, AttributeError),
    RecursionError,  # facts nested so deeply that they cannot be copied
)


class Books(SessionLog):
    """The record of a session and its replay; :class:`pitboss.deal.session.Session` adds the commands."""

    # Implemented by each kind -----------------------------------------------------------------------------------------

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
        if self._entries_before:
            raise SessionError("this session does not hold its full record, which is in the log of its table.")
        return self.record.encode()

    @classmethod
    def load(cls, data: bytes | SessionRecord, mixer: Mixer | None = None, *, games: Sequence[Any] = ()) -> Self:
        """Replay the session of a record; with a mixer it can continue."""
        record = data if isinstance(data, SessionRecord) else SessionRecord.decode(data)
        session = cls._from_setup(record, mixer, games)
        session._follow(record.entries)
        return session

    def checkpoint(self) -> Checkpoint:
        """The current state of the table, also in the middle of a deal, for :meth:`restore`."""
        version, entry = self._history.version, self._entries_before + len(self.record.entries)
        if self.practice:
            done, again = tuple(self._effective), tuple(self._shuffles.again)
            return Checkpoint(session=self.kind, version=version, entry=entry, done=done, again=again, format=FORMAT)
        dealing = self.dealing
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
            self.record.entries.clear()
            self._shuffles.again = list(checkpoint.again)
        else:
            state = dict(checkpoint.state)
            self.finished = state.pop("finished")
            self._set_state(state)
            if checkpoint.running is not None:
                deal = self._unpack(checkpoint.running, checkpoint.game)
                dealing = Dealing(deal, checkpoint.game, checkpoint.players)
                self._hear(dealing)
                self._dealings.append(dealing)
                self._deal_logged = (len(deal.record.entries), len(deal.events), len(deal.moves))
        self._entries_before = checkpoint.entry
        self._history = SessionHistory(checkpoint.version)
        self._reached()

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
        """Free the memory of entries, events and moves already in a log; the session goes on as if restored."""
        if self.practice:
            raise SessionError("a practice table needs its whole record to undo; nothing was dropped.")
        self._entries_before += len(self.record.entries)
        self.record.entries.clear()
        self.events.clear()
        self._moves.clear()
        self._table_logged = (0, 0)

    # Undo -------------------------------------------------------------------------------------------------------------

    @property
    def last(self) -> Command | None:
        """The command that :meth:`undo` would take back, or None."""
        return self._effective[-1].did if self._effective else None

    def undo(self) -> Self:
        """Take back the last entry not yet undone; at practice tables only.

        If the same cards are shuffled next, they come in the same order.
        """
        if not self.practice:
            raise SessionError("a live table has no undo; only practice tables do.")
        if not self._effective:
            raise SessionError("nothing has been done at this table yet, so there is nothing to take back.")
        taken, version = self._effective.pop(), self._history.version
        self._replay()
        self._shuffles.put_back(taken.shuffles)
        self._history = SessionHistory(version + 1)
        self._reached()
        self._log(Entry(Undone()))
        return self

    def _replay(self) -> None:
        """Rebuild the state from the effective entries, starting from the mark before their last deal."""
        while self._marks[-1].entries > len(self._effective):
            self._marks.pop()
        mark = self._marks[-1]
        del self.events[mark.events :], self._moves[mark.moves :], self._dealings[mark.dealings :]
        self.finished = mark.finished
        self._now_running(None)
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

    # Replaying --------------------------------------------------------------------------------------------------------

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
        elif isinstance(command, SeatAct):
            self.act(command.seat, command.action, command.cents)
        elif isinstance(command, Ruling):
            self.floor(command.name, **command.facts)
        elif isinstance(command, DealerStep):
            if not self.step():
                raise RecordError("the record holds an act of the dealer where a player had to decide first.")
        else:
            self._do(command)
