"""The frame of the command line: one sentence for a mistake, a menu, one JSON object and nothing else."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Said

ROOT = Path(__file__).parents[2]
PITBOSS = [sys.executable, "-c", "from pitboss.cli import main; main()"]


def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The command as a process of its own, with no terminal."""
    return subprocess.run([*PITBOSS, *words], input=stdin, capture_output=True, text=True, check=False)


def commands() -> list[str]:
    found = (ROOT / "src" / "pitboss" / "cli").glob("[a-z]*.py")
    return sorted(path.stem.replace("_", "-") for path in found)


def test_without_a_terminal_the_menu_is_printed() -> None:
    said = run()
    assert said.returncode == 0
    assert said.stderr == ""
    for name in commands():
        assert f"\n  {name} " in said.stdout


def test_at_a_terminal_the_menu_takes_commands_until_one_leaves() -> None:
    parent, child = pty.openpty()
    room = subprocess.Popen(PITBOSS, stdin=child, stdout=child, stderr=child, close_fds=True)
    os.close(child)
    os.write(parent, b"rules S5-3\nnonsense\nrules 'S5\npitboss rules XX\n\nq\n")
    shown = b""
    while True:
        try:
            piece = os.read(parent, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(parent)
    text = shown.decode()
    assert room.wait(timeout=30) == 0
    assert "Five-card stud (S5)" in text
    assert "'nonsense' is not a pitboss command" in text
    assert "'XX' is not a rule" in text
    assert text.count("Pitboss card room") == 2
    assert "Traceback" not in text


def test_every_command_is_listed_and_explains_itself(command: Callable[..., Said]) -> None:
    listed = command("--help")
    assert listed.code == 0
    for name in commands():
        assert name in listed.out
        said = command(name, "--help")
        assert said.code == 0
        assert said.out.startswith(f"Usage: pitboss {name}")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("fly",), "'fly' is not a pitboss command"),
        (("rule",), "did you mean 'rules'?"),
        (("--fly",), "--fly"),
        (("rules", "--fly"), "--fly"),
        (("rules", "--tests", "/nowhere/at/all"), "/nowhere/at/all"),
        (("verify-shuffle", "/nowhere/at/all"), "/nowhere/at/all"),
        (("verify-shuffle", "a", "b"), "b"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_code_2(
    command: Callable[..., Said], words: tuple[str, ...], named: str
) -> None:
    said = command(*words)
    assert said.code == 2
    assert said.out == ""
    assert named in said.err
    assert said.err.startswith("pitboss: ")
    assert said.err.count("\n") == 1
    assert said.err.rstrip().endswith((".", "?", "!"))


def test_no_traceback_in_a_process_of_its_own() -> None:
    said = run("verify-shuffle", "-", stdin='{"hash": 1}')
    assert said.returncode == 2
    assert "Traceback" not in said.stderr
    assert "the hash is missing" in said.stderr


def test_json_is_one_object_and_nothing_else() -> None:
    said = run("rules", "--json", "S5")
    assert isinstance(json.loads(said.stdout), dict)
    assert said.stderr == ""


def test_a_reader_who_leaves_early_is_no_error() -> None:
    """``pitboss rules | head -1``: the pipe closes while we are still printing."""
    process = subprocess.Popen([*PITBOSS, "rules", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    process.wait(timeout=30)


def test_version(command: Callable[..., Said]) -> None:
    import pitboss

    assert command("--version").out.strip().endswith(pitboss.__version__)


# pitboss verify-shuffle


@pytest.fixture
def opening() -> dict[str, str]:
    import pitboss

    shuffle = pitboss.live()
    commitment = shuffle.commit(range(52))
    shuffle.mix(range(52))
    return shuffle.open(commitment).data()


def test_an_honest_shuffle_is_confirmed(command: Callable[..., Said], opening: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "opening.json"
    path.write_text(json.dumps(opening))
    said = command("verify-shuffle", str(path))
    assert said.code == 0
    assert said.out == f"The same deck: these 52 cards were in this order when {opening['hash']} was published.\n"
    by_hand = command(
        *("verify-shuffle", "--hash", opening["hash"], "--nonce", opening["nonce"].upper()),
        *("--order", opening["order"].lower().replace(" ", ",")),
    )
    assert by_hand == said
    path.write_text(json.dumps([opening, opening]))
    assert command("verify-shuffle", str(path)).out == said.out * 2


def test_a_changed_deck_is_found_out(command: Callable[..., Said], opening: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "opening.json"
    cards = opening["order"].split()
    cards[0], cards[1] = cards[1], cards[0]
    path.write_text(json.dumps([opening, {**opening, "order": " ".join(cards)}]))
    said = command("verify-shuffle", str(path))
    assert said.code == 1
    assert said.out.splitlines()[1].startswith("Not the same deck: ")
    data = json.loads(command("verify-shuffle", str(path), "--json").out)
    assert data["ok"] is False
    assert [each["ok"] for each in data["shuffles"]] == [True, False]
    # An opening that agrees with itself, but not with the hash that was on the board.
    assert command("verify-shuffle", str(path), "--hash", "0" * 64).code == 1


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"hash": "12"}, "64 hexadecimal digits"),
        ({"nonce": "x" * 64}, "is not a nonce"),
        ({"order": "As As"}, "As stands twice"),
        ({"order": "As Kx"}, "'Kx' is not a card"),
        ({"order": ""}, "no cards"),
        ({"order": "As ??"}, "unknown card"),
        ({"order": 5}, "the order is missing"),
        ({"nonce": None}, "the nonce is missing"),
    ],
)
def test_what_cannot_be_checked_says_why(
    command: Callable[..., Said], opening: dict[str, str], tmp_path: Path, change: dict[str, object], named: str
) -> None:
    path = tmp_path / "opening.json"
    path.write_text(json.dumps({**opening, **change}))
    said = command("verify-shuffle", str(path))
    assert said.code == 2
    assert said.out == ""
    assert named in said.err


@pytest.mark.parametrize("content", [b"", b"[]", b"[1]", b"not json", b"\xff\xfe\x00", b"3"])
def test_a_file_that_holds_no_opening(command: Callable[..., Said], tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "opening.json"
    path.write_bytes(content)
    said = command("verify-shuffle", str(path))
    assert said.code == 2
    assert "opening.json" in said.err
