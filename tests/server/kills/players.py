"""Players of a room that is killed: they reconnect, repeat unanswered commands, and remember every answer."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.patience import MINUTE
from tests.server.kills.tables import CHIPS, HOUSE, table_of, token
from tests.storage.invariants import Acknowledged

PAUSE = 0.03
"""Seconds between two commands, to stay below the server's rate limit."""
STORED = ("sit", "act", "place", "buy")
"""Commands whose acknowledgement says that they are in the log."""


class Player:
    """One player at one table, over all lives of the server."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.table = name, table_of(name)
        self.acknowledged: list[Acknowledged] = []
        self.refused: list[Acknowledged] = []
        self.wrong: list[str] = []
        self.counts: Counter[str] = Counter()
        self.seen: dict[tuple[int, str], list[str]] = {}
        self._chance = random.Random(f"{name} {seed}")
        self._pending: dict[str, Any] | None = None
        self._number = 0
        self._seq = self._hand = 0
        self._seats: list[int] = []
        self._socket: ClientConnection | None = None

    async def play(self, address: str) -> None:
        """Play until the server is gone."""
        url = f"{address.replace('http', 'ws', 1)}/ws?table={self.table}&have={self._seq}"
        headers = {"Cookie": f"pitboss={token(self.name)}"}
        with suppress(OSError):  # nobody listens any more
            while True:
                with suppress(WebSocketException, EOFError):
                    async with connect(
                        url, additional_headers=headers, compression=None, open_timeout=MINUTE
                    ) as socket:
                        self._socket, self._ready = socket, False
                        await socket.send('{"type":"hello","v":1}')
                        async for frame in socket:
                            await self._take(json.loads(frame))
                await asyncio.sleep(0.01)

    async def _take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "ack":
            await self._answered(message)
        elif kind == "welcome":
            first, self._ready = not self._ready, True
            self._seats = list(message["seats"])
            if first and self._pending is None:
                await self._socket_send({"type": "sync", "have": 0})
            elif first and self._pending is not None:  # sent before the restart and never answered
                self.counts["sent again"] += 1
                await self._socket_send(self._pending)
        elif kind in ("snap", "ev"):
            self._seq, self._hand = message["seq"], message.get("hand") or self._hand
            view = message["view"] if kind == "snap" else message
            if "seats" in view and view["seats"] is not None:
                seats = view["seats"].items()
                self._seats = [int(seat) for seat, held in seats if held["player"] == self.name]
            deal = (view.get("deal") or {}) if kind == "snap" else message
            self._look(deal.get("piles") or {}, again=kind == "snap")
            await self._decide(deal.get("legal") or {}, view)

    def _look(self, piles: dict[str, list[str]], *, again: bool) -> None:
        """Remember the cards of this hand; after a restart they must be the same."""
        for pile, cards in piles.items():
            before = self.seen.get((self._hand, pile), [])
            both = list(zip(before, cards, strict=False))
            if again and any(old != new for old, new in both if "??" not in (old, new)):
                self.wrong.append(f"{self.name} saw {before} and then {cards} in {pile} of hand {self._hand}")
            if again and both:
                self.counts["compared"] += 1
            self.seen[self._hand, pile] = cards

    async def _decide(self, legal: dict[str, Any], view: dict[str, Any]) -> None:
        if self._pending is not None or not self._ready:
            return
        if not self._seats:
            await self._send({"type": "sit", "cents": 40_000})
            return
        for seat, options in legal.items():
            allowed = [option for option in options if not option.get("why")]
            if int(seat) in self._seats and allowed:
                await self._send({"type": "act", "seat": int(seat), **self._choice(allowed)})
                return
        if view.get("done", True):
            await self._prepare((view.get("seats") or {}).get(str(self._seats[0])))

    async def _prepare(self, held: dict[str, Any] | None) -> None:
        """Buy chips, place wagers for the next round, then be ready for it."""
        seat = self._seats[0]
        if held and held["cents"] < 10_000:
            await self._send({"type": "buy", "seat": seat, "cents": 30_000})
        elif held and self.table == HOUSE and not held.get("placed"):
            await self._send({"type": "place", "spot": seat, "wagers": {"ante": 1000}})
        elif held and self.table == HOUSE:
            await self._socket_send({"type": "ready", "key": "", "seq": self._seq})

    def _choice(self, allowed: list[dict[str, Any]]) -> dict[str, Any]:
        calm = [option for option in allowed if option["word"] in ("check", "call", "show", "bet 1x", "play")]
        option = self._chance.choice(calm if calm and self._chance.random() < 0.85 else allowed)
        action = self._chance.choice(option.get("actions") or [option["word"]])
        return {"action": action, "cents": option.get("low", 0) if option.get("high") else 0}

    async def _send(self, command: dict[str, Any]) -> None:
        self._number += 1
        self._pending = {**command, "key": f"{self.name} {self._number}", "seq": self._seq}
        await self._socket_send(self._pending)

    async def _socket_send(self, message: dict[str, Any]) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(message))

    async def _answered(self, ack: dict[str, Any]) -> None:
        pending = self._pending
        if pending is None or ack["key"] != pending["key"]:
            return
        self._pending = None
        command = Acknowledged(self.table, f"player {self.name}", ack["key"])
        if not ack["ok"]:
            self.refused.append(command)
            self.counts[f"refused {pending['type']}: {ack.get('why', '')[:80]}"] += 1
        elif pending["type"] in STORED:
            self.acknowledged.append(command)
            self.counts["again" if ack.get("again") else "stored"] += 1
        await asyncio.sleep(PAUSE)
        await self._socket_send({"type": "sync", "have": 0})


class Asker:
    """A guest at a table who asks for a seat with more chips than guests have.

    The request is always refused, but the table has to read the guest's wallet first: the reason says whether the
    database can be reached.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._number = socket, 0

    @classmethod
    @asynccontextmanager
    async def at(cls, address: str, table: str) -> AsyncIterator[Asker]:
        async with httpx.AsyncClient(base_url=address, timeout=MINUTE, verify=False) as http:
            answer = await http.post("/api/guest", json={"name": f"Asker {table}"})
        headers = {"Cookie": "; ".join(f"{key}={value}" for key, value in answer.cookies.items())}
        url = f"{address.replace('http', 'ws', 1)}/ws?table={table}"
        async with connect(url, additional_headers=headers, compression=None, open_timeout=MINUTE) as socket:
            await socket.send('{"type":"hello","v":1}')
            yield cls(socket)

    async def refused(self) -> str:
        """The reason for the next refusal."""
        self._number += 1
        command = {"type": "sit", "cents": CHIPS, "key": str(self._number), "seq": 0}
        await self._socket.send(json.dumps(command))
        async with asyncio.timeout(MINUTE):
            while True:
                message = json.loads(await self._socket.recv())
                if message["type"] == "ack" and message["key"] == command["key"]:
                    assert not message["ok"]
                    return str(message["why"])

    async def until_refused_otherwise(self, than: str) -> None:
        """Ask until the reason is another."""
        async with asyncio.timeout(2 * MINUTE):
            while await self.refused() == than:
                await asyncio.sleep(PAUSE)


async def play_all(players: list[Player], address: str) -> None:
    """All players play until the server is gone."""
    await asyncio.gather(*(player.play(address) for player in players))
