"""Golden files of terminal sessions as the player sees them.

Rewrite them with ``.venv/bin/python -m tests.poker.terminal.golden_play``.
"""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from pitboss.cli.play import command
from tests import golden

FOLDER = Path(__file__).parent / "golden"

# What was asked for on the command line, and what was typed.
SESSIONS: dict[str, tuple[str, list[str]]] = {
    "show-or-muck": (
        "holdem --seed 4 --seats 4 --limit 2-4",
        ["", "c", "c", "c", "c", "", "b", "m", "u", "s", "u", "u", "f", "q"],
    ),
    "rulings": (
        "holdem --seed 7 --seats 3 --limit 2-4",
        [
            *["", "!", "premature flop", "u", "floor", "premature turn", "!", "2", "-"],
            *["!", "oversized", "x", "5", "", "q"],
        ],
    ),
    "misdeal": ("five-stud --seed 3 --seats 3 --limit 2-4", ["", "!", "misdeal", "", "a card fell down", "f", "q"]),
    "slowly": (
        "holdem --seed 7 --seats 3 --limit 2-4 --slowly",
        [
            *["", "", "", "", "", "", "what", "!", "exposed card", "1", "4s", "", "", "u", "r"],
            *["c", "", "", "", "!", "four-card flop", "y", "r", "q"],
        ],
    ),
    "dealers-choice": (
        "--house button --limit 2-4 --seed 4 --seats 4",
        ["", "draw poker", "b", "d 1", "c", "c", "f", "", "f", "", "f", "", "f", "", "lowbal", "3", "f", "q"],
    ),
    "too-many-for-draw": ("--house button --limit 2-4 --seed 4 --seats 8", ["", "draw", "9", "five-stud", "f", "q"]),
    "undo": (
        "seven-stud --seed 5 --seats 3 --limit 2-4",
        ["u", "buy 50", "u", "", "u", "c", "u", "f", "u", "f", "buy 20", "u", "u", "f", "q"],
    ),
    "forbidden-keys": (
        "lowball --seed 5 --seats 3 --limit 2-4",
        ["x", "", "b", "k", "d", "s", "m", "9", "c", "d 9", "d 1 1", "f", "r", "s", "d 1", "d", "m", "c", "q"],
    ),
}


def transcript(name: str) -> str:
    """Everything that was on the screen."""
    arguments, lines = SESSIONS[name]
    typed = "".join(f"{line}\n" for line in lines)
    result = CliRunner().invoke(command, arguments.split(), input=typed, catch_exceptions=False)
    assert result.exit_code == 0
    told = "\n".join(line.rstrip() for line in result.stdout.splitlines())
    return f"$ pitboss play {arguments}\n{told}\n"


if __name__ == "__main__":
    golden.write(FOLDER, SESSIONS, transcript)
