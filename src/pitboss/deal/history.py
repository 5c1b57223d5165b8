"""What happened at a table in order, so that anyone can be told what he missed.

Events of the table and of its deals are counted together: their number is the session's version. (Whatever is done
without an event counts for one too, so that no two states share a version.)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from pitboss.deal.deal import Deal
from pitboss.deal.event import Event
from pitboss.deal.players import account
from pitboss.errors import PitbossError
from pitboss.money import Move


class Forgotten(PitbossError):
    """A version whose news are not kept; take a view instead."""


class Dealing:
    """A deal and who plays its seats; one player's several seats all stand for the lowest of them."""

    __slots__ = ("accounts", "deal", "game", "players")

    def __init__(self, deal: Deal, game: str, players: dict[int, str]) -> None:
        self.deal, self.game, self.players = deal, game, players
        # the deal's accounts of players, which it calls by their seats, and the players' own
        self.accounts = {f"player {seat}": account(name) for seat, name in players.items()}

    def seat_of(self, player: str) -> int:
        """The seat by which the deal knows a player; 0 if he is not in it."""
        return min((seat for seat, name in self.players.items() if name == player), default=0)

    def moves(self, first: int) -> tuple[Move, ...]:
        """The deal's moves from number ``first`` on, between the accounts of the session."""
        names = self.accounts
        return tuple(
            [
                Move(names.get(one.source, one.source), names.get(one.target, one.target), one.cents, one.why, one.rule)
                for one in self.deal.moves[first:]
            ]
        )


class Span(NamedTuple):
    """Events and moves that came together and brought the table to version ``stop``.

    Those of a deal are its events from number ``first`` to before ``last``; the table itself has ``said`` its own.
    """

    stop: int
    moves: tuple[Move, ...]
    said: tuple[Event, ...] = ()
    dealing: Dealing | None = None
    first: int = 0
    last: int = 0


class History:
    """The spans of a table since ``base``, the first version that news can be told from."""

    def __init__(self, base: int = 0) -> None:
        self.base = self.version = base
        self._spans: list[Span] = []

    def add_table(self, said: tuple[Event, ...], moves: tuple[Move, ...]) -> None:
        """The table itself said something or moved chips."""
        self.version += max(1, len(said))
        self._spans.append(Span(self.version, moves, said))

    def add_deal(self, dealing: Dealing, first: int, moves: tuple[Move, ...]) -> None:
        """A deal has gone on since its event number ``first``."""
        stop = len(dealing.deal.events)
        self.version += max(1, stop - first)
        self._spans.append(Span(self.version, moves, (), dealing, first, stop))

    def after(self, version: int) -> Iterator[Span]:
        """The spans after a version that was handed out."""
        at = 0
        if version != self.base and type(version) is int:
            at = bisect_right(self._spans, version, key=lambda span: span.stop)
        if type(version) is not int or (self._spans[at - 1].stop if at else self.base) != version:
            raise Forgotten(f"what happened after version {version!r} is not kept; take a view and go on from there.")
        yield from self._spans[at:]

    def holds(self, dealing: Dealing) -> bool:
        """Whether events of this deal are kept."""
        return any(span.dealing is dealing for span in self._spans)

    def forget(self, version: int) -> None:
        """Drop what happened up to this version, as far as it is kept."""
        kept = [span for span in self._spans if span.stop > version]
        dropped = len(self._spans) - len(kept)
        if dropped:
            self.base = self._spans[dropped - 1].stop
        self._spans = kept
