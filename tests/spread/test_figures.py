"""The shipped figures are exact and belong to the shipped games, by digest."""

from __future__ import annotations

import pytest

import pitboss
from pitboss.spread.bands import edges
from pitboss.spread.game_files import proved

HOUSE = [game.id for game in pitboss.games() if game.kind == "house"]


def test_every_shipped_game_has_its_figures_and_nothing_else_has() -> None:
    versions = {pitboss.game(game).definition.version for game in HOUSE}
    assert set(edges()) == versions
    top5 = edges()[pitboss.game("top5").definition.version]
    assert list(top5)[:2] == ["ante", "ace-or-face/1"], "the base wager comes first"
    assert top5["ante"] == pytest.approx(3.02, abs=0.01)


@pytest.mark.long
@pytest.mark.parametrize("game", HOUSE)
def test_the_shipped_figures_are_proved(game: str) -> None:
    loaded = pitboss.game(game)
    shipped, now = edges()[loaded.definition.version], proved(loaded)
    assert list(shipped.items()) == list(now.items())
