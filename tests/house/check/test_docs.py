"""The guide to defining a game: its files are valid and it describes every word (its examples run with all pages)."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

import pitboss
from pitboss.house import limits, published
from pitboss.house.vocabulary import game_file
from pitboss.rules import jurisdiction

GUIDE = Path(__file__).parents[3] / "docs" / "defining-a-game.md"
TEXT = GUIDE.read_text()
BLOCK = re.compile(r"(?:<!-- file: (?P<file>.+?) -->\n)?```(?P<kind>\w+)\n(?P<body>.*?)```", re.DOTALL)


def write_files(folder: Path) -> dict[str, Path]:
    """Write every file of the guide, both complete ones and changed copies of others."""
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


def test_every_file_of_the_guide_is_right(files: dict[str, Path]) -> None:
    game = game_file.parse(files["lone-queen.toml"].read_text(), "lone-queen.toml")
    figures = published.load(files["lone-queen.published.toml"])
    assert published.misfits(figures, game) == ()
    elsewhere = jurisdiction.load(files["elsewhere.toml"])
    with pytest.raises(limits.OverLimit, match="Card Rooms Act, section 7"):
        limits.check(game, {1: {"ante": 60_00}}, None, elsewhere, date(2020, 1, 1))


def test_the_game_of_the_guide_is_dealt_to_the_end(files: dict[str, Path]) -> None:
    game = pitboss.game(str(files["lone-queen.toml"]), pairs=2)
    shuffle = pitboss.seeded(1)
    for _ in range(300):
        deal = game.deal({spot: {"ante": 500, "pairs": 100} for spot in range(1, 8)}, shuffle=shuffle)
        while deal.actors:
            seat = deal.actors[0]
            deal.act(seat, [option for option in deal.legal(seat) if option.allowed][-1].word)
        assert deal.done
        assert sum(deal.chips().values()) == 0


def test_the_reference_names_every_word_of_the_vocabulary() -> None:
    """A key added to the vocabulary must be described."""
    sources = Path(game_file.__file__).parent
    asked = re.compile(r'\.(?:text|whole|choice|texts|table|tables|rows|raw)\("([a-z_]+)"')
    keys = {key for path in sources.glob("*.py") for key in asked.findall(path.read_text())}
    keys |= set(
        re.findall(
            r'(?:flag|placed|numbers)\(\w+, "([a-z_]+)"',
            "".join(p.read_text() for p in sources.glob("*.py")),
        )
    )
    keys -= {"published"}  # headline figures of an old draft; figures now have their own file
    missing = sorted(key for key in keys if not re.search(rf"[`\[ .{{]{key}\b", TEXT))
    assert len(keys) > 30
    assert not missing
