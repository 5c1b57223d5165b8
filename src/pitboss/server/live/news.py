"""News: what happened at a table with one change, and how each audience sees its cards."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from pitboss.cards import UNKNOWN
from pitboss.deal.deal import RAIL
from pitboss.deal.event import Event
from pitboss.deal.option import Option
from pitboss.deal.session import Session
from pitboss.deal.session_view import SeatView
from pitboss.room import messages
from pitboss.room.table.table import Table

Piles: TypeAlias = dict[str, tuple[int, ...]]


class TableNews(NamedTuple):
    """What is the same for everybody in the news of one change, and the events as the rail sees them."""

    base: int
    seq: int
    events: tuple[Event, ...]
    actors: tuple[int, ...]
    chips: dict[str, int]
    done: bool
    clocks: tuple[messages.ClockLeft, ...]
    seats: dict[int, SeatView] | None = None
    game: str | None = None
    button: int | None = None
    hand: int | None = None
    window: float | None = None
    namer: int | None = None

    @property
    def hidden(self) -> bool:
        """Whether there are cards that somebody else may see."""
        return any(UNKNOWN in event.cards for event in self.events if event.cards)

    def encoded(self, events: tuple[Event, ...], piles: Piles | None) -> bytes:
        """The frame for those who see these events and these changed piles."""
        return messages.encode(
            messages.Ev(
                self.base,
                self.seq,
                messages.shown_events(events),
                self.actors,
                self.chips,
                self.done,
                self.clocks,
                seats=self.seats,
                piles=messages.shown_piles(piles) if piles else None,
                game=self.game,
                button=self.button,
                hand=self.hand,
                window=self.window,
                namer=self.namer,
            )
        )


def options(table: Table, seats: tuple[int, ...]) -> dict[int, tuple[Option, ...]]:
    """What seats that have to act may do."""
    asked, legal = table.questions.open, table.session.legal
    return {seat: asked[seat].options if seat in asked else legal(seat) for seat in seats}


class PilesTold:
    """The piles of cards as each audience was last told of them."""

    def __init__(self, session: Session) -> None:
        self._told: dict[str, Piles] = {}
        self._own: dict[str, frozenset[str]] = {}  # the piles that look different to the rail
        self.note(session, RAIL)

    def note(self, session: Session, audience: str, piles: Piles | None = None) -> Piles:
        """Note that an audience is told of all piles; return them."""
        if piles is None:
            piles = session.piles(audience)
        rail = piles if audience == RAIL else self._told[RAIL]
        self._told[audience] = dict(piles)
        self._own[audience] = frozenset([name for name, pile in piles.items() if rail.get(name) != pile])
        return piles

    def changed(self, session: Session, audience: str) -> Piles | None:
        """The piles that look different to an audience since it was last told; one that is gone is empty."""
        before = self._told.get(audience, {})
        now = self.note(session, audience)
        changed = {name: pile for name, pile in now.items() if before.get(name, ()) != pile}
        changed |= {name: () for name, pile in before.items() if pile and name not in now}
        return changed or None

    def changed_like(self, session: Session, audience: str, shared: Piles | None, *, alike: bool) -> Piles | None:
        """The piles that changed for a player; ``shared`` itself if the rail sees the same.

        A player sees the rail's change if he was shown the same events (``alike``), and if none of these piles looked
        different to him before.
        """
        if alike and (shared is None or not self._own.get(audience, frozenset()) & shared.keys()):
            if shared is not None and audience in self._told:
                self._told[audience] |= shared
            return shared
        own = self.changed(session, audience)
        return shared if own == shared else own
