"""Garbage: reference cycles, and when the server looks for them, because every table waits meanwhile.

Young objects are looked at often and for a few milliseconds. A pass over everything takes a tenth of a second with a
thousand open sockets, and play leaves no cycles to be found: closed sockets do, and some requests. So it is made when
enough of that may have gathered and hardly anybody plays, or when so much has gathered that memory matters more.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog

log = structlog.get_logger(__name__)

YOUNG, NEVER = 2_000, 1_000_000
"""New objects after which the young ones are looked at. That is all that the tables have made since the last time and
still keep, far more than the threshold: the count also goes down when older objects are freed. Under the load of two
hundred tables it takes 5 ms at two thousand, and up to 40 ms at ten thousand."""
ENOUGH_SOCKETS, ENOUGH_PASSES = 100, 5_000
"""Closed sockets, or passes over young objects, after which a quiet moment is used."""
MOST = 40
"""So many times as much, and no quiet moment is waited for: 4,000 sockets leave 50 MB."""
QUIET = 20
"""Actions in a second, at most, in a quiet moment."""


@contextmanager
def quiet_collector() -> Iterator[None]:
    """Let the collector look at young objects only; :class:`Garbage` looks at the others."""
    before = gc.get_threshold()
    gc.set_threshold(YOUNG, NEVER, NEVER)
    try:
        yield
    finally:
        gc.set_threshold(*before)


class Garbage:
    """Decides when to look for cycles among all objects; ``look`` is called every second."""

    def __init__(self, collect: Callable[[], int] = gc.collect) -> None:
        self._collect = collect
        self._closed = self._actions = 0

    def look(self, closed: int, actions: int) -> bool:
        """``closed`` sockets and ``actions`` since the server started; return whether a pass was made."""
        quiet = actions - self._actions <= QUIET
        self._actions = actions
        gathered = max((closed - self._closed) / ENOUGH_SOCKETS, gc.get_count()[1] / ENOUGH_PASSES)
        if gathered < (1 if quiet else MOST):
            return False
        self._closed = closed
        log.debug("looked for garbage", objects=self._collect())
        return True
