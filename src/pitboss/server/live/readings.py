"""Hands in words, sent to the sockets that asked for them in their ``hello`` whenever the words change."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.deal.session import Session
from pitboss.room import messages
from pitboss.room.messages import encode
from pitboss.server.live.client import Client


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
