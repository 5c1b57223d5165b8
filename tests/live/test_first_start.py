"""The first start: a newcomer finds tables of every kind with bots at them, takes a seat and plays."""

from __future__ import annotations

import asyncio

import httpx

import pitboss
from pitboss.server.live.opening import default_room
from pitboss.server.live.tables import LiveTables
from tests.live.clock import SimulatedClock
from tests.patience import MINUTE

from .playing import Player, serving
from .store import MemoryStore


def test_a_newcomer_never_meets_an_empty_lobby() -> None:
    default = default_room()

    async def start() -> None:
        clock = SimulatedClock()
        live = LiveTables(MemoryStore(), clock, mixer=lambda: pitboss.seeded(7), default=default, prepares=False)
        async with (
            serving(live) as address,
            httpx.AsyncClient(base_url=f"http://{address}", timeout=MINUTE, verify=False) as ann,
        ):
            rows = (await ann.get("/api/tables")).json()["tables"]
            assert [row["name"] for row in rows if not row["seats"]] == []
            assert len(rows) == len(default.tables)
            async with asyncio.timeout(2 * MINUTE):
                while any(
                    row.bots < table.bots for row, table in zip(live.room.listing(), default.tables, strict=True)
                ):
                    await asyncio.sleep(0.01)
            for row in live.room.listing():
                assert row.seats > row.taken == row.bots
                assert len(set(row.players)) == row.taken
            names = [player for row in live.room.listing() for player in row.players]
            assert len(set(names)) == len(names)
            assert set(names) <= set(default.bot_names)

            assert (await ann.post("/api/guest", json={"name": "Ann"})).status_code == 201
            seat = (await ann.get("/api/seat")).json()
            cookie = "; ".join(f"{key}={value}" for key, value in ann.cookies.items())
            player = Player("Ann", cookie, address, seat["table"])
            await player.open()
            assert (await player.ask("sit", seat=seat["seat"], cents=seat["cents"]))["ok"]
            session = live.owners[seat["table"]].table.session
            async with asyncio.timeout(2 * MINUTE):
                while not session.finished:
                    if any(number in player.legal for number in player.actors):
                        number = next(number for number in player.actors if number in player.legal)
                        act = session.default_act(number)
                        await player.ask("act", seat=number, action=act.action, cents=act.cents)
                    clock.advance(0.5)
                    await asyncio.sleep(0.005)
            await player.close()
        assert sum(live.store.balance.values()) == 0  # type: ignore[attr-defined]

    asyncio.run(start())
