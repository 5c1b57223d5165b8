"""The shipped figures are those of the shipped games, by digest, and exact."""

from __future__ import annotations

import pytest

import pitboss
from pitboss.spread.figures import edge, figures, proved

HOUSE = [game.id for game in pitboss.games() if game.kind == "house"]


def test_every_shipped_game_has_its_figures_and_nothing_else_has() -> None:
    versions = {pitboss.game(game).definition.version for game in HOUSE}
    assert set(figures()) == versions
    assert edge("0" * 16) is None
    assert edge(pitboss.game("top5").definition.version) == pytest.approx(3.02, abs=0.01)


@pytest.mark.long
@pytest.mark.parametrize("game", HOUSE)
def test_the_shipped_figures_are_proved(game: str) -> None:
    loaded = pitboss.game(game)
    assert figures()[loaded.definition.version] == proved(loaded)
