"""Nothing is half-written: errors at every statement, a full disk, a database that disappears and comes back."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from structlog.testing import capture_logs

from pitboss.move import Move
from pitboss.room.journal import Overdrawn, Unavailable, Unsure
from pitboss.storage.engine import unavailable
from pitboss.storage.schema import metadata
from pitboss.storage.storage import Storage
from pitboss.storage.writing import room_log
from pitboss.storage.writing.writer import QueuedChange
from tests.storage import servers
from tests.storage.faults import AnswersFirst, Interrupted, TwoParts, as_one_group, failing_at
from tests.storage.invariants import Acknowledged, violations
from tests.storage.logs import Log, some_deck, some_hand

MOST_STATEMENTS = 60


def rich_group(storage: Storage, logs: list[Log]) -> list[Any]:
    """Changes and a job that together touch every database table; the logs drop them afterwards."""
    deck, again = some_deck(f"ready {logs[0].number}"), some_deck(f"new {logs[0].number}")

    def job(connection: Connection) -> None:
        moves = [Move("cage", "wallet Cy", 500, "starting chips")]
        room_log.post(connection, storage.group, moves, at=1, by="room")

    opened = Log(f"t9{logs[0].number}").open()
    return [
        logs[0].bet(
            keep=False, decks=(deck, again), dealt=(again.root,), checkpoint=b"c", line={"sealed": (deck.root,)}
        ),
        logs[1].bet(keep=False, hands=(some_hand(logs[1].number),), line={"state": {"hand": 2}}),
        logs[2].bet(keep=False),
        opened,
        job,
    ]


def test_an_error_at_any_statement_refuses_the_group_and_leaves_nothing_behind(
    open_storage: Callable[..., Storage], database: str
) -> None:
    storage = open_storage()
    logs = [Log(f"t{at}") for at in range(3)]
    asyncio.run(as_one_group(storage, [log.open() for log in logs]))
    with_all, statement = False, 0
    while not with_all:
        statement += 1
        works = rich_group(storage, logs)
        before = asyncio.run(snapshot(storage))
        with failing_at(storage.engine, statement) as reached:
            raised = asyncio.run(stored_as_one_group(storage, works))
        with_all = len(reached) < statement
        if with_all:
            assert raised == [None] * len(works)
        else:
            assert all(isinstance(each, Unavailable) for each in raised), (statement, reached[-1])
            assert asyncio.run(snapshot(storage)) == before, (statement, reached[-1])
            assert "nothing was stored, try again later" in str(raised[0])
        assert violations(database) == []
        assert statement < MOST_STATEMENTS
    assert "COMMIT" in reached
    assert statement > 12, "every table is written"


async def stored_as_one_group(storage: Storage, works: list[Any]) -> list[Any]:
    """Store a group with nothing before it in the queue."""
    return await asyncio.gather(*(_store_at_once(storage, works)), return_exceptions=True)


def _store_at_once(storage: Storage, works: list[Any]) -> list[Any]:
    loop = asyncio.get_running_loop()
    futures = [loop.create_future() for _ in works]
    pairs = zip(works, futures, strict=True)
    storage.writer._queue.extend([QueuedChange(work, future, loop) for work, future in pairs])
    storage.writer._bell.put(None)
    return futures


async def snapshot(storage: Storage) -> Any:
    """Everything stored, row by row."""

    def rows(connection: Connection) -> dict[str, list[Any]]:
        return {
            table.name: sorted(map(repr, connection.execute(table.select()).all())) for table in metadata.sorted_tables
        }

    return await storage.read(rows)


def test_a_full_disk_is_a_clear_refusal_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    database = str(tmp_path / "room.sqlite")
    storage = Storage.open(database)
    log = Log()
    asyncio.run(storage.commit(log.open()))

    def limit(pages: int) -> Any:
        pragma = f"PRAGMA max_page_count = {pages}"
        return storage.writer.store(lambda connection: connection.exec_driver_sql(pragma).scalar())

    async def scene() -> int:
        used = await storage.read(lambda connection: connection.exec_driver_sql("PRAGMA page_count").scalar())
        await limit(used + 2)
        stored = 0
        while True:
            change = log.bet(keep=False, cents=1, line={"note": "x" * 2000})
            try:
                await storage.commit(change)
            except Unavailable as error:
                refused = str(error)
                break
            stored += 1
            log.bet(cents=1, line={"note": "x" * 2000})
        await storage.commit(log.bet(cents=1))  # on a new connection, without the limit
        assert "full" in refused
        return stored

    stored = asyncio.run(scene())
    assert violations(database) == []
    assert asyncio.run(storage.tables.load("t1")).number == stored + 2
    storage.close()


def test_a_database_held_by_another_process_is_waited_for_and_then_refused(tmp_path: Path, monkeypatch: Any) -> None:
    from pitboss.storage import engine

    monkeypatch.setattr(engine, "_PRAGMAS", (*engine._PRAGMAS, "PRAGMA busy_timeout = 50"))
    storage = Storage.open(str(tmp_path / "room.sqlite"))
    log = Log()
    asyncio.run(storage.commit(log.open()))
    other = sqlite3.connect(tmp_path / "room.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable, match="it is busy"):
        asyncio.run(storage.commit(log.bet(keep=False)))
    other.execute("ROLLBACK")
    other.close()
    asyncio.run(storage.commit(log.bet()))
    storage.close()


def test_a_deleted_database_is_noticed_and_used_again_when_it_is_back(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite"
    storage = Storage.open(str(path))
    log = Log()
    asyncio.run(storage.commit(log.open()))
    os.rename(path, tmp_path / "moved")
    with pytest.raises(Unavailable, match="cannot be written"):
        asyncio.run(storage.commit(log.bet(keep=False)))
    with pytest.raises(Unavailable):
        asyncio.run(storage.check())
    path.write_bytes(b"")
    with pytest.raises(Unavailable, match="it cannot be reached"):
        asyncio.run(storage.commit(log.bet(keep=False)))
    os.rename(tmp_path / "moved", path)
    asyncio.run(storage.commit(log.bet()))
    asyncio.run(storage.check())
    asyncio.run(storage.check())
    assert asyncio.run(storage.tables.load("t1")).number == 2
    storage.close()


@pytest.mark.long
def test_postgresql_may_crash_and_come_back(tmp_path: Path) -> None:
    server = servers.new_postgres()
    try:
        database = server.new_database()
        storage = Storage.open(database, keys=str(tmp_path / "keys"))
        log = Log()
        asyncio.run(storage.commit(log.open()))
        for how in (servers.signal.SIGINT, servers.signal.SIGQUIT):
            server.stop(how)
            for _ in range(2):
                with pytest.raises(Unavailable):
                    asyncio.run(storage.commit(log.bet(keep=False)))
            with pytest.raises(Unavailable):
                asyncio.run(storage.tables.load("t1"))
            server.start()
            asyncio.run(storage.commit(log.bet()))
        # A connection lost while idle causes no refusal.
        server.stop()
        server.start()
        asyncio.run(storage.commit(log.bet()))
        assert asyncio.run(storage.tables.load("t1")).number == 4
        assert violations(database) == []
        storage.close()
    finally:
        server.close()


def test_a_commit_that_nobody_confirmed_is_called_unsure(open_storage: Callable[..., Storage], database: str) -> None:
    """The commit was sent and the connection broke: the change may be stored, and here it is."""
    storage = open_storage(writer=Interrupted)
    log = Log()

    async def scene() -> tuple[list[int], list[int]]:
        failed, unsure = [], []
        await storage.commit(log.open())
        while log.number < 80:
            try:
                await storage.commit(log.bet(keep=False))
                log.bet()
            except Unsure:
                unsure.append((await storage.tables.load("t1")).number)
                log.bet()
                assert unsure[-1] == log.number
            except Unavailable:
                failed.append((await storage.tables.load("t1")).number)
                assert failed[-1] == log.number
        return failed, unsure

    failed, unsure = asyncio.run(scene())
    assert len(failed) > 1
    assert len(unsure) > 1
    assert violations(database) == []


def test_what_one_task_waits_for_survives_the_cancellation_of_another(storage: Storage) -> None:
    logs = [Log(f"t{at}") for at in range(2)]

    async def scene() -> None:
        cancelled = asyncio.create_task(storage.commit(logs[0].open()))
        await asyncio.sleep(0)
        cancelled.cancel()
        await storage.commit(logs[1].open())
        with pytest.raises(asyncio.CancelledError):
            await cancelled

    asyncio.run(scene())
    assert asyncio.run(storage.tables.open()) == ["t0", "t1"]


def test_closing_stores_what_waits_and_refuses_the_rest(open_storage: Callable[..., Storage], database: str) -> None:
    storage = open_storage(linger=0.002)
    logs = [Log(f"t{at}") for at in range(50)]

    async def scene() -> None:
        tasks = [asyncio.create_task(storage.commit(log.open())) for log in logs]
        await asyncio.sleep(0)
        storage.writer.close()
        assert await asyncio.gather(*tasks) == [None] * len(tasks)
        with pytest.raises(Unavailable, match="closing"):
            await storage.commit(logs[0].bet())

    asyncio.run(scene())
    assert len(asyncio.run(storage.tables.open())) == 50


# Writers that are wrong on purpose turn these red -----------------------------------------------------------------


async def acknowledged_at_a_failing_commit(storage: Storage, log: Log) -> list[Acknowledged]:
    change = log.bet(keep=False)
    with failing_at(storage.engine, 1):
        try:
            await storage.commit(change)
        except Unavailable:
            return []
        finally:
            storage.close()
    return [Acknowledged(change.table, change.line.by, change.line.key)]


def test_nothing_is_acknowledged_before_its_commit(open_storage: Callable[..., Storage], database: str) -> None:
    log = Log()
    asyncio.run(open_storage().commit(log.open()))
    right = asyncio.run(acknowledged_at_a_failing_commit(open_storage(), log))
    assert (right, violations(database, right)) == ([], [])
    wrong = asyncio.run(acknowledged_at_a_failing_commit(open_storage(writer=AnswersFirst), log))
    assert "is 0 times in the log" in violations(database, wrong)[0]


class DiesBetween(TwoParts):
    def between(self) -> None:
        raise OSError("the server dies here")


def test_a_commit_in_two_parts_is_noticed(open_storage: Callable[..., Storage], database: str) -> None:
    log = Log()
    asyncio.run(open_storage().commit(log.open()))
    with pytest.raises(Unavailable):
        asyncio.run(open_storage(writer=DiesBetween).commit(log.bet()))
    assert any("movements differ" in each for each in violations(database))


def test_an_overdraft_inside_the_database_is_refused_by_the_database_too(storage: Storage) -> None:
    """The last line of defence, should two processes ever spend the same chips."""
    log = Log()
    asyncio.run(storage.commit(log.open()))

    def job(connection: Connection) -> None:
        connection.exec_driver_sql("UPDATE balances SET cents = -1 WHERE account = 't1/player Ann'")

    with pytest.raises(Exception, match="stored already or refers to"):
        asyncio.run(storage.writer.store(job))
    with pytest.raises(Overdrawn):
        asyncio.run(storage.commit(log.bet(cents=10**6)))


def test_a_refusal_names_no_path_of_the_server() -> None:
    assert "secret" not in str(unavailable(FileNotFoundError(2, "No such file or directory", "/secret/room.sqlite")))


def test_a_database_that_refuses_writes_is_told_in_our_words(storage: Storage) -> None:
    sqlite = storage.engine.dialect.name == "sqlite"
    refuse = "PRAGMA query_only = ON" if sqlite else "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"
    asyncio.run(storage.check())
    asyncio.run(storage.writer.store(lambda connection: connection.exec_driver_sql(refuse)))
    with capture_logs() as logs, pytest.raises(Unavailable) as refused:
        asyncio.run(storage.check())
    assert str(refused.value) == (
        "the room's database cannot be written now (it is read-only); nothing was stored, try again later."
    )
    (line,) = logs
    assert ("readonly database" if sqlite else "read-only transaction") in line["error"], (
        "the driver's words are logged"
    )
    asyncio.run(storage.check())  # on a connection that may write


def test_a_database_that_went_away_is_told_in_our_words(tmp_path: Path) -> None:
    server = servers.new_postgres()
    try:
        storage = Storage.open(server.new_database(), keys=str(tmp_path / "keys"))
        try:
            server.stop(signal.SIGQUIT)
            for work in (storage.check(), storage.accounts.has_owner()):
                with pytest.raises(
                    Unavailable, match=r"database cannot be (written|read) now \(it cannot be reached\);"
                ):
                    asyncio.run(work)
        finally:
            storage.close()
    finally:
        server.close()
