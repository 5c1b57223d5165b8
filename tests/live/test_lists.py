"""Waiting lists over real sockets, in simulated time: paging, holds, changes of table, and a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pitboss
from pitboss.room.default_room import OpeningTable
from pitboss.room.journal import Unavailable
from pitboss.room.lists import Waiting
from pitboss.room.people import Person
from pitboss.server.live.tables import LiveTables
from tests.live.clock import SimulatedClock
from tests.patience import MINUTE

from .playing import Player, serving
from .store import MemoryStore

FLOOR = Person("Flo", "registered", frozenset({"floor"}))
TABLE = OpeningTable(game="holdem", house="pot", limit="2-4", seats=2)


def room(store: MemoryStore | None = None, clock: SimulatedClock | None = None) -> LiveTables:
    """A room in simulated time; a seat is held for 30 seconds."""
    return LiveTables(
        store or MemoryStore(),
        clock or SimulatedClock(),
        mixer=lambda: pitboss.seeded(7),
        salts=lambda size: bytes(size),
        settings={"page": 30.0},
    )


def played(work: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(2 * MINUTE):
            await work

    asyncio.run(limited())


async def full_table(live: LiveTables, address: str, *names: str) -> tuple[str, list[Player]]:
    table = (await live.open(TABLE, FLOOR)).table.id
    players = [await Player.guest(address, name, table) for name in names]
    for seat, player in enumerate(players, 1):
        assert (await player.ask("sit", seat=seat, cents=4_000))["ok"]
    return table, players


def is_page(message: dict[str, Any]) -> bool:
    return message["type"] == "page"


def test_the_next_in_line_is_paged_and_the_seat_is_held_for_a_while() -> None:
    async def evening() -> None:
        live = room()
        async with serving(live) as address:
            table, (ann, ben) = await full_table(live, address, "Ann", "Ben")
            cyd, dan = [await Player.guest(address, name) for name in ("Cyd", "Dan")]  # in the lobby
            for player in (cyd, dan):
                assert (await player.ask("list", table=table, going=True))["ok"]
            assert live.room.row(table).waiting == 2
            assert (await ben.ask("leave"))["ok"]
            page = await cyd.until(is_page)
            assert (page["table"], page["seat"], page["left"]) == (table, 2, 30)
            assert live.owners[table].table.holds == {2: "Cyd"}  # against bots and players who change seats
            eve = await Player.guest(address, "Eve", table)
            for seat in (2, 0):
                refused = await eve.ask("sit", seat=seat, cents=4_000)
                assert not refused["ok"]
            live.clock.advance(30)  # Cyd did not come
            page = await dan.until(is_page)
            assert page["seat"] == 2
            assert not any(map(is_page, ben.messages))
            dan.table = table
            await dan.close()
            await dan.open()
            assert (await dan.ask("sit", seat=2, cents=4_000))["ok"]
            assert live.room.row(table).waiting == 0
            assert not live.owners[table].table.holds
            for player in (ann, ben, cyd, dan, eve):
                await player.close()

    played(evening())


def test_who_leaves_the_list_frees_the_seat_held_for_them() -> None:
    async def evening() -> None:
        live = room()
        async with serving(live) as address:
            table, (ann, ben) = await full_table(live, address, "Ann", "Ben")
            cyd, eve = await Player.guest(address, "Cyd"), await Player.guest(address, "Eve", table)
            assert (await cyd.ask("list", table=table, interest=True))["ok"]
            await ben.ask("leave")
            await cyd.until(is_page)
            assert not (await eve.ask("sit", seat=2, cents=4_000))["ok"]
            assert (await cyd.ask("list", table=table, off=True))["ok"]
            assert not live.owners[table].table.holds
            assert (await eve.ask("sit", seat=2, cents=4_000))["ok"]
            for player in (ann, ben, cyd, eve):
                await player.close()

    played(evening())


def test_a_change_of_table_comes_before_those_who_wait_and_frees_the_old_seat() -> None:
    async def evening() -> None:
        live = room()
        async with serving(live) as address:
            first, (ann, ben) = await full_table(live, address, "Ann", "Ben")
            second, (cyd, dan) = await full_table(live, address, "Cyd", "Dan")
            eve = await Player.guest(address, "Eve")
            assert (await eve.ask("list", table=first, going=True))["ok"]
            assert (await ann.ask("move", table=second))["ok"]
            await dan.ask("leave")
            page = await ann.until(is_page)
            assert (page["table"], page["seat"]) == (second, 2)
            moved = Player("Ann", ann.cookie, address, second)
            await moved.open()
            assert (await moved.ask("sit", seat=2, cents=4_000))["ok"]
            page = await eve.until(is_page)  # her old seat
            assert (page["table"], page["seat"]) == (first, 1)
            assert live.room.table(first).session.seats.keys() == {2}
            for player in (ann, ben, cyd, dan, eve, moved):
                await player.close()

    played(evening())


def test_lists_and_held_seats_survive_a_restart() -> None:
    async def evening() -> None:
        live = room()
        async with serving(live) as address:
            table, (ann, ben) = await full_table(live, address, "Ann", "Ben")
            cyd, dan = [await Player.guest(address, name) for name in ("Cyd", "Dan")]
            for player in (cyd, dan):
                assert (await player.ask("list", table=table, going=True))["ok"]
            await ben.ask("leave")
            await cyd.until(is_page)
            live.clock.advance(10)
        again = room(live.store, live.clock)
        async with serving(again) as address:
            assert again.owners[table].table.holds == {2: "Cyd"}
            for player in (ann, dan):
                player.address = address
                await player.open()
            again.clock.advance(20)
            assert (await dan.until(is_page))["seat"] == 2
            for player in (ann, dan):
                await player.close()

    played(evening())


def test_closing_the_last_table_tells_those_who_wait_for_it() -> None:
    async def evening() -> None:
        live = room()
        async with serving(live) as address:
            table, players = await full_table(live, address, "Ann", "Ben")
            cyd = await Player.guest(address, "Cyd")
            assert (await cyd.ask("list", table=table, going=True))["ok"]
            await live.close_table(table, FLOOR)
            note = await cyd.until(lambda message: message["type"] == "note")
            assert "closed" in note["text"]
            assert live.room.lists.places("Cyd") == ()
            for player in (*players, cyd):
                await player.close()

    played(evening())


def test_a_repeated_command_about_lists_is_answered_as_before() -> None:
    async def evening() -> None:
        live = room()
        async with serving(live) as address:
            table, players = await full_table(live, address, "Ann", "Ben")
            cyd = await Player.guest(address, "Cyd")
            first = await cyd.ask("list", key="a", table=table, going=True)
            assert (first["ok"], first["again"]) == (True, False)
            assert (await cyd.ask("list", key="b", table=table, off=True))["ok"]
            again = await cyd.ask("list", key="a", table=table, going=True)
            assert again == {**first, "again": True}
            assert not live.room.lists.places("Cyd"), "it was not carried out again"
            other = await cyd.ask("list", key="a", table=table, interest=True)
            assert not other["ok"]
            assert "another command" in other["why"]
            for player in (*players, cyd):
                await player.close()

    played(evening())


def test_lists_that_cannot_be_stored_keep_what_others_did_meanwhile() -> None:
    async def evening() -> None:
        store = MemoryStore()
        live = room(store)
        async with serving(live) as address:
            table, players = await full_table(live, address, "Ann", "Ben")
            cyd, dan = [await Player.guest(address, name) for name in ("Cyd", "Dan")]
            swap, turn, saving = store.waiting.swap, asyncio.Event(), asyncio.Event()

            async def failing(before: Waiting, after: Waiting) -> None:
                store.waiting.swap = swap  # type: ignore[method-assign]
                saving.set()
                await turn.wait()
                raise Unavailable("the room's database cannot be written now; try again later.")

            store.waiting.swap = failing  # type: ignore[method-assign]
            asked = asyncio.create_task(cyd.ask("list", table=table, going=True))
            await saving.wait()
            other = asyncio.create_task(dan.ask("list", table=table, going=True))
            await asyncio.sleep(0.05)
            turn.set()
            assert not (await asked)["ok"]
            assert (await other)["ok"]
            waiting = [place.player for place in live.room.lists.stored().places]
            assert waiting == [place.player for place in store.lists.places] == ["Dan"]
            for player in (*players, cyd, dan):
                await player.close()

    played(evening())
