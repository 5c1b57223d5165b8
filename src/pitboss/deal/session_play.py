"""The play of a session: its commands carried out, checkpoints, the replay of its record, and undo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from pitboss.deal.deal import Deal
from pitboss.deal.event import DealFinished
from pitboss.deal.record import FORMAT, DealerStep, RecordError, Ruling, SeatAct
from pitboss.deal.session_log import Dealing, LogMark, SessionError, SessionStep
from pitboss.deal.session_record import Checkpoint, Command, Dealt, Entry, Finished, Sat, Undone
from pitboss.errors import PitbossError

if TYPE_CHECKING:  # the module of the session imports this one
    from pitboss.deal.session import Session

_DAMAGE = (
    *(msgspec.MsgspecError, KeyError, TypeError, ValueError, StopIteration, IndexError, AttributeError),
    RecursionError,  # facts nested so deeply that they cannot be copied
)


NO_SHUFFLE = "this session was loaded without a shuffle; load it with one to continue."
BEING_PLAYED = "a deal is being played; the next one begins when it is over."


class SessionMark(NamedTuple):
    """A table at some moment, to go back to."""

    log: LogMark
    finished: int
    state: dict[str, Any]


class SessionPlay:
    """Carries out the commands of a session; saves it and sets it back. ``finished`` counts the deals that were closed.

    At a practice table it remembers the table before each deal.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.finished = 0
        self._played: SessionStep | None = None  # the last step of the running deal
        self._marks = [self.mark()]

    # Commands ---------------------------------------------------------------------------------------------------------

    def do(self, command: Command) -> tuple[SessionStep, ...]:
        """Carry out a command and return what it did; two steps if it closed a deal that was over first."""
        if type(command) in (SeatAct, Ruling, DealerStep):
            return self._play(command)
        if isinstance(command, Undone):
            return (self.undo(),)
        session = self._session
        over = session.running is not None and session.running.done
        if not over or isinstance(command, Finished) or session.shuffles.replaying:
            return (self._carry_out(command),)  # in a replay, the record holds the finish
        mark, dealing = self.mark(), session.dealing
        closed = self._carry_out(Finished())
        try:
            return closed, self._carry_out(command)
        except Exception:  # the deal is open again
            session.log.take_back(mark.log)
            self.set_back(mark, dealing)
            raise

    def _play(self, command: Command) -> tuple[SessionStep, ...]:
        """Carry out a command in the running deal, which reports it to :meth:`heard`."""
        deal = self.now()
        if isinstance(command, SeatAct):
            deal.act(command.seat, command.action, command.cents)
        elif isinstance(command, Ruling):
            deal.floor(command.name, **command.facts)
        elif not deal.step():
            raise RecordError("the record holds an act of the dealer where a player had to decide first.")
        assert self._played is not None
        return (self._played,)

    def now(self) -> Deal:
        """The deal being played; raises if there is none."""
        if self._session.running is None:
            raise SessionError("no deal is being played; begin one first.")
        return self._session.running

    def heard(self) -> None:
        """Enter what was done in the running deal; the deal calls it after everything."""
        assert self._session.dealing is not None
        self._played = self._session.log.play(self._session.dealing)

    def _carry_out(self, command: Command) -> SessionStep:
        session, log = self._session, self._session.log
        events, moves, dealing = len(log.events), len(log.moves), None
        if isinstance(command, Dealt):
            command, dealing = self._deal(command)
        elif isinstance(command, Finished):
            self._finish()
        else:
            if isinstance(command, Sat):
                command = session.seating.admit(command)
            method = str(command.__struct_config__.tag).replace(" ", "_")
            getattr(session.seating, method)(command, session.dealing)
        return log.write(command, events, moves, dealing)

    def _deal(self, dealt: Dealt) -> tuple[Dealt, Dealing]:
        session, shuffles = self._session, self._session.shuffles
        if shuffles.then is None and not shuffles.replaying and not shuffles.again:
            raise SessionError(NO_SHUFFLE)
        if session.dealing is not None:
            raise SessionError(BEING_PLAYED)
        before = self.mark() if session.practice and not session.log.replaying_undo else None
        try:
            dealt, dealing = session.begin(dealt)
        except PitbossError:
            shuffles.put_back(shuffles.take_new())  # such as a draw for the button
            raise
        if before is not None:
            self._marks.append(before)  # undo replays from it
        session.run(dealing)
        session.log.dealings.append(dealing)
        return dealt, dealing

    def _finish(self) -> None:
        session, dealing = self._session, self._session.dealing
        if dealing is None or not dealing.deal.done:
            raise SessionError("no deal is over; play it to its end first.")
        session.take_chips(dealing)
        dealing.deal.listener = None
        session.run(None)
        self.finished += 1
        session.log.events.append(DealFinished("finish", number=self.finished))

    # Marks ------------------------------------------------------------------------------------------------------------

    def mark(self) -> SessionMark:
        session = self._session
        return SessionMark(session.log.mark(), self.finished, session.seating.state())

    def set_back(self, mark: SessionMark, dealing: Dealing | None) -> None:
        """Set the seats to those of a mark, with the deal that was running then."""
        session = self._session
        session.seating.set_state(mark.state)
        self.finished = mark.finished
        session.run(dealing)

    @contextmanager
    def as_if_closed(self) -> Iterator[None]:
        """The table as it will be when the deal that is over is closed; afterwards it is as before."""
        session, dealing = self._session, self._session.dealing
        if dealing is None:
            yield
            return
        mark = self.mark()
        session.take_chips(dealing)
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
            state={} if practice else {**session.seating.state(), "finished": self.finished},
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
            self.finished = state.pop("finished")
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
                self.do(entry.did)
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
    """Raise a :class:`RecordError` with this text if reading fails in any other way than a refusal."""
    try:
        yield
    except PitbossError:
        raise
    except _DAMAGE:
        raise RecordError(damaged) from None
