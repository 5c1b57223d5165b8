"""Leases on one PostgreSQL: one owner for each table, whatever the processes believe."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pitboss.room.journal import Fenced
from pitboss.room.lists import Lists, Waiting
from pitboss.server.cluster.board import LeasedJournal, LeaseKeeper
from pitboss.server.cluster.passing import GOOD_FOR, HEADER, PeerProof
from pitboss.storage.shared import LeaseReport, Leases
from pitboss.storage.storage import Storage
from tests.storage import servers
from tests.storage.logs import Log


def test_a_table_has_one_owner_and_a_late_commit_of_another_is_refused(tmp_path: Path) -> None:
    asyncio.run(one_owner(servers.postgres().new_database(), str(tmp_path / "keys")))


async def one_owner(url: str, keys: str) -> None:
    first, second = Storage.open(url, keys=keys, patience=20), Storage.open(url, keys=keys, patience=20)
    ann, bea = Leases(first, "ann"), Leases(second, "bea")
    log = Log()
    try:
        assert await ann.open_owned(log.open(), 60) == 1
        assert (await bea.renew((), 60, share=9, late=0)).taken == {}, "it is ann's"
        await first.commit(log.bet(fence=1))
        assert (await ann.renew(["t1"], 0, share=0, late=9)).kept == {"t1": 1}, "kept, for no time at all"
        report = await bea.renew((), 60, share=9, late=0)
        assert report == LeaseReport({}, {"t1": 2}, 1)
        with pytest.raises(Fenced, match="another process"):
            await first.commit(log.bet(fence=1, keep=False))
        assert (await ann.renew(["t1"], 60, share=9, late=0)).kept == {}
        await second.commit(log.bet(fence=2))
        await ann.give_up(["t1"])
        assert (await ann.renew((), 60, share=9, late=0)).taken == {}, "only its owner gives it up"
        await bea.give_up(["t1"])
        assert (await ann.renew((), 60, share=0, late=60)).taken == {}, "it has its share"
        assert (await ann.renew((), 60, share=1, late=60)).taken == {"t1": 3}
        assert [await each.claim("once") for each in (ann, bea)] == [True, False]
        lists = Lists()
        lists.join("holdem", "Ann", "going", 1.0)
        assert await first.waiting.swap(Waiting(), lists.stored()) is None
        assert await second.waiting.swap(Waiting(), Waiting()) == lists.stored(), "ann was faster"
    finally:
        first.close()
        second.close()


def test_a_lease_that_has_run_out_accepts_nothing() -> None:
    now = [100.0]
    leases = LeaseKeeper(2.0, lambda: now[0])
    stored: list[int] = []

    class Stored:
        async def commit(self, change: object) -> None:
            stored.append(change.fence)  # type: ignore[attr-defined]

    journal = LeasedJournal(Stored(), leases, 7)
    leases.renewed(LeaseReport({}, {"t1": 7}, 1), (), sent=100.0)
    asyncio.run(journal.commit(Log().open()))
    assert stored == [7]
    now[0] = 102.0
    with pytest.raises(Fenced):
        asyncio.run(journal.commit(Log().open()))
    for again in ({}, {"t1": 8}):  # lost, then taken again: what was begun before is stored no more
        leases.renewed(LeaseReport({}, again, 1), ("t1",), sent=102.0)
        with pytest.raises(Fenced):
            asyncio.run(journal.commit(Log().open()))
    assert stored == [7]


def test_a_process_is_known_by_the_shared_key_and_for_a_minute_only() -> None:
    now = 1000.5
    proof, stranger = PeerProof(b"x" * 32, lambda: now), PeerProof(b"y" * 32, lambda: now)
    headers = proof.headers("10.1.2.3", "pitboss=token")
    assert (headers["x-forwarded-for"], headers["cookie"]) == ("10.1.2.3", "pitboss=token")
    now = 1000.0
    assert proof.is_peer(headers)
    assert not stranger.is_peer(headers)
    assert not proof.is_peer({HEADER: "1000." + "0" * 64})
    assert not proof.is_peer({})
    now = 1001.0 + GOOD_FOR
    assert not proof.is_peer(headers)
