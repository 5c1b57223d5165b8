"""The server of the benchmark: tables with every seat taken by a player whose cookie is printed."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pitboss
from pitboss.room import commands
from pitboss.room.default_room import OpeningTable
from pitboss.room.people import REGISTERED, Account, Person
from pitboss.server.access.credentials import hash_of, new_token
from pitboss.server.config import Config
from pitboss.server.live.clock import WallClock
from pitboss.server.live.opening import create_app
from pitboss.server.live.sockets import live_socket
from pitboss.server.live.tables import ROOM, LiveTables
from pitboss.server.run import bound, serve, to_stderr
from pitboss.storage.storage import Storage

GAME = OpeningTable(game="holdem", house="pot", limit="2-4", seats=6)
CHIPS = 100_000_000


class Loaded(LiveTables):
    """A room whose tables are full when it starts."""

    def __init__(self, store: Storage, tables: int, seats: int) -> None:
        super().__init__(store, WallClock(), mixer=pitboss.live, settings={"pause": 0.0, "act": 600.0}, rests=False)
        self.wanted = (tables, seats)
        self.cookies: dict[str, list[str]] = {}

    async def start(self) -> None:
        await super().start()
        tables, seats = self.wanted
        await asyncio.gather(*(self._fill(number, seats) for number in range(tables)))

    async def _fill(self, number: int, seats: int) -> None:
        owner = await self.open(GAME, ROOM)
        cookies = self.cookies[owner.table.id] = []
        for seat in range(1, seats + 1):
            person, token = Person(f"Player {number} {seat}", REGISTERED), new_token()
            now = self.clock.now()
            await self.store.accounts.add(Account(person.name, REGISTERED), CHIPS, now)
            await self.store.accounts.add_session(hash_of(token), person.name, now + 3600, now)
            ack = await owner.do(commands.Sit(seat=seat, cents=40_000), person)
            assert ack.ok, ack
            cookies.append(f"pitboss={token}")


def main(database: str, folder: str, tables: str, seats: str) -> None:
    to_stderr("warning", "text")  # the line on standard output is for the players
    config = Config(port=0, sockets_each=100_000, requests_per_minute=10_000_000)
    storage = Storage.open(database, keys=str(Path(folder, "keys")), busy=config.busy_changes)
    live = Loaded(storage, int(tables), int(seats))

    def started(address: str) -> None:
        shown: dict[str, Any] = {"address": address.removeprefix("http://"), "tables": live.cookies}
        print(json.dumps(shown), flush=True)

    serve(create_app(config, storage, live, sockets=[live_socket]), config, bound(config), started)
    storage.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
