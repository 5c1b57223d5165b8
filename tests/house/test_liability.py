"""The most the house may have to pay."""

from __future__ import annotations

import pytest

from pitboss import house, seeded
from pitboss.house.limits import liability


@pytest.mark.parametrize(
    ("game", "stakes", "most"),
    [
        ("three-card", {"ante": 500}, 500 + 500 + 5 * 500),  # the ante, the play, the ante bonus
        ("three-card", {"pair-plus": 100}, 40 * 100),
        ("six54", {"ante": 500, "queens-up": 100}, 500 + 500 + 20 * 500 + 100 * 100),
        ("let-it-ride", {"bet-1": 500, "bet-2": 500, "bet-3": 500}, 3 * 1000 * 500),
        ("ultimate", {"ante": 500, "blind": 500}, 500 + 500 * 500 + 4 * 500),  # the raise is four times the ante
        ("three-card", {}, 0),
    ],
)
def test_every_wager_counts_at_its_best_with_the_largest_that_decisions_add(
    game: str, stakes: dict[str, int], most: int
) -> None:
    assert liability(house.load(game).definition, stakes) == most


def test_what_is_decided_and_settled_counts_no_more() -> None:
    session = house.load("ultimate").session(seeded(3))
    session.sit(1, "Ann", 100_000)
    session.place(1, {"ante": 500, "blind": 500})
    before = session.liability()
    session.deal()
    assert session.liability() == before
    session.act(1, "raise 3x")
    assert session.done
    assert session.liability() == 0
