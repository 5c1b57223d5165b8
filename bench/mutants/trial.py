"""One forked process: it changes the code of a function, runs tests, and says which failed.

The tests are collected once, in the process that forks. A change is made by giving the function another code object, so
no file is written, and decorated, cached and inherited functions are changed like any other. Tests that were collected
with results of the code (as parameters) keep those of the unchanged code.
"""

from __future__ import annotations

import functools
import gc
import json
import os
import resource
import signal
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, TypeAlias

import pytest
from _pytest.runner import runtestprotocol

from bench.mutants.mutate import Mutant

TIMES = 6
"""How many times more CPU seconds than without a change a test may take; the plan says how many more are spare."""
MEMORY = 4 << 30


class Functions:
    """The functions of the modules to change, and the caches that may hold their results."""

    def __init__(self, modules: dict[str, str]) -> None:
        packages = {name.partition(".")[0] for name in modules.values()}
        self._files = {path: str(import_module(name).__file__) for path, name in modules.items()}
        wanted = set(self._files.values())
        self._by_code: dict[tuple[str, str, int], list[FunctionType]] = {}
        self._caches: list[Any] = []
        for one in gc.get_objects():
            if type(one) is FunctionType and one.__code__.co_filename in wanted:
                self._by_code.setdefault(_place(one.__code__), []).append(one)
            elif type(one) is functools._lru_cache_wrapper and str(one.__module__).partition(".")[0] in packages:
                self._caches.append(one)
        self._own_caches = [one for one in self._caches if one.__module__ in modules.values()]

    def forget(self) -> None:
        """Empty the caches: they have results of the unchanged code."""
        for cache in self._caches:
            cache.cache_clear()

    def forget_own(self) -> None:
        """Empty the caches of the modules themselves."""
        for cache in self._own_caches:
            cache.cache_clear()

    def change(self, mutant: Mutant) -> None:
        """Change the function in this process."""
        code = _inner(mutant.code(self._files[mutant.path]), mutant)
        for function in self._by_code[_place(code)]:
            function.__code__ = code

    def file(self, path: str) -> str:
        """The file a module was imported from."""
        return self._files[path]


def _place(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _inner(code: CodeType, mutant: Mutant) -> CodeType:
    """The code of the changed function within that of its module: of those with its name, the one around the line."""
    found = [one for one in _codes(code) if one.co_qualname == mutant.function and one.co_firstlineno <= mutant.line]
    return max(found, key=lambda one: one.co_firstlineno)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes(one)


Say: TypeAlias = Callable[[Any], None]
"""Tells the process that waits something, as JSON."""
Work: TypeAlias = Callable[[Say, Path], None]
"""What a forked process does; the folder is its own."""


def forked(work: Work, folder: Path) -> tuple[int, int]:
    """Run ``work`` in a forked process; returns the id of the process and the pipe to read what it says."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    code = 1
    try:
        os.close(reading)
        os.setsid()  # so that what a test starts can be ended with it
        for stream in (0, 1, 2):
            os.dup2(os.open(os.devnull, os.O_RDWR), stream)
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with os.fdopen(writing, "wb") as pipe:

            def say(what: Any) -> None:
                pipe.write(json.dumps(what).encode() + b"\n")
                pipe.flush()

            try:
                work(say, folder)
            except Exception:  # not of a test, which would only have failed
                say({"broken": traceback.format_exc()})
        code = 0
    finally:
        os._exit(code)


def run_tests(items: Sequence[pytest.Item], folder: Path) -> Iterator[tuple[bool, float]]:
    """Run tests in this process: for each whether it passed, and its CPU seconds."""
    folder.mkdir()
    items[0].config._tmp_path_factory._basetemp = folder  # type: ignore[attr-defined]
    for item, following in zip_longest(items, items[1:]):
        start = _cpu()
        reports = runtestprotocol(item, log=False, nextitem=following)
        yield not any(report.failed for report in reports), _cpu() - start


def try_mutant(functions: Functions, mutant: Mutant, tests: Sequence[tuple[pytest.Item, float]], spare: int) -> Work:
    """The work of a trial: it says how many tests have passed, and at the end whether one has failed."""

    def work(say: Say, folder: Path) -> None:
        functions.forget()
        functions.change(mutant)
        _limit_memory()
        _limit_time(spare + TIMES * tests[0][1])
        for place, (passed, _) in enumerate(run_tests([item for item, _ in tests], folder)):
            if not passed:
                say({"failed": place})
                return
            say({"passed": place + 1})
            if place + 1 < len(tests):
                _limit_time(spare + TIMES * tests[place + 1][1])

    return work


def _limit_time(seconds: float) -> None:
    """End this process, with the signal for that, after so many more CPU seconds."""
    soft = int(time.process_time() + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _limit_memory() -> None:
    """Let an allocation that never ends fail instead of filling the machine."""
    with suppress(OSError):
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _cpu() -> float:
    """CPU seconds of this process and of those it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
