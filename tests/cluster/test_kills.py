"""Three processes, PostgreSQL, Redis, twenty tables of bots: owners are killed, connections are cut, and play goes on.

No chip is lost, no card is dealt twice, every acknowledged command is in the log exactly once and no refused one is;
each log is one chain, so that no two owners' commands were accepted. The benchmark measures how soon play resumes.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.storage.storage import Storage
from tests.cluster.proxy import DEAD, SILENT
from tests.cluster.several import Process, Roamer, Several, several
from tests.server.kills.tables import PLAYERS
from tests.storage.invariants import violations

TABLES, KILLS = 20, 20
CUTS = (("database", SILENT), ("redis", SILENT), ("database", DEAD), ("redis", DEAD))


@pytest.mark.long
def test_twenty_kills_and_cut_lines_lose_nothing(tmp_path: Path) -> None:
    asyncio.run(scene(tmp_path))


async def scene(folder: Path) -> None:
    players = [Roamer(name, 1) for name in PLAYERS]
    async with several(folder, processes=3, tables=TABLES) as room:
        playing = [asyncio.create_task(player.roam(room)) for player in players]
        await spread_out(room)
        pauses = [("killed", await killed(room, number)) for number in range(KILLS)]
        for number, (what, how) in enumerate(CUTS, KILLS):
            pauses.append((f"{what} {how}", await cut(room, number, what, how)))
        await room.resumes(list(room.lines()))
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        print("\nresumed after", ", ".join(f"{seconds:.1f} s ({what})" for what, seconds in pauses))
        await check(room, players, folder)
        await backed_up(room, folder)


async def spread_out(room: Several) -> None:
    """Wait until every process has its share of the tables."""
    share = len(await asyncio.to_thread(room.lines)) // len(room.processes)
    await room.until(lambda: all(len(room.owned_by(process)) >= share for process in room.processes))


async def some_of(room: Several, process: Process) -> list[str]:
    """Two or more tables that a process has."""
    tables: list[str] = []
    while len(tables) < 2:
        await room.until(lambda: len(room.owned_by(process)) >= 2)
        tables = await asyncio.to_thread(room.owned_by, process)  # none if it was held up for long just now
    return tables


async def killed(room: Several, number: int) -> float:
    """Kill an owner at a random instant and restart it; return how many seconds its tables stood still.

    Three times of four it is restarted at once, as a supervisor does, and may take some of them again itself.
    """
    process = room.processes[number % len(room.processes)]
    tables = await some_of(room, process)
    process.kill()
    restart = asyncio.create_task(room.start(process)) if number % 4 else None
    took = await room.resumes(tables)
    await asyncio.gather(restart or room.start(process), asyncio.sleep(random.Random(number).random()))
    return took


async def cut(room: Several, number: int, what: str, how: str) -> float:
    """Cut a process off and restore its connection; return how many seconds its tables stood still."""
    process = room.processes[number % len(room.processes)]
    line = process.database if what == "database" else process.redis
    tables = await some_of(room, process)
    line.cut(how)
    took = await resumes_elsewhere(room, tables, process.pid)
    line.mend()
    return took


async def resumes_elsewhere(room: Several, tables: list[str], pid: int) -> float:
    """Wait until other processes have taken tables over and gone on with them; a cut line may still carry a commit."""
    loop = asyncio.get_running_loop()
    began = loop.time()

    def elsewhere() -> bool:
        owners = room.owners()
        return not any(f"-{pid}-" in owners[table] for table in tables)

    await room.until(elsewhere)
    await room.resumes(tables)
    return loop.time() - began


async def backed_up(room: Several, folder: Path) -> None:
    """Back the room up while its bots play; restored into the other database, its audit finds nothing."""
    where = (f"--db={room.url}", f"--config={folder / 'room.toml'}")
    (folder / "room.toml").write_text(f'keys = "{folder / "keys"}"\n', encoding="utf-8")
    await pitboss("backup", *where, str(folder / "room.backup"))
    room.close()
    shutil.copy(folder / "keys", folder / "room.keys")
    await pitboss("restore", "--data", str(folder), str(folder / "room.backup"))
    assert "Nothing was found." in await pitboss("audit", "--quiet", "--data", str(folder))


async def pitboss(*words: str) -> str:
    """The output of a command, which must succeed."""
    command = [sys.executable, "-m", "pitboss", *words]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


async def check(room: Several, players: list[Roamer], folder: Path) -> None:
    told = [each for player in players for each in player.acknowledged]
    refused = [each for player in players for each in player.refused]
    # In a thread: the lines of the processes, which play on, pass through this one.
    assert await asyncio.to_thread(violations, room.url, told, refused) == []
    assert [wrong for player in players for wrong in player.wrong] == []
    assert len(told) > 10 * KILLS
    storage = Storage.open(room.url, keys=str(folder / "keys"))
    try:
        assert await storage.verify() == []
    finally:
        storage.close()
