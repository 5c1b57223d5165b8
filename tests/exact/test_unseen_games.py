"""Games that do not ship: proved from their file alone, or refused with the step that does not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss import house
from pitboss.exact.request import prove
from pitboss.exact.script.views import Outside

GAMES = Path(__file__).parent / "games"


@pytest.mark.long
def test_four_bets_over_a_whole_board() -> None:
    """Texas Hold'em Bonus is known for an edge of 2.04 % of the ante and 0.53 % of all that is wagered."""
    found = prove(house.load(GAMES / "texas-bonus.toml").definition, threads=2)["ante"]
    assert found.shape == "reveal"
    assert round(100 * float(found.edge), 2) == 2.04
    assert round(100 * float(found.element_of_risk), 2) == 0.53
    assert round(float(found.average_wager), 2) == 3.82


def test_a_board_with_too_many_private_hands_is_refused_before_anything_is_laid_out() -> None:
    game = house.load(GAMES / "omaha-bonus.toml").definition
    with pytest.raises(Outside, match=r"^step 8 of the script .* GiB.* prove it on a smaller deck\.$"):
        prove(game)
