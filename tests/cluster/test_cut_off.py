"""A process that is cut off releases its tables and waiting people at once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, NoReturn, cast

import pytest
from sqlalchemy import Connection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pitboss.room.journal import Unavailable
from pitboss.server.cluster import passing
from pitboss.server.cluster.bulletin import CutOff
from pitboss.server.cluster.membership import Cluster
from pitboss.server.live.tables import LiveTables
from pitboss.storage.shared import LeaseReport, Leases
from tests.cluster.in_threads import at, free_port, line, process, said
from tests.patience import until
from tests.server.serving import Served
from tests.storage import servers


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Served]]:
    folder = tmp_path_factory.mktemp("room")
    url, redis = servers.postgres().new_database(), servers.new_redis()
    with (
        process(folder, url, redis.url, lease=2000) as first,
        process(folder, url, redis.url, lease=2000) as second,
    ):
        until(lambda: all(len(member(each).peers) == 2 for each in (first, second)))
        yield first, second
    redis.close()


def live(server: Served) -> LiveTables:
    return server.context.live


def member(server: Served) -> Cluster:
    return cast(Cluster, server.context.live.membership)


def table_at(server: Served, floor: str) -> str:
    """A new table that a process owns."""
    answer = server.with_roles(floor, "floor").post("/api/tables", json={"game": "top5"})
    table: str = answer.json()["id"]
    assert table in live(server).owners
    return table


async def no_redis(*_: Any) -> NoReturn:
    raise CutOff("Redis does not answer")


async def no_database(*_: Any, **__: Any) -> NoReturn:
    raise Unavailable("the database cannot be reached")


async def silence(*_: Any, **__: Any) -> NoReturn:
    await asyncio.Event().wait()
    raise AssertionError


def test_a_process_without_redis_sends_everybody_to_the_others(
    pair: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = pair
    table, ann = table_at(there, "Flo"), there.guest("Ann")
    with line(there, ann) as lobby, line(there, ann, table) as socket_:
        said(lobby, "welcome")
        said(socket_, "welcome")
        with monkeypatch.context() as patch:
            patch.setattr(member(there).bulletin, "alive", no_redis)
            for opened in (lobby, socket_):
                with pytest.raises(ConnectionClosed, match="at another process") as closed:
                    said(opened, "never")
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012
            for wanted in ("", table):
                with pytest.raises(InvalidStatus) as refused, line(there, ann, wanted):
                    pass
                assert refused.value.response.status_code == 503
                assert b"cut off" in (refused.value.response.body or b"")
            assert there.client().get("/readyz").status_code == 503
            until(lambda: table in live(here).owners)
            with line(here, at(here, ann), table) as elsewhere:
                said(elsewhere, "welcome")
        until(lambda: not member(there).adrift)
        with line(there, ann, table) as again:
            said(again, "welcome")


def test_nobody_waits_for_a_database_that_is_silent(
    pair: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, there = pair
    bea, storage = there.guest("Bea"), live(there).store
    with monkeypatch.context() as patch:
        patch.setattr(storage.accounts, "session", silence)  # asked for by every socket, and now never answered
        patch.setattr(member(there).shared, "renew", no_database)
        with pytest.raises(InvalidStatus) as refused, line(there, bea):
            pass
        assert refused.value.response.status_code == 503
    until(lambda: not member(there).adrift)


def test_a_process_without_its_database_is_not_counted_among_the_living(
    pair: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted, it would be left its share of the tables for a while."""
    here, there = pair
    with monkeypatch.context() as patch:
        patch.setattr(member(there).shared, "renew", no_database)
        until(lambda: list(member(here).peers) == [member(here).name])
    until(lambda: len(member(here).peers) == 2)


def test_a_table_whose_owner_ended_just_before_the_lease_was_renewed_goes_on(pair: tuple[Served, Served]) -> None:
    _, there = pair
    table, room = table_at(there, "Fay"), live(there)
    owner = room.owners[table]

    async def lapse() -> None:
        leases = member(there).leases
        renewed, leases._until = leases._until, 0.0
        await owner._recover("a commit came too late")
        leases._until = renewed

    there.wait(lapse())
    assert owner.stopped
    until(lambda: any(table in live(each).owners and live(each).owners[table] is not owner for each in pair))
    cal = there.guest("Cal")
    with line(there, cal, table) as socket_:
        said(socket_, "welcome")
        socket_.send('{"type":"sit","key":"1","seq":0,"cents":10000}')
        assert said(socket_, "ack", key="1")["ok"]


def test_players_come_back_to_a_process_that_lost_their_table_and_took_it_again(pair: tuple[Served, Served]) -> None:
    here, there = pair
    table, dan = table_at(there, "Gil"), here.guest("Dan")
    until(lambda: member(here).passing.address_of(table))
    with line(here, dan, table) as socket_:
        said(socket_, "welcome")
        (relay,) = member(here).passing.relays
        fence = member(here).board.fence_of(table)

        async def lost_and_taken_again() -> None:
            room = member(there)

            def lost_and_taken(connection: Connection) -> LeaseReport:
                Leases.give_up.__wrapped__(room.shared, connection, [table])  # type: ignore[attr-defined]
                return Leases.renew.__wrapped__(room.shared, connection, (), 1.0, share=100, late=0)  # type: ignore

            room._taking.add(table)
            room._let_go(table)
            report = await live(there).store.writer.store(lost_and_taken)
            room.leases.fences[table] = report.taken[table]
            await room._take_over(table)

        there.wait(lost_and_taken_again())
        until(lambda: member(here).board.fence_of(table) > fence)
        here.wait(member(here).passing.settled(table, relay.address, relay.fence))
        assert member(here).passing.address_of(table) == relay.address
        with pytest.raises(ConnectionClosed, match="at another process"):
            said(socket_, "never")


def test_an_owner_that_takes_no_socket_yet_is_tried_again_soon(
    pair: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that was just restarted has tables a moment before it listens."""
    here, there = pair
    table, eve, nobody = table_at(there, "Hal"), here.guest("Eve"), f"http://127.0.0.1:{free_port()}"
    until(lambda: member(here).passing.address_of(table))
    with monkeypatch.context() as patch:
        patch.setattr(member(here).passing, "address_of", lambda _: nobody)
        patch.setattr(passing, "SETTLES", 3600.0)  # as long as one would wait for an owner that was connected
        with line(here, eve, table) as socket_, pytest.raises(ConnectionClosed, match="at another process"):
            said(socket_, "never")
    with line(here, eve, table) as socket_:
        said(socket_, "welcome")
