"""CPU seconds of every test: on a busy machine they show the cost of a test, while wall seconds depend on other load.

``pytest --cpu 10`` names the ten tests that cost most, ``--cpu-table FILE`` writes all of them. The count covers the
worker with all its threads, the processes it has waited for, and those still running: databases, servers, browsers.
The cost of a shared fixture counts towards the first test that uses it.
"""

from __future__ import annotations

import os
import resource
import time
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

_TICKS = os.sysconf("SC_CLK_TCK")
QUICK = 0.05
"""Seconds below which a test is charged with its own process only: to look at a browser's processes takes 4 ms."""


def spent() -> float:
    """The CPU seconds of this process and of all its descendants since they began."""
    waited = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + waited.ru_utime + waited.ru_stime + sum(map(_of_family, _children(os.getpid())))


def _of_family(pid: int) -> float:
    """The CPU seconds of another process, of the children it has waited for and of those it has running."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has just ended, or there is no /proc
        return 0.0
    return sum(map(int, fields[11:15])) / _TICKS + sum(map(_of_family, _children(pid)))


def _children(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            found += map(int, Path(f"/proc/{pid}/task/{task}/children").read_text().split())
    except OSError:
        return found
    return found


class CpuTable:
    """Charges every test with the seconds since the one before it, and prints the table."""

    def __init__(self, config: pytest.Config) -> None:
        self.slowest: int = config.getoption("cpu")
        self.table: str | None = config.getoption("cpu_table")
        self.seconds: Counter[str] = Counter()
        self._last = self._own = self._clock = 0.0

    def pytest_collection_finish(self) -> None:
        self._last, self._own, self._clock = spent(), time.process_time(), time.monotonic()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.when == "teardown":
            report.cpu = self._since()  # type: ignore[attr-defined]
        return report

    def _since(self) -> float:
        """The CPU seconds since the last question; what other processes do in a quick test falls to a later one."""
        before, self._clock, self._own = (self._clock, self._own), time.monotonic(), time.process_time()
        if self._clock - before[0] < QUICK:
            own = self._own - before[1]
            self._last += own
            return own
        now = spent()
        # A process that ends without being waited for takes its seconds with it.
        since, self._last = max(0.0, now - self._last), now
        return since

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += getattr(report, "cpu", 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.table is not None:
            rows = (f"{seconds:.3f}\t{name}\n" for name, seconds in self.seconds.most_common())
            Path(self.table).write_text("".join(rows))
        if not self.slowest or not self.seconds:
            return
        terminalreporter.section(f"{self.slowest} slowest tests of {self.seconds.total():.0f} CPU seconds")
        for name, seconds in self.seconds.most_common(self.slowest):
            terminalreporter.write_line(f"{seconds:8.1f} s  {name}")


def add_options(parser: pytest.Parser) -> None:
    group = parser.getgroup("cpu", "CPU seconds of tests")
    group.addoption("--cpu", type=int, default=0, metavar="N", help="name the N tests that cost most CPU seconds")
    group.addoption("--cpu-table", metavar="FILE", help="write the CPU seconds of every test to FILE")
