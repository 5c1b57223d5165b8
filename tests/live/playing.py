"""A live room on a real port, and clients that speak the protocol to it over real sockets."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pitboss.server.config import Config
from pitboss.server.live.opening import create_app
from pitboss.server.live.sockets import live_socket
from pitboss.server.live.tables import LiveTables
from pitboss.server.run import settings
from tests.patience import MINUTE

PATIENCE = 2 * MINUTE
"""Seconds to wait for a message before a test fails; machines are shared and noisy."""


@asynccontextmanager
async def serving(live: LiveTables, config: Config | None = None) -> AsyncIterator[str]:
    """Serve a live room on a free port of this machine; the address without a scheme."""
    config = config or Config(requests_per_minute=100_000, accounts_per_hour=100_000, sockets_each=10_000)
    app = create_app(config, live.store, live, clock=live.clock.now, sockets=[live_socket])
    server = uvicorn.Server(settings(app, config, host="127.0.0.1", port=0))
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
        if task.done():
            task.result()
            raise RuntimeError("the server did not start")
    try:
        yield f"127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


async def guest(address: str, name: str) -> str:
    """Make a guest; return the cookie of his session."""
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=MINUTE, verify=False) as http:
        answer = await http.post("/api/guest", json={"name": name})
        assert answer.status_code < 300, answer.text
        return "; ".join(f"{key}={value}" for key, value in answer.cookies.items())


class Player:
    """A client at a table: every message it was sent, and what it makes of them."""

    def __init__(self, name: str, cookie: str, address: str, table: str = "") -> None:
        self.name, self.cookie, self.address, self.table = name, cookie, address, table
        self.raw: list[str] = []
        self.messages: list[dict[str, Any]] = []
        self.read = 0
        self.seq = 0
        self.actors: list[int] = []
        self.legal: dict[int, list[dict[str, Any]]] = {}
        self.closed: int | None = None
        self.why: str | None = ""
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()

    @classmethod
    async def guest(cls, address: str, name: str, table: str = "", **more: Any) -> Player:
        player = cls(name, await guest(address, name), address, table)
        await player.open(**more)
        return player

    async def open(self, have: int = 0, hello: bool = True, query: str = "", **more: Any) -> None:
        at = f"?table={self.table}" if self.table else "?"
        self.closed = None
        self._socket = await connect(
            f"ws://{self.address}/ws{at}&have={have}{query}",
            additional_headers={"Cookie": self.cookie, **more.pop("headers", {})},
            compression=None,
            open_timeout=MINUTE,
            **more,
        )
        self._reader = asyncio.create_task(self._read())
        if hello:
            await self.send("hello", v=1)
            await self.until(lambda message: message["type"] == "welcome")

    async def drop(self) -> None:
        """Cut the connection without a close frame."""
        assert self._socket is not None
        self._socket.transport.abort()
        assert self._reader is not None
        await self._reader

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
            assert self._reader is not None
            await self._reader

    async def send(self, type: str, **fields: Any) -> None:
        await self.send_raw(json.dumps({"type": type, **fields}))

    async def send_raw(self, data: str | bytes) -> None:
        assert self._socket is not None
        await self._socket.send(data)

    async def ask(self, type: str, *, key: str = "", **fields: Any) -> dict[str, Any]:
        """Give a command and wait for its ack."""
        key = key or uuid.uuid4().hex
        await self.send(type, key=key, seq=fields.pop("seq", self.seq), **fields)
        return await self.until(lambda message: message["type"] == "ack" and message["key"] == key)

    async def heard(self) -> None:
        """Wait until everything sent so far has arrived."""
        assert (await self.ask("mute", player=""))["ok"]

    async def until(self, wanted: Callable[[dict[str, Any]], bool], again: bool = False) -> dict[str, Any]:
        """Wait for the next unread message like this."""

        def look() -> dict[str, Any] | None:
            at = 0 if again else self.read
            for number in range(at, len(self.messages)):
                if wanted(self.messages[number]):
                    self.read = max(self.read, number + 1)
                    return self.messages[number]
            return None

        async with asyncio.timeout(PATIENCE), self._news:
            while (message := look()) is None:
                if self.closed is not None:
                    raise ConnectionError(f"{self.name}'s socket was closed with {self.closed} ({self.why})")
                await self._news.wait()
            return message

    async def until_closed(self) -> int:
        assert self._reader is not None
        async with asyncio.timeout(PATIENCE):
            await asyncio.shield(self._reader)
        assert self.closed is not None
        return self.closed

    async def until_state(self, holds: Callable[[Player], bool]) -> None:
        """Wait until this holds of what the client knows."""
        async with asyncio.timeout(PATIENCE), self._news:
            while not holds(self):
                if self.closed is not None:
                    raise ConnectionError(f"{self.name}'s socket was closed with {self.closed} ({self.why})")
                await self._news.wait()

    async def until_seq(self, seq: int) -> None:
        await self.until_state(lambda player: player.seq >= seq)

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            async for data in self._socket:
                assert isinstance(data, str)
                async with self._news:
                    self._take(data)
                    self._news.notify_all()
        except ConnectionClosed:
            pass
        async with self._news:
            self.closed, self.why = self._socket.close_code or 1006, self._socket.close_reason
            self._news.notify_all()

    def _take(self, data: str) -> None:
        message = json.loads(data)
        self.raw.append(data)
        self.messages.append(message)
        if message["type"] == "ev" and message["seq"] > self.seq:
            assert message["base"] == self.seq, (self.name, message["base"], self.seq)
            self.seq = message["seq"]
            self.actors = message["actors"]
            self.legal = {int(seat): options for seat, options in message.get("legal", {}).items()}
        elif message["type"] == "snap":
            view = message["view"]
            self.seq = message["seq"]
            self.actors = view.get("actors", [])
            legal = view["deal"]["legal"] if view.get("deal") else {}
            self.legal = {int(seat): options for seat, options in legal.items()}


CAUTIOUS = ("check", "call", "bring in", "play", "muck", "stand pat", "fold")


def cautious(options: list[dict[str, Any]]) -> dict[str, Any]:
    """The decision of a player who stays in for as little as possible."""
    allowed = {option["word"]: option for option in options if "why" not in option}
    option = next((allowed[word] for word in CAUTIOUS if word in allowed), next(iter(allowed.values())))
    return {"action": (option.get("actions") or [option["word"]])[0], "cents": option.get("low", 0)}


async def abreast(players: Sequence[Player]) -> None:
    """Wait until every player has been told as much as the others."""
    while len({player.seq for player in players}) > 1:
        last = max(player.seq for player in players)
        for player in players:
            await player.until_seq(last)


async def play_on(
    players: Sequence[Player],
    decide: Callable[[list[dict[str, Any]]], dict[str, Any]] = cautious,
    most: int = 500,
) -> int:
    """Decide for whoever has to act until nobody has; return the number of decisions."""
    for count in range(most):
        await abreast(players)
        asked = [(player, seat) for player in players for seat in player.actors if seat in player.legal]
        if not asked:
            assert not players[0].actors
            return count
        player, seat = asked[0]
        ack = await player.ask("act", seat=seat, **decide(player.legal[seat]))
        assert ack["ok"], ack
        await player.until_seq(ack["seq"])
    raise AssertionError(f"still playing after {most} decisions")
