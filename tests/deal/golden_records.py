"""Golden records: stored hands, rounds, sessions and checkpoints of every format, which must replay forever.

``tests/deal/golden`` has a folder for each format with records as releases of that format wrote them, each with the
chips it ends with. Nothing in these folders is ever rewritten. When the format changes, write the new folder once:

    .venv/bin/python -m tests.deal.golden_records
"""

from __future__ import annotations

import json
import random
from pathlib import Path

from pitboss.deal.record import FORMAT

from .tables import begin, decide, happen, opened

FOLDER = Path(__file__).parent / "golden"
TABLES = ("top5", "holdout", "ultimate", "holdem, pot", "lowball, pot", "dealer's choice, button", "holdem, wsop")


def write(folder: Path) -> None:
    folder.mkdir(parents=True)
    for number, table in enumerate(TABLES):
        name = table.replace(",", "").replace("'", "").replace(" ", "-")
        session, rng = opened(table, number), random.Random(number)
        for _ in range(30):
            happen(session, rng)
        checkpoint, entries = session.checkpoint(), len(session.record.entries)
        for _ in range(20):
            happen(session, rng)
        later = b"[" + b",".join(entry.encode() for entry in session.record.entries[entries:]) + b"]"
        _save(folder / f"session-{session.kind}-{name}", session.dump(), session.chips())
        (folder / f"session-{session.kind}-{name}.checkpoint.json").write_bytes(checkpoint.encode())
        (folder / f"session-{session.kind}-{name}.later.json").write_bytes(later)
        practice = opened(table, number, practice=True)
        begin(practice, rng)
        decide(practice, rng)
        practice.undo()
        while practice.actors:
            decide(practice, rng)
        _save(folder / f"session-{session.kind}-{name}-practice", practice.dump(), practice.chips())
        hand = practice.running
        assert hand is not None
        _save(folder / f"hand-{session.kind}-{name}", hand.dump(), hand.chips())


def _save(path: Path, data: bytes, chips: dict[str, int]) -> None:
    path.with_name(f"{path.name}.json").write_bytes(data)
    path.with_name(f"{path.name}.chips.json").write_text(f"{json.dumps(chips, ensure_ascii=False)}\n", "utf-8")


if __name__ == "__main__":
    write(FOLDER / f"format-{FORMAT}")
