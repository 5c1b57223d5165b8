"""Long work in a background thread, so that Ctrl-C stops it at once: a compiled loop would delay the signal."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


def in_background(work: Callable[[], T]) -> T:
    """Return what ``work`` returns, or raise what it raises; a stopped program does not wait for it."""
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    Thread(target=run, name="work", daemon=True).start()
    return done.result()
