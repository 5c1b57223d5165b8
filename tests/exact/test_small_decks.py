"""What makes "generic" true: on small decks the solver equals an exhaustive expectimax that only plays the round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings

from pitboss.exact.stakes import combination
from pitboss.house import library
from tests.exact.small import UNIT, counted, cut, every_shape, oracle, placements, solved
from tests.house.definitions import SHAPES, Drawn, definitions

EACH = 34
"""Definitions of each kind: more than 200 in all."""


def compare(kind: str, each: int, most: int) -> None:
    """Drawn games of a kind: the solver, and every other shape that carries the round, against the truth."""
    tried = 0

    @settings(max_examples=each, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(definitions((kind,), most=most))
    def agree(drawn: Drawn) -> None:
        nonlocal tried
        every = list(placements(drawn.game))
        assume(all(oracle(drawn.game, stakes).many <= most for stakes in every))
        tried += 1
        for stakes in every:
            right = oracle(drawn.game, stakes).ev() / UNIT
            group = combination(drawn.game, stakes)
            assert solved(drawn.game, stakes).ev == right, drawn.text
            for shape in every_shape(group):
                assert counted(shape, group).ev == right, f"{shape.name}, {stakes}\n{drawn.text}"

    agree()
    assert tried >= each


@pytest.mark.parametrize("kind", SHAPES)
def test_drawn_games_prove_to_the_truth(kind: str) -> None:
    compare(kind, EACH, 200)


@pytest.mark.long
@pytest.mark.parametrize("kind", SHAPES)
def test_larger_drawn_games_prove_to_the_truth(kind: str) -> None:
    compare(kind, 12, 3_000)


# Every shipped script as it is, on a deck with few cards more than it deals.
QUICK: Mapping[str, Mapping[str, Any]] = {
    "caribbean": {"ranks": "T-A", "suits": 2},
    "casino-holdem": {"ranks": "Q-A", "suits": 3},
    "crazy4": {"ranks": "T-A", "suits": 2},
    "let-it-ride": {"ranks": "J-A", "suits": 2},
    "mississippi": {"ranks": "Q-A", "suits": 2},
    "three-card": {"ranks": "J-A", "suits": 2},
}
SLOW: Mapping[str, Mapping[str, Any]] = {
    "four-card": {"ranks": "J-A", "suits": 3},
    "high5": {"ranks": "8-A", "suits": 2, "joker": True},
    "holdout": {"ranks": "T-A", "suits": 2},
    "six54": {"ranks": "4-A", "suits": 1},
    "top5": {"ranks": "9-A", "suits": 2},
    "ultimate": {"ranks": "Q-A", "suits": 3},
}


def shipped(name: str, deck: Mapping[str, Any]) -> None:
    game = cut(name, deck)
    for stakes in placements(game):
        assert solved(game, stakes).ev == oracle(game, stakes).ev() / UNIT, f"{name} {stakes}"


@pytest.mark.parametrize("name", QUICK)
def test_shipped_scripts_on_small_decks(name: str) -> None:
    shipped(name, QUICK[name])


@pytest.mark.long
@pytest.mark.parametrize("name", SLOW)
def test_larger_shipped_scripts_on_small_decks(name: str) -> None:
    shipped(name, SLOW[name])


def test_no_shipped_script_is_left_out() -> None:
    assert {*QUICK, *SLOW} == set(library.names())
