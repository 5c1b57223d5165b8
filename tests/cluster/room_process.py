"""Processes of one card room: ``python -m tests.cluster.room_process KEYS TABLES``.

This process only loads the program; for every line ``DATABASE REDIS`` on standard input it forks a server, which writes
its process id and address to standard output.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import traceback
from importlib import import_module
from typing import Any

import pitboss
from pitboss.room.default_room import OpeningTable
from pitboss.room.people import REGISTERED, Account
from pitboss.server.access.credentials import hash_of
from pitboss.server.cluster.membership import Cluster
from pitboss.server.config import Config
from pitboss.server.live.clock import WallClock
from pitboss.server.live.opening import create_app
from pitboss.server.live.sockets import live_socket
from pitboss.server.live.tables import ROOM, LiveTables
from pitboss.server.run import address, bound, serve, to_stderr
from pitboss.storage.storage import Storage
from tests.server.kills.room import say, warm_up
from tests.server.kills.tables import CHIPS, OPENINGS, PLAYERS, token

LEASE = float(os.environ.get("PITBOSS_TEST_LEASE", "2.0"))
MORE = (
    OpeningTable(game="holdem", house="pot", limit="2-4", seats=6, bots=3),
    OpeningTable(game="top5", bots=2),
    OpeningTable(game="seven-stud", house="pot", limit="2-4", seats=6, bots=3),
)


def openings(tables: int) -> list[OpeningTable]:
    """The three tables where people play, and as many of bots as are wanted."""
    return [*OPENINGS, *(MORE[at % len(MORE)] for at in range(tables - len(OPENINGS)))]


LATER = (
    "alembic.command",
    "psycopg",
    "sqlalchemy.dialects.postgresql.psycopg",
    "uvicorn.lifespan.on",
    "uvicorn.protocols.http.httptools_impl",
    "uvloop",
)
"""What a server imports only when it starts: loaded once, for all."""


class Full(LiveTables):
    """A room whose first process opens its tables and accounts."""

    membership: Cluster
    tables = 0

    async def start(self) -> None:
        await super().start()
        if not self.tables or not await self.membership.shared.claim("test tables"):
            return
        now = self.clock.now()
        for opening in openings(self.tables):
            await self.open(opening, ROOM)
        for name in PLAYERS:
            await self.store.accounts.add(Account(name, REGISTERED), CHIPS, now)
            await self.store.accounts.add_session(hash_of(token(name)), name, now + 86_400, now)


def run(keys: str, tables: int, database: str, redis: str) -> None:
    """Serve until killed, or until SIGTERM."""
    to_stderr("warning", "text")
    config = Config(port=0, sockets_each=1000, requests_per_minute=10**6, shutdown=2)
    storage = Storage.open(database, keys=keys, patience=5.0, busy=2)
    how: dict[str, Any] = {"pause": 0.1, "act": 600.0, "bot_delay": 0.15, "window": 600.0}
    listener = bound(config)
    live = Full(
        storage,
        WallClock(),
        mixer=pitboss.live,
        membership=Cluster(storage, redis=redis, address=address(listener), lease=LEASE),
        settings=how,
        rests=False,
        prepares=False,
    )
    live.tables = tables
    app = create_app(config, storage, live, sockets=[live_socket])
    serve(app, config, listener, lambda url: say(f"started {os.getpid()} {url}"))
    storage.close()


def main(keys: str, tables: str) -> None:
    warm_up()
    for name in LATER:
        import_module(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the dead
    say("ready")
    for line in sys.stdin:
        if not os.fork():
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # end with the launcher
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            try:
                run(keys, int(tables), *line.split())
            except BaseException:
                traceback.print_exc()
                say("failed 0 -")
            finally:
                os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
