"""Progress of a proof on standard error: a line that is rewritten at a terminal, a line per long proof otherwise."""

from __future__ import annotations

import os
import sys
import time

from pitboss.exact.solver import Progress

TELLING = 100_000
"""Situations from which on a proof is worth a line where lines cannot be rewritten."""


class Watcher:
    """Says what is being proved, with the estimate of the work before it starts and how far it has come."""

    def __init__(self, name: str, quiet: bool = False) -> None:
        self.name, self.quiet = name, quiet
        self.live = sys.stderr.isatty()
        self.started = time.monotonic()
        self.wide = 0

    def __call__(self, at: Progress) -> None:
        if self.quiet:
            return
        seconds = time.monotonic() - self.started
        where = f"{self.name}, {at.group}"
        if at.stage == "plan":
            anew = f"; {at.anew}" if at.anew else ""
            line = f"{where}: {at.shape}, {at.situations:,} situations for {at.deals:,} deals{anew}"
        elif at.stage == "compile":
            line = f"{where}: compiling what it needs (kept for the next time)"
        else:
            line = f"{where}: {at.done} of {at.jobs} jobs, {seconds:.1f} s"
        if self.live:
            line = line[: columns() - 1]
            sys.stderr.write("\r" + line.ljust(min(self.wide, columns() - 1)))
            self.wide = len(line)
        elif at.stage == "plan" and at.situations >= TELLING:
            sys.stderr.write(line + "\n")
        sys.stderr.flush()

    def done(self) -> None:
        if self.live and self.wide and not self.quiet:
            sys.stderr.write("\r" + " " * min(self.wide, columns() - 1) + "\r")
            sys.stderr.flush()


def columns() -> int:
    """How wide the terminal is now; what is longer than a line cannot be rewritten."""
    try:
        wide = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):
        wide = 0
    return wide if wide > 1 else 80
