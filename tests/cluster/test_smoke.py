"""Two processes share a room: one is killed, and the other takes over its tables."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx

from tests.cluster.several import PATIENCE, Roamer, several
from tests.patience import MINUTE
from tests.server.kills.tables import PLAYERS
from tests.storage.invariants import violations


def test_a_killed_process_is_replaced_by_the_other(tmp_path: Path) -> None:
    asyncio.run(scene(tmp_path))


async def got(url: str) -> str:
    async with httpx.AsyncClient(timeout=MINUTE, verify=False) as client:
        return (await client.get(url)).text


async def scene(folder: Path) -> None:
    players = [Roamer(name, 1) for name in PLAYERS]
    async with several(folder, processes=2, tables=6) as room:
        first, second = room.processes
        await room.until(lambda: room.owned_by(first) and room.owned_by(second))
        noted = [bytes(line).decode() for (line,) in room.rows("SELECT line FROM lines WHERE \"table\" = 'room'")]
        assert all(any(f"table {table} opened with" in line for line in noted) for table in room.lines())
        playing = [asyncio.create_task(player.roam(room)) for player in players]
        await room.resumes(list(room.lines()))
        tables = room.owned_by(first)
        first.kill()
        took = await room.resumes(tables)
        print(f"\nresumed after {took:.1f} s: {tables}")
        await room.until(lambda: sorted(room.owned_by(second)) == sorted(room.lines()))
        figures: dict[str, str] = {}
        async with asyncio.timeout(PATIENCE):
            while float(figures.get("pitboss_leases", 0)) != len(room.lines()):  # none while a lease is late
                figures = dict(line.rsplit(" ", 1) for line in (await got(f"{second.address}/metrics")).splitlines())
        assert float(figures["pitboss_tables_taken_over_total"]) >= len(tables)
        assert float(figures["pitboss_answer_seconds_count"]) > 0
        assert float(figures["pitboss_actions_total"]) > 0
        await room.start(first)
        await room.until(lambda: room.owned_by(first))
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        told = [each for player in players for each in player.acknowledged]
        refused = [each for player in players for each in player.refused]
        assert violations(room.url, told, refused) == []
        assert [wrong for player in players for wrong in player.wrong] == []
        assert told
