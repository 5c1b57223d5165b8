"""Rooms in simulated time for the tests of the live side."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pitboss
from pitboss.deal.deal import Mixer
from pitboss.room.default_room import OpeningTable
from pitboss.room.people import Person
from pitboss.server.live.owner import Owner
from pitboss.server.live.tables import LiveTables
from tests.live.clock import SimulatedClock
from tests.patience import MINUTE

from .playing import Player, serving
from .store import MemoryStore

FLOOR = Person("Flo", "registered", frozenset({"floor"}))
HOLDEM = OpeningTable(game="holdem", house="pot", limit="2-4", seats=6)
HOUSE = OpeningTable(game="three-card")
CHIPS = 20_000
LOOKS, TURNS = 4, 10
"""How often a room is looked at, and how many turns of the event loop apart, before it counts as settled."""


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
        """Let everything run that is due now: until nothing is under way, look after look.

        What a client has sent passes through the machine's network and through some tasks, so one look is not enough.
        """
        end = time.monotonic() + MINUTE
        quiet = 0
        while quiet < LOOKS:
            for _ in range(TURNS):
                await asyncio.sleep(0)
            await asyncio.sleep(0.001)
            quiet = quiet + 1 if self.nothing_under_way() else 0
            assert time.monotonic() < end, "the tables do not come to rest"

    def nothing_under_way(self) -> bool:
        return (
            not self.bots.tasks.running
            and not self.paging.tasks.running
            and all(map(rests, list(self.owners.values())))
        )

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
