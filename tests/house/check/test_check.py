"""``pitboss check``: any data file, every mistake with file, line, key path and fix; exit codes as promised."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import pitboss
from pitboss.cli import room

PACKAGE = Path(pitboss.__file__).parent
PITBOSS = str(Path(sys.executable).with_name("pitboss"))
SHIPPED = sorted(
    [*PACKAGE.glob("games/*/*.toml"), *PACKAGE.glob("jurisdictions/*.toml"), *PACKAGE.glob("houses/*.toml")]
)


def check(*arguments: str | Path) -> Result:
    return CliRunner().invoke(room, ["check", *map(str, arguments)])


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_shipped_file_is_right(path: Path) -> None:
    result = check(path)
    assert result.output.startswith(f"{path}: ok (")
    assert result.exit_code == 0


def test_kinds_are_told_by_what_stands_in_the_file(tmp_path: Path) -> None:
    told = {path: check(path).output.rpartition("(")[2].strip(")\n") for path in SHIPPED}
    assert {told[path] for path in SHIPPED if path.parent.name == "jurisdictions"} == {"jurisdiction"}
    assert {told[path] for path in SHIPPED if path.name.endswith(".published.toml")} == {"published figures"}
    house = [path for path in SHIPPED if path.parent.name == "house" and ".published" not in path.name]
    assert {told[path] for path in house} == {"house game"}
    copy = tmp_path / "anything.toml"
    copy.write_text(house[0].read_text())
    assert check(copy).output == f"{copy}: ok (house game)\n"


def test_mistakes_of_several_files_and_exit_code_1(tmp_path: Path) -> None:
    good = PACKAGE / "jurisdictions" / "washington.toml"
    bad = tmp_path / "bad.toml"
    bad.write_text('id = "bad"\nscript = [\n  { deel = "player", cards = 5 },\n]\nwagr = 1\n')
    result = check(good, bad)
    assert result.exit_code == 1
    lines = result.output.splitlines()
    assert lines[0] == f"{good}: ok (jurisdiction)"
    assert any(line.startswith(f"{bad}, line 3: script[1]: a step does one thing; begin it with") for line in lines)
    assert any("wagr" in line and "line 5" in line for line in lines)
    told = json.loads(check("--json", good, bad).output)["files"]
    assert [one["ok"] for one in told] == [True, False]
    assert {"line", "key", "problem"} == set(told[1]["problems"][0])


@pytest.mark.parametrize(
    ("text", "words"),
    [("colour = 'green'\n", "not a file of a card room"), ("a = \n", "not TOML"), ("", "not a file of a card room")],
)
def test_files_that_are_none_of_ours(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "x.toml"
    file.write_text(text)
    result = check(file)
    assert result.exit_code == 1
    assert words in result.output


def test_an_unreadable_file_is_exit_code_2_and_one_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.toml", tmp_path):
        run = subprocess.run([PITBOSS, "check", str(path)], capture_output=True, text=True)
        assert run.returncode == 2
        assert run.stdout == ""
        assert run.stderr.startswith(f"pitboss: {path} cannot be read")
        assert run.stderr.count("\n") == 1


def test_published_figures_are_held_against_the_game_beside_them(tmp_path: Path) -> None:
    for name in ("six54.toml", "six54.published.toml"):
        (tmp_path / name).write_text((PACKAGE / "games" / "house" / name).read_text())
    file = tmp_path / "six54.published.toml"
    assert check(file).exit_code == 0
    text = file.read_text()
    for change, words in {
        ('line = "flush"', 'line = "flosh"'): 'lines[5].line: "flosh" is not a line of this pay table',
        ('[wager."queens-up/2"]', '[wager."queens-up/9"]'): 'has no pay table "9"; its tables are 1, 2, 3',
        ("[wager.play]", "[wager.plai]"): '"plai" is not a wager of the game',
        ('game = "six54"', 'game = "seven54"'): 'write game = "six54"',
        ('outcome = "fold"', 'outcome = "unqualified"'): 'the wager has no outcome "unqualified"',
    }.items():
        assert change[0] in text
        file.write_text(text.replace(*change, 1))
        result = check(file)
        assert result.exit_code == 1
        assert words in result.output
    (tmp_path / "six54.toml").unlink()
    assert "is not in the folder of this file" in check(file).output
