"""Whatever people do at a table of any game: no chip is lost, no card leaks, a restart changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.deal.tables import TABLES

from .crowd import Crowd

every_table = pytest.mark.parametrize("game", TABLES)
few = settings(
    max_examples=1, deadline=None, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck)
)
more = settings(few, max_examples=2)


def run(game: str, seed: int, things: int, **config: Any) -> Crowd:
    crowd = Crowd(game, seed, **config)
    for _ in range(things):
        crowd.happen()
    return crowd


@every_table
@few
@given(seed=st.integers(0, 2**32))
def test_anything_at_a_table_dealt_by_machine(game: str, seed: int) -> None:
    crowd = run(game, seed, 120)
    assert crowd.accepted
    assert crowd.refused


@every_table
@few
@given(seed=st.integers(0, 2**32))
def test_anything_at_a_table_dealt_by_a_person(game: str, seed: int) -> None:
    run(game, seed, 90, dealer="person")


@pytest.mark.long
@every_table
@more
@given(seed=st.integers(0, 2**32))
def test_long_evenings(game: str, seed: int) -> None:
    run(game, seed, 150)
    run(game, seed, 80, dealer="person", fills="floor", opener=200_000)
