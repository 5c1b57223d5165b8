"""Rooms in simulated time for the tests of the live side."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pitboss
from pitboss.deal.deal import Mixer
from pitboss.room.default_room import OpeningTable
from pitboss.room.people import Person
from pitboss.server.live.clock import SimulatedClock
from pitboss.server.live.owner import Owner
from pitboss.server.live.tables import LiveTables
from tests.patience import until_async

from .playing import Player, serving
from .store import MemoryStore

FLOOR = Person("Flo", "registered", frozenset({"floor"}))
HOLDEM = OpeningTable(game="holdem", house="pot", limit="2-4", seats=6)
HOUSE = OpeningTable(game="three-card")
CHIPS = 20_000


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


class Room(LiveTables):
    """A live room in memory and in simulated time, with seeded shuffles; its bots do not prepare."""

    clock: SimulatedClock
    store: MemoryStore

    def __init__(
        self, store: MemoryStore | None = None, *, seed: int = 7, mixer: Callable[[], Mixer] | None = None, **how: Any
    ) -> None:
        super().__init__(
            store or MemoryStore(),
            SimulatedClock(),
            mixer=mixer or (lambda: pitboss.seeded(seed)),
            salts=lambda size: bytes(size),
            settings=how,
            prepares=False,
        )

    async def settled(self) -> None:
        """Let everything run that is due now: for a while, and until every table rests."""
        for _ in range(5):
            await asyncio.sleep(0.01)
        await until_async(lambda: all(map(rests, list(self.owners.values()))), "tables to rest", step=0.01)

    async def pass_time(self, seconds: float) -> None:
        self.clock.advance(seconds)
        await self.settled()


def rests(owner: Owner) -> bool:
    """Whether an owner waits for a job or for its time."""
    return owner.stopped or (not owner._jobs and owner._wake is not None and not owner._wake.done())


@asynccontextmanager
async def playing(
    names: Sequence[str] = ("Ann", "Ben"), opening: OpeningTable = HOLDEM, *, deal: bool = True, **how: Any
) -> AsyncIterator[tuple[Room, Owner, list[Player]]]:
    """A table with these players over real sockets, dealt to if it can be."""
    room = Room(**how)
    async with serving(room) as address:
        owner = await room.open(opening, FLOOR)
        players = [await Player.guest(address, name, owner.table.id) for name in names]
        for player in players:
            ack = await player.ask("sit", cents=CHIPS)
            assert ack["ok"], ack
        if deal:
            await begin(room, players)
        yield room, owner, players
        for player in players:
            await player.close()


async def begin(room: Room, players: Sequence[Player]) -> None:
    """Begin the next deal: after the pause, or with everybody's least wagers placed."""
    owner = next(iter(room.owners.values()))
    session = owner.table.session
    if owner.table.wagering:
        for player in players:
            for seat in session.seats_of(player.name):
                ack = await player.ask("place", spot=seat, wagers=session.least_wagers(seat))
                assert ack["ok"], ack
        for player in players:
            await player.ask("ready")
    else:
        room.clock.advance(owner.table.config.pause)
    await players[0].until_state(lambda each: bool(each.actors))
