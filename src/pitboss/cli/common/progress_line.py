"""A progress line on standard error for work that takes longer than a moment.

At a terminal the line is rewritten with the seconds and the part done; elsewhere it is written once, after a few
seconds.
"""

from __future__ import annotations

import shutil
import sys
import threading
import time
from types import TracebackType
from typing import Self

AFTER, EVERY, LONG = 0.5, 0.25, 3.0  # seconds


class Working:
    """``with Working("proving") as progress: … progress(0.5)``; quick work shows nothing."""

    def __init__(self, what: str, quiet: bool = False) -> None:
        self.what, self.part = what, 0.0
        self.live = sys.stderr.isatty()
        self._stop = threading.Event()
        self._thread = None if quiet else threading.Thread(target=self._watch, daemon=True)
        self._wide = 0
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
            self._wipe()
            sys.stderr.write(line + "\n")
            sys.stderr.flush()
            self._said = True

    def __enter__(self) -> Self:
        if self._thread is not None:
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._wipe()

    def _wipe(self) -> None:
        if self._wide and self.live:
            sys.stderr.write("\r" + " " * self._wide + "\r")
            sys.stderr.flush()
        self._wide = 0

    def _watch(self) -> None:
        began = time.monotonic()
        wait = AFTER if self.live else LONG
        while not self._stop.wait(wait):
            wait = EVERY
            done = f", {self.part:.0%}" if self.part else " (the first time takes longer: it is compiled)"
            line = f"{self.what} …{done}"
            if not self.live:
                if not self._said:
                    self.say(line)
                return
            room = shutil.get_terminal_size().columns - 1  # a longer line could not be overwritten
            line = f"{time.monotonic() - began:.0f} s, {line}"[:room]
            with self._lock:
                sys.stderr.write("\r" + line.ljust(self._wide))
                sys.stderr.flush()
                self._wide = len(line)
