"""Every figure that our four documents print is reproduced, or reported with the exact value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import pytest

from pitboss import house
from pitboss.exact.figures import ProofResult
from pitboss.exact.request import ProofRequest, prove
from pitboss.exact.sheet.changes import OtherReading, readings
from pitboss.exact.sheet.findings import KINDS, Comparison, compare, histogram
from pitboss.house import library
from pitboss.house.published import Figure, Published, of_game
from tests.examples import rest_long

DEALS = {
    ("top5", "ante"): 167_439_136_344_480,
    ("high5", "ante"): 8_250_459_031_214_400,
    ("six54", "ante"): 837_195_681_722_400,
    ("holdout", "final"): 463_563_500_400,
}


@lru_cache(maxsize=4)
def proved(game: str) -> ProofResult:
    return prove(house.load(game).definition, threads=2, fresh=True)


def published(game: str) -> Published:
    found = of_game(library.path(game))
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


@pytest.mark.long
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
    assert len(found) == 20


@pytest.mark.rule("HO-12")
def test_a_hit_frequency_that_counts_pushes_says_how_often_the_wager_wins() -> None:
    comparison = compared("holdout")
    (only,) = (each for each in comparison.findings if each.kind == "counts pushes")
    assert (only.where, only.printed) == ("Final 5 Cards Bet, Pay Table 1, hit frequency", "49.3528%")
    wins = sum(line.count for line in proved("holdout")["final"].lines if line.pays > 0)
    assert only.exact == f"{100 * wins / 463_563_500_400:.4f}% wins" == "25.3109% wins"
    assert only.agrees
    assert comparison.verdict.endswith(", 1 hit frequency counts pushes as hits")
    assert {each.kind for each in comparison.findings} == set(comparison.kinds)


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


@pytest.mark.parametrize(("game", "group"), rest_long(DEALS, *(row for row in DEALS if row[0] != "high5")))
def test_the_denominators_are_the_numbers_of_deals(game: str, group: str) -> None:
    figures = proved(game)[group]
    assert figures.deals == DEALS[game, group]
    assert sum(figures.nets.values()) == figures.deals


OURS = ("top5", "high5", "six54", "holdout")
"""Games whose documents are at hand."""
WORDS = {"lost": "push", "collects": "push", "loses": "push", "lose": "push", "pushes": "lose", "push": "lose"}


def one_off(figure: Figure) -> Iterator[Figure]:
    """A figure one unit of its last printed digit higher and lower; a word becomes another."""
    if figure.reads in WORDS:
        yield replace(figure, printed=WORDS[figure.reads], reads=WORDS[figure.reads])
        return
    first, *rest = re.split(r"(\s*to\s*)", figure.reads)
    at = [place for place, character in enumerate(first) if character.isdecimal()]
    if first.startswith("1 in "):
        at = at[1:]
    number = int("".join(first[place] for place in at))
    for other in (number + 1, number - 1):
        digits = f"{other:0{len(at)}d}"
        if other < 0 or len(digits) > len(at):
            continue  # the other direction will do
        changed = list(first)
        for place, digit in zip(at, digits, strict=True):
            changed[place] = digit
        text = "".join([*changed, *rest])
        yield replace(figure, printed=text, reads=text)


@pytest.mark.parametrize("game", rest_long(OURS, "top5", "six54", "holdout"))
@pytest.mark.rule("T5-20", "H5-13", "S4-8", "HO-12")
def test_one_unit_of_the_last_digit_of_any_figure_is_found(game: str) -> None:
    """Every printed figure is compared: a change of one unit is noticed, and correcting a wrong one makes it agree."""
    definition, printed = house.load(game).definition, published(game)
    result, comparison = proved(game), compared(game)
    assert comparison.compared == len(printed.figures)
    wrong = [figure for figure in printed.figures if compare(definition, _alone(printed, figure), result).findings]
    assert len(wrong) == len(comparison.findings)
    for figure in printed.figures:
        every = list(one_off(figure))
        assert every, figure.where
        for changed in every:
            found = compare(definition, _alone(printed, changed), result).findings
            if figure not in wrong or figure.damaged:
                assert len(found) == 1, f"{figure.where}: {changed.reads} for {figure.reads}"
                assert found[0].printed == changed.printed
            elif not found:
                right = next(each.exact for each in comparison.findings if each.where == figure.where)
                assert changed.reads.replace(",", "") == right.replace(",", "")


def _alone(printed: Published, figure: Figure) -> Published:
    return replace(printed, figures=(figure,))


# Other readings ----------------------------------------------------------------------------------------------------


def read_otherwise(game: str) -> tuple[OtherReading, ...]:
    return readings(
        house.load(game).definition, proved(game), lambda other, group: prove(other, only=group, threads=2)[group]
    )


@pytest.mark.rule("T5-15")
def test_only_the_tie_rule_we_read_gives_the_printed_edge_of_top_5() -> None:
    """The document is silent on ties; the other readings do not round to its 3.02%."""
    found = read_otherwise("top5")
    assert [each.rule for each in found] == ["T5-15", "T5-15"]
    for reading in found:
        assert set(reading.edges) == {"ante"}
        assert f"{float(100 * reading.edges['ante']):.2f}" != "3.02"


@pytest.mark.rule("H5-9")
def test_aces_up_as_any_full_house_with_aces_does_not_give_the_printed_edges() -> None:
    """Every seven-card deal is read again by the words for its hand: aces over a pair, or any three over aces."""
    definition = house.load("high5").definition
    (reading,) = read_otherwise("high5")
    assert reading.rule == "H5-9"
    wager = definition.wagers["trips"]
    hand = definition.hands[wager.hand]
    counts = histogram(definition, hand)
    assert set(reading.edges) == {f"trips/{name}" for name in wager.tables}
    for name, table in wager.tables.items():
        pays = {line.hand: line.odds for line in table.lines}
        gained = 0
        for value, count in enumerate(counts):
            category = hand.ranking.category(value) if value else ""
            if category == "full house":
                words = hand.ranking.words(value)
                gained += count * (pays["full house of A"] if "aces" in words else pays["full house"])
            else:
                gained += count * next((line.odds for line in table.lines if value and value >= line.least), -1)
        assert reading.edges[f"trips/{name}"] == Fraction(-gained, sum(counts)), name
        printed = published("high5").of(f"trips/{name}", "house_edge")
        assert not any(figure.agrees(reading.edges[f"trips/{name}"]) for figure in printed)


@pytest.mark.long
@pytest.mark.rule("S4-8")
def test_the_column_of_the_four_aces_read_the_other_way() -> None:
    """Nobody folds four aces, and Queens Up has no decision, so the edge moves by exactly the change in pay."""
    definition, result = house.load("six54").definition, proved("six54")
    (reading,) = read_otherwise("six54")
    assert reading.rule == "S4-8"
    assert set(reading.edges) == {"ante", "queens-up/1", "queens-up/2", "queens-up/3"}
    hand = definition.hands["player"]
    counts = histogram(definition, hand)
    aces = range(hand.ranking.threshold("four of a kind of A"), hand.ranking.top + 1)
    often = Fraction(sum(counts[value] for value in aces if hand.ranking.category(value) == "four of a kind"))
    often /= sum(counts)
    assert reading.edges["ante"] == result["ante"].edge - often * (100 - 20)
    for name, table in definition.wagers["queens-up"].tables.items():
        paid = next(line.odds for line in table.lines if line.hand == "four of a kind of A")
        assert paid != 50
        assert reading.edges[f"queens-up/{name}"] == result[f"queens-up/{name}"].edge - often * (50 - paid)


@pytest.mark.parametrize(("game", "group"), [("top5", "ante"), ("six54", "ante")])
@pytest.mark.rule("T5-13", "S4-4")
def test_what_the_table_shows_adds_up_to_the_whole(game: str, group: str) -> None:
    """Shares, folds and expectations by up card, weighted by how often it shows, sum to the whole."""
    figures = proved(game)[group]
    assert len(figures.shown) >= 13
    assert len({each.shows for each in figures.shown}) == len(figures.shown)
    assert sum(each.deals for each in figures.shown) == figures.deals
    assert sum(each.deals * each.ev for each in figures.shown) == figures.ev * figures.deals
    assert sum(each.deals * each.fold for each in figures.shown) == figures.fold * figures.deals
    if game == "top5":
        assert {each.deals for each in figures.shown} == {figures.deals // 13}


def test_histograms_count_every_hand_once() -> None:
    definition = house.load("holdout").definition
    counts = histogram(definition, definition.hands["community"])
    assert sum(counts) == 270_725
    assert counts[0] == 0


def test_kinds_of_findings_are_explained_on_the_sheet_in_json_and_in_the_documentation() -> None:
    text = (Path(__file__).parents[2] / "docs" / "proving.md").read_text(encoding="utf-8")
    assert all(f"| {kind} | {meaning} |\n" in text for kind, meaning in KINDS.items())
    game = house.load("holdout").definition
    found = ProofRequest(game).report(library.path("holdout"), other_readings=False)
    (section,) = (each for each in found.sheet().sections if each.title == "Findings")
    kinds = {kind for *_, kind in section.rows}
    assert found.data()["finding_kinds"] == {kind: KINDS[kind] for kind in KINDS if kind in kinds}
    assert list(section.notes[1:]) == [f"{kind.capitalize()}: {KINDS[kind]}." for kind in KINDS if kind in kinds]
