"""The history of a session: everything that happened, in order, so that a viewer can catch up.

The session's version counts the events of the table and of its deals together. A change without an event adds one too,
so that no two states share a version.
"""

from __future__ import annotations

import msgspec

from pitboss.deal.deal import Deal
from pitboss.deal.event import Event
from pitboss.deal.players import account
from pitboss.errors import PitbossError
from pitboss.move import Move


class Forgotten(PitbossError):
    """A version that news cannot start from: no longer in memory, or not reached yet; take a view instead."""


class Dealing:
    """A deal and the players of its seats; a player with several seats goes by the lowest."""

    __slots__ = ("accounts", "deal", "game", "players", "viewers")

    def __init__(self, deal: Deal, game: str, players: dict[int, str]) -> None:
        self.deal, self.game, self.players = deal, game, players
        # the player's account for each account that the deal names by seat
        self.accounts = {f"player {seat}": account(name) for seat, name in players.items()}
        # each player as a viewer of the deal, which knows players by seat
        self.viewers = {account(name): f"player {self.seat_of(name)}" for name in players.values()}

    def seat_of(self, player: str) -> int:
        """The lowest seat of a player in this deal; 0 if there is none."""
        return min((seat for seat, name in self.players.items() if name == player), default=0)

    def outcome(self) -> tuple[int, dict[str, int]]:
        """The chips wagered in all, and what each player won or lost, by name."""
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


class Span(msgspec.Struct, frozen=True, gc=False):
    """Events and moves that were added together; after them the session has version ``stop``.

    They are either the ``table_events`` of the table itself, or events ``first`` up to ``last`` of a deal.
    """

    stop: int
    moves: tuple[Move, ...]
    table_events: tuple[Event, ...] = ()
    dealing: Dealing | None = None
    first: int = 0
    last: int = 0


class SessionHistory:
    """The spans of a session since version ``base``, the earliest it can report from.

    ``table_version`` is the version at which the table itself last changed, not only its running deal.
    """

    def __init__(self, base: int = 0) -> None:
        self.base = self.version = self.table_version = base
        self._spans: list[Span] = []

    def add_table(self, events: tuple[Event, ...], moves: tuple[Move, ...]) -> None:
        """Add events and moves of the table itself."""
        self.version += max(1, len(events))
        self.table_version = self.version
        self._spans.append(Span(self.version, moves, events))

    def add_deal(self, dealing: Dealing, first: int, moves: tuple[Move, ...]) -> None:
        """Add the events of a deal from index ``first`` on."""
        stop = len(dealing.deal.events)
        self.version += max(1, stop - first)
        self._spans.append(Span(self.version, moves, (), dealing, first, stop))

    def after(self, version: int) -> list[Span]:
        """The spans after a version that was reported before."""
        spans, at = self._spans, 0
        if type(version) is int:
            at = len(spans)
            while at and spans[at - 1].stop > version:  # it is nearly always the last version but one
                at -= 1
            if at and spans[at - 1].stop == version:
                return spans[at:]
        if type(version) is int and version > self.version:
            raise Forgotten(
                f"version {version} has not happened yet, the session is at version {self.version}; take a view and "
                "continue from it."
            )
        if type(version) is not int or (spans[at - 1].stop if at else self.base) != version:
            raise Forgotten(
                f"the events after version {version!r} are no longer available; take a view and continue from it."
            )
        return spans[at:]

    def take_back(self, version: int, table_version: int) -> None:
        """Drop everything after these versions; only before any viewer was told of it."""
        self._spans = [span for span in self._spans if span.stop <= version]
        self.version, self.table_version = version, table_version

    def dealt_after(self, version: int) -> bool:
        """True if a deal began after a version that was reported before."""
        return any(span.dealing is not None and not span.first for span in self.after(version))

    def holds(self, dealing: Dealing) -> bool:
        """True if any events of this deal are in memory."""
        return any(span.dealing is dealing for span in self._spans)

    def forget(self, version: int) -> None:
        """Drop everything up to this version."""
        later = [span for span in self._spans if span.stop > version]
        dropped = len(self._spans) - len(later)
        if dropped:
            self.base = self._spans[dropped - 1].stop
        self._spans = later
