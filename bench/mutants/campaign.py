"""All changes, tried within a time limit: a plugin of pytest, which has collected the tests when it begins."""

from __future__ import annotations

import gc
import hashlib
import os
import random
import time
from collections.abc import Iterator, Sequence
from itertools import accumulate

import pytest

from bench.mutants.covering import Covering, collecting
from bench.mutants.mutate import Mutant
from bench.mutants.plan import Plan
from bench.mutants.processes import End, Task, run_all
from bench.mutants.report import Tally
from bench.mutants.state import DIED, SURVIVED, TIMED_OUT, CoveredFile, Outcome, State, file_of
from bench.mutants.trial import Functions, try_mutant

ENOUGH = 10.0
"""CPU seconds of tests after which a change counts as survived, though slower tests would run it too."""
PROFILE = "mutants"
EVERY = 20.0
"""Seconds between lines of progress."""


def in_turn(mutants: Sequence[Mutant], seed: int) -> list[Mutant]:
    """The changes in an order that takes from every module in turn, the same for the same seed.

    However early the time is up, about the same share of every module has been tried.
    """
    by_path: dict[str, list[Mutant]] = {}
    for one in mutants:
        by_path.setdefault(one.path, []).append(one)
    most = max(map(len, by_path.values()), default=0)
    placed = []
    for path, group in by_path.items():
        random.Random(f"{seed} {path}").shuffle(group)
        placed += [(place * most / len(group), path, one) for place, one in enumerate(group)]
    return [one for *_, one in sorted(placed, key=lambda entry: entry[:2])]


class Campaign:
    """Collects what the tests cover, then tries the changes; ``tally`` has the results."""

    def __init__(self, plan: Plan, state: State, *, seed: int, jobs: int, until: float, only: Sequence[str]) -> None:
        self._plan, self._state, self._seed, self._jobs, self._until = plan, state, seed, jobs, until
        self._all = [one for one in plan.mutants() if not only or one.path in only]
        self.tally = Tally(plan, self._all)
        self._covering = Covering()
        self._killers: dict[str, list[str]] = {}
        self._said = 0.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_load_initial_conftests(self) -> None:
        """Let Hypothesis try the same examples as in the tests, and stop at a failure instead of making it small."""
        from hypothesis import Phase, settings  # not before pytest, which rewrites its assertions

        phases = [Phase.explicit, Phase.generate]
        settings.register_profile(PROFILE, derandomize=True, database=None, deadline=None, phases=phases)
        settings.load_profile(PROFILE)
        os.environ["HYPOTHESIS_PROFILE"] = PROFILE  # for tests/conftest.py

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running the tests once, run those that matter for every change."""
        items = {item.nodeid: item for item in session.items}
        digests = self._plan.test_digests(file_of(test) for test in items)
        self._plan.call(self._plan.warm)
        functions = Functions(self._plan.modules)
        gc.collect()
        gc.freeze()  # or the first collection in every fork would copy the whole memory
        if self._run(self._collect(functions, items, digests)):
            for file, digest in digests.items():
                known = self._state.covered_by(file, digest)
                if known is not None:
                    self._covering.add(known)
            self.tally.red = self._covering.red
            self.tally.complete = self._run(self._trials(functions, items, digests))
        return True

    def _run(self, tasks: Iterator[Task]) -> bool:
        return run_all(tasks, self._jobs, self._until, lambda pid: self._plan.call(self._plan.after, pid))

    # What the tests cover ---------------------------------------------------------------------------------------------

    def _collect(self, functions: Functions, items: dict[str, pytest.Item], digests: dict[str, str]) -> Iterator[Task]:
        by_file: dict[str, list[pytest.Item]] = {}
        for test, item in items.items():
            by_file.setdefault(file_of(test), []).append(item)
        todo = [file for file, digest in digests.items() if self._state.covered_by(file, digest) is None]
        for number, file in enumerate(todo):
            self._progress(f"looking which lines the tests run: {number} of {len(todo)} files")

            def ended(end: End, file: str = file) -> None:
                found = end.said[-1] if end.said else {"red": [file]}
                self._state.add(CoveredFile(file, digests[file], **found))

            yield Task(collecting(functions, self._plan.modules, by_file[file]), ended)

    # The trials -------------------------------------------------------------------------------------------------------

    def _trials(self, functions: Functions, items: dict[str, pytest.Item], digests: dict[str, str]) -> Iterator[Task]:
        for mutant in in_turn(self._all, self._seed):
            if self._plan.equivalent(mutant) is not None:
                self.tally.equivalent.append(mutant)
                continue
            covering = [test for test in self._covering.tests(mutant) if test in items]
            if not covering:
                self.tally.uncovered.append(mutant)
                continue
            everything = _digest(covering, digests)
            known = self._state.outcome(mutant.key, digests, everything)
            if known is not None:
                self._count(mutant, known)
                continue
            tests = self._chosen(mutant.path, covering)

            def ended(
                end: End,
                mutant: Mutant = mutant,
                tests: list[str] = tests,
                of: int = len(covering),
                everything: str = everything,
            ) -> None:
                outcome = _outcome(mutant, end, tests, of, digests, everything)
                self._state.add(outcome)
                self._count(mutant, outcome)

            timed = [(items[test], self._covering.seconds[test]) for test in tests]
            yield Task(try_mutant(functions, mutant, timed, self._plan.spare), ended)

    def _chosen(self, path: str, covering: list[str]) -> list[str]:
        """Enough tests, quickest first; before them those that have noticed other changes of the module."""
        total = accumulate(self._covering.seconds[test] for test in covering)
        chosen = [test for test, seconds in zip(covering, total, strict=True) if seconds <= ENOUGH] or covering[:1]
        sharp = [test for test in self._killers.get(path, ()) if test in chosen]
        return list(dict.fromkeys((*sharp, *chosen)))

    def _count(self, mutant: Mutant, outcome: Outcome) -> None:
        self.tally.add(mutant, outcome)
        if outcome.outcome == DIED:
            known = self._killers.setdefault(mutant.path, [])
            if outcome.test in known:
                known.remove(outcome.test)
            known.insert(0, outcome.test)
            del known[8:]
        self._progress(self.tally.line())

    def _progress(self, text: str) -> None:
        now = time.monotonic()
        if now - self._said > EVERY:
            self._said = now
            print(f"{text}; {max(self._until - now, 0) / 60:.0f} minutes left", flush=True)


def _outcome(mutant: Mutant, end: End, tests: list[str], of: int, digests: dict[str, str], everything: str) -> Outcome:
    last = end.said[-1] if end.said else {}
    if last.get("passed") == len(tests):
        return Outcome(mutant.key, SURVIVED, "", len(tests), of, everything)
    # A process that ended without saying so, by a crash for example, was ended by the test after the last one passed.
    test = tests[last["failed"] if "failed" in last else last.get("passed", 0)]
    return Outcome(mutant.key, TIMED_OUT if end.looped else DIED, test, len(tests), of, digests[file_of(test)])


def _digest(tests: Sequence[str], digests: dict[str, str]) -> str:
    """Stands for these tests as they are now, and for how many of them are enough."""
    text = "\n".join((str(ENOUGH), *(f"{test} {digests[file_of(test)]}" for test in sorted(tests))))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
