"""Bands: their ends match exact distributions, and honest results are inside as often as stated."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest

from pitboss.books.band import GameFigures, WagerFigures, of_group, of_table, variance
from pitboss.books.sums import TableDay, WagerSums


def wager(key: str, nets: dict[int, Fraction]) -> WagerFigures:
    mean = sum(net * chance for net, chance in nets.items())
    second = sum(net * net * chance for net, chance in nets.items())
    listed = tuple((float(net), float(chance)) for net, chance in nets.items())
    return WagerFigures(
        key=key, base=key, wagers=(key,), edge=Fraction(-mean), variance=Fraction(second - mean * mean), nets=listed
    )


COIN = wager("coin", {1: Fraction(49, 100), -1: Fraction(51, 100)})
LONG = wager("long", {200: Fraction(1, 250), -1: Fraction(249, 250)})
GAME = GameFigures(name="Coins", groups=(COIN, LONG))


def placed(key: str, size: int, many: int) -> TableDay:
    sums = WagerSums(wagers=many, handle=size * many, sizes={size: many}, totals={size: many})
    return TableDay(table="t1", day="d", wagers={key: sums}, pairs={f"{key}|{key}": (size * size * many,) * 2})


@pytest.mark.parametrize(("group", "rounds"), [(COIN, 1000), (LONG, 1000), (LONG, 5000)])
def test_the_ends_are_those_of_the_binomial_distribution(group: WagerFigures, rounds: int) -> None:
    """Chance that the win lies at or below each end, summed exactly: within half a step of what the band says."""
    band = of_group(placed(group.base, 500, rounds), GAME, group)
    assert band is not None
    assert band.expected == pytest.approx(float(group.edge) * 500 * rounds)
    assert band.sd == pytest.approx(sqrt(float(group.variance) * rounds) * 500)
    (most, chance), _ = sorted(group.nets, reverse=True)
    p = Fraction(chance).limit_denominator(1000)
    chances = [
        float(comb(rounds, won) * p**won * (1 - p) ** (rounds - won)) for won in range(60 if most > 1 else rounds + 1)
    ]
    step = max(chances)
    for end, share in ((band.low99, 0.005), (band.low95, 0.025), (band.high95, 0.975), (band.high99, 0.995)):
        below = sum(c for won, c in enumerate(chances) if 500 * (rounds - won) - 500 * most * won <= end)
        assert abs(below - share) <= step, (end, below, share)


def test_wagers_of_one_round_vary_together() -> None:
    day = placed("coin", 100, 10)
    day.pairs["coin|coin"] = 10 * 100**2, 5 * 200**2  # five rounds of two spots
    shared = GameFigures(name="Coins", groups=(COIN,), across={"coin|coin": float(COIN.variance) / 2})
    alone = variance(day, GAME, ("coin",))
    assert variance(day, shared, ("coin",)) == pytest.approx(1.5 * alone)
    two = placed("coin", 100, 10)
    two.wagers |= placed("long", 100, 10).wagers
    two.pairs |= placed("long", 100, 10).pairs | {"coin|long": (10 * 100**2, 10 * 100**2)}
    tied = GameFigures(name="Coins", groups=(COIN, LONG), same={"coin|long": 2.0})
    apart = variance(two, GAME, ("coin", "long"))
    assert variance(two, tied, ("coin", "long")) == pytest.approx(apart + 2 * 2.0 * 10 * 100**2)
    together, separate = of_table(two, tied), of_table(two, GAME)
    assert together is not None
    assert separate is not None
    assert together.sd > separate.sd
    assert together.high95 - together.low95 > separate.high95 - separate.low95


def test_honest_months_lie_inside() -> None:
    """A wager with rare high payouts, as of our games, over 2,000 honest months of 1,500 rounds."""
    rng = np.random.default_rng(7)
    band = of_group(placed("long", 500, 1500), GAME, LONG)
    assert band is not None
    wins = 500 * 1500 - 500 * 201 * rng.binomial(1500, 1 / 250, 2000)
    inside = np.mean([band.where(int(win)) == "inside" for win in wins])
    assert 0.93 <= inside <= 0.975
    assert band.where(round(band.expected)) == "inside"
    assert band.where(round(band.low99 - 500 * 201)) == "outside 99%"


def test_nothing_placed_has_no_band() -> None:
    assert of_table(TableDay(table="t1", day="d"), GAME) is None
