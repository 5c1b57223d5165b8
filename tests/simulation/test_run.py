"""Chunks and executors: the result depends only on game, stakes, seed and rounds; a stopped run can be resumed."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss import house
from pitboss.errors import PitbossError
from pitboss.exact import jobs
from pitboss.exact.jobs import ClusterError, in_order, pool
from pitboss.exact.request import prove
from pitboss.exact.solver import Progress
from pitboss.exact.stakes import groups
from pitboss.simulation import run as running
from pitboss.simulation.run import CHUNK, Resumed, Run, Simulation, simulate
from pitboss.simulation.tally import Tally, restored
from tests.patience import MINUTE
from tests.simulation.cluster import Cluster

SMALL = 1 << 10
"""Rounds of a chunk in these tests."""


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "CHUNK", SMALL)


def three_card(seed: int = 7) -> Simulation:
    return Simulation.of(groups(house.load("three-card").definition)[0], seed)


def played(many: int, workers: int, simulation: Simulation | None = None) -> Tally:
    with ThreadPoolExecutor(workers) as executor:
        return simulate(simulation or three_card(), many, executor, workers).total


@pytest.mark.usefixtures("small_chunks")
def test_any_number_of_workers_gives_the_same() -> None:
    alone = played(5 * SMALL + 100, 1)
    assert alone.rounds == 5 * SMALL + 100
    assert alone == played(5 * SMALL + 100, 3)
    assert alone != played(5 * SMALL + 100, 1, three_card(8))


@pytest.mark.usefixtures("small_chunks")
def test_a_stopped_run_goes_on_to_the_same_end(tmp_path: Path) -> None:
    file, simulation = tmp_path / "stopped.json", three_card()

    def interrupt(tally: Tally) -> None:
        if tally.rounds >= 3 * SMALL:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(2) as executor:
        stopped = simulate(simulation, 8 * SMALL + 5, executor, 2, tell=interrupt)
        assert stopped.stopped
        assert stopped.total.rounds == 3 * SMALL
        kept = Resumed(file)
        kept.keep("ante", simulation, stopped)
        again = Resumed(file).run("ante", simulation)
        assert again.chunks == 3
        finished = simulate(simulation, 8 * SMALL + 5, executor, 2, again)
    assert not finished.stopped
    assert finished.total == played(8 * SMALL + 5, 1)


@pytest.mark.usefixtures("small_chunks")
def test_a_finished_run_can_be_made_longer(tmp_path: Path) -> None:
    """An incomplete last chunk is not kept: the longer run plays the whole chunk."""
    with ThreadPoolExecutor(1) as executor:
        first = simulate(three_card(), 2 * SMALL + 9, executor)
        assert first.chunks == 2
        assert first.whole.rounds == 2 * SMALL
        longer = simulate(three_card(), 4 * SMALL, executor, start=Run(first.chunks, first.whole, Tally()))
    assert longer.total == played(4 * SMALL, 1)


def chunks(many: int = 1) -> Run:
    """Whole chunks in which every round was won."""
    return Run(many, Tally(many * CHUNK, {Fraction(1): many * CHUNK}), Tally())


def test_a_file_of_another_simulation_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    Resumed(file).keep("ante", three_card(), chunks())
    held = file.read_text()
    game = three_card().game
    other = house.load("four-card").definition
    for simulation, sentence in (
        (three_card(8), "holds three-card under seed 7; name another file for seed 8."),
        (replace(three_card(), game=other), "holds three-card; name another file for four-card."),
        (
            replace(three_card(), game=replace(game, version="0" * 16)),
            "holds another version of three-card; name another file for this one.",
        ),
    ):
        for key in ("ante", "pair-plus"):
            with pytest.raises(PitbossError, match=sentence):
                Resumed(file).run(key, simulation)
            with pytest.raises(PitbossError, match=sentence):
                Resumed(file).keep(key, simulation, chunks())
    with pytest.raises(PitbossError, match="holds ante under other stakes or pay tables"):
        Resumed(file).run("ante", replace(three_card(), stakes=(("ante", Fraction(2)),)))
    assert file.read_text() == held
    for spoilt in ("", "[]", '{"form": 1}', '{"form": 1, "chunk": 3, "groups": {}}', held.replace('"three-card"', "3")):
        file.write_text(spoilt)
        with pytest.raises(PitbossError):
            Resumed(file)


def test_other_groups_of_the_game_stand_beside_those_on_file(tmp_path: Path) -> None:
    """Also those another run stored meanwhile; of the same group, the one with more rounds stays."""
    file = tmp_path / "kept.json"
    first, second = Resumed(file), Resumed(file)
    first.keep("ante", three_card(), chunks(3))
    second.keep("pair-plus", three_card(), chunks())
    second.keep("ante", three_card(), chunks())
    kept = Resumed(file)
    assert {key: kept.run(key, three_card()).chunks for key in kept.groups} == {"ante": 3, "pair-plus": 1}


def test_a_tally_survives_as_plain_data() -> None:
    tally = three_card().chunk(0, 500)
    assert restored(json.loads(json.dumps(tally.data()))) == tally


def test_results_come_in_order_and_the_rest_is_called_off() -> None:
    begun: list[int] = []

    def job(number: int) -> int:
        begun.append(number)
        time.sleep(0.02 if number % 2 else 0)
        return number

    with ThreadPoolExecutor(2) as executor:
        assert list(in_order(executor, job, ((n,) for n in range(20)), 4)) == list(range(20))
        begun.clear()
        results = in_order(executor, job, ((n,) for n in range(1000)), 4)
        assert next(results) == 0
        results.close()  # type: ignore[attr-defined]
    assert len(begun) <= 5


# A cluster ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    yield made
    made.close()


@pytest.mark.filterwarnings("default")
@pytest.mark.long
def test_a_cluster_gives_the_same_though_workers_are_killed(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both kinds of jobs with a worker killed in each: a proof of thirteen jobs and, after a new worker joined,
    rounds."""
    cluster.wait_for_workers(2)
    game = house.load("caribbean").definition
    seen: list[Progress] = []

    def kill_once(progress: Progress) -> None:
        if progress.stage == "count" and progress.done == 1:
            assert progress.jobs == 13
            cluster.kill_a_worker()
        seen.append(progress)

    there = prove(game, only="ante", scheduler=cluster.address, fresh=True, progress=kill_once)["ante"]
    assert [each.done for each in seen if each.stage == "count"] == list(range(1, 14))
    here = prove(game, only="ante", fresh=True)["ante"]
    assert (there.deals, there.nets, there.lines, there.shown) == (here.deals, here.nets, here.lines, here.shown)
    cluster.start_a_worker()
    cluster.wait_for_workers(2)
    chunks = [(three_card(), number, SMALL * 8) for number in range(12)]
    with pool(scheduler=cluster.address) as (executor, workers):
        assert workers == 2
        total = Tally()
        for number, found in enumerate(in_order(executor, running.Simulation.chunk, chunks, 12)):
            total.add(found)
            if not number:
                cluster.kill_a_worker()
    expected = Tally()
    for job in chunks:
        expected.add(running.Simulation.chunk(*job))
    assert total == expected
    assert total.rounds == 12 * SMALL * 8
    assert len(cluster.killed) == 2
    cluster.kill_a_worker()
    monkeypatch.setattr(jobs, "PATIENCE", 1)
    with pytest.raises(ClusterError, match="has no workers; start one or more"), pool(scheduler=cluster.address):
        pass


@pytest.mark.filterwarnings("default")
def test_a_scheduler_that_goes_away_is_one_sentence(
    cluster: Cluster, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    cluster.wait_for_workers(2)

    def work() -> None:
        with pool(scheduler=cluster.address) as (executor, workers):
            for _ in in_order(executor, time.sleep, [(0,), (60,), (60,)], workers):
                cluster.scheduler.kill()

    with pytest.raises(ClusterError, match="went away during the work; start it again"):
        work()
    assert not caplog.records
    assert capfd.readouterr().err == ""


TRIED = """
import socket
from pitboss.cli import main
from pitboss.exact import jobs
jobs.PATIENCE = 2
silent = socket.create_server(("127.0.0.1", 0))
address = "{}".replace("SILENT", str(silent.getsockname()[1]))
main(["{}", "three-card", "--quiet", "--scheduler", address])
"""


@pytest.mark.parametrize(
    ("word", "address", "why"),
    [
        ("prove", "garbage", "'garbage' is not an address of a dask scheduler"),
        ("prove", "tcp://127.0.0.1:99999", "'tcp://127.0.0.1:99999' is not an address of a dask scheduler"),
        ("simulate", "tcp://127.0.0.1:9", "no dask scheduler answers at 'tcp://127.0.0.1:9'"),
        ("prove", "127.0.0.1:SILENT", "no dask scheduler answers at '127.0.0.1:"),
    ],
)
def test_an_absent_cluster_is_one_sentence(word: str, address: str, why: str) -> None:
    """In its own process, since unclosed resources are reported only when a process ends."""
    code = TRIED.format(address, word)
    tried = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=2 * MINUTE)
    assert (tried.returncode, tried.stdout) == (2, "")
    assert tried.stderr.startswith(f"pitboss: {why}")
    assert tried.stderr.count("\n") == 1
