"""The golden playthroughs of our four games are what is dealt, byte for byte."""

from __future__ import annotations

import difflib

import pytest

from tests.house import golden_play


@pytest.mark.rule(
    "HB-3", "HB-4", "HB-5", "HB-6", "HB-9", "HB-10", "T5-4", "T5-8", "H5-3", "H5-12", "S4-4", "S4-9", "HO-3", "HO-6"
)
@pytest.mark.parametrize("name", golden_play.GAMES)
def test_playthrough(name: str) -> None:
    path = golden_play.FOLDER / f"{name}.txt"
    kept, now = path.read_text(encoding="utf-8"), golden_play.transcript(name)
    if kept != now:
        changes = difflib.unified_diff(kept.splitlines(), now.splitlines(), "kept", "now", lineterm="", n=1)
        again = "write it anew with .venv/bin/python -m tests.house.golden_play if that is meant"
        pytest.fail(f"{path.name} differs ({again}):\n" + "\n".join(list(changes)[:40]))


def test_every_golden_file_belongs_to_a_game() -> None:
    assert sorted(path.stem for path in golden_play.FOLDER.glob("*")) == sorted(golden_play.GAMES)
