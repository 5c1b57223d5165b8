"""Long work beside the main thread, so that Ctrl-C ends it at once: a compiled loop would hold the signal back."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


def beside(work: Callable[[], T]) -> T:
    """What the work gives back or raises; it is not waited for when the program is stopped."""
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    Thread(target=run, name="work", daemon=True).start()
    return done.result()
