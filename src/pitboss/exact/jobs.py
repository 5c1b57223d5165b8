"""Jobs: pure functions of plain arguments, run by any executor, their results taken in the order of the jobs.

The executor is anything with the interface of ``concurrent.futures``: a pool of threads on this machine, or a cluster
(``dask.distributed``). Since results are merged in order, they are the same whoever computed them, and a run that was
stopped knows exactly how far it came.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from os import cpu_count
from typing import Any, TypeVar

from pitboss.errors import PitbossError

T = TypeVar("T")
PATIENCE = "10s"
"""How long a cluster may take to answer before it is called absent."""


class ClusterError(PitbossError):
    """A cluster that cannot be reached."""


@contextmanager
def pool(threads: int = 0, scheduler: str = "") -> Iterator[tuple[Executor, int]]:
    """An executor and how many jobs it does at a time: threads of this machine (0: all cores), or a dask cluster."""
    if not scheduler:
        many = threads or cpu_count() or 1
        with ThreadPoolExecutor(many) as local:
            yield local, many
        return
    from distributed import Client

    try:
        client = Client(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        why = f"no dask scheduler answers at {scheduler!r}"
        raise ClusterError(
            f"{why}; start one (dask scheduler) and give its address, such as tcp://host:8786."
        ) from error
    try:
        yield client.get_executor(), max(1, sum(client.nthreads().values()))
    finally:
        client.close()


def in_order(
    executor: Executor, function: Callable[..., T], jobs: Iterable[tuple[Any, ...]], ahead: int
) -> Iterator[T]:
    """The results of ``function(*job)``, first job first; at most ``ahead`` jobs are under way or waiting to be taken.

    Leaving the loop, by an exception or otherwise, calls off what has not begun.
    """
    waiting: deque[Future[T]] = deque()
    rest = iter(jobs)
    try:
        while True:
            for job in rest:
                waiting.append(executor.submit(function, *job))
                if len(waiting) >= ahead:
                    break
            if not waiting:
                return
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
