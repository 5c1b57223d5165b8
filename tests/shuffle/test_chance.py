"""Is the shuffle fair? The family of statistical tests, the shuffles that pass it, and the ones that must fail."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise, permutations

import numpy as np
import pytest

from pitboss.shuffle import Words, below, permute, seeded

from . import suspicion
from .suspicion import Mix, suspicions


def keyed(key: bytes) -> Words:
    """Words from a fixed key, through the class that feeds the live shuffle from the operating system."""
    counter = 0

    def source(length: int) -> bytes:
        nonlocal counter
        counter += 1
        return hashlib.shake_128(key + counter.to_bytes(8, "big")).digest(length)

    return Words(source)


@pytest.mark.parametrize("key", [b"clubs", b"diamonds"])
def test_the_algorithm_of_the_live_shuffle_raises_no_suspicion(key: bytes) -> None:
    word = keyed(key)
    assert suspicions(lambda cards: permute(cards, word)) == set()


def test_the_seeded_shuffle_raises_no_suspicion() -> None:
    assert suspicions(seeded(1).mix) == set()


def test_first_shuffles_of_neighbouring_seeds_raise_no_suspicion() -> None:
    seeds = iter(range(10**9))
    assert suspicions(lambda cards: seeded(next(seeds)).mix(cards)) == set()


# Shuffles with a defect: each must fail the tests named, so every test of the family is seen to fail.


def swap_with_any(word: Words) -> Mix:
    """The classic mistake: every place changes with any place, instead of with those not yet settled."""

    def mix(cards: Sequence[int]) -> list[int]:
        order = list(cards)
        for place in range(len(order)):
            other = below(len(order), word)
            order[place], order[other] = order[other], order[place]
        return order

    return mix


def one_byte_remainder(word: Words) -> Mix:
    """Choices by the remainder of one byte: low cards are favoured a little."""

    def mix(cards: Sequence[int]) -> list[int]:
        order = list(cards)
        for place in range(len(order) - 1):
            other = place + (word() & 0xFF) % (len(order) - place)
            order[place], order[other] = order[other], order[place]
        return order

    return mix


def never_at_home(word: Words) -> Mix:
    """Sattolo's mistake: no card may be chosen for the place where it lies."""

    def mix(cards: Sequence[int]) -> list[int]:
        order = list(cards)
        for place in range(len(order) - 1):
            other = place + 1 + below(len(order) - place - 1, word)
            order[place], order[other] = order[other], order[place]
        return order

    return mix


def clumped(word: Words) -> Mix:
    """A cut and a lazy shuffle: cards travel in pairs, the higher one mostly below the lower one."""

    def mix(cards: Sequence[int]) -> list[int]:
        pairs = [tuple(cards)[at : at + 2] for at in range(0, len(cards), 2)]
        return [card for index in permute(range(len(pairs)), word) for card in pairs[index]]

    return mix


def turned_over(word: Words) -> Mix:
    """Every other shuffle is the one before it, seen from below; each alone is perfect."""
    last: list[tuple[int, ...]] = []

    def mix(cards: Sequence[int]) -> tuple[int, ...]:
        if last and len(last[0]) == len(cards):
            return last.pop()[::-1]
        last[:] = [permute(cards, word)]
        return last[0]

    return mix


def same_again(word: Words) -> Mix:
    """Every other shuffle is the one before it."""
    last: list[tuple[int, ...]] = []

    def mix(cards: Sequence[int]) -> tuple[int, ...]:
        if last and len(last[0]) == len(cards):
            return last.pop()
        last[:] = [permute(cards, word)]
        return last[0]

    return mix


def too_even(word: Words) -> Mix:
    """A shuffle followed by its rotations: every card sees every place, far too evenly."""
    turns: list[tuple[int, ...]] = []

    def mix(cards: Sequence[int]) -> tuple[int, ...]:
        if not turns or len(turns[0]) != len(cards):
            order = permute(cards, word)
            turns[:] = [order[at:] + order[:at] for at in permute(range(len(order)), word)]
        return turns.pop()

    return mix


@pytest.mark.parametrize(
    ("defect", "caught"),
    [
        (swap_with_any, {"cards and places", "place 1", "place 2", "orders of 3 cards", "orders of 6 cards"}),
        (one_byte_remainder, {"cards and places"}),
        (never_at_home, {"cards and places", "orders of 4 cards"}),
        (clumped, {"rising runs", "colour runs", "serial correlation"}),
        (turned_over, {"one shuffle and the next"}),
        (same_again, {"one shuffle and the next", "orders of 5 cards"}),
        (too_even, {"cards and places"}),
    ],
)
def test_a_defective_shuffle_is_caught(defect: Callable[[Words], Mix], caught: set[str]) -> None:
    assert caught <= suspicions(defect(keyed(b"hearts")))


# The inspector's own arithmetic


@pytest.mark.parametrize(
    ("freedom", "statistic", "above"),
    [(5, 15.0863, 0.01), (23, 41.6384, 0.01), (51, 77.3860, 0.01), (100, 124.342, 0.05), (2, 13.8155, 0.001)],
)
def test_chi_square_agrees_with_the_printed_tables(freedom: int, statistic: float, above: float) -> None:
    assert suspicion.chi_square_above(statistic, freedom) == pytest.approx(above, rel=1e-4)


def test_chi_square_with_two_degrees_is_the_exponential() -> None:
    for statistic in (0.0, 0.1, 1.0, 7.5, 30.0):
        assert suspicion.chi_square_above(statistic, 2) == pytest.approx(math.exp(-statistic / 2), rel=1e-6)


def test_eulerian_numbers_count_the_drops_of_all_orders() -> None:
    drops = Counter(sum(b < a for a, b in pairwise(order)) for order in permutations(range(7)))
    assert [suspicion.eulerian(7, k) for k in range(7)] == [drops[k] for k in range(7)]


def test_the_moments_of_the_serial_product_are_those_of_all_orders() -> None:
    orders = np.array(list(permutations(range(7)))) - 3.0
    products = (orders * np.roll(orders, -1, axis=1)).sum(axis=1)
    mean, variance = suspicion.serial_moments(7)
    assert mean == pytest.approx(products.mean())
    assert variance == pytest.approx(products.var())
