"""Volatility: standard deviation, skew and bands, compared with closed forms and with deals counted one by one."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt
from statistics import NormalDist, fmean, pstdev

import pytest

from pitboss.exact.figures import Figures, ProofResult
from pitboss.exact.sheet.model import ROUNDS, sheet
from pitboss.house.vocabulary import game_file
from tests.exact.small import UNIT, cut, oracle, proved

COIN = """
id = "coin"
name = "One card"
deck = { ranks = "2-A", suits = 4 }
spots = 1
unit = "bet"
ranking = "one-card"
script = [ { deal = "player", cards = 1 }, { settle = "all" } ]
[hand]
player = { of = ["player"] }
[wager.bet]
initial = "required"
shown = ["table", "lose"]
table = { "KING" = 1 }
"""
"""A bet that the card is this high: a chance with two outcomes."""


def one_card(from_rank: str) -> tuple[ProofResult, Figures]:
    game = game_file.parse(COIN.replace("KING", f"high card of {from_rank}"), "coin.toml")
    found = proved(game, {"bet": 1})
    return ProofResult(game.id, game.version, {"bet": found}), found


@pytest.mark.parametrize(("rank", "cards"), [("A", 1), ("J", 4), ("8", 7), ("3", 12)])
def test_a_two_way_chance_has_the_known_moments(rank: str, cards: int) -> None:
    """Won with p, lost with q: expectation p - q, variance 4pq, skew (q - p) / sqrt(pq)."""
    _, found = one_card(rank)
    p = Fraction(cards, 13)
    q = 1 - p
    assert (found.win, found.push, found.lose) == (p, 0, q)
    assert found.ev == p - q
    assert found.variance == 4 * p * q
    assert found.sd == pytest.approx(2 * sqrt(p * q), rel=1e-12)
    assert found.skew == pytest.approx(float(q - p) / sqrt(p * q), rel=1e-12)


@pytest.mark.parametrize(("name", "ranks"), [("caribbean", "T-A"), ("let-it-ride", "J-A")])
def test_moments_are_those_of_the_deals_played_out(name: str, ranks: str) -> None:
    """Mean, deviation and skew of the list of results when every deal of a small deck is played perfectly."""
    game = cut(name, {"ranks": ranks, "suits": 2})
    found, truth = proved(game, {game.unit: 1}), oracle(game, {game.unit: 1}).truth
    assert truth.least == truth.most, "no two options are equally good, so that there is one list of results"
    results = [cents / UNIT for (what, cents), count in truth.most.items() if what == "net" for _ in range(count)]
    mean, deviation = fmean(results), pstdev(results)
    assert float(found.ev) == pytest.approx(mean, abs=1e-12)
    assert found.sd == pytest.approx(deviation, rel=1e-9)
    assert found.skew == pytest.approx(fmean(((each - mean) / deviation) ** 3 for each in results), rel=1e-9, abs=1e-9)


def test_nothing_that_varies_has_no_skew() -> None:
    sure = Figures("bet", {"bet": Fraction(1)}, 4, {Fraction(-1): 4}, (), Fraction(1), Fraction(0))
    assert (sure.sd, sure.skew) == (0, 0)


def test_bands_hold_the_middle_95_percent() -> None:
    """The band after a thousand rounds of a two-way chance, against the binomial distribution summed exactly."""
    result, found = one_card("J")
    game = game_file.parse(COIN.replace("KING", "high card of J"), "coin.toml")
    rows = next(section for section in sheet(game, result).sections if section.title == "Volatility").rows
    assert [int(row[1].replace(",", "")) for row in rows] == list(ROUNDS)
    wide = NormalDist().inv_cdf(0.975) * found.sd
    for (_, _, low, mean, high), rounds in zip(rows, ROUNDS, strict=True):
        printed = [float(each.rstrip("%")) for each in (low, mean, high)]
        edge = 100 * float(found.edge)
        reach = 100 * wide / sqrt(rounds)
        assert printed == pytest.approx([edge - reach, edge, edge + reach], abs=0.0006)
    rounds = ROUNDS[0]
    low, high = (Fraction(rows[0][at].rstrip("%")) / 100 for at in (2, 4))
    inside = sum(
        comb(rounds, won) * 4**won * 9 ** (rounds - won)
        for won in range(rounds + 1)
        if low <= 1 - Fraction(2 * won, rounds) <= high
    )
    assert 0.945 < float(Fraction(inside, 13**rounds)) < 0.955
