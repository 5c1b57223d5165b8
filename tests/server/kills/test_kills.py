"""Nothing is lost: the server is killed with SIGKILL under load, and resumes where it was.

Kills are counted by where they struck: at a random instant, before a commit, or between a commit and the
acknowledgement. After each, every acknowledged command is in the log exactly once and no refused one is, every chain
verifies, the ledger sums to zero; the next server resumes with the same cards.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import IO

import pytest
from sqlalchemy import create_engine, text

import pitboss
from pitboss.shuffle.seal import verify_deck
from pitboss.storage.places import database_url
from pitboss.storage.storage import Storage
from tests.examples import rest_long
from tests.patience import MINUTE, until_async
from tests.server.kills.players import Asker, Player, play_all
from tests.server.kills.tables import OPENINGS, PLAYERS
from tests.storage import servers
from tests.storage.invariants import violations

ROOT = Path(__file__).parents[3]
TABLES = [f"t{at}" for at in range(1, len(OPENINGS) + 1)]
RANDOM, BEFORE, AFTER = "never", "before", "after"


@contextmanager
def launcher(database: str, keys: Path, writer: str = "right") -> Iterator[subprocess.Popen[str]]:
    """The process that forks servers."""
    path = os.pathsep.join([str(Path(pitboss.__file__).parents[1]), str(ROOT)])
    with subprocess.Popen(
        [sys.executable, "-m", "tests.server.kills.room", database, str(keys), writer],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
    ) as process:
        try:
            assert answer(process) == ["ready"]
            yield process
        finally:
            process.kill()


def answer(process: subprocess.Popen[str]) -> list[str]:
    output: IO[str] | None = process.stdout
    assert output is not None
    return output.readline().split()


async def answer_in_time(process: subprocess.Popen[str]) -> list[str]:
    """The next answer; a launcher that gives none is killed, so that the thread that reads ends as well."""
    try:
        async with asyncio.timeout(4 * MINUTE):
            return await asyncio.to_thread(answer, process)
    except TimeoutError:
        process.kill()
        raise


async def one_life(
    process: subprocess.Popen[str],
    players: list[Player],
    where: str,
    chance: random.Random,
    until: Callable[[str], Awaitable[None]] | None = None,
) -> None:
    """Start a server, play, and kill it (``until`` says when) or wait until it has killed itself."""
    assert process.stdin is not None
    process.stdin.write(f"{where} {chance.randrange(10, 120)}\n")
    process.stdin.flush()
    word, pid, address = await answer_in_time(process)
    assert word == "started"
    playing = asyncio.create_task(play_all(players, address))
    if where == RANDOM:
        await (until(address) if until else ten_commands(players))
        await asyncio.sleep(chance.random() * 0.2)
        os.kill(int(pid), signal.SIGKILL)
    assert await answer_in_time(process) == ["died", str(int(signal.SIGKILL))]
    await playing


async def last_life(process: subprocess.Popen[str], players: list[Player], database: str) -> None:
    """Start a server once more, and play until every table has finished a hand of this life."""
    before = finished(database)

    def all_have() -> bool:
        now = finished(database)
        return all(now[table] > before[table] for table in TABLES)

    async def enough(_: str) -> None:
        await until_async(all_have, "a hand finished at every table", 240, step=0.2)

    await one_life(process, players, RANDOM, random.Random(0), enough)


def finished(database: str) -> Counter[str]:
    """How many hands each table has finished."""
    engine = create_engine(database_url(database))
    with engine.connect() as connection:
        rows = connection.execute(text('SELECT "table", count(*) FROM hands GROUP BY "table"')).all()
    engine.dispose()
    return Counter(dict(map(tuple, rows)))


async def ten_commands(players: list[Player]) -> None:
    """Wait until ten more commands were acknowledged."""
    goal = stored(players) + 10
    await until_async(lambda: stored(players) >= goal, "ten more commands to be stored", 120, step=0.005)


def stored(players: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


def mid_hand(database: str) -> int:
    """The number of tables in the middle of a deal."""
    engine = create_engine(database_url(database))
    running: dict[str, bool] = {}
    with engine.connect() as connection:
        for table, line in connection.execute(text('SELECT "table", line FROM lines ORDER BY "table", number')):
            for did in json.loads(bytes(line)).get("did", ()):
                tag = did["did"]["type"]
                running[table] = tag == "deal" or (running.get(table, False) and tag != "finish")
    engine.dispose()
    return sum(running.values())


def killed(database: str, folder: Path, schedule: list[str], seed: int) -> Counter[str]:
    """Kill a server by a schedule and check everything after each kill; return where the kills struck."""
    chance = random.Random(seed)
    players = [Player(name, seed) for name in PLAYERS]
    struck: Counter[str] = Counter()
    with launcher(database, folder / "keys") as process:
        lives = list(schedule)
        while lives:
            where = lives.pop(0)
            asyncio.run(one_life(process, players, where, chance))
            told = [each for player in players for each in player.acknowledged]
            refused = [each for player in players for each in player.refused]
            assert violations(database, told, refused) == []
            assert [wrong for player in players for wrong in player.wrong] == []
            if where == RANDOM:
                where = "mid-hand" if mid_hand(database) else "between hands"
                lives += [RANDOM] * (where == "between hands" and struck[where] < 3)  # by chance: once more
            struck[where] += 1
        asyncio.run(last_life(process, players, database))
    counts = sum((player.counts for player in players), Counter[str]())
    assert counts["stored"] > 10 * len(schedule), counts
    went_on(database, folder / "keys")
    struck.update({"sent again": counts["sent again"], "again": counts["again"], "compared": counts["compared"]})
    return struck


def went_on(database: str, keys: Path) -> None:
    """Every table finished hands, none is missing, and each was dealt from the decks that were sealed for it."""

    async def scene() -> None:
        storage = Storage.open(database, keys=str(keys))
        try:
            assert await storage.verify() == []
            numbers: dict[str, list[int]] = {}
            rows = await storage.read(lambda c: c.execute(text('SELECT id, "table", number FROM hands')).all())
            for id, table, number in rows:
                numbers.setdefault(table, []).append(number)
                hand = await storage.hands.find(id)
                assert hand is not None
                assert hand.decks
                assert all(verify_deck(deck.root, deck.order, deck.salts) for deck in hand.decks)
            assert set(numbers) == set(TABLES)
            for listed in numbers.values():
                assert sorted(listed) == list(range(1, len(listed) + 1))
        finally:
            storage.close()

    asyncio.run(scene())


def database_for(kind: str, folder: Path) -> str:
    return servers.postgres().new_database() if kind == "postgresql" else str(folder / "room.sqlite")


def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    schedule = [AFTER, BEFORE, RANDOM]
    check_counts(killed(str(tmp_path / "room.sqlite"), tmp_path, schedule, seed=1), schedule)


@pytest.mark.long
def test_a_database_that_fails_now_and_then_costs_refusals_and_nothing_else(tmp_path: Path) -> None:
    """Every tenth commit fails; of another tenth the outcome is unknown until it is looked up."""
    database = str(tmp_path / "room.sqlite")
    players = [Player(name, 1) for name in PLAYERS]

    async def enough(address: str) -> None:
        for _ in range(10):
            await ten_commands(players)

    with launcher(database, tmp_path / "keys", "interrupted") as process:
        asyncio.run(one_life(process, players, RANDOM, random.Random(1), enough))
    told = [each for player in players for each in player.acknowledged]
    refused = [each for player in players for each in player.refused]
    assert violations(database, told, refused) == []
    counts = sum((player.counts for player in players), Counter[str]())
    assert counts["again"] > 0, counts
    assert any("disk is full" in word for word in counts), counts


@pytest.mark.long
@pytest.mark.parametrize("how", rest_long([signal.SIGINT, signal.SIGQUIT], signal.SIGQUIT))
def test_play_goes_on_when_the_database_is_back(tmp_path: Path, how: signal.Signals) -> None:
    server = servers.new_postgres()
    try:
        database = server.new_database()
        players = [Player(name, 1) for name in PLAYERS]

        async def stopped_and_started(address: str) -> None:
            """Players may wait without a refusal while nobody knows what is stored, so others ask at every table."""
            async with AsyncExitStack() as stack:
                askers = [await stack.enter_async_context(Asker.at(address, table)) for table in TABLES]
                usual = [await asker.refused() for asker in askers]
                await ten_commands(players)
                await asyncio.to_thread(server.stop, how)
                for asker, reason in zip(askers, usual, strict=True):
                    await asker.until_refused_otherwise(reason)
                server.start()  # in this thread: it ends with the thread that started it
                await ten_commands(players)

        with launcher(database, tmp_path / "keys") as process:
            asyncio.run(one_life(process, players, RANDOM, random.Random(1), stopped_and_started))
        told = [each for player in players for each in player.acknowledged]
        refused = [each for player in players for each in player.refused]
        assert violations(database, told, refused) == []
    finally:
        server.close()


@pytest.mark.long
@pytest.mark.parametrize(
    ("writer", "where", "words"),
    [
        ("answers-first", BEFORE, "is 0 times in the log"),
        ("two-parts", "between", "movements differ"),
    ],
)
def test_a_server_that_stores_wrongly_is_found_out(tmp_path: Path, writer: str, where: str, words: str) -> None:
    """Within a few kills: a connection reset may swallow the premature answer."""
    database, chance = str(tmp_path / "room.sqlite"), random.Random(1)
    players = [Player(name, 1) for name in PLAYERS]
    with launcher(database, tmp_path / "keys", writer) as process:
        for _ in range(5):
            asyncio.run(one_life(process, players, where, chance))
            told = [each for player in players for each in player.acknowledged]
            if any(words in each for each in violations(database, told)):
                return
    pytest.fail(f"{writer} was never found out")


SCHEDULES = ([RANDOM, BEFORE, AFTER] * 4)[:10], ([BEFORE, AFTER, RANDOM] * 4)[:10], ([AFTER, RANDOM, BEFORE] * 4)[:10]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_a_hundred_kills_on_sqlite(tmp_path: Path, seed: int) -> None:
    """Each of the ten rounds has at least three kills of each sort, so that there are at least thirty in all."""
    schedule = SCHEDULES[seed % 3]
    check_counts(killed(database_for("sqlite", tmp_path), tmp_path, schedule, seed), schedule)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_thirty_kills_on_postgresql(tmp_path: Path, seed: int) -> None:
    """Three rounds of ten kills; over all of them each sort strikes ten times."""
    schedule = SCHEDULES[seed % 3]
    check_counts(killed(database_for("postgresql", tmp_path), tmp_path, schedule, seed), schedule)


def check_counts(struck: Counter[str], schedule: list[str]) -> None:
    wanted = {"before": BEFORE, "after": AFTER, "mid-hand": RANDOM}
    assert {where: struck[where] for where in wanted} == {where: schedule.count(each) for where, each in wanted.items()}
