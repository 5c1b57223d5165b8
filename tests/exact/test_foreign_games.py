"""Well-known games on the whole deck: each has its printed edge and its expected shape."""

from __future__ import annotations

from dataclasses import replace
from math import comb

import pytest

from pitboss import house
from pitboss.exact.figures import ProofResult
from pitboss.exact.request import prove
from pitboss.exact.sheet.findings import compare
from pitboss.house import library
from pitboss.house.published import of_game

# The published edge of the main wager, and the number of deals behind it as a player would count them.
WHOLE = {
    "three-card": ("ante", "showdown", "3.37%", comb(52, 3) * comb(49, 3)),
    "caribbean": ("ante", "showdown", "5.22%", comb(52, 5) * 47 * comb(46, 4)),
    "four-card": ("ante", "showdown", "2.79%", comb(52, 5) * 47 * comb(46, 5)),
    "crazy4": ("ante", "showdown", "3.42%", comb(52, 5) * comb(47, 5)),
    "let-it-ride": ("bet-3", "stages", "3.51%", comb(52, 3) * 49 * 48),
    "mississippi": ("ante", "stages", "4.91%", comb(52, 2) * 50 * 49 * 48),
}


def agrees(name: str, result: ProofResult) -> None:
    """Every printed figure of the proved stake groups is exact, and would not be if its last digit were one off."""
    game, printed = house.load(name).definition, of_game(library.path(name))
    assert printed is not None
    figures = tuple(figure for figure in printed.figures if figure.wager in result.groups)
    assert figures
    comparison = compare(game, replace(printed, figures=figures), result)
    assert comparison.compared == len(figures)
    assert comparison.findings == ()
    for figure in figures:
        exact = result[figure.wager].edge
        assert figure.agrees(exact)
        assert not figure.agrees(exact + figure.places)
        assert not figure.agrees(exact - figure.places)


@pytest.mark.parametrize("name", WHOLE)
def test_whole_decks_prove_to_the_published_edges(name: str) -> None:
    key, shape, edge, deals = WHOLE[name]
    result = prove(house.load(name).definition, fresh=True)
    assert (result[key].shape, result[key].deals) == (shape, deals)
    assert f"{float(result[key].edge):.2%}" == edge
    agrees(name, result)


def test_no_foreign_game_is_left_out() -> None:
    """Those with a board between decisions take longer and are proved in the tests of that shape."""
    ours, long = {"top5", "high5", "six54", "holdout"}, {"casino-holdem", "ultimate"}
    assert {*WHOLE, *ours, *long} == set(library.names())
