"""Progress of a proof on standard error: one line that is rewritten at a terminal, a line per long proof elsewhere."""

from __future__ import annotations

import os
import sys
import time
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.exact.solver import Progress

WORTH_A_LINE = 100_000
"""Situations from which a proof gets a line where lines cannot be rewritten."""

SILENT = 1.5
"""Seconds before the first line where lines cannot be rewritten."""


class Watcher:
    """Writes what is being proved: the estimate of the work, then how much of it is done."""

    def __init__(self, name: str, quiet: bool = False) -> None:
        self.name, self.quiet = name, quiet
        self.live = sys.stderr.isatty()
        self.started = time.monotonic()
        self.wide = 0
        self._waiting: Timer | None = None

    def begin(self) -> None:
        """Announce the proof before anything is imported or compiled, which may take seconds."""
        line = f"{self.name}: getting ready (the first time takes longer: it is compiled)"
        if self.live:
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
            line = f"{where}: compiling what it needs (cached for the next time)"
        elif at.stage == "words":
            far = f", {at.done} of {at.jobs} lists" if at.jobs else ""
            line = f"{where}: strategy in words{far}" + (f", {seconds:.1f} s" if self.live else "")
        else:
            line = f"{where}: {at.done} of {at.jobs} jobs, {seconds:.1f} s"
        first = at.stage == "plan" or (at.stage == "words" and not at.jobs)  # written once for every group
        if self.live or (first and at.situations >= WORTH_A_LINE):
            self._write(line)

    def _write(self, line: str) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        if self.quiet:
            return
        if self.live:
            line = line[: columns() - 1]
            sys.stderr.write("\r" + line.ljust(min(self.wide, columns() - 1)))
            self.wide = len(line)
        else:
            sys.stderr.write(line + "\n")
        sys.stderr.flush()

    def done(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        if self.live and self.wide and not self.quiet:
            sys.stderr.write("\r" + " " * min(self.wide, columns() - 1) + "\r")
            sys.stderr.flush()


def columns() -> int:
    """The width of the terminal; a longer line could not be rewritten."""
    try:
        wide = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):
        wide = 0
    return wide if wide > 1 else 80
