"""``pitboss check`` of user-written house books and poker games."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import pitboss
from pitboss.cli import check as _files
from pitboss.cli import room

PACKAGE = Path(pitboss.__file__).parent
GAME = (PACKAGE / "games" / "poker" / "holdem.toml").read_text(encoding="utf-8")
BOOK = (PACKAGE / "houses" / "pot.toml").read_text(encoding="utf-8")


@pytest.fixture
def own(tmp_path: Path) -> tuple[Path, Path]:
    """A game of one's own and a house book that spreads it."""
    game, book = tmp_path / "river-star.toml", tmp_path / "book.toml"
    game.write_text(GAME.replace('id = "holdem"', 'id = "river-star"'))
    book.write_text(BOOK.replace("[games.holdem", "[games.river-star"))
    return game, book


def test_a_book_may_spread_a_game_beside_it(own: tuple[Path, Path]) -> None:
    game, book = own
    pitboss.game(game, house=book)  # as play opens it
    assert _files.problems(str(book)) == ("house book", ())


def test_a_book_may_spread_a_game_checked_with_it(own: tuple[Path, Path], tmp_path: Path) -> None:
    game, book = own
    (tmp_path / "games").mkdir()
    moved = game.rename(tmp_path / "games" / "mine.toml")
    kind, problems = _files.problems(str(book))
    assert kind == "house book"
    assert 'there is no game "river-star"' in problems[0].sentence
    outcome = CliRunner().invoke(room, ["check", str(book), str(moved)])
    assert outcome.exit_code == 0, outcome.output
    assert outcome.output.splitlines() == [f"{book}: ok (house book)", f"{moved}: ok (poker game)"]


def test_a_game_beside_the_book_that_is_wrong_is_no_game(own: tuple[Path, Path]) -> None:
    game, book = own
    game.write_text(game.read_text().replace("seats", "seets"))
    _, problems = _files.problems(str(book))
    assert 'there is no game "river-star"' in problems[0].sentence


@pytest.mark.parametrize(
    ("kind", "old", "new", "key"),
    [
        ("game", 'play = ["limit", "no-limit"]', 'play = ["limit", "no-limit", "limit"]', "play[3]"),
        ("game", 'id = "holdem"', 'id = "../holdem"', "id"),
        ("game", 'name = "', 'name = "\\u001b[31m', "name"),
        ("book", 'id = "pot"', 'id = "a/b"', "id"),
        ("book", "heads = [", "heads = [9, 9, ", "fee.heads[2]"),
    ],
)
def test_repeated_names_and_strange_ids_are_refused(kind: str, old: str, new: str, key: str, tmp_path: Path) -> None:
    text = GAME if kind == "game" else BOOK
    assert old in text
    file = tmp_path / "own.toml"
    file.write_text(text.replace(old, new, 1))
    _, problems = _files.problems(str(file))
    assert key in [problem.key for problem in problems]
