"""Forked processes, a few at a time: what each says is read until it ends, hangs or the time is up."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from bench.mutants.trial import Work, forked

IDLE = 20.0 * float(os.environ.get("PITBOSS_PATIENCE", "1"))
"""Seconds with hardly any CPU time after which a process waits for something that does not come."""
BUSY = 0.005
"""The share of a core below which a process only looks again and again whether it may go on."""
LOOK = 1.0


@dataclass(frozen=True)
class End:
    """How a process ended, and everything it said."""

    said: list[dict[str, Any]]
    looped: bool = False
    """It was ended because it took too much CPU time, or none for too long."""


@dataclass(frozen=True)
class Task:
    """The work of one process, and what is done with its end."""

    work: Work
    ended: Callable[[End], None]


@dataclass
class _Running:
    pid: int
    pipe: int
    task: Task
    folder: Path
    said: bytes = b""
    cpu: float = 0.0
    since: float = field(default_factory=time.monotonic)

    def hangs(self, now: float) -> bool:
        """Whether it has done nothing for too long."""
        if now - self.since < IDLE:
            return False
        spent, since = self.cpu, self.since
        self.cpu, self.since = _cpu(self.pid), now
        return self.cpu - spent < BUSY * (now - since)

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Wait for its end, and end what it has started; returns how it ended."""
        _, status = os.waitpid(self.pid, 0)
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        os.close(self.pipe)
        shutil.rmtree(self.folder, ignore_errors=True)
        return status

    def end(self, hung: bool) -> End:
        """Wait for its end, and read what it has said."""
        status = self.wait()
        said = [json.loads(line) for line in self.said.split(b"\n")[:-1]]
        if said and "broken" in said[-1]:
            raise RuntimeError(said[-1]["broken"])
        looped = hung or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU)
        return End(said, looped)


def run_all(tasks: Iterator[Task], jobs: int, until: float, after: Callable[[int], None]) -> bool:
    """Run the tasks, ``jobs`` at a time; False if the time was up before, and then some were ended halfway.

    ``after`` is called with the id of every process that has ended.
    """
    running: dict[int, _Running] = {}
    more = True
    top = Path(tempfile.mkdtemp(prefix="pb-mutants-", dir="/tmp"))  # a socket's path may have only 107 letters
    numbers = count()
    try:
        while running or more:
            while more and len(running) < jobs and time.monotonic() < until:
                task = next(tasks, None)
                if task is None:
                    more = False
                else:
                    folder = top / str(next(numbers))
                    pid, pipe = forked(task.work, folder)
                    running[pipe] = _Running(pid, pipe, task, folder)
            if time.monotonic() >= until:
                return not running and not more
            _step(running, after)
        return True
    finally:
        for one in running.values():
            one.kill()
            one.wait()
            after(one.pid)
        shutil.rmtree(top, ignore_errors=True)


def _step(running: dict[int, _Running], after: Callable[[int], None]) -> None:
    """Read what there is to read, and see who has ended or hangs."""
    ready, _, _ = select.select(list(running), [], [], LOOK)
    for pipe in ready:
        text = os.read(pipe, 1 << 20)
        if text:
            running[pipe].said += text
        else:
            _finish(running.pop(pipe), False, after)
    now = time.monotonic()
    for one in [one for one in running.values() if one.hangs(now)]:
        del running[one.pipe]
        one.kill()
        _finish(one, True, after)


def _finish(one: _Running, hung: bool, after: Callable[[int], None]) -> None:
    end = one.end(hung)
    after(one.pid)
    one.task.ended(end)


def _cpu(pid: int) -> float:
    """The CPU seconds of a process; where the system does not say, the clock, so that nothing seems to hang."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return time.monotonic()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
