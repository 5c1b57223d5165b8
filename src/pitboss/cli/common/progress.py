"""Long work at the command line: progress on standard error, a background thread, and a clean stop.

At a terminal the progress line is rewritten; elsewhere only a few lines are written.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Timer
from types import FrameType
from typing import TYPE_CHECKING, Self, TypeVar

if TYPE_CHECKING:
    from pitboss.exact.solver import Progress

AFTER, EVERY, LONG = 0.5, 0.25, 3.0
"""Seconds before the first line at a terminal, between lines, and before the only line elsewhere."""

WORTH_A_LINE = 100_000
"""Situations from which a proof writes a progress line if lines cannot be rewritten."""

SILENT = 1.5
"""Seconds before the first line if lines cannot be rewritten."""

T = TypeVar("T")


def in_background(work: Callable[[], T]) -> T:
    """Return what ``work`` returns, or raise what it raises.

    It runs in a thread, so that Ctrl-C stops the program at once: a compiled loop would delay the signal.
    """
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    threading.Thread(target=run, name="work", daemon=True).start()
    return done.result()


@contextmanager
def stops_in_order() -> Iterator[None]:
    """Let SIGTERM, which service managers send, stop the work like Ctrl-C and keep what is done."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(_: int, __: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt


class MovingLine:
    """A line on standard error that is rewritten at a terminal; elsewhere every text is a line."""

    def __init__(self) -> None:
        self.live = sys.stderr.isatty()
        self._wide = 0

    def write(self, text: str) -> None:
        if self.live:
            text = text[: columns() - 1]
            sys.stderr.write("\r" + text.ljust(min(self._wide, columns() - 1)))
            self._wide = len(text)
        else:
            sys.stderr.write(text + "\n")
        sys.stderr.flush()

    def wipe(self) -> None:
        if self.live and self._wide:
            sys.stderr.write("\r" + " " * min(self._wide, columns() - 1) + "\r")
            sys.stderr.flush()
        self._wide = 0


class Working:
    """``with Working("proving") as progress: … progress(0.5)``; quick work shows nothing."""

    def __init__(self, what: str, quiet: bool = False) -> None:
        self.what, self.part = what, 0.0
        self.line = MovingLine()
        self._stop = threading.Event()
        self._thread = None if quiet else threading.Thread(target=self._watch, daemon=True)
        self._said = False
        self._lock = threading.Lock()

    def __call__(self, part: float) -> None:
        """Report how much of the work is done, 0 to 1."""
        self.part = part

    def say(self, line: str) -> None:
        """Write a line that stays; the moving one continues below it."""
        if self._thread is None:
            return
        with self._lock:
            self.line.wipe()
            sys.stderr.write(line + "\n")
            sys.stderr.flush()
            self._said = True

    def __enter__(self) -> Self:
        if self._thread is not None:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self.line.wipe()

    def _watch(self) -> None:
        began = time.monotonic()
        wait = AFTER if self.line.live else LONG
        while not self._stop.wait(wait):
            wait = EVERY
            done = f", {self.part:.0%}" if self.part else " (the first time takes longer: it is compiled)"
            line = f"{self.what} …{done}"
            if not self.line.live:
                if not self._said:
                    self.say(line)
                return
            with self._lock:
                self.line.write(f"{time.monotonic() - began:.0f} s, {line}")


class Watcher:
    """Writes the progress of a proof: the estimated work, then the part that is done."""

    def __init__(self, name: str, quiet: bool = False) -> None:
        self.name, self.quiet = name, quiet
        self.line = MovingLine()
        self.started = time.monotonic()
        self._waiting: Timer | None = None

    def begin(self) -> None:
        """Announce the proof before anything is imported or compiled, which may take seconds."""
        line = f"{self.name}: getting ready (the first time takes longer: it is compiled)"
        if self.line.live:
            self._write(line)
        elif not self.quiet:
            self._waiting = Timer(SILENT, self._write, (line,))
            self._waiting.daemon = True
            self._waiting.start()

    def __call__(self, at: Progress) -> None:
        where = ", ".join(filter(None, (self.name, at.group, at.of)))
        seconds = time.monotonic() - self.started
        if at.stage == "plan":
            recounted = f"; {at.recounted}" if at.recounted else ""
            line = f"{where}: {at.shape}, {at.situations:,} situations for {at.deals:,} deals{recounted}"
        elif at.stage == "compile":
            line = f"{where}: compiling (cached for the next time)"
        elif at.stage == "words":
            far = f", {at.done} of {at.jobs} lists" if at.jobs else ""
            line = f"{where}: strategy in words{far}" + (f", {seconds:.1f} s" if self.line.live else "")
        else:
            line = f"{where}: {at.done} of {at.jobs} jobs, {seconds:.1f} s"
        first = at.stage == "plan" or (at.stage == "words" and not at.jobs)  # written once for every group
        if self.line.live or (first and at.situations >= WORTH_A_LINE):
            self._write(line)

    def _write(self, line: str) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        if not self.quiet:
            self.line.write(line)

    def done(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self.line.wipe()


def columns() -> int:
    """The width of the terminal; a longer line could not be rewritten."""
    try:
        wide = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):
        wide = 0
    return wide if wide > 1 else 80
