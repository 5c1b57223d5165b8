"""Progress of a proof on standard error: a line that is rewritten at a terminal, a line per long proof otherwise."""

from __future__ import annotations

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
            line = f"{where}: {at.shape}, {at.situations:,} situations for {at.deals:,} deals"
        elif at.stage == "compile":
            line = f"{where}: compiling what it needs (kept for the next time)"
        else:
            line = f"{where}: {at.done} of {at.jobs} jobs, {seconds:.1f} s"
        if self.live:
            sys.stderr.write("\r" + line.ljust(self.wide)[:160])
            self.wide = len(line)
        elif at.stage == "plan" and at.situations >= TELLING:
            sys.stderr.write(line + "\n")
        sys.stderr.flush()

    def done(self) -> None:
        if self.live and self.wide and not self.quiet:
            sys.stderr.write("\r" + " " * min(self.wide, 160) + "\r")
            sys.stderr.flush()
