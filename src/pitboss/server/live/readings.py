"""Hands in words, sent to the sockets that asked for them in their ``hello`` whenever the words change."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.deal.session import Session
from pitboss.room import messages
from pitboss.room.messages import encode
from pitboss.server.live.client import Client


class Readings:
    """What each player was last told of his hand."""

    def __init__(self) -> None:
        self._told: dict[str, bytes] = {}

    def tell(self, session: Session, viewer: str, clients: Iterable[Client], *, anew: bool = False) -> None:
        """Send a player's sockets his hand in words if these changed, or in any case with ``anew``."""
        asking = [client for client in clients if client.reads]
        if not asking:
            return
        frame = encode(messages.Read(messages.shown_readings(session.readings(viewer))))
        if anew or self._told.get(viewer) != frame:
            self._told[viewer] = frame
            for client in asking:
                client.send(frame)
