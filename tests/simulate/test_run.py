"""Chunks and executors: the result depends on game, stakes, seed and rounds alone; a run can be stopped and go on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss import house
from pitboss.errors import PitbossError
from pitboss.exact.jobs import in_order, pool
from pitboss.exact.solver import prove
from pitboss.exact.stakes import groups
from pitboss.simulate import run as running
from pitboss.simulate.resume import Resumed
from pitboss.simulate.run import Run, Simulation, simulate
from pitboss.simulate.tally import Tally, restored

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
    """The last part of a chunk is not kept: the longer run plays the whole chunk."""
    with ThreadPoolExecutor(1) as executor:
        first = simulate(three_card(), 2 * SMALL + 9, executor)
        assert first.chunks == 2
        assert first.whole.rounds == 2 * SMALL
        longer = simulate(three_card(), 4 * SMALL, executor, start=Run(first.chunks, first.whole, Tally()))
    assert longer.total == played(4 * SMALL, 1)


def test_a_file_of_another_simulation_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    Resumed(file).keep("ante", three_card(), Run(1, Tally(1, {Fraction(1): 1}), Tally()))
    with pytest.raises(PitbossError, match="another game, seed or stakes"):
        Resumed(file).run("ante", three_card(8))
    assert Resumed(file).run("pair-plus", three_card()).chunks == 0
    for spoilt in ("", "[]", '{"form": 1}', '{"form": 1, "chunk": 3, "groups": {}}'):
        file.write_text(spoilt)
        with pytest.raises(PitbossError):
            Resumed(file)


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


class Cluster:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        python = [sys.executable, "-m"]
        listening = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(self.file)]
        self.scheduler = subprocess.Popen([*python, "distributed.cli.dask_scheduler", *listening], **quiet)
        working = ["--scheduler-file", str(self.file), "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        here = {"cwd": Path(__file__).parents[2], **quiet}
        places = [["--local-directory", str(folder / str(number))] for number in (1, 2)]
        self.workers = [
            subprocess.Popen([*python, "distributed.cli.dask_worker", *working, *place], **here) for place in places
        ]
        self.address = self._address()

    def _address(self) -> str:
        until = time.monotonic() + 90
        while time.monotonic() < until:
            if self.file.exists() and (text := self.file.read_text()).strip():
                return str(json.loads(text)["address"])
            time.sleep(0.1)
        raise AssertionError("the scheduler did not start")

    def kill_a_worker(self) -> None:
        os.kill(self.workers[0].pid, signal.SIGKILL)

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    yield made
    made.close()


def wait_for_workers(address: str, many: int) -> None:
    from distributed import Client

    with Client(address, timeout="60s", set_as_default=False) as client:
        client.wait_for_workers(many, timeout=90)


@pytest.mark.filterwarnings("default")
def test_a_cluster_gives_the_same_though_a_worker_is_killed(cluster: Cluster) -> None:
    """Both kinds of jobs: chunks of rounds with a worker killed among them, then a proof by the one that is left."""
    many = 12 * SMALL * 8
    wait_for_workers(cluster.address, 2)
    killed: list[int] = []

    def kill(tally: Tally) -> None:
        if not killed:
            killed.append(tally.rounds)
            cluster.kill_a_worker()

    jobs = [(three_card(), number, SMALL * 8) for number in range(12)]
    with pool(scheduler=cluster.address) as (executor, workers):
        assert workers == 2
        total = Tally()
        for found in in_order(executor, running._chunk, jobs, 12):
            total.add(found)
            kill(total)
    assert killed
    assert cluster.workers[0].wait() == -signal.SIGKILL
    assert total.rounds == many
    expected = Tally()
    for job in jobs:
        expected.add(running._chunk(*job))
    assert total == expected
    game = house.load("three-card").definition
    there = prove(game, only="ante", scheduler=cluster.address, fresh=True)["ante"]
    here = prove(game, only="ante", fresh=True)["ante"]
    assert (there.deals, there.nets, there.lines, there.fold) == (here.deals, here.nets, here.lines, here.fold)


def test_an_absent_cluster_is_one_sentence(
    command: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pitboss.exact import jobs

    monkeypatch.setattr(jobs, "PATIENCE", "1s")
    code, out, err = command("simulate", "three-card", "--rounds", "10", "--scheduler", "tcp://127.0.0.1:9", "--quiet")
    assert code == 2
    assert out == ""
    assert "no dask scheduler answers at 'tcp://127.0.0.1:9'" in err
