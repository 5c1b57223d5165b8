"""Clients: the outgoing side of a socket, a bounded queue emptied by one writer."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from pitboss.room.messages import TOO_SLOW
from pitboss.room.people import Person

MOST_FRAMES = 256
"""Frames that may wait for a reader; one more, and its socket is closed as too slow."""

Send: TypeAlias = Callable[[Any], Awaitable[None]]


def reason(why: str) -> str:
    """As much of a reason as the frame that closes a socket may hold, 123 bytes."""
    return why.encode()[:123].decode(errors="ignore")


class Client:
    """One open socket of a person: the frames waiting to be sent, and the state shown so far.

    ``send`` and ``close`` never wait, so a reader that does not read holds up nobody. ``audience`` is set by the hub.
    """

    def __init__(self, person: Person, *, most: int = MOST_FRAMES) -> None:
        self.person = person
        self.most = most
        self.audience = ""
        self.heard = 0.0
        self.pinged = False
        self.reads = False
        self.muted: set[str] = set()
        self.closing: tuple[int, str] | None = None
        self._frames: deque[bytes] = deque()
        self._wake: asyncio.Future[None] | None = None

    def send(self, frame: bytes) -> None:
        """Queue an encoded message."""
        if self.closing is not None:
            return
        if len(self._frames) >= self.most:
            self.close(TOO_SLOW, "too slow: messages were not read")
            return
        self._frames.append(frame)
        self._woken()

    def close(self, code: int, why: str) -> None:
        """Close the socket; what waits is not sent any more."""
        if self.closing is None:
            self.closing = (code, reason(why))
            self._frames.clear()
            self._woken()

    def _woken(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def write(self, send: Send) -> None:
        """Send what is queued until the socket is closed."""
        loop, frames = asyncio.get_running_loop(), self._frames
        while self.closing is None:
            while frames:
                await send({"type": "websocket.send", "text": frames.popleft().decode()})
            if self.closing is None:
                self._wake = loop.create_future()
                await self._wake
        code, why = self.closing
        await send({"type": "websocket.close", "code": code, "reason": why})
