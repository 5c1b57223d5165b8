"""What is known from earlier runs, one JSON object a line: which tests run which lines, and what became of each change.

Lines are only appended, so that an interrupted run loses nothing. An outcome counts as long as it would come out again:
the sources have to be the same, and the test that noticed the change, or for a survivor all tests that ran.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

DIED, SURVIVED, TIMED_OUT = "died", "survived", "timed out"
"""What can become of a change: a test failed, none did, or one went on for ever."""


@dataclass(frozen=True)
class Outcome:
    """What became of a change, and the test that ended it."""

    key: str
    outcome: str
    test: str = ""
    ran: int = 0
    of: int = 0
    digest: str = ""
    """Of the file of ``test``; for a survivor, of all its covering tests."""


@dataclass(frozen=True)
class CoveredFile:
    """What the tests of one file run: for every test its CPU seconds, and for every source file its tests by line."""

    file: str
    digest: str
    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    red: list[str] = field(default_factory=list)
    """Tests that fail without any change: they are not used."""


class State:
    """The file of what is known."""

    def __init__(self, folder: Path, source_digest: str) -> None:
        self._source = source_digest
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / "state.jsonl"
        self.outcomes: dict[str, Outcome] = {}
        self.covered: dict[str, CoveredFile] = {}
        if self._path.exists():
            for line in self._path.read_text(encoding="utf-8").splitlines():
                with suppress(json.JSONDecodeError):  # the last line of a run that was killed
                    self._take(json.loads(line))

    def _take(self, entry: Mapping[str, Any]) -> None:
        if entry["source"] != self._source:
            return
        if entry["kind"] == "outcome":
            outcome = Outcome(**entry["data"])
            self.outcomes[outcome.key] = outcome
        else:
            covered = CoveredFile(**entry["data"])
            self.covered[covered.file] = covered

    def add(self, one: Outcome | CoveredFile) -> None:
        """Remember something and write it down."""
        kind = "outcome" if isinstance(one, Outcome) else "covered"
        entry = {"source": self._source, "kind": kind, "data": asdict(one)}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
        self._take(entry)

    def covered_by(self, file: str, digest: str) -> CoveredFile | None:
        """What the tests of a file run, if that is known of the file as it is now."""
        known = self.covered.get(file)
        return known if known is not None and known.digest == digest else None

    def outcome(self, key: str, digests: Mapping[str, str], all_tests: str) -> Outcome | None:
        """What became of a change, if it would come out again."""
        known = self.outcomes.get(key)
        if known is None:
            return None
        now = all_tests if known.outcome == SURVIVED else digests.get(file_of(known.test), "")
        return known if known.digest == now else None


def file_of(test: str) -> str:
    """The file of a test's id."""
    return test.partition("::")[0]
