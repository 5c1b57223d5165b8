"""Sockets under uvicorn that are written to without waiting.

A message to many people is framed once: what a server sends is not masked, so the bytes are the same for everyone.
Frames go straight to the transport, which sends all that a turn of the event loop has gathered at once. How much waits
there for a reader is known and bounded, and a socket whose reader is too slow is cut off.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

from pitboss.room.messages import TOO_SLOW
from pitboss.room.people import Person
from pitboss.server.live.client import Client

EXTENSION = "pitboss.socket"
MOST_BYTES = 262_144
"""Bytes that may wait for a reader, beside what the system's own buffer holds."""
PATIENCE = 3.0
"""Seconds in which a closed socket has to take what waits for it."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which hands itself to the application (``uvicorn.Config(ws=SocketProtocol)``)."""

    receiver: Callable[[bytes], None] | None = None
    """Called with every message; without one, the application receives them."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope["extensions"][EXTENSION] = {"protocol": self}

    def send_receive_event_to_app(self) -> None:
        """Hand a whole message to the receiver at once, without a queue and a task in between."""
        if self.receiver is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        self.receiver(data)

    def put(self, frame: bytes) -> int:
        """Write a framed message; return how many bytes wait for the reader."""
        if self.close_sent or self.disconnected:
            return 0
        self.transport.write(frame)
        return self.transport.get_write_buffer_size()

    def end(self, code: int, why: str) -> None:
        """Say why the socket is closed, and cut it off if that is not read soon."""
        if not self.close_sent and not self.disconnected:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": why})
            try:
                self.conn.send_close(code, why)
            except InvalidState:
                self.transport.abort()
                return
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            if self.read_paused:
                self.read_paused = False
                self.transport.resume_reading()
            self.close_timer = self.loop.call_later(PATIENCE, self.transport.abort)


class DirectClient(Client):
    """A client whose frames go straight to the transport of its socket."""

    def __init__(self, person: Person, protocol: SocketProtocol, *, most: int = MOST_BYTES) -> None:
        super().__init__(person, most=most)
        self.protocol = protocol

    def send(self, frame: bytes) -> None:
        if self.closing is None and self.protocol.put(framed(frame)) > self.most:
            self.close(TOO_SLOW, "too slow: messages were not read")

    def close(self, code: int, why: str) -> None:
        if self.closing is None:
            self.closing = (code, why[:120])
            self.protocol.end(code, why[:120])


_last: tuple[bytes, bytes] = (b"", b"\x81\x00")


def framed(text: bytes) -> bytes:
    """A whole text message as a server frames it (RFC 6455, 5.2); the last one is kept, as it often goes to many."""
    global _last
    if text is not _last[0]:
        size = len(text)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 65_536:
            head = b"\x81\x7e" + size.to_bytes(2)
        else:
            head = b"\x81\x7f" + size.to_bytes(8)
        _last = (text, head + text)
    return _last[1]


def protocol_of(scope: Any) -> SocketProtocol | None:
    """The protocol of a socket under uvicorn with :class:`SocketProtocol`; None under any other server."""
    extension = (scope.get("extensions") or {}).get(EXTENSION)
    return extension["protocol"] if extension else None
