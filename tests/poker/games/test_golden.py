"""Golden playthroughs of every game in every house, compared byte for byte."""

from __future__ import annotations

import pytest

from tests import golden
from tests.poker.games import golden_play
from tests.poker.table import SPREAD


@pytest.mark.rule("PK-30", "PK-31", "PK-32")
@pytest.mark.parametrize(("house", "game"), SPREAD)
def test_playthrough(house: str, game: str) -> None:
    golden.compare(golden_play.path(house, game), golden_play.text(house, game), golden_play.__name__)


def test_no_file_is_left_over() -> None:
    assert {path.name for path in golden_play.FOLDER.iterdir()} == {golden_play.path(*one).name for one in SPREAD}
