"""A room of three processes: how soon play goes on when an owner is killed or cut off.

The seconds from the kill, or the cut, until every table of that process has moved on, at the worst of several times;
people and bots play at twelve tables meanwhile.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import Row, within

TABLES, KILLS = 12, 6
WITHIN = 5.0
"""Seconds in which play resumes."""


def rows() -> list[Row]:
    from tests.storage import servers

    with TemporaryDirectory() as folder:
        try:
            pauses = asyncio.run(measured(Path(folder)))
        finally:
            servers.close_all()
    return [within(f"play resumes, owner {what}", seconds, WITHIN) for what, seconds in pauses.items()]


async def measured(folder: Path) -> dict[str, float]:
    """The longest pause of each kind."""
    from tests.cluster.several import Roamer, several
    from tests.cluster.test_kills import CUTS, cut, killed, spread_out
    from tests.server.kills.tables import PLAYERS

    async with several(folder, processes=3, tables=TABLES) as room:
        playing = [asyncio.create_task(Roamer(name, 1).roam(room)) for name in PLAYERS]
        await spread_out(room)
        pauses = {"killed": max([await killed(room, number) for number in range(KILLS)])}
        for number, (what, how) in enumerate(CUTS, KILLS):
            pauses[f"cut off from its {what} ({how})"] = await cut(room, number, what, how)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return pauses
