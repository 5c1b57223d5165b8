"""Cold start: proofs with an empty cache, the time to compile, and peak memory.

Every run is a process of its own. Compiling is measured in CPU time, kernel by kernel, while each game is proved on a
deck just large enough; the proofs in wall-clock time, from the command to its answer.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from tempfile import TemporaryDirectory

from bench.measure import Row, within
from pitboss import house
from pitboss.rules import catalogue

PROOFS, COMPILING = 60.0, 20.0
"""Seconds."""
MEMORY = 2 << 30
"""Bytes."""
TURNS = 3


def own_games() -> list[str]:
    """The games whose rules are in the catalogue."""
    return [name for name in house.names() if house.load(name).definition.script[0].rule in catalogue()]


def rows() -> list[Row]:
    with TemporaryDirectory() as empty, TemporaryDirectory() as other:
        start = time.perf_counter()
        _python(empty, "-m", "pitboss", "prove", *own_games(), "--threads", "2", "--json")
        proofs = time.perf_counter() - start
        compiling = min(_compiling() for _ in range(TURNS))
        for name in house.names():
            _python(other, "-m", "pitboss", "prove", name, "--threads", "2", "--no-readings", "--json")
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    return [
        within("our four games, cold, two threads", proofs, PROOFS),
        within("compiling every kernel", compiling, COMPILING),
        Row("memory, any proof", f"{memory >> 20} MiB", f"{MEMORY >> 20} MiB", memory / MEMORY, 1.0, at_most=True),
    ]


def _compiling() -> float:
    """The best of several turns, as for the proofs, since other load only adds CPU time."""
    with TemporaryDirectory() as empty:
        return float(json.loads(_python(empty, "-m", "bench.cold")))


def _python(cache: str, *arguments: str) -> str:
    environment = {**os.environ, "PITBOSS_CACHE": cache}
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, stdout=subprocess.PIPE, text=True, check=True, timeout=1800
    )
    return done.stdout


def compile_all() -> float:
    """The CPU time in seconds to compile the kernels of all games."""
    from numba.core import event

    from pitboss.exact.solver import warm
    from pitboss.exact.stakes import groups

    class Clock(event.Listener):  # type: ignore[misc]
        depth, since, total = 0, 0.0, 0.0

        def on_start(self, _: object) -> None:
            if not self.depth:
                self.since = time.process_time()
            self.depth += 1

        def on_end(self, _: object) -> None:
            self.depth -= 1
            if not self.depth:
                self.total += time.process_time() - self.since

    clock = Clock()
    with event.install_listener("numba:compile", clock):
        for name in house.names():
            for group in groups(house.load(name).definition):
                warm(group)
    return clock.total


if __name__ == "__main__":
    print(compile_all())
