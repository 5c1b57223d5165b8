"""Other libraries' evaluators order hands as ours do, in the games they know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import eval7
import numpy as np
import pytest
from pokerkit import (
    EightOrBetterLowHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    StandardHighHand,
)

from pitboss.cards import TEXT, show
from pitboss.ranking import batch, omaha, ranking


def random_hands(size: int, count: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    parts = [np.argsort(rng.random((10_000, 52)), axis=1)[:, :size] for _ in range(-(-count // 10_000))]
    return np.concatenate(parts)[:count].astype(np.uint8)


def one_to_one(ours: Sequence[int], theirs: Sequence[int]) -> None:
    """Both put the hands in the same order and call the same hands equal."""
    ours_by_theirs: dict[int, int] = {}
    for mine, yours in zip(ours, theirs, strict=True):
        assert ours_by_theirs.setdefault(yours, mine) == mine
    ranked = [ours_by_theirs[yours] for yours in sorted(ours_by_theirs)]
    assert all(low < high for low, high in pairwise(ranked))


@pytest.mark.rule("PK-3", "TH-2")
@pytest.mark.parametrize(("size", "count"), [(5, 50_000), (6, 50_000), (7, 100_000)])
def test_eval7(size: int, count: int) -> None:
    """200,000 hands in all, by the scalar and by the batch path."""
    r, hands = ranking("standard"), random_hands(size, count, seed=size)
    cards = [eval7.Card(text) for text in TEXT[:52]]
    theirs = [eval7.evaluate([cards[c] for c in hand]) for hand in hands.tolist()]
    ours = [r.value(hand) for hand in hands.tolist()]
    assert batch.values(r, hands).tolist() == ours
    one_to_one(ours, theirs)


def in_their_order(
    hands: Sequence[Sequence[int]], ours: Callable[[Sequence[int]], int], theirs: Callable[[str], Any]
) -> None:
    """Sorted by our value, neighbouring hands compare as theirs do; what is no hand for us is none for them."""
    ranked = []
    for hand in hands:
        try:
            rank = theirs(show(hand).replace(" ", ""))
        except ValueError:
            rank = None
        value = ours(hand)
        assert (value == 0) == (rank is None)
        if value:
            ranked.append((value, rank))
    ranked.sort(key=lambda pair: pair[0])
    assert len(ranked) > 100
    for (low, their_low), (high, their_high) in pairwise(ranked):
        assert (low == high) == (their_low == their_high)
        assert (low < high) == (their_low < their_high)


@pytest.mark.rule("PK-3", "LB-1", "LB-6", "OH-1", "OM-1")
@pytest.mark.parametrize(
    ("name", "size", "count", "theirs"),
    [
        ("standard", 5, 500, StandardHighHand),
        ("standard", 7, 1000, StandardHighHand.from_game),
        ("ace-to-five", 5, 500, RegularLowHand),
        ("ace-to-five", 7, 1000, RegularLowHand.from_game),
        ("eight-or-better", 7, 1000, EightOrBetterLowHand.from_game),
    ],
)
def test_pokerkit(name: str, size: int, count: int, theirs: Callable[[str], Any]) -> None:
    """With Omaha below, 5,000 hands in all."""
    in_their_order(random_hands(size, count, seed=1).tolist(), ranking(name).value, theirs)


@pytest.mark.rule("OM-1", "OH-1")
@pytest.mark.parametrize(
    ("name", "theirs"), [("standard", OmahaHoldemHand), ("eight-or-better", OmahaEightOrBetterLowHand)]
)
def test_pokerkit_omaha(name: str, theirs: Any) -> None:
    r = ranking(name)

    def split(cards: str) -> Any:
        return theirs.from_game(cards[:8], cards[8:])

    in_their_order(random_hands(9, 500, seed=2).tolist(), lambda nine: omaha(r, nine[:4], nine[4:]).value, split)
