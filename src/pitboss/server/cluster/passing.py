"""Sockets and requests that came to this process and are for a table of another one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from http.client import HTTPException
from typing import TYPE_CHECKING, Any

from litestar import WebSocket

from pitboss.errors import PitbossError
from pitboss.server.cluster.peers import PeerProof
from pitboss.server.cluster.relay import PassedOn, Relay, ask, table_of
from pitboss.server.context import PassedFor

if TYPE_CHECKING:
    from pitboss.server.cluster.tables import ClusterTables

SETTLES = 8.0
"""Seconds to wait for a table to have an owner again."""
STARTS = 1.0
"""Seconds to wait for an owner that took no socket: it may have the table and be about to start."""


class Passing:
    """Passes on what is for other processes; implements :class:`pitboss.server.context.Peers`."""

    def __init__(self, live: ClusterTables, secret: bytes) -> None:
        self.live = live
        self.relays: set[Relay] = set()
        self._proof = PeerProof(secret)
        self._stopped = False

    def stop(self) -> None:
        """End every relay, and stop waiting for tables."""
        self._stopped = True
        for relay in list(self.relays):
            relay.moved()

    def address_of(self, table: str) -> str:
        """The address of the process that has a table; empty if it is here, or nowhere that is known."""
        live = self.live
        owner = live.board.owner_of(table)
        return "" if table in live.owners or owner == live.name else live.peers.get(owner, "")

    async def settled(self, table: str, before: str = "", fence: int = 0, seconds: float = SETTLES) -> None:
        """Wait, for some seconds, until a table is here or at another address than before.

        The process that had it under the number ``fence`` may have lost it and taken it again: then it is there.
        """
        live = self.live
        until = live.leases.now() + seconds
        while live.leases.now() < until and table in live.room.tables and not (self._stopped or live.adrift):
            address = self.address_of(table)
            renewed = bool(before) and live.board.fence_of(table) > fence
            if table in live.owners or (address and (address != before or renewed)):
                return
            await asyncio.sleep(0.05)

    def moved(self, table: str, owner: str) -> None:
        """A table has another owner: end the relays to the one before."""
        for relay in list(self.relays):
            if relay.table == table and self.live.peers.get(owner) != relay.address:
                relay.moved()

    def headers(self, by: PassedFor) -> dict[str, str]:
        """The headers with which a socket or request is passed on."""
        return self._proof.headers(by.address, by.cookie, time.time())

    def is_peer(self, headers: Mapping[str, str]) -> bool:
        return self._proof.is_peer(headers, time.time())

    async def after(self, relay: Relay) -> None:
        """Wait until it makes sense that the player of a relay that ended comes again."""
        seconds = SETTLES if relay.connected else STARTS
        await self.settled(relay.table, relay.address, relay.fence, seconds)

    async def relay_for(self, websocket: WebSocket[Any, Any, Any]) -> Relay | None:
        """The relay for a socket whose table another process has; waits while it has no owner."""
        table = str(websocket.query_params.get("table") or "")
        if not table or table not in self.live.room.tables:
            return None
        await self.settled(table)
        address = self.address_of(table)
        return Relay(self, websocket, table, address, self.live.board.fence_of(table)) if address else None

    def elsewhere(self, path: str) -> bool:
        table = table_of(path)
        return bool(table) and table in self.live.room.tables and table not in self.live.owners

    async def pass_on(self, by: PassedFor, method: str, target: str, body: bytes) -> PassedOn | None:
        """Pass a request about a table on to the process that has it; None if this process has it now."""
        table = table_of(target)
        await self.settled(table)
        if table in self.live.owners or table not in self.live.room.tables:
            return None
        headers = self.headers(by)
        if body:
            headers["content-type"] = "application/json"
        try:
            return await asyncio.to_thread(ask, self.address_of(table), method, target, headers, body)
        except (OSError, HTTPException):
            raise PitbossError("the table is moving to another process; try again in a moment.") from None
