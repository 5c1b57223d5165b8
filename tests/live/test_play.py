"""Tables played over real sockets."""

from __future__ import annotations

import asyncio
from typing import Any

import pitboss
from pitboss.room.default_room import Opening
from pitboss.room.people import Person
from pitboss.server.clock import SimulatedClock
from pitboss.server.live import Live

from .playing import Player, play_on, serving
from .store import MemoryStore

FLOOR = Person("Flo", "registered", frozenset({"floor"}))


def room(seed: int = 7, **settings: Any) -> Live:
    """A room in simulated time with a seeded shuffle and no tables."""
    return Live(
        MemoryStore(),
        SimulatedClock(),
        mixer=lambda: pitboss.seeded(seed),
        salts=lambda size: bytes(size),
        settings=settings,
    )


def test_a_hand_is_played_over_sockets() -> None:
    async def play() -> None:
        live = room()
        async with serving(live) as address:
            table = (await live.open(Opening(game="holdem", house="pot", limit="2-4"), FLOOR)).table.id
            players = [await Player.guest(address, name, table) for name in ("Ann", "Ben")]
            for player in players:
                assert (await player.ask("sit", cents=20_000))["ok"]
            live.clock.advance(3)
            await players[0].until_state(lambda each: bool(each.actors))
            assert await play_on(players) > 1
            for player in players:
                kinds = [message["type"] for message in player.messages]
                assert {"welcome", "snap", "ev", "ack", "seal", "open", "here"} <= set(kinds)
            for player in players:
                await player.close()

    asyncio.run(play())
