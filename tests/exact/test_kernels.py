"""Canonical hands, numbers of subsets, and sweeps of hands of any size."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import deck
from pitboss.errors import PitbossError
from pitboss.exact.cards.hands import Alike, Making, bit, canonical_hands, cards_of, moved, standard, values, word
from pitboss.exact.cards.sweep import BELOW, Asking, numbers, sweep
from pitboss.exact.shapes.holding.holds import Best
from pitboss.ranking import ranking


@given(st.lists(st.integers(0, 52), unique=True, max_size=9), st.permutations(range(4)))
def test_exchanging_suits_leads_to_the_same_standard(cards: list[int], order: list[int]) -> None:
    one = word(cards)
    assert sorted(cards_of(one)) == sorted(cards)
    whole = word(range(53))
    first, second = standard((whole, one)), standard((whole, moved(one, order)))
    assert first.words == second.words
    assert first.alike == second.alike
    assert first.move(one) == first.words[1]


@pytest.mark.parametrize("classes", [(0, 0, 0, 0), (0, 1, 1, 1), (0, 0, 1, 1), (0, 1, 2, 2), (0, 1, 2, 3)])
@pytest.mark.parametrize(("cards", "joker"), [(1, 0), (3, 1), (4, 0)])
def test_canonical_hands_stand_for_all_hands(classes: tuple[int, int, int, int], cards: int, joker: int) -> None:
    small = word(deck({"ranks": "9-A", "suits": 4}).cards) | joker << 52
    alike = Alike(classes)
    hands = canonical_hands(small, alike, cards)
    assert int(hands.weights.sum()) == comb(small.bit_count(), cards)
    orbits = {min(moved(int(one), order) for order in alike.orders) for one in hands.words}
    assert len(orbits) == len(hands.words), "no two of them are equal up to exchanging suits"
    for one, weight in zip(hands.words[:200], hands.weights[:200], strict=True):
        assert weight == len({moved(int(one), order) for order in alike.orders})


def test_sets_share_a_number_just_if_exchanging_suits_makes_them_equal() -> None:
    alike = Alike((0, 1, 1, 1))
    found = numbers(alike, False, (1, 2))
    seen: dict[int, int] = {}
    for size, places in zip(found.sizes, found.places, strict=True):
        for chosen in combinations(range(52), size):
            place = sum(int(BELOW[k + 1, card]) for k, card in enumerate(chosen))
            form = min(moved(sum(1 << card for card in chosen), order) for order in alike.orders)
            number = int(places[place])
            assert seen.setdefault(number, form) == form
    assert len(seen) == len(found.fixed) == len(set(seen.values()))


@pytest.mark.parametrize(
    ("asking", "counted"), [(1, 1), (1, 3), (2, 2), (3, 3), (3, 2), (4, 4), (5, 4), (5, 5), (6, 3)]
)
def test_sweeps_of_any_numbers_of_cards(asking: int, counted: int) -> None:
    """Against counting by definition, on a small deck with a joker."""
    cards = deck({"ranks": "J-A", "suits": 4, "joker": True})
    placed = standard((word(cards.cards),))
    rules = ranking({"cards": 1, "order": ["high card"], "deck": 53, "wild": "any"})
    mine = canonical_hands(placed.words[0], placed.alike, asking)
    theirs = canonical_hands(placed.words[0], placed.alike, counted)
    ask = values(rules, mine.words, asking, (Making((1 << asking) - 1, 0),))
    their = values(rules, theirs.words, counted, (Making((1 << counted) - 1, 0),))
    own = values(rules, mine.words, asking, (Making((1 << asking) - 1, 0),)) if asking == counted else their[:0]
    low_value = int(their.max())
    swept = sweep(
        Asking(mine.words, ask, own), asking, theirs, their, counted, rules.top, placed.alike, True, low_value
    )
    every = canonical_hands(placed.words[0], Alike((0, 1, 2, 3)), counted)
    value = values(rules, every.words, counted, (Making((1 << counted) - 1, 0),))
    for at, place in enumerate(swept.place):
        apart = (every.words & mine.words[place]) == 0
        assert swept.below[at] == np.count_nonzero(apart & (value < ask[place]))
        assert swept.upto[at] == np.count_nonzero(apart & (value <= ask[place]))
        assert swept.low[at] == np.count_nonzero(apart & (value < low_value))


def test_counts_that_could_overflow_are_refused() -> None:
    hands = canonical_hands(word(range(52)), Alike((0, 0, 0, 0)), 1)
    nothing = np.zeros(len(hands.words), dtype=np.uint16)
    with pytest.raises(PitbossError, match="12 hidden cards"):
        sweep(Asking(hands.words, nothing, nothing), 1, hands, nothing, 12, 1, Alike((0, 0, 0, 0)), False)


def test_cards_have_their_bits() -> None:
    assert [bit(card) for card in (0, 1, 4, 51, 52)] == [0, 13, 1, 51, 52]


def test_ways_chosen_again_from_what_was_kept_are_those_chosen_at_first() -> None:
    """Ties between holds and between options are broken alike by the kernel and by NumPy."""
    from pitboss.exact.kernels import holding as compiled

    kernels: Any = compiled
    draw, ties = np.random.default_rng(5), 0
    for _ in range(40):
        acts, pay = (1, 3), draw.integers(-2, 3, (4, 3))
        whose = draw.integers(0, 12, 60).astype(np.uint32)
        counts, none = draw.integers(0, 3, (60, 3)).astype(np.uint32), np.zeros(0, dtype=np.int64)
        first, again = Best.none(12, 3), Best.none(12, 3)
        kernels.choose(whose, none, none, counts, pay, np.array(acts), first.worth, tuple(first[1:]))
        again.better(whose, counts, acts, pay[list(acts)])
        for one, other in zip(first, again, strict=True):
            assert np.array_equal(one, other)
        worth = counts.astype(np.int64) @ pay[list(acts)].T
        ties += sum((worth[whose == hand] == worth[whose == hand].max()).sum() > 1 for hand in np.unique(whose))
    assert ties > 100
