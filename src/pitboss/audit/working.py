"""An audit in a process of its own, for a room that is open: ``python -m pitboss.audit.working``.

It reads one JSON object, ``{"url": …, "keys": …, "resume": …}``, from standard input, so that no password stands in a
list of processes, and prints one object per line: how far it is (``{"done": 0.25, "deals": 812}``), then ``{"report":
{…}}``, or ``{"why": …}``.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import msgspec

from pitboss.audit.database import DatabasePlace
from pitboss.audit.run import Done, audit
from pitboss.errors import PitbossError

EVERY = 0.5
"""Seconds between two words on how far it is."""


class AuditWork(msgspec.Struct, frozen=True):
    """What to audit: a database, its keys, and the file in which it is kept how far the last audit came."""

    url: str
    keys: str
    resume: str = ""


class _Telling:
    def __init__(self) -> None:
        self.last = 0.0

    def __call__(self, done: Done) -> None:
        if time.monotonic() - self.last >= EVERY:
            self.last = time.monotonic()
            _say({"done": round(done.part, 3), "deals": done.deals})


def _say(line: dict[str, Any]) -> None:
    print(msgspec.json.encode(line).decode(), flush=True)


def main() -> None:
    asked = msgspec.json.decode(sys.stdin.read(), type=AuditWork)
    try:
        report = audit(DatabasePlace(asked.url, asked.keys), workers=1, resume=asked.resume, tell=_Telling())
    except PitbossError as error:
        _say({"why": str(error)})
    else:
        _say({"report": msgspec.to_builtins(report)})


if __name__ == "__main__":
    main()
