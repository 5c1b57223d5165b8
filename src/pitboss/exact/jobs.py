"""Jobs: pure functions of plain arguments, run by any executor, with results in the order of the jobs.

The executor is anything with the interface of ``concurrent.futures``: a pool of threads on this machine, or a cluster
(``dask.distributed``). Results are merged in order, so they do not depend on who computed them, and a stopped run knows
how far it got. Processes ignore Ctrl-C, since the caller stops them, and leave nothing behind when stopped.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import re
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, TypeVar

from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from distributed import Client

T = TypeVar("T")
PATIENCE = 10
"""Seconds a cluster may take to answer, and to have a worker."""
TO_END = 5.0
"""Seconds that a process has to end after it was terminated."""
ADDRESS = re.compile(r"(?:tcp://)?(?:\[[0-9A-Fa-f:.]+\]|[\w.-]+):(?P<port>\d{1,5})")


class ClusterError(PitbossError):
    """A cluster that cannot be reached, or was lost."""


class Inline(Executor):
    """Runs every job at once in the calling thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def pool(threads: int = 0, scheduler: str = "") -> Iterator[tuple[Executor, int]]:
    """An executor and how many jobs it runs at a time: threads of this machine (0: all cores), or a dask cluster."""
    if not scheduler:
        many = threads or os.cpu_count() or 1
        with ThreadPoolExecutor(many) as local:
            yield local, many
        return
    client = _client(scheduler)
    logs = [logging.getLogger(name) for name in ("distributed.client", "distributed.batched")]
    levels = [log.level for log in logs]
    for log in logs:
        log.setLevel(logging.CRITICAL)  # a lost scheduler is reported below
    try:
        yield client.get_executor(), sum(client.nthreads().values())
    except CancelledError as error:
        raise ClusterError(
            f"the dask scheduler at {scheduler!r} went away during the work; start it again and repeat the command."
        ) from error
    finally:
        client.close()
        for log, level in zip(logs, levels, strict=True):
            log.setLevel(level)


def _client(scheduler: str) -> Client:
    """A connection to a cluster that has at least one worker."""
    address = ADDRESS.fullmatch(scheduler)
    if not address or not 0 < int(address["port"]) < 1 << 16:
        raise ClusterError(f"{scheduler!r} is not an address of a dask scheduler; they look like tcp://host:8786.")
    from distributed import Client

    start = "start one (dask scheduler) and give its address, such as tcp://host:8786"
    try:
        # Check the connection first: a client that cannot connect keeps trying, and logs errors when the process ends.
        with ThreadPoolExecutor(1) as aside:  # in a thread, since an event loop may be running in this one
            who = aside.submit(asyncio.run, _who(scheduler)).result()
    except Exception as error:  # the program that listens there may answer anything
        raise ClusterError(f"no dask scheduler answers at {scheduler!r}; {start}.") from error
    if who != "Scheduler":
        raise ClusterError(f"a dask {who.lower()}, not a dask scheduler, answers at {scheduler!r}; {start}.")
    client = Client(scheduler, timeout=PATIENCE, set_as_default=False)
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        client.close()
        why = f"the dask scheduler at {scheduler!r} has no workers"
        raise ClusterError(f"{why}; start one or more (dask worker {scheduler}).") from error
    return client


async def _who(address: str) -> str:
    """The kind of cluster node that answers at an address."""
    from distributed.core import rpc

    async with asyncio.timeout(PATIENCE / 2):
        async with rpc(address, timeout=PATIENCE / 4) as there:
            return str((await there.identity())["type"])


def in_order(
    executor: Executor, function: Callable[..., T], jobs: Iterable[tuple[Any, ...]], ahead: int
) -> Iterator[T]:
    """The results of ``function(*job)``, first job first; at most ``ahead`` jobs are under way or waiting to be taken.

    Leaving the loop, by an exception or otherwise, cancels jobs that have not begun.
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


class _Deaf(ProcessPoolExecutor):
    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with _interrupts_held():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def processes(many: int, begin: Callable[..., None] | None = None, *args: Any) -> Iterator[ProcessPoolExecutor]:
    """A pool of ``many`` processes, each of which calls ``begin`` first; at the end they are terminated."""
    pool = _Deaf(many, mp_context=get_context("spawn"), initializer=_begin, initargs=(begin, args))
    try:
        yield pool
    finally:
        with _interrupts_held():
            begun: list[BaseProcess] = list((getattr(pool, "_processes", None) or {}).values())
            manager = getattr(pool, "_executor_manager_thread", None)
            results = getattr(pool, "_result_queue", None)
            pool.shutdown(wait=False, cancel_futures=True)  # forgets them all
            for process in begun:
                process.terminate()
            for process in begun:
                process.join(TO_END)
                if process.is_alive():
                    process.kill()
                    process.join()
            if results is not None:
                results._writer.close()  # otherwise the manager waits for the rest of a result whose sender is gone
            if manager is not None:
                manager.join()
            del pool, manager, results
            gc.collect()  # returns its semaphores now: a command that was stopped ends without collecting


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold back Ctrl-C; a process that starts meanwhile inherits that, so it is never interrupted while it imports."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(begin: Callable[..., None] | None, args: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if begin is not None:
        begin(*args)


def _end_with_parent() -> None:
    """End this process when its parent is gone; otherwise it would wait for work forever."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
