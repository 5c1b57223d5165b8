"""Processes for jobs: they ignore Ctrl-C, since the caller stops them, and leave nothing behind when stopped."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import Any

PATIENCE = 5.0
"""Seconds that a process has to end after it was terminated."""


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
            begun = list((getattr(pool, "_processes", None) or {}).values())
            manager = getattr(pool, "_executor_manager_thread", None)
            results = getattr(pool, "_result_queue", None)
            pool.shutdown(wait=False, cancel_futures=True)  # forgets them all
            _end(begun)
            if results is not None:
                results._writer.close()  # otherwise the manager waits for the rest of a result whose sender is gone
            if manager is not None:
                manager.join()
            del pool, manager, results
            gc.collect()  # returns its semaphores now: a command that was stopped ends without collecting


def _end(begun: Sequence[BaseProcess]) -> None:
    for process in begun:
        process.terminate()
    for process in begun:
        process.join(PATIENCE)
        if process.is_alive():
            process.kill()
            process.join()


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
