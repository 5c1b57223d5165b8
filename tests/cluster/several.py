"""A room of several processes on a real PostgreSQL and a real Redis, with connections that can be cut."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import pitboss
from tests.cluster.proxy import Line
from tests.patience import MINUTE
from tests.server.kills.players import Player
from tests.server.kills.tables import token
from tests.storage import servers

ROOT = Path(__file__).parents[2]
PATIENCE = 2 * MINUTE
"""Seconds after which a test gives up waiting for a state, on a machine that is very busy."""


class Process:
    """One server process, with its own lines to PostgreSQL and to Redis."""

    def __init__(self, number: int, database: Line, redis: Line) -> None:
        self.number, self.database, self.redis = number, database, redis
        self.pid, self.address = 0, ""

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self.address = ""


class Several:
    """The processes of a room."""

    def __init__(self, launcher: subprocess.Popen[str], url: str) -> None:
        self.launcher, self.url = launcher, url
        self.processes: list[Process] = []
        self._reader = psycopg.connect(url, autocommit=True)
        self._reading = threading.Lock()

    def close(self) -> None:
        self.launcher.kill()
        self.launcher.wait(MINUTE)
        for stream in (self.launcher.stdin, self.launcher.stdout):
            with suppress(OSError):
                stream.close()  # type: ignore[union-attr]
        self._reader.close()

    async def start(self, process: Process) -> None:
        """Start a process, or start it again."""
        name = urlsplit(self.url).path[1:]
        database = f"postgresql://postgres@127.0.0.1:{process.database.port}/{name}"
        assert self.launcher.stdin is not None
        assert self.launcher.stdout is not None
        self.launcher.stdin.write(f"{database} redis://127.0.0.1:{process.redis.port}/0\n")
        self.launcher.stdin.flush()
        word, pid, address = (await asyncio.to_thread(self.launcher.stdout.readline)).split()
        assert word == "started", "the process could not start; its log says why"
        process.pid, process.address = int(pid), address

    @property
    def addresses(self) -> list[str]:
        return [process.address for process in self.processes if process.address]

    def rows(self, ask: str) -> list[tuple[Any, ...]]:
        """Rows of the database, read on a separate connection."""
        with self._reading:
            return list(self._reader.execute(ask))  # type: ignore[call-overload]

    def lines(self) -> dict[str, int]:
        """How many lines the log of each open table has."""
        return dict(self.rows('SELECT "table", number FROM heads WHERE "table" <> \'room\' AND NOT closed'))

    def owners(self) -> dict[str, str]:
        """Which process owns each table, by its name in the database."""
        return dict(self.rows('SELECT "table", owner FROM heads WHERE "table" <> \'room\' AND NOT closed'))

    def owned_by(self, process: Process) -> list[str]:
        return [table for table, owner in self.owners().items() if f"-{process.pid}-" in owner]

    async def until(self, what: Any, seconds: float = PATIENCE) -> float:
        """Wait until a condition holds; return the seconds it took."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        while not await asyncio.to_thread(what):
            assert loop.time() < began + seconds, f"not within {seconds} seconds"
            await asyncio.sleep(0.05)
        return loop.time() - began

    async def resumes(self, tables: list[str]) -> float:
        """Wait until every one of these tables has moved on; return the seconds the last one took."""
        before = await asyncio.to_thread(self.lines)
        return await self.until(lambda: all(self.lines()[table] > before[table] for table in tables))


@asynccontextmanager
async def several(folder: Path, *, processes: int, tables: int) -> AsyncIterator[Several]:
    """A room of this many processes and tables."""
    postgres, redis = servers.postgres(), servers.new_redis()
    path = os.pathsep.join([str(Path(pitboss.__file__).parents[1]), str(ROOT)])
    url = postgres.new_database()
    launcher = subprocess.Popen(
        [sys.executable, "-m", "tests.cluster.room_process", str(folder / "keys"), str(tables)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
    )
    room = Several(launcher, url)
    lines: list[Line] = []
    try:
        assert launcher.stdout is not None
        assert (await asyncio.to_thread(launcher.stdout.readline)).split() == ["ready"]
        for number in range(processes):
            own = [Line(str(postgres.folder / ".s.PGSQL.5432")), Line(redis.port)]
            for line in own:
                await line.start()
            lines += own
            process = Process(number, own[0], own[1])
            room.processes.append(process)
            await room.start(process)
        yield room
    finally:
        room.close()
        for line in lines:
            await line.close()
        redis.close()


class Roamer(Player):
    """A player whose connections each land at a random process."""

    async def roam(self, room: Several) -> None:
        """Play without end, wherever there is a process."""
        chance = random.Random(self.name)
        while True:
            if room.addresses:
                await self.visit(chance.choice(room.addresses))
            await asyncio.sleep(0.1)

    async def visit(self, address: str) -> None:
        """Play over one connection until it ends."""
        url = f"{address.replace('http', 'ws', 1)}/ws?table={self.table}&have={self._seq}"
        headers = {"Cookie": f"pitboss={token(self.name)}"}
        with suppress(OSError, WebSocketException, EOFError, TimeoutError):
            async with connect(url, additional_headers=headers, compression=None, open_timeout=5, proxy=None) as line:
                self._socket, self._ready = line, False
                await line.send('{"type":"hello","v":1}')
                while True:
                    async with asyncio.timeout(6):  # as a page does, which treats a silent connection as dead
                        frame = await line.recv()
                    await self._take(json.loads(frame))
