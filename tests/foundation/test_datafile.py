"""Files may come from strangers: none makes the reader run long, print a traceback or control the terminal."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

import pitboss
from pitboss import datafile
from pitboss.cli import check as _files
from pitboss.cli import main, room
from pitboss.datafile import FileError, UnreadableFile
from pitboss.errors import PitbossError, visible
from tests.work import calls

GAMES = Path(pitboss.__file__).parent / "games"
THREE_CARD = (GAMES / "house" / "three-card.toml").read_text(encoding="utf-8")

MOST_CALLS = 400_000
"""Functions called to refuse a text of a million characters or less."""


def refusal(text: str) -> str:
    """The reader's refusal of a text, which must be one sentence and come after little work."""
    refused: list[str] = []

    def read() -> None:
        with pytest.raises(FileError) as caught:
            datafile.parse(text, "strange.toml")
        refused.append(str(caught.value))

    assert calls(read) < MOST_CALLS
    assert "\n" not in refused[0]
    return refused[0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("a = " + "[" * 100_000, "deeper than 16 levels", id="brackets"),
        pytest.param("a = " + "{b=" * 100_000, "deeper than 16 levels", id="braces"),
        pytest.param("\n\na" + ".a" * 300_000 + " = 1", "line 3: brackets or dotted keys", id="dotted key"),
        pytest.param("[" + "a." * 300_000 + "b]", "deeper than 16 levels", id="dotted header"),
        pytest.param("\na = " + "9" * 100_000, "line 2: this number has too many digits", id="digits"),
        pytest.param("\na = 0x" + "9" * 100_000, "line 2: a: the number has more than", id="hexadecimal digits"),
        pytest.param(
            'a = "' + "9" * 3_000 + ' to 1"', "a: the text holds a number of more than", id="digits in a text"
        ),
        pytest.param('a = "' + "x" * 100_000 + '"', "characters long", id="long text"),
        pytest.param("x" * 1_000 + " = 1", "the name is 1,000 characters long", id="long name"),
        pytest.param("a = [" + "1," * 300_000 + "]", "entries", id="long list"),
        pytest.param("[[a]]\n" * 150_000, "entries", id="many tables"),
        pytest.param('"""\\' * 200_000, "this is not TOML", id="unfinished strings"),
        pytest.param("a = '''" + "\\'" * 400_000, "this is not TOML", id="one unfinished string"),
        pytest.param("a = 1\n" * 200_000, "longer than", id="too long"),
    ],
)
def test_what_no_file_needs_is_refused_with_little_work(text: str, words: str) -> None:
    assert words in refusal(text)


def test_twenty_thousand_unknown_tables_take_little_work(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_text(THREE_CARD + "".join(f"[x{index}]\na = 1\n" for index in range(20_000)))
    _, problems = _files.problems(str(file))
    assert "more than 5,000 entries" in problems[0].sentence
    assert calls(lambda: _files.problems(str(file))) < 100_000
    file.write_text(THREE_CARD + "".join(f"[wager.x{index}]\na = 1\n" for index in range(2_000)))
    kind, problems = _files.problems(str(file))
    assert kind == "house game"
    assert len(problems) == 100
    assert calls(lambda: _files.problems(str(file))) < 1_500_000


def test_only_ordinary_files_of_a_reasonable_size_are_opened(tmp_path: Path) -> None:
    pipe, large = tmp_path / "pipe.toml", tmp_path / "large.toml"
    os.mkfifo(pipe)
    large.write_bytes(b"#" * 1_000_001)
    for path, words in (
        (tmp_path, r"cannot be read \(it is a folder\)"),
        (pipe, "it is not a regular file"),
        (Path("/dev/zero"), "it is not a regular file"),
        (large, "is larger than 1 MB"),
        (tmp_path / "nothing.toml", "no such file"),
        (Path("a\0b"), "cannot be read"),
    ):
        with pytest.raises(UnreadableFile, match=words):
            datafile.read(path)


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "three-card.toml"
    file.write_text("\ufeff" + THREE_CARD, encoding="utf-8")
    assert _files.problems(str(file)) == ("house game", ())
    assert datafile.read(file).line("id") == 1
    assert pitboss.game(file).definition.id == "three-card"


@pytest.mark.parametrize("strange", ["\\u001b[31m", "\\u0007", "\\u009b31m", "\\u202e", "\\u007f", "\\r"])
def test_control_characters_are_refused_and_never_printed(strange: str) -> None:
    for text in (f'name = "a{strange}"', f'"a{strange}" = 1', f'list = ["a{strange}"]'):
        said = refusal(text)
        assert "control character" in said
        assert said.isprintable()


def test_text_over_several_lines_is_no_control_character() -> None:
    assert datafile.parse('text = """\none\n\ttwo\n"""', "fine.toml").data["text"] == "one\n\ttwo\n"


def test_no_error_carries_control_characters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert str(PitbossError("a\x1b[31m b\x9b")) == "a\\x1b[31m b\\x9b"
    assert visible("As Kd\n\t10♥ é") == "As Kd\n\t10♥ é"
    file = tmp_path / "a\x1b[31m.toml"
    file.write_text("name = Top \x1b[31m 5")
    outcome = CliRunner().invoke(room, ["check", str(file)])
    assert outcome.exit_code == 1
    assert "\x1b" not in outcome.output
    with pytest.raises(SystemExit):
        main(["play", str(tmp_path / "\x1b[31m")])
    assert "\x1b" not in capsys.readouterr().err


def test_a_list_names_nothing_twice_whoever_reads_it() -> None:
    file = datafile.parse('names = ["a", "b", "a"]\namounts = ["1", "1"]\nrows = [{ x = 1 }, { x = 1 }]', "f.toml")
    assert file.top.texts("names") == ("a", "b", "a")
    assert file.top.raw("amounts", repeats=True) == ["1", "1"]
    assert len(file.top.rows("rows")) == 2
    assert [str(one) for one in file.problems] == [
        "f.toml, line 1: names[3]: 'a' appears twice in this list; name it once."
    ]


@pytest.mark.parametrize("strange", ["\\u001b[31m", "\\u009B", "\x9b", "\\u202e"])
def test_a_replayed_file_prints_no_control_characters(strange: str, tmp_path: Path) -> None:
    for name, text in (("a.phh", f'variant = "FT"\nplayers = ["A{strange}"]\n'), ("b.json", f'{{"a": "{strange}"}}')):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        outcome = CliRunner().invoke(room, ["replay", str(file)])
        assert outcome.exit_code != 0
        assert "there is a control character" in outcome.output
        assert outcome.output.replace("\n", "").isprintable()
