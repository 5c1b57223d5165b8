"""Every game in every house, played through and told; the files are read by dealers and compared byte for byte."""

from __future__ import annotations

import pytest

from tests.poker import golden_play
from tests.poker.table import SPREAD


@pytest.mark.rule("PK-30", "PK-31", "PK-32")
@pytest.mark.parametrize(("house", "game"), SPREAD)
def test_playthrough(house: str, game: str) -> None:
    assert golden_play.text(house, game) == golden_play.path(house, game).read_text(encoding="utf-8")


def test_no_file_is_left_over() -> None:
    assert {path.name for path in golden_play.FOLDER.iterdir()} == {golden_play.path(*one).name for one in SPREAD}
