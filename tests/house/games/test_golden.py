"""Our four games are dealt as in the golden playthroughs, byte for byte."""

from __future__ import annotations

import pytest

from tests import golden
from tests.house.games import golden_play


@pytest.mark.rule(
    "HB-3", "HB-4", "HB-5", "HB-6", "HB-9", "HB-10", "T5-4", "T5-8", "H5-3", "H5-12", "S4-4", "S4-9", "HO-3", "HO-6"
)
@pytest.mark.parametrize("name", golden_play.GAMES)
def test_playthrough(name: str) -> None:
    golden.compare(golden_play.FOLDER / f"{name}.txt", golden_play.transcript(name), golden_play.__name__)


def test_every_golden_file_belongs_to_a_game() -> None:
    assert sorted(path.stem for path in golden_play.FOLDER.glob("*")) == sorted(golden_play.GAMES)
