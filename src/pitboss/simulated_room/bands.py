"""The expected win of a table from its wagers, and the band in which an honest table lies."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import numpy as np

from pitboss.exact.request import prove
from pitboss.house.definition import Definition
from pitboss.simulated_room.chance import Chance
from pitboss.simulated_room.day import DayTally
from pitboss.simulated_room.house_day import Stakes, ready
from pitboss.simulation.spots import columns, draws

DECKS = 100_000
"""Decks from which the covariance of two spots is estimated."""
BAND_95, BAND_99 = 1.959964, 2.575829


class PerUnit(NamedTuple):
    """The house's mean win on a spot with one unit, its variance, and the covariance of two spots of a round."""

    mean: float
    variance: float
    covariance: float


class TableBand(NamedTuple):
    """The expected win in cents, one standard deviation, and how many of them the actual win lies away."""

    expected: float
    sd: float
    win: int

    @property
    def away(self) -> float:
        return (self.win - self.expected) / self.sd if self.sd else 0.0


@lru_cache(maxsize=64)
def per_unit(game: Definition, stakes: Stakes) -> PerUnit:
    """Mean and variance are exact; the covariance of two spots against one dealer is simulated."""
    (figures,) = prove(game, wagers=dict(stakes)).groups.values()
    return PerUnit(float(-figures.ev), float(figures.variance), covariance(game, stakes))


@lru_cache(maxsize=64)
def covariance(game: Definition, stakes: Stakes, decks: int = DECKS, seed: int = 1) -> float:
    """The covariance of two spots' results in units, from seeded decks."""
    keys = tuple(key for key, _ in stakes)
    places = draws(game, ((1, keys), (2, keys)))
    if places is None:
        return 0.0
    made, policy = ready(game, stakes)
    chance = Chance(f"covariance {seed}")
    one, two = [], []
    for start in range(0, decks, 8192):
        orders = chance.decks(game.deck.cards, min(8192, decks - start))
        one.append(made.play(columns(game, orders, places[1]), policy).nets)
        two.append(made.play(columns(game, orders, places[2]), policy).nets)
    first, second = (np.concatenate(each).astype(float) / made.worth.scale for each in (one, two))
    return float(np.cov(first, second)[0, 1])


def band(days: Iterable[DayTally], unit: PerUnit) -> TableBand:
    """The band of some days of a table together."""
    units = squares = products = win = 0
    for day in days:
        units, squares, products = units + day.units, squares + day.squares, products + day.products
        win += day.win
    variance = unit.variance * squares + unit.covariance * products
    return TableBand(unit.mean * units, sqrt(max(0.0, variance)), win)


def caught(days: list[DayTally], unit: PerUnit, reach: float = BAND_99) -> int:
    """The first day on which all days up to it lie outside the band; 0 if there is none."""
    for day in range(1, len(days) + 1):
        if abs(band(days[:day], unit).away) > reach:
            return day
    return 0
