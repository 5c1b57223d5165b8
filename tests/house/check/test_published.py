"""Published figures that do not fit their game are refused as a whole by ``check`` and by ``prove``."""

from __future__ import annotations

from pathlib import Path

import pytest

import pitboss
from pitboss.cli import check as _files
from pitboss.datafile import FileError
from pitboss.house import published
from pitboss.house.vocabulary import game_file

FOLDER = Path(pitboss.__file__).parent / "games" / "house"


def copied(name: str, folder: Path, old: str = "", new: str = "") -> tuple[Path, Path]:
    """Copy a game and its figures to another folder, with one place of the figures changed."""
    game, figures = folder / f"{name}.toml", folder / f"{name}.published.toml"
    game.write_text((FOLDER / game.name).read_text(encoding="utf-8"), encoding="utf-8")
    text = (FOLDER / figures.name).read_text(encoding="utf-8")
    assert old in text
    figures.write_text(text.replace(old, new, 1), encoding="utf-8")
    return game, figures


WRONG = [
    pytest.param("top5", 'pays = "4 to 1"', 'pays = "4 to 0"', '"4 to 0" cannot be read as pays', id="to nothing"),
    pytest.param("top5", '"1.54%"', f'"{"9" * 3000}%"', "a number of more than", id="thousands of digits"),
    pytest.param("top5", '[wager."tens/1"]', '[wager."nines/1"]', '"nines" is not a wager of the game', id="no wager"),
    pytest.param("top5", '[wager."tens/1"]', '[wager."tens/9"]', 'no pay table "9"', id="no table"),
    pytest.param("top5", 'game = "top5"', 'game = "high5"', 'write game = "top5"', id="another game"),
    pytest.param("holdout", 'file = "approved/holdout.toml"', 'file = "../x.toml"', "outside the folder", id="outside"),
    pytest.param(
        "holdout", 'file = "approved/holdout.toml"', 'file = "/dev/null"', "outside the folder", id="absolute"
    ),
]


@pytest.mark.parametrize(("name", "old", "new", "words"), WRONG)
def test_wrong_figures_are_refused_with_their_line(name: str, old: str, new: str, words: str, tmp_path: Path) -> None:
    game, figures = copied(name, tmp_path, old, new)
    for file in (figures, game):  # the game is proved with the figures beside it
        _, problems = _files.problems(str(file))
        assert words in " ".join(problem.sentence for problem in problems)
        assert all(problem.file == str(figures) and problem.line > 0 for problem in problems)
    with pytest.raises(FileError):
        published.fitting(game, game_file.load(game))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.published.toml")), ids=lambda path: path.stem)
def test_the_figures_that_ship_fit(path: Path) -> None:
    game = path.with_name(path.name.replace(".published", ""))
    assert published.fitting(game, game_file.load(game)) is not None
