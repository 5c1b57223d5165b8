"""A dask cluster on this machine: a scheduler and two workers, each a separate process that can be killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.patience import MINUTE

QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


class Cluster:
    """A scheduler and its workers; ``killed`` are those that are gone."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file = folder, folder / "scheduler.json"
        listening = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(self.file)]
        self.scheduler = subprocess.Popen([sys.executable, "-m", "distributed.cli.dask_scheduler", *listening], **QUIET)
        self.workers: list[subprocess.Popen[bytes]] = []
        self.killed: list[subprocess.Popen[bytes]] = []
        for _ in range(2):
            self.start_a_worker()
        self.address = self._address()

    def start_a_worker(self) -> None:
        working = ["--scheduler-file", str(self.file), "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        place = ["--local-directory", str(self.folder / str(len(self.workers) + len(self.killed)))]
        words = [sys.executable, "-m", "distributed.cli.dask_worker", *working, *place]
        self.workers.append(subprocess.Popen(words, cwd=Path(__file__).parents[2], **QUIET))

    def _address(self) -> str:
        until = time.monotonic() + 2 * MINUTE
        while time.monotonic() < until:
            if self.file.exists() and (text := self.file.read_text()).strip():
                return str(json.loads(text)["address"])
            time.sleep(0.1)
        raise AssertionError("the scheduler did not start")

    def wait_for_workers(self, many: int) -> None:
        from distributed import Client

        with Client(self.address, timeout=f"{MINUTE}s", set_as_default=False) as client:
            client.wait_for_workers(many, timeout=2 * MINUTE)

    def kill_a_worker(self) -> None:
        worker = self.workers.pop(0)
        os.kill(worker.pid, signal.SIGKILL)
        assert worker.wait() == -signal.SIGKILL
        self.killed.append(worker)

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
