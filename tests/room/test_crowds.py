"""Random behaviour at a table of any game: no chip is lost, no card leaks, and a restart changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.deal.tables import TABLES
from tests.examples import seeds

from .crowd import Crowd

every_table = pytest.mark.parametrize("game", TABLES)


def run(game: str, seed: int, things: int, **config: Any) -> Crowd:
    crowd = Crowd(game, seed, **config)
    for _ in range(things):
        crowd.happen()
    return crowd


@every_table
@seeds(1)
def test_anything_at_a_table_dealt_by_machine(game: str, seed: int) -> None:
    crowd = run(game, seed, 120)
    assert crowd.accepted
    assert crowd.refused


@every_table
@seeds(1)
def test_anything_at_a_table_dealt_by_a_person(game: str, seed: int) -> None:
    crowd = run(game, seed, 90, dealer="person")
    assert crowd.accepted
    assert crowd.refused


@pytest.mark.long
@every_table
@seeds(2)
def test_long_evenings(game: str, seed: int) -> None:
    assert run(game, seed, 150).accepted
    assert run(game, seed, 80, dealer="person", fills="floor", opener=200_000).accepted
