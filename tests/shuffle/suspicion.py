"""Statistical tests of a shuffle, as one family: signs that would make an inspector suspicious.

Each test gives a probability: how often a perfect shuffle would look at least this odd, in either direction. With m
tests a shuffle is suspected when one of them falls below 1%/m, so a perfect one passes the whole family
in 99 of 100 cases (Bonferroni). Fed with fixed keys, the verdict is the same on every run.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from statistics import NormalDist

import numpy as np

Mix = Callable[[Sequence[int]], Sequence[int]]
LEVEL = 0.01
SHUFFLES = 20_000
SMALL = {3: 6_000, 4: 12_000, 5: 24_000, 6: 36_000}
"""Sizes of small decks and how many shuffles of each: at least fifty of every order are expected."""


def suspicions(mix: Mix) -> set[str]:
    """The tests this shuffle fails."""
    tested = list(oddities(mix))
    return {name for name, probability in tested if probability < LEVEL / len(tested)}


def oddities(mix: Mix) -> Iterator[tuple[str, float]]:
    """Every test of the family with its probability."""
    deck = tuple(range(52))
    orders = np.array([mix(deck) for _ in range(SHUFFLES)], dtype=np.int64)
    yield from positions(orders)
    yield "rising runs", rising_runs(orders)
    yield "colour runs", colour_runs(orders)
    yield "serial correlation", serial_correlation(orders)
    yield "one shuffle and the next", next_shuffle(orders)
    for size, count in SMALL.items():
        yield f"orders of {size} cards", small_orders(mix, size, count)


def positions(orders: np.ndarray) -> Iterator[tuple[str, float]]:
    """Which cards come to each place of the deck, and the table of cards by places as a whole.

    An order is a matrix of ones, one per row and column; that makes the statistic of the whole table n/(n - 1) times
    chi-square with (n - 1)² degrees of freedom.
    """
    count, size = orders.shape
    whole = 0.0
    for place in range(size):
        seen = np.bincount(orders[:, place], minlength=size)
        statistic = float(((seen - count / size) ** 2).sum() / (count / size))
        whole += statistic
        yield f"place {place + 1}", both_sides(statistic, size - 1)
    yield "cards and places", both_sides(whole * (size - 1) / size, (size - 1) ** 2)


def small_orders(mix: Mix, size: int, count: int) -> float:
    """How often each order of a small deck comes up."""
    seen: dict[tuple[int, ...], int] = {}
    for _ in range(count):
        order = tuple(mix(range(size)))
        seen[order] = seen.get(order, 0) + 1
    kinds = math.factorial(size)
    expected = count / kinds
    statistic = sum((times - expected) ** 2 for times in seen.values()) / expected
    return both_sides(statistic + (kinds - len(seen)) * expected, kinds - 1)


def rising_runs(orders: np.ndarray) -> float:
    """How many rising runs a deck falls into; the Eulerian numbers say how many it should."""
    size = orders.shape[1]
    drops = (orders[:, 1:] < orders[:, :-1]).sum(axis=1)
    return fit(np.bincount(drops, minlength=size), [eulerian(size, k) / math.factorial(size) for k in range(size)])


def colour_runs(orders: np.ndarray) -> float:
    """How many runs of one colour a deck falls into (Wald and Wolfowitz)."""
    red = np.isin(orders % 4, (1, 2))
    runs = 1 + (red[:, 1:] != red[:, :-1]).sum(axis=1)
    half, ways = orders.shape[1] // 2, math.comb(52, 26)
    chances = [0.0] * (orders.shape[1] + 1)
    for k in range(1, half + 1):
        chances[2 * k] = 2 * math.comb(half - 1, k - 1) ** 2 / ways
        if k < half:
            chances[2 * k + 1] = 2 * math.comb(half - 1, k - 1) * math.comb(half - 1, k) / ways
    return fit(np.bincount(runs, minlength=len(chances)), chances)


def serial_correlation(orders: np.ndarray) -> float:
    """Whether a card says something about the one below it (the last one is above the first)."""
    mean, variance = serial_moments(orders.shape[1])
    centred = orders - (orders.shape[1] - 1) / 2
    products = (centred * np.roll(centred, -1, axis=1)).sum(axis=1)
    return two_sided(float((products - mean).sum()) / math.sqrt(len(orders) * variance))


def serial_moments(size: int) -> tuple[float, float]:
    """Mean and variance of the sum of neighbours' products over all orders of 0 … size-1, centred."""
    centred = [rank - (size - 1) / 2 for rank in range(size)]
    second, fourth = sum(x**2 for x in centred), sum(x**4 for x in centred)
    variance = (second**2 - fourth) / (size - 1) - (second / (size - 1)) ** 2
    variance += (second**2 - 2 * fourth) / ((size - 1) * (size - 2))
    return -second / (size - 1), variance


def next_shuffle(orders: np.ndarray) -> float:
    """Whether a shuffle says something about the next one, place by place."""
    size = orders.shape[1]
    centred = orders - (size - 1) / 2
    products = (centred[1:] * centred[:-1]).sum(axis=1)
    second = float((centred[0] ** 2).sum())
    return two_sided(float(products.sum()) / math.sqrt(len(products) * second**2 / (size - 1)))


# Probabilities ----------------------------------------------------------------------------------------------------


def fit(seen: np.ndarray, chances: Sequence[float]) -> float:
    """Chi-square of counts against chances; kinds expected less than ten times are counted together."""
    count = int(seen.sum())
    statistic, kinds, rest_seen, rest_expected = 0.0, 0, 0.0, 0.0
    for times, chance in zip(seen, chances, strict=True):
        if chance * count >= 10:
            statistic += (times - chance * count) ** 2 / (chance * count)
            kinds += 1
        else:
            rest_seen, rest_expected = rest_seen + times, rest_expected + chance * count
    if rest_seen or rest_expected:
        statistic += (rest_seen - rest_expected) ** 2 / max(rest_expected, 1e-9)
        kinds += 1
    return both_sides(float(statistic), kinds - 1)


def both_sides(statistic: float, freedom: int) -> float:
    """Chi-square, suspicious of a fit that is too bad and of one that is too good."""
    above = chi_square_above(statistic, freedom)
    return 2 * min(above, 1 - above)


def two_sided(z: float) -> float:
    return 2 * NormalDist().cdf(-abs(z))


def chi_square_above(statistic: float, freedom: int) -> float:
    """The probability of a larger chi-square: the incomplete gamma function by its power series."""
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    if x > a + 60 * math.sqrt(a) + 60:
        return 0.0
    term = total = 1.0
    step = 0
    while term > total * 1e-17:
        step += 1
        term *= x / (a + step)
        total += term
    return max(0.0, 1 - total * math.exp(a * math.log(x) - x - math.lgamma(a + 1)))


def eulerian(size: int, drops: int) -> int:
    """The number of orders of ``size`` cards in which ``drops`` cards are followed by a lower one."""
    return sum((-1) ** j * math.comb(size + 1, j) * (drops + 1 - j) ** size for j in range(drops + 2))
