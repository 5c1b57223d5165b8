"""Sockets and requests for a table of another process, passed on to that process."""

from __future__ import annotations

import asyncio
import http.client
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from pitboss.room import messages
from pitboss.server.context import PassedFor

if TYPE_CHECKING:
    from pitboss.server.cluster.passing import Passing

CONNECT = 2.0
"""Seconds in which another process has to take a socket."""
ANSWER = 10.0
"""Seconds in which another process has to answer a request."""
RETURNED = ("content-type", "cache-control", "retry-after")
"""Headers of an answer that are passed on."""


class Relay:
    """One socket of a player whose table another process owns.

    Messages pass both ways as they are. When the other process is gone, the socket is closed as for a restart as soon
    as the table has a new owner, so that the player's first attempt to come back succeeds.
    """

    def __init__(
        self, passing: Passing, socket: WebSocket[Any, Any, Any], table: str, address: str, fence: int
    ) -> None:
        self.passing, self.socket, self.table, self.address, self.fence = passing, socket, table, address, fence
        self.connected = False
        self._tasks: list[asyncio.Task[tuple[int, str] | None]] = []

    async def run(self) -> None:
        """Pass messages on until either side ends; the socket was accepted."""
        self.passing.relays.add(self)
        try:
            ended = await self._relay()
        finally:
            self.passing.relays.discard(self)
        if ended is None:
            return  # the player is gone
        code, why = ended
        if code == messages.RESTART:
            await self.passing.after(self)
        await _close(self.socket, code, why)

    def moved(self) -> None:
        """The table has another owner."""
        for task in self._tasks:
            task.cancel()

    async def _relay(self) -> tuple[int, str] | None:
        """Relay until an end; the code and reason to close the player's socket with, None if the player closed it."""
        url = f"{self.address.replace('http', 'ws', 1)}/ws?{urlencode(_query(self.socket))}"
        address = self.socket.client.host if self.socket.client else ""
        headers = self.passing.headers(PassedFor(address, self.socket.headers.get("cookie", "")))
        try:
            async with connect(
                url,
                additional_headers=headers,
                compression=None,
                proxy=None,
                max_size=None,
                ping_interval=None,
                open_timeout=CONNECT,
                close_timeout=CONNECT,
            ) as line:
                self.connected = True
                self._tasks = [asyncio.create_task(self._down(line)), asyncio.create_task(self._up(line))]
                done, running = await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in running:
                    task.cancel()
                await asyncio.wait(self._tasks)
                ended = [task for task in done if not task.cancelled()]
                return ended[0].result() if ended else RESTARTED
        except (OSError, WebSocketException, TimeoutError):
            return RESTARTED

    async def _down(self, line: ClientConnection) -> tuple[int, str] | None:
        try:
            async for message in line:
                await self.socket.send_data(message, mode="text", encoding="utf-8")
        except ConnectionClosed:
            pass
        except (WebSocketDisconnect, RuntimeError):
            return None
        code, why = line.close_code, line.close_reason
        return (code, why or "") if code and code not in (1005, 1006) else RESTARTED

    async def _up(self, line: ClientConnection) -> tuple[int, str] | None:
        while True:
            message: Any = await self.socket.receive()
            if message["type"] != "websocket.receive":
                return None
            text = message.get("text")
            try:
                await line.send(text if text is not None else message.get("bytes") or b"")
            except ConnectionClosed:
                await asyncio.sleep(CONNECT)  # the reading side says why
                return RESTARTED


RESTARTED = (messages.RESTART, "the table goes on at another process")


async def _close(socket: WebSocket[Any, Any, Any], code: int, why: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # gone already
        await socket.close(code, why[:120])


def _query(socket: WebSocket[Any, Any, Any]) -> list[tuple[str, str]]:
    return [(name, str(value)) for name, value in socket.query_params.multi_items()]


class PassedOn(NamedTuple):
    """The answer of another process."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


def table_of(target: str) -> str:
    """The table that a request is about; empty for none.

    >>> table_of("/api/tables/t7/fill?x=1"), table_of("/api/tables")
    ('t7', '')
    """
    parts = target.partition("?")[0].split("/")
    return parts[3] if len(parts) > 3 and parts[:3] == ["", "api", "tables"] else ""


def ask(address: str, method: str, target: str, headers: dict[str, str], body: bytes) -> PassedOn:
    """Pass a request on and wait for the answer; raise OSError or HTTPException if there is none."""
    parts = urlsplit(address)
    line = http.client.HTTPConnection(parts.hostname or "", parts.port or 80, timeout=ANSWER)
    try:
        line.request(method, target, body or None, headers)
        answer = line.getresponse()
        data = answer.read()
    finally:
        line.close()
    kept = [(name.lower().encode(), value.encode("latin-1")) for name, value in answer.getheaders()]
    listed = [(name, value) for name, value in kept if name.decode() in RETURNED]
    return PassedOn(answer.status, [*listed, (b"content-length", str(len(data)).encode())], data)
