"""News: the events of one change at a table, and how each audience sees its cards."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

from msgspec import Raw, structs

from pitboss.cards import UNKNOWN
from pitboss.deal.deal import RAIL
from pitboss.deal.event import Event
from pitboss.deal.players import name_of
from pitboss.deal.session import Session
from pitboss.deal.view import Standing
from pitboss.room import messages
from pitboss.room.messages import encode
from pitboss.room.shown_events import shown_events
from pitboss.room.shown_standing import shown_standing
from pitboss.server.live.transport import Client

Piles: TypeAlias = dict[str, tuple[int, ...]]


class TableNews(NamedTuple):
    """The news of one change: the events as the rail sees them, and the part that is the same for everybody."""

    events: tuple[Event, ...]
    shared: messages.Ev  # without events and piles

    @property
    def moves_cards(self) -> bool:
        """True if a pile of cards may have changed."""
        return bool([event for event in self.events if event.pile or event.cards])

    @property
    def hidden(self) -> bool:
        """True if there are cards that the rail does not see but somebody else may."""
        return bool([event for event in self.events if UNKNOWN in event.cards])

    def encoded(self, events: tuple[Event, ...], piles: Piles | None) -> bytes:
        """The frame for those who see these events and these changed piles."""
        shown = messages.shown_piles(piles) if piles else None
        return encode(structs.replace(self.shared, events=shown_events(events), piles=shown))


class StandingTold:
    """The standing of the deal as last sent; it is the same for everybody, so it is encoded once."""

    def __init__(self, session: Session) -> None:
        self._told = self._standing = session.standing
        self._encoded: Raw | None = None

    def changed(self, now: Standing | None) -> Any:
        """The standing, encoded, if it has changed since it was last sent."""
        before = self._told
        if now is None or now is before or now == before:
            return None
        self._told = now
        return self.encoded(now)

    def encoded(self, standing: Standing | None) -> Any:
        """The current standing, encoded; None before the first deal."""
        if standing is not self._standing or self._encoded is None:
            encoded = None if standing is None else Raw(messages.encode(shown_standing(standing)))
            self._standing, self._encoded = standing, encoded
        return self._encoded


class PilesTold:
    """The piles of cards as last sent: those of the rail, and those that other audiences see differently.

    The rail is sent every change first; the other audiences are compared with the rail's view before and after.
    """

    def __init__(self, session: Session) -> None:
        self._rail = self._before = session.piles(RAIL)
        self._own: dict[str, Piles] = {}  # by audience, the piles that look different from the rail's

    def note(self, audience: str, piles: Piles) -> None:
        """Record that an audience was sent all piles."""
        rail = self._rail
        if audience == RAIL:
            self._rail = self._before = piles
        else:
            self._own[audience] = {name: pile for name, pile in piles.items() if rail.get(name) != pile}

    def changed_for_rail(self, session: Session) -> Piles | None:
        """The piles that changed for the rail since they were last sent; one that is gone is empty."""
        before, now = self._rail, session.piles(RAIL)
        self._before, self._rail = before, now
        return _difference(before, now)

    def changed(self, session: Session, audience: str, shared: Piles | None, *, alike: bool) -> Piles | None:
        """The piles that changed for a player; ``shared``, the rail's change, if the player sees the same.

        The player sees the same if the same events were shown (``alike``), if none of these piles looked different
        before, and if none is a hand that somebody got back unseen by a ruling (PK-17).
        """
        own = self._own.get(audience)
        same_piles = shared is None or not (own and own.keys() & shared.keys())
        if alike and same_piles and not (shared and _hands_unseen(shared)):
            return shared
        now = session.piles(audience)
        changed = _difference({**self._before, **own} if own else self._before, now)
        self.note(audience, now)
        return shared if changed == shared else changed


def _hands_unseen(piles: Piles) -> bool:
    """True if there are cards of players among these piles that the rail does not see."""
    return bool([name for name, pile in piles.items() if UNKNOWN in pile and name_of(name) is not None])


def _difference(before: Piles, now: Piles) -> Piles | None:
    changed = {name: pile for name, pile in now.items() if before.get(name, ()) != pile}
    if not before.keys() <= now.keys():
        changed |= {name: () for name, pile in before.items() if pile and name not in now}
    return changed or None


SNAPSHOT_EVERY = 100
"""Frames after which a new snapshot is taken, which limits what a newcomer is sent."""


class HeldFrame(NamedTuple):
    due: float
    frame: bytes
    whole: bool


class Rail:
    """Frames for spectators: those waiting, and those released since the last released snapshot."""

    def __init__(self, delay: float) -> None:
        self.delay = delay
        self.shown: list[bytes] = []
        self._held: deque[HeldFrame] = deque()
        self._since_snapshot = 0

    @property
    def wants_snapshot(self) -> bool:
        return self._since_snapshot >= SNAPSHOT_EVERY

    def hold(self, frame: bytes, now: float, *, whole: bool = False) -> None:
        """Keep a frame until its time; ``whole`` if it is a snapshot, which makes the frames before it unnecessary."""
        self._since_snapshot = 0 if whole else self._since_snapshot + 1
        self._held.append(HeldFrame(now + self.delay, frame, whole))

    def due(self) -> float | None:
        """The time at which the next frame is released."""
        return self._held[0].due if self._held else None

    def release(self, now: float) -> list[bytes]:
        """The frames whose time has come."""
        released = []
        while self._held and self._held[0].due <= now:
            held = self._held.popleft()
            if held.whole:
                self.shown.clear()
            self.shown.append(held.frame)
            released.append(held.frame)
        return released


class Readings:
    """Each player's hand in words, as last sent."""

    def __init__(self) -> None:
        self._told: dict[str, bytes] = {}

    def tell(self, session: Session, viewer: str, clients: Iterable[Client], *, always: bool = False) -> None:
        """Send a player's hand in words to their sockets if it changed, or in any case with ``always``."""
        asking = [client for client in clients if client.reads]
        if not asking:
            return
        frame = encode(messages.Read(messages.shown_readings(session.readings(viewer))))
        if always or self._told.get(viewer) != frame:
            self._told[viewer] = frame
            for client in asking:
                client.send(frame)
