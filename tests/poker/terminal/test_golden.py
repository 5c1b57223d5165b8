"""The poker table on the screen: whole sessions byte for byte, and at terminals of different widths."""

from __future__ import annotations

import re

import pytest

from tests import golden
from tests.house.terminal.test_screen import Terminal
from tests.poker.terminal import golden_play


@pytest.mark.parametrize("name", golden_play.SESSIONS)
@pytest.mark.rule("PK-2", "PK-12", "PK-15", "PK-21", "PK-34")
def test_session(name: str) -> None:
    golden.compare(golden_play.FOLDER / f"{name}.txt", golden_play.transcript(name), golden_play.__name__)


def test_every_golden_file_belongs_to_a_session() -> None:
    assert sorted(path.stem for path in golden_play.FOLDER.glob("*")) == sorted(golden_play.SESSIONS)


CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


@pytest.mark.parametrize("columns", [80, 100])
def test_no_line_is_longer_than_the_terminal_and_no_word_is_broken(columns: int) -> None:
    """The floor's list, help, refusals, the felt of a full table: everything a person may have on the screen."""
    table = Terminal(
        "play", "seven-stud", "--seed", "5", "--seats", "7", "--limit", "2-4", COLUMNS=str(columns)
    )  # the widest felt: seven seats with seven cards
    try:
        table.until("hand> ")
        table.type("?\n")
        table.until("hand> ")
        for _ in range(3):
            table.type("\n")
            table.until("> ")
            table.type("!\n")
            table.until("> ")
            table.type("-\n")
            table.until("> ")
            table.type("nonsense that nobody understands\n")
            table.until("> ")
            for _ in range(8):
                table.type("c\n")
                if "hand> " in table.until("> ")[-10:]:
                    break
        table.type("q\n")
        assert table.ends() == 0
    finally:
        table.close()
    shown = [CONTROL.sub("", line).rstrip() for line in table.seen.replace("\r", "").split("\n")]
    assert max(map(len, shown)) <= columns
    assert any("Seven Card Stud" in line for line in shown)
    for line in shown:
        assert "…" not in line  # nothing was cut off
