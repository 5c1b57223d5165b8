"""A full audit in a separate process, for a room that is open: ``python -m pitboss.audit.working``.

It reads one JSON object, ``{"url": …, "keys": …}``, from standard input, so that no password appears in a list of
processes, and prints one object per line: its progress (``{"done": 0.25, "deals": 812}``), then ``{"report": {…}}``
or ``{"why": …}``.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import msgspec

from pitboss.audit.database import DatabasePlace
from pitboss.audit.run import AuditReport, Done, audit
from pitboss.errors import PitbossError

EVERY = 0.5
"""Seconds between two reports of progress."""
TOLD = 200
"""The most findings sent; a room with a million destroyed hands has as many."""


class _Telling:
    def __init__(self) -> None:
        self.last = 0.0

    def __call__(self, done: Done) -> None:
        if time.monotonic() - self.last >= EVERY:
            self.last = time.monotonic()
            _say({"done": round(done.part, 3), "deals": done.deals})


def _say(line: dict[str, Any]) -> None:
    print(msgspec.json.encode(line).decode(), flush=True)


def told(report: AuditReport) -> dict[str, Any]:
    """A report with the first findings and the number of all, as ``found``."""
    data: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(report, findings=report.findings[:TOLD]))
    return {**data, "found": len(report.findings)}


def main() -> None:
    place = msgspec.json.decode(sys.stdin.read(), type=DatabasePlace)
    try:
        report = audit(place, workers=1, tell=_Telling())
    except PitbossError as error:
        _say({"why": str(error)})
    else:
        _say({"report": told(report)})


if __name__ == "__main__":
    main()
