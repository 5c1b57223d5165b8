"""A user-written game and house book, as in the documentation, accepted everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import pitboss
from tests.conftest import Said

PAGE = Path(__file__).parents[3] / "docs" / "defining-a-poker-game.md"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the page's own game and house book; the current one."""
    text = PAGE.read_text(encoding="utf-8")
    for match in re.finditer(r"<!-- file: (\S+) -->\n```toml\n(.*?)```", text, re.DOTALL):
        (tmp_path / match[1]).write_text(match[2], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_book_with_a_game_beside_it_spreads_its_other_games_too(folder: Path) -> None:
    game = pitboss.game("holdem", house="corner.toml", limit="2-4")
    assert repr(game) == "<Texas Hold'em, Corner house, limit 2-4>"
    hand = game.deal(stacks={1: 4000, 2: 4000}, button=1, shuffle=pitboss.seeded(1))
    (folder / "two-rivers.toml").unlink()
    assert type(hand).load(hand.dump()).events == hand.events  # a record needs no file


def test_its_limits_are_listed(folder: Path, command: Callable[..., Said]) -> None:
    said = command("houses", "--house", "corner.toml")
    assert said.code == 0
    assert "two-rivers" in said.out
    assert "()" not in said.out
    assert "holdem" not in command("houses", "two-rivers", "--house", "corner.toml").out
    assert command("houses", "pot").err == "pitboss: pot is a house, not a game; write --house pot.\n"


def test_equity_of_hands_too_large_for_it_is_refused_at_once(folder: Path) -> None:
    with pytest.raises(pitboss.PitbossError, match="at most 7 cards a hand, board included; Two Rivers has 8"):
        pitboss.equity("two-rivers.toml", "AsAhKd", "QsQhJd", house="corner.toml")
