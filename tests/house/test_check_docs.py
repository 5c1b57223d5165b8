"""The guide to defining a game: its files are checked, its commands run, its game is dealt."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from pitboss.cli import room
from pitboss.house import published, published_fit, vocabulary
from pitboss.rules import jurisdiction

GUIDE = Path(__file__).parents[2] / "docs" / "defining-a-game.md"
TEXT = GUIDE.read_text()
BLOCK = re.compile(r"(?:<!-- file: (?P<file>.+?) -->\n)?```(?P<kind>\w+)\n(?P<body>.*?)```", re.DOTALL)


def write_files(folder: Path) -> dict[str, Path]:
    """Every file of the guide, those written out and those that are another with changes."""
    written: dict[str, Path] = {}
    for block in BLOCK.finditer(TEXT):
        name, _, changes = (block["file"] or "").partition(" = ")
        if not name:
            continue
        body = block["body"]
        if changes:
            base, _, listed = changes.partition(" with: ")
            body = written[base].read_text()
            for change in listed.split(" · "):
                old, _, new = change.partition(" -> ")
                assert old in body
                body = body.replace(old, new, 1)
        written[name] = folder / name
        written[name].write_text(body)
    return written


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    monkeypatch.chdir(tmp_path)
    return write_files(tmp_path)


CONSOLE = [block["body"] for block in BLOCK.finditer(TEXT) if block["kind"] == "console"]


@pytest.mark.parametrize("session", CONSOLE, ids=lambda body: body.splitlines()[0])
def test_every_command_prints_what_the_guide_shows(files: dict[str, Path], session: str) -> None:
    for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        words = shlex.split(line)
        assert words[0] == "pitboss"
        result = CliRunner().invoke(room, words[1:])
        assert result.output == shown


def test_every_file_of_the_guide_is_right(files: dict[str, Path]) -> None:
    game = vocabulary.parse(files["lone-queen.toml"].read_text(), "lone-queen.toml")
    figures = published.load(files["lone-queen.published.toml"])
    assert published_fit.misfits(figures, game) == ()
    assert jurisdiction.load(files["elsewhere.toml"]).ceilings


def test_the_reference_names_every_word_of_the_vocabulary() -> None:
    """A key somebody adds to the vocabulary has to be described."""
    sources = Path(vocabulary.__file__).parent
    asked = re.compile(r'\.(?:text|whole|choice|texts|table|tables|rows|raw)\("([a-z_]+)"')
    keys = {key for path in sources.glob("vocabulary*.py") for key in asked.findall(path.read_text())}
    keys |= set(
        re.findall(
            r'(?:flag|placed|numbers)\(\w+, "([a-z_]+)"', "".join(p.read_text() for p in sources.glob("vocabulary*.py"))
        )
    )
    keys -= {"published"}  # the headline figures of a draft; figures stand in their own file
    missing = sorted(key for key in keys if not re.search(rf"[`\[ .{{]{key}\b", TEXT))
    assert len(keys) > 30
    assert not missing
