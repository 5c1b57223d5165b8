"""The writing process: in a busy room a separate process stores changes, as safely as the thread."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from pitboss.errors import PitbossError
from pitboss.room.journal import Conflict, Fenced, Overdrawn, Unavailable, Unsure
from pitboss.room.line import Change
from pitboss.room.slips import FILL, Slip
from pitboss.storage.storage import Storage
from pitboss.storage.writing import process
from pitboss.storage.writing.process import PAUSE, WritingProcess, decoded, encoded
from tests.examples import rest_long
from tests.patience import MINUTE, until_async
from tests.storage.logs import NOW, Log, some_deck, some_hand

Opens = Callable[..., Storage]


def process_of(storage: Storage) -> WritingProcess:
    process = storage.writer._process
    assert process is not None
    return process


async def started(storage: Storage, log: Log) -> int:
    """Store changes until the process does it; return its id."""
    process = process_of(storage)
    await storage.commit(log.open())
    await ready(storage, log)
    assert process._child is not None
    return process._child.pid


async def ready(storage: Storage, log: Log) -> None:
    """Store changes until the process is ready to store them."""
    async with asyncio.timeout(2 * MINUTE):
        while not process_of(storage)._ready:
            await storage.commit(log.change())  # a bet each time would take all chips before a slow process is ready
            await asyncio.sleep(0.01)


async def error_of(storage: Storage, change: Change) -> PitbossError:
    with pytest.raises(PitbossError) as caught:
        await storage.commit(change)
    return caught.value


on_each_database = pytest.mark.parametrize("database", rest_long(["sqlite", "postgresql"], "sqlite"), indirect=True)
"""For tests of the process that know nothing of the database: one sample with ``make test``."""


def test_a_change_arrives_as_it_was_sent() -> None:
    log, deck = Log(), some_deck("sent")
    slip = Slip(log="t1", kind=FILL, number=1, table="t1", at=NOW, cents=500)
    changes = [
        log.open(fence=3),
        log.bet(decks=(deck,), dealt=(deck.root,), line={"slips": (slip,), "state": {"hand": 1}}),
        log.change(hands=(some_hand(1, seals=(deck.root,)),), checkpoint=b"\x00checkpoint", closed=True),
    ]
    arrived = decoded(encoded(changes))
    for sent, got in zip(changes, arrived, strict=True):
        assert got.encoded == sent.line.encode()
        assert all(getattr(got, name) == getattr(sent, name) for name in Change.__struct_fields__ if name != "encoded")


@on_each_database
def test_a_quiet_room_needs_no_process(open_storage: Opens) -> None:
    async def scene() -> None:
        storage, log = open_storage(busy=2), Log()
        await storage.commit(log.open())
        await storage.commit(log.bet())
        assert process_of(storage)._child is None

    asyncio.run(scene())


def test_the_process_stores_and_refuses_like_the_thread(open_storage: Opens) -> None:
    async def scene() -> None:
        storage, log = open_storage(busy=1), Log()
        pid = await started(storage, log)
        deck = some_deck("beside")
        await storage.commit(log.bet(decks=(deck,)))
        await storage.commit(log.change(dealt=(deck.root,), hands=(some_hand(1, seals=(deck.root,)),)))
        await storage.note("jobs", "go on in the thread")
        assert isinstance(await error_of(storage, log.bet(10**9, keep=False)), Overdrawn)
        assert isinstance(await error_of(storage, log.bet(fence=7, keep=False)), Fenced)
        assert isinstance(await error_of(storage, Log().bet()), Conflict)
        other, again = Log("t2"), await storage.tables.load("t1")
        await asyncio.gather(*(storage.commit(each) for each in (other.open(), log.bet(), other.bet())))
        assert again.number == log.number - 1
        assert (await storage.tables.load("t2")).number == 2
        hand = await storage.hands.find("t1-1")
        assert hand is not None
        assert [each.order for each in hand.decks] == [deck.order]
        assert await storage.verify() == []
        assert process_of(storage)._child is not None
        storage.close()
        assert not alive(pid)

    asyncio.run(scene())


@on_each_database
def test_signals_for_the_room_do_not_end_it(open_storage: Opens) -> None:
    """Ctrl-C in a terminal and the stop of a service reach every process; the room stores what is on its way first."""

    async def scene() -> None:
        storage, log = open_storage(busy=1), Log()
        pid = await started(storage, log)
        os.kill(pid, signal.SIGINT)
        os.kill(pid, signal.SIGTERM)
        await storage.commit(log.bet())
        assert alive(pid)
        assert process_of(storage)._ready

    asyncio.run(scene())


class Noticing:
    """The line to the process; says when a group has been sent and its answer is waited for."""

    def __init__(self, line: Any, tell: Callable[[], object]) -> None:
        self._line, self._tell = line, tell

    def recv_bytes(self) -> bytes:
        self._tell()
        answer: bytes = self._line.recv_bytes()
        return answer

    def __getattr__(self, name: str) -> Any:
        return getattr(self._line, name)


@pytest.mark.parametrize("idle", rest_long([True, False], False))
def test_a_killed_process_loses_nothing(open_storage: Opens, idle: bool) -> None:
    """Killed while it does nothing, the thread goes on; killed with a change on its way, nobody claims to know."""

    async def scene() -> None:
        storage, log = open_storage(busy=1), Log()
        pid = await started(storage, log)
        if idle:
            os.kill(pid, signal.SIGKILL)
            os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
            await storage.commit(log.bet())
        else:
            os.kill(pid, signal.SIGSTOP)
            sent = asyncio.Event()
            loop, writing = asyncio.get_running_loop(), process_of(storage)
            writing._line = cast(Any, Noticing(writing._line, lambda: loop.call_soon_threadsafe(sent.set)))
            waiting = asyncio.create_task(error_of(storage, log.bet(keep=False)))
            await sent.wait()
            os.kill(pid, signal.SIGKILL)
            assert isinstance(await waiting, Unsure)
        await storage.commit(log.bet())
        assert (await storage.tables.load("t1")).number == log.number
        assert await storage.verify() == []
        assert process_of(storage)._child is None, "it is not started again at once"
        process_of(storage)._not_before -= PAUSE
        await ready(storage, log)

    asyncio.run(scene())


@on_each_database
def test_a_process_that_does_not_start_is_done_without(open_storage: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")

    async def scene() -> None:
        storage, log = open_storage(busy=1), Log()
        with capture_logs() as logged:
            await storage.commit(log.open())
            async with asyncio.timeout(2 * MINUTE):
                while process_of(storage)._child is not None:
                    await storage.commit(log.change())
                    await asyncio.sleep(0.01)
        assert "the process that stores changes has ended" in [each["event"] for each in logged]
        assert (await storage.tables.load("t1")).number == log.number

    asyncio.run(scene())


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_what_goes_wrong_in_it_is_logged_by_the_room(open_storage: Opens, database: str, tmp_path: Path) -> None:
    async def scene() -> None:
        storage, log = open_storage(busy=1), Log()
        await started(storage, log)
        (tmp_path / "room.sqlite").rename(tmp_path / "elsewhere")
        (tmp_path / "room.sqlite").write_bytes(b"")
        with capture_logs() as logged:
            assert isinstance(await error_of(storage, log.bet(keep=False)), Unavailable)
        (tmp_path / "elsewhere").rename(tmp_path / "room.sqlite")
        assert [(each["log_level"], each["event"]) for each in logged] == [("warning", "the database cannot be used")]
        assert "replaced by another file" in logged[0]["error"]
        await storage.commit(log.bet())
        assert process_of(storage)._ready

    asyncio.run(scene())


@on_each_database
def test_without_room_for_a_pipe_the_thread_goes_on(open_storage: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(process, "Pipe", full)

    async def scene() -> None:
        storage, log = open_storage(busy=1), Log()
        await asyncio.wait_for(storage.commit(log.open()), MINUTE)
        assert (await storage.tables.load("t1")).number == 1

    asyncio.run(scene())


@on_each_database
def test_a_change_that_cannot_be_sent_does_not_stop_the_room(open_storage: Opens) -> None:
    async def scene() -> None:
        storage, log = open_storage(busy=1), Log()
        await started(storage, log)
        sent = [log.bet(), Log("t2").bet(fence=2**70), log.bet()]
        done = await asyncio.wait_for(asyncio.gather(*map(storage.commit, sent), return_exceptions=True), MINUTE)
        assert [type(each) for each in done] == [type(None), Conflict, type(None)]
        assert process_of(storage).ready

    asyncio.run(scene())


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_it_makes_no_database_in_place_of_one_that_is_gone(open_storage: Opens, database: str, tmp_path: Path) -> None:
    """SQLite would delete the changes that wait beside an empty file."""

    async def scene() -> None:
        storage, log = open_storage(busy=2), Log()
        await storage.commit(log.open())
        (tmp_path / "room.sqlite").rename(tmp_path / "elsewhere")
        process_of(storage)._busy = 1
        with capture_logs() as logged:
            assert isinstance(await error_of(storage, log.bet(keep=False)), Unavailable)
            async with asyncio.timeout(2 * MINUTE):
                while process_of(storage)._child is not None:
                    assert isinstance(await error_of(storage, log.bet(keep=False)), Unavailable)
                    await asyncio.sleep(0.01)
        assert "cannot be opened" in next(each["why"] for each in logged if "has ended" in each["event"])
        assert not (tmp_path / "room.sqlite").exists()
        (tmp_path / "elsewhere").rename(tmp_path / "room.sqlite")
        await storage.commit(log.bet())

    asyncio.run(scene())


SLOW = (
    "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(3); RETURN NULL; END'",
    "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW "
    "EXECUTE FUNCTION slow()",
)
"""Makes PostgreSQL take three seconds for every commit of a line, so that one can be looked at."""


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_what_a_killed_process_had_committed_is_looked_up_when_it_is_stored(open_storage: Opens, database: str) -> None:
    """PostgreSQL finishes a commit whose sender is dead; who looked before that would say that nothing is stored."""

    async def scene() -> None:
        storage, log = open_storage(busy=1), Log()
        pid = await started(storage, log)
        with storage.engine.begin() as connection:
            for statement in SLOW:
                connection.exec_driver_sql(statement)
        waiting = asyncio.create_task(error_of(storage, log.bet()))
        with storage.engine.connect() as connection:
            await until_async(lambda: connection.exec_driver_sql(COMMITTING).scalar(), "a slow commit", step=0.01)
        os.kill(pid, signal.SIGKILL)
        assert isinstance(await waiting, Unsure)
        assert (await storage.tables.load("t1")).number == log.number

    asyncio.run(scene())


COMMITTING = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query = 'COMMIT' "
    "AND wait_event = 'PgSleep'"
)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
