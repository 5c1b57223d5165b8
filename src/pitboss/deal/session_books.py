"""The books of a session: checkpoints, the replay of its record, and undo."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, NamedTuple, Protocol

import msgspec

from pitboss.deal.deal import Deal
from pitboss.deal.record import FORMAT, Record, RecordError
from pitboss.deal.seating import Seating
from pitboss.deal.session_log import Dealing, LogMark, SessionError, SessionLog, SessionStep
from pitboss.deal.session_record import Checkpoint, Command, Entry, Undone
from pitboss.deal.shuffles import Shuffles
from pitboss.errors import PitbossError

_DAMAGE = (
    *(msgspec.MsgspecError, KeyError, TypeError, ValueError, StopIteration, IndexError, AttributeError),
    RecursionError,  # facts nested so deeply that they cannot be copied
)


class Booked(Protocol):
    """The parts of a session that its books save and set."""

    kind: ClassVar[str]
    log: SessionLog
    shuffles: Shuffles
    seating: Seating
    finished: int
    dealing: Dealing | None

    def do(self, command: Command) -> tuple[SessionStep, ...]: ...

    def run(self, dealing: Dealing | None) -> None: ...

    def packed(self, deal: Deal) -> Record: ...

    def unpacked(self, record: Record, game: str) -> Deal: ...


class SessionMark(NamedTuple):
    """A table at some moment, to go back to."""

    log: LogMark
    finished: int
    state: dict[str, Any]


class SessionBooks:
    """Saves a session and sets it back; at a practice table it remembers the table before each deal."""

    def __init__(self, session: Booked) -> None:
        self._session = session
        self._marks = [self.mark()]

    def mark(self) -> SessionMark:
        session = self._session
        return SessionMark(session.log.mark(), session.finished, session.seating.state())

    def set_back(self, mark: SessionMark, dealing: Dealing | None) -> None:
        """Set the seats to those of a mark, with the deal that was running then."""
        session = self._session
        session.seating.set_state(mark.state)
        session.finished = mark.finished
        session.run(dealing)

    def begun(self, before: SessionMark) -> None:
        """Remember the table before a deal, from which undo replays."""
        if not self._session.log.replaying_undo:
            self._marks.append(before)

    @contextmanager
    def as_if_closed(self, take_chips: Callable[[Dealing], None]) -> Iterator[None]:
        """The table as it will be when the deal that is over is closed; afterwards it is as before."""
        session, dealing = self._session, self._session.dealing
        if dealing is None:
            yield
            return
        mark = self.mark()
        take_chips(dealing)
        session.run(None)
        try:
            yield
        finally:
            session.log.cut(mark.log)
            self.set_back(mark, dealing)

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def checkpoint(self) -> Checkpoint:
        """The current state of the table, also in the middle of a deal."""
        session, log, dealing = self._session, self._session.log, self._session.dealing
        practice = log.effective is not None
        running = dealing if not practice else None  # the entries of a practice table hold its deal
        return Checkpoint(
            session=session.kind,
            version=log.version,
            entry=log.entries,
            state={} if practice else {**session.seating.state(), "finished": session.finished},
            running=session.packed(running.deal) if running else None,
            game=running.game if running else "",
            players=running.players if running else {},
            done=None if log.effective is None else tuple(log.effective),
            again=tuple(session.shuffles.again) if practice else (),
            format=FORMAT,
        )

    def set(self, checkpoint: Checkpoint) -> None:
        """Set a new session to a checkpoint."""
        session, log = self._session, self._session.log
        if checkpoint.done is not None:
            self.follow(checkpoint.done)
            log.record.entries.clear()
            session.shuffles.again = list(checkpoint.again)
        else:
            state = dict(checkpoint.state)
            session.finished = state.pop("finished")
            session.seating.set_state(state)
            if checkpoint.running is not None:
                deal = session.unpacked(checkpoint.running, checkpoint.game)
                dealing = Dealing(deal, checkpoint.game, checkpoint.players)
                session.run(dealing)
                log.dealings.append(dealing)
        log.entries = checkpoint.entry
        log.restart(checkpoint.version)

    # Replaying --------------------------------------------------------------------------------------------------------

    def follow(self, entries: Sequence[Entry]) -> None:
        """Carry out entries of a record."""
        shuffles = self._session.shuffles
        shuffles.replaying = True
        try:
            for entry in entries:
                shuffles.recorded += entry.shuffles
                self._session.do(entry.did)
        finally:
            shuffles.replaying = False
        if shuffles.recorded:
            raise RecordError("the record holds more shuffles than its entries need; it was changed.")

    def undo(self) -> SessionStep:
        """Take back the last entry not yet undone."""
        log, shuffles = self._session.log, self._session.shuffles
        if log.effective is None:
            raise SessionError("a live table has no undo; only practice tables do.")
        if not log.effective:
            raise SessionError("nothing has been done at this table yet, so there is nothing to take back.")
        taken, version = log.effective.pop(), log.version
        before = shuffles.replaying, shuffles.recorded, shuffles.again
        shuffles.recorded, shuffles.again, log.replaying_undo = [], [], True
        try:
            self._replay(log.effective)
        finally:
            log.replaying_undo = False
            shuffles.take_new()
            shuffles.replaying, shuffles.recorded, shuffles.again = before
        shuffles.put_back(taken.shuffles)
        log.restart(version + 1)
        return SessionStep(log.enter(Undone()), (), (), version + 1)

    def _replay(self, entries: Sequence[Entry]) -> None:
        """Rebuild the state from these entries, starting from the mark before their last deal."""
        while self._marks[-1].log.effective > len(entries):
            self._marks.pop()
        mark = self._marks[-1]
        self._session.log.cut(mark.log)
        self.set_back(mark, None)
        self.follow(entries[mark.log.effective :])


@contextmanager
def whole(damaged: str) -> Iterator[None]:
    """Say that a record is damaged where reading it fails in any other way than a refusal."""
    try:
        yield
    except PitbossError:
        raise
    except _DAMAGE:
        raise RecordError(damaged) from None
