"""``pitboss play`` at a real terminal (a pseudo-terminal): colours, keys, leaving by Ctrl-C and Ctrl-D."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from tests.examples import rest_long
from tests.patience import MINUTE, until

PITBOSS = str(Path(sys.executable).with_name("pitboss"))


def _reachable_by_control_c() -> None:
    """Own the terminal and react to Ctrl-C, even if the test runner ignores it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A command on its own pseudo-terminal."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.master, slave = pty.openpty()
        env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", **environment}
        for name in ("NO_COLOR", "FORCE_COLOR"):
            if name not in environment:
                env.pop(name, None)
        self.process = subprocess.Popen(
            [PITBOSS, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env,
            start_new_session=True,
            preexec_fn=_reachable_by_control_c,
        )
        os.close(slave)
        self.seen = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()  # a read may end in the middle of a character

    def until(self, text: str, seconds: float = MINUTE) -> str:
        """Read until this text appears, and return all of it."""
        end = time.monotonic() + seconds
        start = len(self.seen)
        while text not in self.seen[start:]:
            ready, _, _ = select.select([self.master], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f"{text!r} did not appear; seen: {self.seen[start:]!r}")
            try:
                self.seen += self.decoder.decode(os.read(self.master, 65536))
            except OSError:
                break
        assert text in self.seen[start:]
        return self.seen[start:]

    def listens(self) -> None:
        """Wait until the line editor sleeps for a key; the prompt is written just before that.

        Sleeping matters: readline notices a Ctrl-C only while it waits, and one that comes between switching the
        terminal and waiting lies there until the next key.
        """
        until(
            lambda: not termios.tcgetattr(self.master)[3] & termios.ICANON and self._sleeps(),
            "the line editor",
        )

    def _sleeps(self) -> bool:
        pid = self.process.pid
        return Path(f"/proc/{pid}/task/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def ends(self) -> int:
        """Read the remaining output, and return the exit code."""
        while select.select([self.master], [], [], MINUTE)[0]:
            try:
                data = os.read(self.master, 65536)
            except OSError:  # the other end is closed
                break
            self.seen += self.decoder.decode(data)
        return self.process.wait(timeout=MINUTE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        os.close(self.master)


@pytest.fixture
def sit(request: pytest.FixtureRequest):  # type: ignore[no-untyped-def]
    opened: list[Terminal] = []

    def open_one(*arguments: str, **environment: str) -> Terminal:
        opened.append(Terminal(*(("play", *arguments) if arguments else ()), **environment))
        return opened[-1]

    yield open_one
    for terminal in opened:
        terminal.close()


def test_a_round_in_colour(sit) -> None:  # type: ignore[no-untyped-def]
    table = sit("top5", "--seed", "7")
    table.until("wagers> ")
    table.type("\n")
    shown = table.until("spot 1> ")
    assert "\x1b[" in shown
    assert "4♠" in shown
    table.type("p\n")
    table.until("wagers> ")
    table.type("q\n")
    assert table.ends() == 0
    assert "You leave after 1 round" in table.seen


@pytest.mark.parametrize("keys", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving_by_a_control_key_in_the_middle_of_a_round(sit, keys: str) -> None:  # type: ignore[no-untyped-def]
    table = sit("six54", "--seed", "7")
    table.until("wagers> ")
    table.type("\n")
    table.until("spot 1> ")
    table.listens()
    table.type(keys)
    assert table.ends() == 0
    assert "all hands are void" in table.seen
    assert "You leave after 0 rounds with $500" in table.seen
    assert "Traceback" not in table.seen


def test_plain_writes_no_control_codes_at_a_terminal(sit) -> None:  # type: ignore[no-untyped-def]
    table = sit("top5", "--seed", "7", "--plain", "--rounds", "1")
    table.until("wagers> ")
    table.type("\n")
    table.until("spot 1> ")
    table.type("f\n")
    assert table.ends() == 0
    assert "\x1b" not in table.seen.replace("\x1b[?2004h", "").replace(
        "\x1b[?2004l", ""
    )  # bracketed paste is readline's


LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"


@pytest.mark.parametrize("plain", [(), pytest.param(("--plain",), marks=pytest.mark.long)], ids=["colour", "plain"])
def test_arrow_keys_edit_the_line_and_recall_earlier_ones(sit, plain: tuple[str, ...]) -> None:  # type: ignore[no-untyped-def]
    table = sit("top5", "--seed", "7", *plain)
    table.until("wagers> ")
    table.type(f"ate 10{LEFT * 5}n{RIGHT}\n")
    assert "Wager: ante $10." in table.until("wagers> ")
    table.type(f"o{LEFT}g\n")
    table.until("spot 1> ")
    table.type("f\n")
    table.until("wagers> ")
    table.type(f"{UP}{UP}{UP}{DOWN}\n")
    table.until("spot 1> ")
    table.type("q\n")
    assert table.ends() == 0
    assert "✗" not in table.seen
    assert "^[[" not in table.seen


def test_a_rulings_questions_edit_lines_and_know_every_common_key(sit) -> None:  # type: ignore[no-untyped-def]
    table = sit("holdem", "--house", "pot", "--limit", "2-4", "--seats", "3", "--seed", "7")
    table.until("hand> ")
    table.type("\n")
    table.until("you> ")
    table.type("!\n")
    table.until("ruling> ")
    table.type(f"bet{LEFT * 3}string \n")
    table.until("amounts> ")
    table.type("?\n")
    assert "goes back one question" in table.until("amounts> ")
    table.type("rule PK-10\n")
    assert "PK-10: " in table.until("amounts> ")
    table.type("u\n")
    table.until("ruling> ")
    table.type(f"{UP}{UP}{UP}{UP}\n")  # u, rule, ?, then the ruling
    table.until("amounts> ")
    table.type("q\n")
    assert table.ends() == 0
    assert "You leave" in table.seen


def test_the_menu_edits_lines(sit) -> None:  # type: ignore[no-untyped-def]
    menu = sit()
    menu.until("pitboss> ")
    menu.type(f"gams{LEFT}e\n")
    assert "Top 5 Poker" in menu.until("pitboss> ")
    menu.type(f"{UP}\n")
    assert "Top 5 Poker" in menu.until("pitboss> ")
    menu.type("u\n")
    assert "nothing to take back" in menu.until("pitboss> ")
    menu.type("rule PK-10\n")
    assert "PK-10" in menu.until("pitboss> ")
    menu.type("q\n")
    assert menu.ends() == 0


@pytest.mark.parametrize("columns", rest_long([60, 80], 60))
@pytest.mark.parametrize(
    ("game", "wagers", "keys"),
    [
        ("mississippi", "ante=500,three-card-bonus=500", ["b3", "b3"]),
        pytest.param("ultimate", "ante=500,trips=500", ["r4"], marks=pytest.mark.long),
        pytest.param("let-it-ride", "bet-3=500,three-card-bonus=500", ["l"], marks=pytest.mark.long),
    ],
)
def test_a_narrow_table_cuts_off_nothing(  # type: ignore[no-untyped-def]
    sit, columns: int, game: str, wagers: str, keys: list[str]
) -> None:
    words = ("--seed", "3", "--spots", "2", "--bankroll", "50000", "--wagers", wagers)
    table = sit(game, *words, COLUMNS=str(columns), NO_COLOR="1")
    table.until("wagers> ")
    table.type("\n")
    shown = table.until("spot 1> ")
    for number, key in enumerate(keys, 1):
        table.type(f"{key}\n")
        shown = table.until(f"spot {number % 2 + 1}> ")
    lines = re.sub(r"\x1b\[[0-9;?]*[a-z]", "", shown).replace("\r", "").splitlines()
    panel = [line for line in lines if line.startswith(("│", "╭", "╰"))]
    assert panel
    assert all(len(line) <= columns for line in panel)
    assert all(len(line) == len(panel[0]) for line in panel)
    assert "…" not in "".join(panel)
    placed = dict(pair.split("=") for pair in wagers.split(","))
    for key in placed:
        assert "".join(panel).count(f"{key} $500") == 2


def test_a_long_error_breaks_between_words(sit) -> None:  # type: ignore[no-untyped-def]
    words = ("top5", "--bankroll", "7", "--wagers", "ante=5,tens=5")
    whole = subprocess.run([PITBOSS, "play", *words], capture_output=True, text=True, check=False).stderr
    table = sit(*words, COLUMNS="40")
    assert table.ends() == 2
    lines = table.seen.replace("\r", "").splitlines()
    assert len(lines) > 2
    assert all(len(line) < 40 for line in lines)
    assert " ".join(lines) == whole.strip()


def test_no_color_is_respected(sit) -> None:  # type: ignore[no-untyped-def]
    table = sit("top5", "--seed", "7", NO_COLOR="1")
    table.until("wagers> ")
    table.type("\n")
    shown = table.until("spot 1> ")
    assert "[4♠]" in shown
    for code in ("\x1b[31", "\x1b[32", "\x1b[36", ";31", ";47", "\x1b[4"):
        assert code not in shown
