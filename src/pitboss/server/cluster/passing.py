"""Forwarding of sockets and requests for a table of another process to that process.

The processes of a room recognise each other's requests by a proof made with the shared key file.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import http.client
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from pitboss.errors import PitbossError
from pitboss.room import messages
from pitboss.server.access.gate import table_of
from pitboss.server.live.membership import PassedOn

if TYPE_CHECKING:
    from pitboss.server.cluster.membership import Cluster

HEADER = "x-pitboss-peer"
GOOD_FOR = 60
"""Seconds for which a proof is valid, since the clocks of machines differ."""
CONNECT = 2.0
"""Seconds another process has to accept a socket."""
ANSWER = 10.0
"""Seconds another process has to answer a request."""
RETURNED = ("content-type", "cache-control", "retry-after")
"""Headers of an answer that are passed on."""
SETTLES = 8.0
"""Seconds to wait for a table to have an owner again."""
STARTS = 1.0
"""Seconds to wait for an owner that accepted no socket: it may own the table and be about to start."""
RESTARTED = (messages.RESTART, "the table goes on at another process")


class PeerProof:
    """Makes and checks the header by which a process recognises a request of another process of its room."""

    def __init__(self, secret: bytes, clock: Callable[[], float] = time.time) -> None:
        self._key = hmac.digest(secret, b"pitboss peers", "sha256")
        self._clock = clock

    def headers(self, address: str, cookie: str) -> dict[str, str]:
        """The headers with which a socket or request from an address is passed on."""
        return {HEADER: self._proof(int(self._clock())), "x-forwarded-for": address, "cookie": cookie}

    def is_peer(self, headers: Mapping[str, str]) -> bool:
        """True if a request comes from a process of this room."""
        given = headers.get(HEADER, "")
        at = given.partition(".")[0]
        if not at.isdecimal() or len(at) > 12 or abs(int(at) - self._clock()) > GOOD_FOR:
            return False
        return hmac.compare_digest(given.encode(), self._proof(int(at)).encode())

    def _proof(self, at: int) -> str:
        return f"{at}.{hmac.new(self._key, str(at).encode(), hashlib.sha256).hexdigest()}"


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
        if code == messages.RESTART:  # wait until it makes sense to reconnect
            seconds = SETTLES if self.connected else STARTS
            await self.passing.settled(self.table, self.address, self.fence, seconds)
        with suppress(WebSocketDisconnect, RuntimeError):  # gone already
            await self.socket.close(code, why[:120])

    def moved(self) -> None:
        """Stop relaying, since the table has another owner."""
        for task in self._tasks:
            task.cancel()

    async def _relay(self) -> tuple[int, str] | None:
        """Relay until an end; the code and reason to close the player's socket with, None if the player closed it."""
        url = f"{self.address.replace('http', 'ws', 1)}/ws?{urlencode(list(self.socket.query_params.multi_items()))}"
        address = self.socket.client.host if self.socket.client else ""
        headers = self.passing.proof.headers(address, self.socket.headers.get("cookie", ""))
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
                await asyncio.sleep(CONNECT)  # the reading side reports why
                return RESTARTED


class Passing:
    """Passes sockets and requests on to the other processes of the room that ``cluster`` is a member of."""

    def __init__(self, cluster: Cluster, secret: bytes) -> None:
        self.cluster, self.proof = cluster, PeerProof(secret)
        self.relays: set[Relay] = set()
        self._ended = False

    def stop(self) -> None:
        """End every relay, and stop waiting for tables."""
        self._ended = True
        for relay in list(self.relays):
            relay.moved()

    def address_of(self, table: str) -> str:
        """The address of the other process that owns a table; empty if this process does, or if unknown."""
        cluster = self.cluster
        owner = cluster.board.owner_of(table)
        return "" if table in cluster.live.owners or owner == cluster.name else cluster.peers.get(owner, "")

    async def settled(self, table: str, before: str = "", fence: int = 0, seconds: float = SETTLES) -> None:
        """Wait up to ``seconds`` until a table is here or at another address than before.

        The process that owned it under the number ``fence`` may have lost it and taken it again, which also counts.
        """
        cluster, live = self.cluster, self.cluster.live
        until = cluster.leases.now() + seconds
        while cluster.leases.now() < until and table in live.room.tables and not (self._ended or cluster.adrift):
            address = self.address_of(table)
            renewed = bool(before) and cluster.board.fence_of(table) > fence
            if table in live.owners or (address and (address != before or renewed)):
                return
            await asyncio.sleep(0.05)

    def moved(self, table: str, owner: str) -> None:
        """End the relays to the previous owner of a table."""
        for relay in list(self.relays):
            if relay.table == table and self.cluster.peers.get(owner) != relay.address:
                relay.moved()

    async def relay_for(self, websocket: WebSocket[Any, Any, Any]) -> Relay | None:
        """The relay for a socket whose table another process owns; waits while nobody owns it."""
        table = str(websocket.query_params.get("table") or "")
        if not table or table not in self.cluster.live.room.tables:
            return None
        await self.settled(table)
        address = self.address_of(table)
        return Relay(self, websocket, table, address, self.cluster.board.fence_of(table)) if address else None

    async def pass_on(self, address: str, cookie: str, method: str, target: str, body: bytes) -> PassedOn | None:
        """Pass a request about a table on to the process that owns it; None if this process owns it now."""
        table = table_of(target)
        await self.settled(table)
        if table in self.cluster.live.owners or table not in self.cluster.live.room.tables:
            return None
        headers = self.proof.headers(address, cookie)
        if body:
            headers["content-type"] = "application/json"
        try:
            return await asyncio.to_thread(ask, self.address_of(table), method, target, headers, body)
        except (OSError, http.client.HTTPException):
            raise PitbossError("the table is moving to another process; try again in a moment.") from None


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
