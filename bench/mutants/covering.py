"""Which tests run which lines: every test file once, in a process of its own, under the package coverage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import coverage
import pytest

from bench.mutants.mutate import Mutant
from bench.mutants.state import CoveredFile
from bench.mutants.trial import Functions, Say, Work, run_tests


def collecting(functions: Functions, paths: Iterable[str], items: Sequence[pytest.Item]) -> Work:
    """The work of a process that runs tests and says what they covered."""
    files = {functions.file(path): path for path in paths}

    def work(say: Say, folder: Path) -> None:
        functions.forget()
        measured = coverage.Coverage(data_file=None, config_file=False, include=list(files), messages=False)
        measured.set_option("run:disable_warnings", ["no-data-collected"])  # tests of something else
        measured.start()
        measured.switch_context(items[0].nodeid)
        seconds, red = {}, []
        for place, (passed, took) in enumerate(run_tests(items, folder)):
            seconds[items[place].nodeid] = round(took, 3)
            if not passed:
                red.append(items[place].nodeid)
            functions.forget_own()  # or only the first test to fill a cache would seem to run what fills it
            measured.switch_context(items[(place + 1) % len(items)].nodeid)
        measured.stop()
        data = measured.get_data()
        lines = {path: data.contexts_by_lineno(file) for file, path in files.items()}
        say({"seconds": seconds, "red": red, "lines": lines})

    return work


class Covering:
    """The tests of every line, quickest first."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.red: list[str] = []
        self._lines: dict[str, dict[int, set[str]]] = {}

    def add(self, covered: CoveredFile) -> None:
        self.seconds |= covered.seconds
        self.red += covered.red
        for path, lines in covered.lines.items():
            known = self._lines.setdefault(path, {})
            for line, tests in lines.items():
                known.setdefault(int(line), set()).update(set(tests) & covered.seconds.keys() - set(covered.red))

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests that run what is changed; of an expression over several lines, those that run its statement."""
        found = self._run(mutant.path, mutant.lines) or self._run(mutant.path, mutant.statement)
        return sorted(found, key=lambda test: (self.seconds[test], test))

    def _run(self, path: str, lines: Iterable[int]) -> set[str]:
        known = self._lines.get(path, {})
        return set().union(*(known.get(line, ()) for line in lines))
