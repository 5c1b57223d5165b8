"""Every figure our four documents print, against the exact one: reproduced, or reported with the exact value."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import pytest

from pitboss import house
from pitboss.exact.findings import Comparison, compare, histogram
from pitboss.exact.readings import readings
from pitboss.exact.result import Result
from pitboss.exact.solver import prove
from pitboss.house import library
from pitboss.house.published import Published, beside

DEALS = {
    ("top5", "ante"): 167_439_136_344_480,
    ("high5", "ante"): 8_250_459_031_214_400,
    ("six54", "ante"): 837_195_681_722_400,
    ("holdout", "final"): 463_563_500_400,
}


@lru_cache(maxsize=4)
def proved(game: str) -> Result:
    return prove(house.load(game).definition, threads=2, fresh=True)


def published(game: str) -> Published:
    found = beside(library.path(game))
    assert found is not None
    return found


def compared(game: str) -> Comparison:
    return compare(house.load(game).definition, published(game), proved(game))


@pytest.mark.rule("T5-15", "T5-16", "T5-17", "T5-20")
def test_top_5_agrees_with_every_printed_figure() -> None:
    comparison = compared("top5")
    assert comparison.findings == ()
    assert comparison.compared == 57
    edges = {key: figures.edge for key, figures in proved("top5").groups.items()}
    assert edges["ace-or-face/1"] == Fraction(1, 65)
    assert round(float(100 * edges["ante"]), 2) == 3.02


@pytest.mark.rule("H5-9", "H5-13")
def test_high_five_prints_one_edge_that_is_a_hundredth_of_a_percent_off() -> None:
    comparison = compared("high5")
    assert [(each.wager, each.printed, each.exact, each.kind) for each in comparison.findings] == [
        ("trips/APP-02", "2.62%", "2.61%", "misprint")
    ]


@pytest.mark.rule("HO-8", "HO-12")
def test_holdout_finds_the_misprints_the_ghost_line_and_the_row_that_is_parted_otherwise() -> None:
    found = {(each.where, each.printed): (each.exact, each.kind) for each in compared("holdout").findings}
    assert found[("First 5 Cards Bet, JJ - AA, combinations", "84,480")] == ("337,920", "misprint")
    assert found[("First 5 Cards Bet, 2,2 - 10,10, combinations", "84,480")] == ("760,320", "misprint")
    assert found[("Community Cards Bonus Bet, 7777, pays", "1000")] == ("750", "other rule")
    final = "Final 5 Cards Bet, Pay Table 1"
    assert found[(f"{final}, Two Pairs, JJ-AA up, combinations", "53,568,955,332")][1] == "ambiguous"
    assert found[(f"{final}, Pair or Lower, return", "50.6472%")] == ("-50.6472%", "misprint")
    assert len(found) == 19


def test_holdout_final_counts_are_the_printed_integers() -> None:
    counts = {line.hand: line.count for line in proved("holdout")["final"].lines}
    assert counts["royal flush"] == 44_711_436
    assert counts["straight flush"] == 382_690_380
    assert counts["four of a kind"] == 1_926_464_496
    assert counts["full house"] == 18_561_745_224
    assert counts["flush"] == 31_066_414_680
    assert counts["straight"] == 28_169_026_260
    assert counts["three of a kind"] == 37_181_032_728
    assert counts["two pair of J"] + counts["two pair"] == 53_568_955_332 + 57_880_533_780


@pytest.mark.rule("S4-8")
def test_six_five_four_prints_nothing_but_damaged_pay_cells() -> None:
    comparison = compared("six54")
    assert comparison.findings
    assert {each.kind for each in comparison.findings} == {"damaged print"}


@pytest.mark.parametrize(("game", "group"), DEALS)
def test_the_denominators_are_the_numbers_of_deals(game: str, group: str) -> None:
    figures = proved(game)[group]
    assert figures.deals == DEALS[game, group]
    assert sum(figures.nets.values()) == figures.deals


@pytest.mark.parametrize("game", ["top5", "high5", "six54", "holdout"])
def test_a_wrong_digit_anywhere_is_found(game: str) -> None:
    """Each printed figure that agrees stops agreeing when its last digit is another: the comparison can fail."""
    definition, printed = house.load(game).definition, published(game)
    before = len(compared(game).findings)
    agreeing = [figure for figure in printed.figures if figure.kind in ("house_edge", "combinations", "return")]
    for figure in agreeing[:: max(1, len(agreeing) // 6)]:
        digit = next(c for c in reversed(figure.reads) if c.isdecimal())
        place = figure.reads.rindex(digit)
        wrong = figure.reads[:place] + str((int(digit) + 5) % 10) + figure.reads[place + 1 :]
        changed = replace(figure, printed=wrong, reads=wrong)
        figures = tuple(changed if each is figure else each for each in printed.figures)
        after = len(compare(definition, replace(printed, figures=figures), proved(game)).findings)
        was = figure.where in {each.where for each in compared(game).findings}
        assert after == before + (not was), figure.where


@pytest.mark.rule("T5-15")
def test_only_the_tie_rule_we_read_gives_the_printed_edge_of_top_5() -> None:
    """The document is silent on ties; the other readings do not round to its 3.02%."""
    definition = house.load("top5").definition
    found = readings(definition, proved("top5"), lambda game, group: prove(game, only=group, threads=2))
    assert [each.rule for each in found] == ["T5-15", "T5-15"]
    for reading in found:
        assert set(reading.edges) == {"ante"}
        assert f"{float(100 * reading.edges['ante']):.2f}" != "3.02"


def test_histograms_count_every_hand_once() -> None:
    definition = house.load("holdout").definition
    counts = histogram(definition, definition.hands["community"])
    assert sum(counts) == 270_725
    assert counts[0] == 0
