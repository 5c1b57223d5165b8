"""Clients: the outgoing side of sockets, written to without waiting.

A message to many people is framed once: servers do not mask messages, so the bytes are the same for everyone. Frames
gather until the turn of the event loop ends, when all tables whose changes were stored together have sent them, and are
then written one after the other: a write to a socket costs as much as making the message, and less right after another
write. The amount that waits for a reader is known and bounded, and a socket whose reader is too slow is cut off.

The public way, one task per socket that awaits an ASGI ``send`` for every message, takes a quarter more processor time
and makes a busy room a sixth slower. This one relies on internals of uvicorn's protocol: ``pyproject.toml`` pins its
version, and ``tests/live/test_transport.py`` fails if it changes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.http11 import Request

from pitboss.room.messages import TOO_SLOW
from pitboss.room.people import Person

EXTENSION = "pitboss.socket"
MOST_BYTES = 262_144
"""Bytes that may wait for a reader, in addition to the system's buffer."""
MOST_GATHERED = 16
"""Frames that gather for a client before they are written."""
PATIENCE = 3.0
"""Seconds a closed socket has to take the frames waiting for it."""


def reason(why: str) -> str:
    """A reason cut to the 123 bytes that fit in a close frame."""
    return why.encode()[:123].decode(errors="ignore")


class Outbox:
    """The clients of one server for whom frames are waiting."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._clients: list[Client] = []

    def add(self, client: Client) -> None:
        """Write this client's frames when the turn of the event loop ends."""
        clients = self._clients
        clients.append(client)
        if len(clients) == 1:
            self._loop.call_soon(self.flush)

    def flush(self) -> None:
        """Send everything that waits."""
        clients, self._clients = self._clients, []
        for client in clients:
            client.write_waiting()


_outboxes: WeakKeyDictionary[ServerState, Outbox] = WeakKeyDictionary()


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which hands itself to the application (``uvicorn.Config(ws=SocketProtocol)``).

    Once there is a ``receiver`` it is called with every message; without one, the application receives them.
    """

    receiver: Callable[[bytes], None] | None = None

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.outbox = _outboxes.setdefault(server_state, Outbox(self.loop))

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope["extensions"][EXTENSION] = {"protocol": self}

    async def refuse(self, status: int, body: bytes) -> None:
        """Answer the handshake as a failed HTTP request, which a balancer understands."""
        headers = [(b"content-type", b"application/json"), (b"retry-after", b"1")]
        await self.send({"type": "websocket.http.response.start", "status": status, "headers": headers})
        await self.send({"type": "websocket.http.response.body", "body": body, "more_body": False})
        self.handshake_complete = True  # otherwise uvicorn logs that it was not

    def send_receive_event_to_app(self) -> None:
        """Hand a whole message to the receiver at once, without a queue and a task in between."""
        if self.receiver is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        self.receiver(data)

    def put(self, frames: bytes) -> int:
        """Write framed messages; return the number of bytes waiting for the reader."""
        if self.close_sent or self.disconnected:
            return 0
        transport = self.transport
        transport.write(frames)
        return transport.get_write_buffer_size()

    def end(self, code: int, why: str) -> None:
        """Close the socket with a reason, and cut it off if the reason is not read soon."""
        if not self.close_sent and not self.disconnected:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": why})
            self.close_sent = True
            try:
                self.conn.send_close(code, why)
            except InvalidState:  # the other side has closed it
                self.transport.abort()
                return
            self.transport.write(b"".join(self.conn.data_to_send()))
            if self.read_paused:
                self.read_paused = False
                self.transport.resume_reading()
            self.close_timer = self.loop.call_later(PATIENCE, self.transport.abort)

    def shutdown(self) -> None:
        self.outbox.flush()
        super().shutdown()


class Client:
    """One open socket of a person, and the state shown to it so far.

    ``send`` and ``close`` never wait, so a slow reader holds up nobody else. Frames go to the transport of
    the socket, several at once. ``audience`` is set by the hub.
    """

    def __init__(self, person: Person, protocol: SocketProtocol, *, most: int = MOST_BYTES) -> None:
        self.person, self.protocol, self.most = person, protocol, most
        self.audience = ""
        self.heard = 0.0
        self.pinged = False
        self.reads = False
        self.muted: set[str] = set()
        self.closing: tuple[int, str] | None = None
        self._outbox = protocol.outbox
        self._waiting: list[bytes] = []

    def send(self, frame: bytes) -> None:
        """Send an encoded message soon."""
        if self.closing is None:
            waiting = self._waiting
            waiting.append(frame)
            if len(waiting) == 1:
                self._outbox.add(self)
            elif len(waiting) >= MOST_GATHERED:
                self.write_waiting()

    def write_waiting(self) -> None:
        """Write the frames that wait for this client."""
        frames = self._waiting
        if frames:
            data = framed(frames[0]) if len(frames) == 1 else b"".join(map(framed, frames))
            frames.clear()
            if self.protocol.put(data) > self.most:
                self.close(TOO_SLOW, "too slow: messages were not read")

    def close(self, code: int, why: str) -> None:
        """Send the waiting frames and the reason, and close the socket."""
        if self.closing is None:
            self.closing = (code, reason(why))
            self.write_waiting()
            self.protocol.end(*self.closing)


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


def protocol_of(scope: Any) -> SocketProtocol:
    """The protocol of a socket."""
    protocol: SocketProtocol = scope["extensions"][EXTENSION]["protocol"]
    return protocol
