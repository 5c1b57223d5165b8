"""Evidence that the solver is generic: on small decks it equals an exhaustive expectimax that only plays rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given

from pitboss.exact.request import prove
from pitboss.exact.stakes import combination
from pitboss.house import library
from tests.exact.small import UNIT, agree, counted, cut, every_shape, oracle, placements, proved
from tests.examples import REPEATED, examples, scale
from tests.house.definitions import SHAPES, Drawn, definitions

EACH = 0.34
"""Definitions of each kind, as a share of the profile's examples: more than 200 in all."""
FEW = 0.03

# The least number of proofs of each kind that a shape must solve, so that plain recursion does not hide a shape that
# never applies: about half of what is usual, since other draws are as good. Recursion may solve only what mixes folding
# with holding cards.
CARRIED: Mapping[str, Mapping[str, int]] = {
    "count": {"count": 15, "stages": 2},
    "hold": {"holding": 10, "choice": 3},
    "stages": {"stages": 15, "holding": 3},
    "showdown": {"showdown": 20},
    "community": {"showdown": 20},
    "board": {"showdown": 10, "reveal": 7},
}
GENERAL = {"hold": 15}
"""The most proofs of a kind that plain recursion may solve; zero by default."""
CERTAIN = 10
"""The least number of proofs of a kind in which perfect play is unique, so that every count is compared with one
number."""


def compare(kind: str, times: float, most: int) -> tuple[Counter[str], int]:
    """Compare the solver, and every other shape that fits, with the reference on random games of a kind."""
    tried = certain = 0
    carried: Counter[str] = Counter()

    @examples(times, shrink=False, suppress_health_check=list(HealthCheck))
    @given(definitions((kind,), most=most))
    def hold(drawn: Drawn) -> None:
        nonlocal tried, certain
        every = list(placements(drawn.game))
        rights = [oracle(drawn.game, stakes) for stakes in every]
        assume(all(right.many <= most for right in rights))
        tried += 1
        for stakes, right in zip(every, rights, strict=True):
            try:
                found = proved(drawn.game, stakes)
                carried[found.shape] += 1
                certain += agree(drawn.game, found, right)
                group = combination(drawn.game, stakes)
                for shape in every_shape(group):
                    agree(drawn.game, counted(shape, group), right)
            except AssertionError as error:
                raise AssertionError(f"{error}\n{stakes} in\n{drawn.text}") from error

    hold()
    assert tried >= round(times * REPEATED * scale())
    return carried, certain


@pytest.mark.parametrize("kind", SHAPES)
def test_a_few_drawn_games_prove_to_the_truth(kind: str) -> None:
    carried, _ = compare(kind, FEW, 200)
    assert carried


@pytest.mark.long
@pytest.mark.parametrize("kind", SHAPES)
def test_drawn_games_prove_to_the_truth(kind: str) -> None:
    carried, certain = compare(kind, EACH, 200)
    assert all(carried[shape] >= least for shape, least in CARRIED[kind].items()), carried
    assert carried["general"] <= GENERAL.get(kind, 0) * scale(), carried
    assert certain >= CERTAIN


@pytest.mark.long
@pytest.mark.parametrize("kind", SHAPES)
def test_larger_drawn_games_prove_to_the_truth(kind: str) -> None:
    compare(kind, 0.12, 3_000)


# Every shipped script unchanged, on a deck a few cards larger than it deals, and the shape that must solve it.
QUICK: Mapping[str, tuple[Mapping[str, Any], str]] = {
    "caribbean": ({"ranks": "T-A", "suits": 2}, "showdown"),
    "crazy4": ({"ranks": "T-A", "suits": 2}, "showdown"),
    "let-it-ride": ({"ranks": "J-A", "suits": 2}, "stages"),
    "three-card": ({"ranks": "J-A", "suits": 2}, "showdown"),
}
SLOW: Mapping[str, tuple[Mapping[str, Any], str]] = {
    "casino-holdem": ({"ranks": "Q-A", "suits": 3}, "reveal"),
    "four-card": ({"ranks": "J-A", "suits": 3}, "showdown"),
    "high5": ({"ranks": "8-A", "suits": 2, "joker": True}, "showdown"),
    "holdout": ({"ranks": "T-A", "suits": 2}, "holding"),
    "mississippi": ({"ranks": "Q-A", "suits": 2}, "stages"),
    "six54": ({"ranks": "4-A", "suits": 1}, "showdown"),
    "top5": ({"ranks": "9-A", "suits": 2}, "showdown"),
    "ultimate": ({"ranks": "Q-A", "suits": 3}, "reveal"),
}


def shipped(name: str, deck: Mapping[str, Any], shape: str) -> None:
    """Compare the least that can be placed, the game's unit, and all wagers at once; the unit is proved by its expected
    shape."""
    game = cut(name, deck)
    every = [{game.unit: 1}, *(stakes for stakes in placements(game) if stakes != {game.unit: 1})]
    for stakes in every:
        found = proved(game, stakes)
        assert found.shape == shape or stakes != every[0]
        agree(game, found, oracle(game, stakes))


@pytest.mark.parametrize("name", QUICK)
def test_shipped_scripts_on_small_decks(name: str) -> None:
    shipped(name, *QUICK[name])


@pytest.mark.long
@pytest.mark.parametrize("name", SLOW)
def test_larger_shipped_scripts_on_small_decks(name: str) -> None:
    shipped(name, *SLOW[name])


def test_no_shipped_script_is_left_out() -> None:
    assert {*QUICK, *SLOW} == set(library.names())


def test_a_kept_proof_says_what_was_counted() -> None:
    game = cut("caribbean", QUICK["caribbean"][0])
    for stakes in placements(game):
        first = proved(game, stakes)
        (again,) = prove(game, wagers=stakes).groups.values()
        assert (again.nets, again.lines, again.shown) == (first.nets, first.lines, first.shown)
        assert again.ev == oracle(game, stakes).ev() / UNIT


@pytest.mark.long
def test_a_deck_without_aces_is_proved_like_any_other() -> None:
    """Kernels compiled beforehand are compiled with cards of the game's own deck."""
    game = cut("let-it-ride", {"ranks": "8-Q", "suits": 2})
    agree(game, proved(game, {game.unit: 1}), oracle(game, {game.unit: 1}))
