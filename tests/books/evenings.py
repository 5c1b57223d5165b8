"""Evenings played at house tables of the room and stored, as material for the books."""

from __future__ import annotations

import asyncio
import random

from pitboss.move import Move
from pitboss.room import commands
from pitboss.storage.storage import Storage
from tests.room.evening import Evening

HOUSE = "top5"


def played(rounds: int, seed: int = 7, **config: object) -> Evening:
    """Rounds of two players, one of them with two spots, with a fill and a credit in between."""
    rng = random.Random(seed)
    evening = Evening(HOUSE, seed, opener=5_000_000, window=5.0, **config)
    evening.person("Flo", "registered", "floor")
    evening.sit("Ann", "Ben", cents=300_000)
    evening.do("Ann", commands.TakeSpot, n=5)
    for number in range(rounds):
        _round(evening, rng)
        if number == 2:
            evening.do("Flo", commands.Floor, ruling="fill", facts={"cents": 12_300})
            evening.do("Flo", commands.Floor, ruling="credit", facts={"cents": 4_500})
            evening.do("Ann", commands.Toke, cents=700)
    return evening


def _round(evening: Evening, rng: random.Random) -> None:
    table = evening.table
    for seat, view in table.session.seats.items():
        wagers = {"ante": 100 * rng.randint(5, 20)}
        for extra in ("tens", "ace-or-face"):
            if rng.random() < 0.5:
                wagers[extra] = 100 * rng.randint(1, 5)
        evening.do(view.player, commands.Place, spot=seat, wagers=wagers)
    evening.wait(6)
    assert table.session.running is not None
    while table.session.running is not None:
        seat = table.session.actors[0]
        words = [option.word for option in table.session.legal(seat) if option.allowed]
        evening.do(
            table.player(seat),
            commands.Act,
            seat=seat,
            action=rng.choice(["fold", "play"] if "play" in words else words),
        )
        evening.now += 1


async def stored(storage: Storage, evening: Evening) -> None:
    """Write what happened into a database."""
    start = [Move("cage", f"wallet {name}", 1_000_000, "starting chips", "", "start") for name in evening.people]
    await storage.post(start, now=evening.journal.changes[0].line.at / 1e6, by="room")
    for change in evening.journal.changes:
        await storage.commit(change)


def run(storage: Storage, evening: Evening) -> None:
    asyncio.run(stored(storage, evening))
