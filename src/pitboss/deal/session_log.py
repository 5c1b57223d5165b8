"""The log of a session: its record, its shuffles, and everything that happened at its table, step by step.

The version of a session counts the events of the table and of its deals together. A change without an event adds one
too, so that no two states share a version.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from pitboss.deal.deal import FLOOR, RAIL, Deal, Mixer
from pitboss.deal.event import Event
from pitboss.deal.players import account, name_of
from pitboss.deal.record import RecordError
from pitboss.deal.session_record import Command, Entry, SessionRecord, Undone
from pitboss.errors import PitbossError
from pitboss.move import Move


class SessionError(PitbossError):
    """A command that is not possible at this table now; nothing was changed."""


class Forgotten(PitbossError):
    """A version that news cannot start from: no longer in memory, or not reached yet; take a view instead."""


class Dealing:
    """A deal and the players of its seats; a player with several seats goes by the lowest."""

    __slots__ = ("accounts", "deal", "entered", "game", "players", "viewers")

    def __init__(self, deal: Deal, game: str, players: dict[int, str]) -> None:
        self.deal, self.game, self.players = deal, game, players
        # the events and moves of the deal that are in the log of its session
        self.entered = len(deal.events), len(deal.moves)
        # the player's account for each account that the deal names by seat
        self.accounts = {f"player {seat}": account(name) for seat, name in players.items()}
        # each player as a viewer of the deal, which knows players by seat
        self.viewers = {account(name): f"player {self.seat_of(name)}" for name in players.values()}

    def seat_of(self, player: str) -> int:
        """The lowest seat of a player in this deal; 0 if there is none."""
        return min((seat for seat, name in self.players.items() if name == player), default=0)

    def outcome(self) -> tuple[int, dict[str, int]]:
        """The total wagered, and what each player won or lost, by name."""
        names = {f"player {seat}": name for seat, name in self.players.items()}
        net, wagered = dict.fromkeys(self.players.values(), 0), 0
        for move in self.deal.moves:
            giver, taker = names.get(move.source), names.get(move.target)
            if giver is not None:
                net[giver] -= move.cents
                wagered += move.cents
            if taker is not None:
                net[taker] += move.cents
        return wagered, net

    def moves(self, first: int) -> tuple[Move, ...]:
        """The deal's moves from index ``first`` on, between the accounts of the session."""
        names = self.accounts
        return tuple(
            [
                one.between(names.get(one.source, one.source), names.get(one.target, one.target))
                for one in self.deal.moves[first:]
            ]
        )


class SessionStep(msgspec.Struct, frozen=True, gc=False):
    """The result of a command: its entry in the record, the events and moves it added, and the version it reached.

    ``events`` are those of the table itself. Those of a deal, from ``first`` up to ``last``, look different to each
    viewer; :meth:`seen_by` returns both. ``of_table``: it changed more than the running deal.
    """

    entry: Entry
    events: tuple[Event, ...]
    moves: tuple[Move, ...]
    version: int
    dealing: Dealing | None = None
    first: int = 0
    last: int = 0
    of_table: bool = False

    def seen_by(self, viewer: str) -> tuple[Event, ...]:
        """The events of this step as a viewer sees them now."""
        known, dealing = viewer_in(self.dealing, viewer), self.dealing
        if dealing is None:
            return self.events
        events = dealing.deal.events_for(known, self.first, self.last)
        return (*self.events, *events) if self.events else events


def viewer_in(dealing: Dealing | None, viewer: str) -> str:
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


Order: TypeAlias = tuple[int, ...]


class Shuffles:
    """A mixer that remembers every order it returns.

    ``recorded`` are the orders of a record being replayed; they are used first and must fit. ``again`` are the orders
    of undone entries: they are used again if the same cards are shuffled next, and dropped otherwise.
    """

    def __init__(self, then: Mixer | None) -> None:
        self.then = then
        self.recorded: list[Order] = []
        self.again: list[Order] = []
        self.replaying = False
        self.new: list[Order] = []
        """The orders since they were last taken."""

    def mix(self, cards: Sequence[int]) -> Order:
        order = self._replayed(cards) if self.replaying else self._next(cards)
        self.new.append(order)
        return order

    def _replayed(self, cards: Sequence[int]) -> Order:
        if not self.recorded:
            raise RecordError("the record holds fewer shuffles than the deal needs; it is cut short.")
        order = self.recorded.pop(0)
        if sorted(order) != sorted(cards):
            raise RecordError("a shuffle in the record holds different cards from those the deal shuffles there.")
        if self.again and self.again.pop(0) != order:
            self.again.clear()
        return order

    def _next(self, cards: Sequence[int]) -> Order:
        if self.again:
            if sorted(self.again[0]) == sorted(cards):
                return self.again.pop(0)
            self.again.clear()
        if self.then is None:
            raise RecordError("this session was loaded without a shuffle; load it with one to continue.")
        return self.then.mix(cards)

    def take_new(self) -> tuple[Order, ...]:
        """Return and forget the orders since the last call."""
        if not self.new:
            return ()
        orders = tuple(self.new)
        self.new.clear()
        return orders

    def put_back(self, orders: Iterable[Order]) -> None:
        """Put back these orders, in front of those put back before."""
        self.again = [*orders, *self.again]


class LogMark(NamedTuple):
    """The lengths of a log's lists at some moment, and its versions then."""

    entries: int
    effective: int
    events: int
    moves: int
    dealings: int
    version: int
    table_version: int


class SessionLog:
    """The record of a session and its steps since version ``base``, the earliest it can report from.

    ``version`` grows with everything that happens; no two states of a session share it. ``table_version`` is the
    version at which anything but the running deal last changed: seats, chips bought, wagers placed. ``events`` are
    those of the table itself, ``moves`` all moves, ``dealings`` the deals in memory. At a practice table ``effective``
    holds the entries that are not undone.
    """

    def __init__(self, record: SessionRecord, shuffles: Shuffles, *, practice: bool) -> None:
        self.record = record
        self.base = self.version = self.table_version = 0
        self.events: list[Event] = []
        self.moves: list[Move] = []
        self.dealings: list[Dealing] = []
        self.entries = 0  # including those that are not kept
        self.effective: list[Entry] | None = [] if practice else None
        self.keeps = True  # False if the caller keeps the steps of its commands
        self.replaying_undo = False
        self._steps: list[SessionStep] = []
        self._shuffles = shuffles

    # Writing ----------------------------------------------------------------------------------------------------------

    def write(self, did: Command, events: int, moves: int, dealing: Dealing | None = None) -> SessionStep:
        """Enter a command of the table, with the events and moves after these counts, and the deal that it began."""
        entry, said = self.enter(did), tuple(self.events[events:])
        self.version += max(1, len(said))
        self.table_version = self.version
        last = len(dealing.deal.events) if dealing is not None else 0
        if dealing is not None and last:
            self.moves += dealing.moves(0)
            self.version += last
            dealing.entered = last, len(dealing.deal.moves)
        moved = tuple(self.moves[moves:])
        step = SessionStep(entry, said, moved, self.version, dealing if last else None, 0, last, True)
        self._steps.append(step)
        if not self.keeps:
            self.events.clear()
            self.moves.clear()
        return step

    def play(self, dealing: Dealing) -> SessionStep:
        """Enter what was just done in the running deal."""
        deal, (first, moved) = dealing.deal, dealing.entered
        entry, last, moves = self.enter(deal.record.entries[-1]), len(deal.events), dealing.moves(moved)
        dealing.entered = last, len(deal.moves)
        self.version += max(1, last - first)
        if self.keeps:
            self.moves += moves
        step = SessionStep(entry, (), moves, self.version, dealing, first, last)
        self._steps.append(step)
        return step

    def enter(self, did: Command) -> Entry:
        """Append an entry to the record, with the shuffles that the command needed."""
        shuffles = self._shuffles
        entry = Entry(did, shuffles.take_new() if shuffles.new else ())
        if not self.replaying_undo:
            self.entries += 1
            if self.keeps:
                self.record.entries.append(entry)
            if self.effective is not None and type(did) is not Undone:
                self.effective.append(entry)
        return entry

    def drop(self, *, for_good: bool = False) -> None:
        """Free the memory of entries, events and moves; ``for_good``: keep no later ones either."""
        self.record.entries.clear()
        self.events.clear()
        self.moves.clear()
        self.keeps = not for_good

    # Taking back ------------------------------------------------------------------------------------------------------

    def mark(self) -> LogMark:
        effective, entries = len(self.effective or ()), len(self.record.entries)
        lists = entries, effective, len(self.events), len(self.moves), len(self.dealings)
        return LogMark(*lists, self.version, self.table_version)

    def cut(self, mark: LogMark) -> None:
        """Drop the events, moves and deals after a mark."""
        del self.events[mark.events :], self.moves[mark.moves :], self.dealings[mark.dealings :]

    def take_back(self, mark: LogMark) -> None:
        """Drop everything after a mark; only before it was sent to any viewer."""
        self.cut(mark)
        if self.effective is not None:
            del self.effective[mark.effective :]
        taken = [step for step in self._steps if step.version > mark.version]
        del self._steps[len(self._steps) - len(taken) :]
        self.entries -= len(taken)
        if self.keeps:
            del self.record.entries[mark.entries :]
        self.version, self.table_version = mark.version, mark.table_version

    def restart(self, version: int) -> None:
        """Start again from a version; nothing before it can be reported."""
        self.base = self.version = self.table_version = version
        self._steps.clear()

    # Reading ----------------------------------------------------------------------------------------------------------

    def after(self, version: int) -> list[SessionStep]:
        """The steps after a version that was reported before."""
        steps = self._steps
        if type(version) is int:
            at = len(steps)
            while at and steps[at - 1].version > version:  # it is nearly always the last version but one
                at -= 1
            if (steps[at - 1].version if at else self.base) == version:
                return steps[at:]
            if version > self.version:
                raise Forgotten(
                    f"version {version} has not happened yet, the session is at version {self.version}; take a view "
                    "and continue from it."
                )
        raise Forgotten(
            f"the events after version {version!r} are no longer available; take a view and continue from it."
        )

    def forget(self, version: int, running: Dealing | None) -> None:
        """Drop everything up to this version, and every deal without later steps except the running one."""
        later = [step for step in self._steps if step.version > version]
        dropped = len(self._steps) - len(later)
        if dropped:
            self.base = self._steps[dropped - 1].version
        self._steps = later
        held = {id(step.dealing) for step in later}
        self.dealings = [each for each in self.dealings if each is running or id(each) in held]
