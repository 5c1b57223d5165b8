"""A card room that is killed again and again: ``python -m tests.server.kills.room DATABASE KEYS WRITER``.

This process only loads the program; for every line ``WHERE NTH`` on standard input it forks a server, writes the
server's process id and address to standard output, and, when the server is dead, how it died. WHERE says where the
server kills itself: ``before`` the NTH commit, ``after`` it but before it is announced, ``between`` the halves of a
commit in two parts, or ``never``. WRITER is ``right``, or the name of a deliberately wrong one.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from typing import Any

import pitboss
from pitboss.room.line import Change
from pitboss.room.people import REGISTERED, Account
from pitboss.server.access.credentials import hash_of
from pitboss.server.config import Config
from pitboss.server.live.clock import WallClock
from pitboss.server.live.opening import create_app
from pitboss.server.live.sockets import live_socket
from pitboss.server.live.tables import ROOM, LiveTables
from pitboss.server.run import bound, serve, to_stderr
from pitboss.storage.storage import Storage
from tests.server.kills.tables import CHIPS, OPENINGS, PLAYERS, token
from tests.storage.killed import WRITERS, dying


class Full(LiveTables):
    """A room that opens its tables and accounts at its first start, and restores them at every later one."""

    async def start(self) -> None:
        await super().start()
        if self.owners:
            return
        now = self.clock.now()
        for opening in OPENINGS:
            await self.open(opening, ROOM)
        for name in PLAYERS:
            await self.store.accounts.add(Account(name, REGISTERED), CHIPS, now)
            await self.store.accounts.add_session(hash_of(token(name)), name, now + 86_400, now)


def run(database: str, keys: str, writer: str, where: str, nth: int) -> None:
    """Serve until killed."""
    to_stderr("error", "text")
    config = Config(port=0, sockets_each=1000, requests_per_minute=10**6)
    storage = Storage.open(database, keys=keys, writer=dying(WRITERS[writer], where, nth, answered=of_a_player))
    settings: dict[str, Any] = {"pause": 0.0, "act": 600.0, "bot_delay": 0.0, "window": 600.0}
    live = Full(storage, WallClock(), mixer=pitboss.live, settings=settings, rests=False, prepares=False)
    app = create_app(config, storage, live, sockets=[live_socket])
    serve(app, config, bound(config), lambda address: say(f"started {os.getpid()} {address}"))


def of_a_player(change: Change) -> bool:
    """Whether a player is waiting for the acknowledgement of this change."""
    return bool(change.line.key) and change.line.by in {f"player {name}" for name in PLAYERS}


def say(line: str) -> None:
    os.write(1, line.encode() + b"\n")


def warm_up() -> None:
    """Read the games once, so that no server has to."""
    from pitboss import spread
    from pitboss.room.table.shoe import Shoe

    for opening in OPENINGS:
        shoe = Shoe(pitboss.live(), os.urandom)
        spread.open_session(
            opening.game, house=opening.house, limit=opening.limit, options={}, seats=opening.seats, shuffle=shoe
        )


def main(database: str, keys: str, writer: str) -> None:
    warm_up()
    say("ready")
    for line in sys.stdin:
        where, nth = line.split()
        child = os.fork()
        if not child:
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # end with the launcher
            status = 1
            try:
                run(database, keys, writer, where, int(nth))
                status = 0
            finally:
                os._exit(status)
        _, died = os.waitpid(child, 0)
        say(f"died {-os.waitstatus_to_exitcode(died)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
