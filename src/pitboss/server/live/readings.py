"""Hands in words: told to the sockets that asked for it in their ``hello``, whenever their own hand reads otherwise."""

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
        """Tell a player's sockets how his hand reads, if it reads otherwise than before, or ``anew``."""
        asking = [client for client in clients if client.reads]
        if not asking:
            return
        frame = encode(messages.Read(messages.shown_readings(session.readings(viewer))))
        if anew or self._told.get(viewer) != frame:
            self._told[viewer] = frame
            for client in asking:
                client.send(frame)
