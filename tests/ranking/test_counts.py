"""All hands of a deck, counted by category, against the known combinatorics."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.cards import FULL
from pitboss.errors import PitbossError
from pitboss.ranking import Ranking, batch, ranking

HIGH = (
    *("royal flush", "straight flush", "four of a kind", "full house", "flush"),
    *("straight", "three of a kind", "two pair", "pair", "high card"),
)
FOUR = ("four of a kind", "straight flush", "three of a kind", "flush", "straight", "two pair", "pair", "high card")

KNOWN = {
    ("standard", 5): dict(zip(HIGH, (4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540), strict=True)),
    ("standard", 6): dict(
        zip(HIGH, (188, 1656, 14664, 165984, 205792, 361620, 732160, 2532816, 9730740, 6612900), strict=True)
    ),
    ("standard", 7): dict(
        zip(
            HIGH,
            (4324, 37260, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460),
            strict=True,
        )
    ),
    ("four-card", 4): dict(zip(FOUR, (13, 44, 2496, 2816, 2772, 2808, 82368, 177408), strict=True)),
    ("four-card", 5): dict(zip(FOUR, (624, 2072, 58656, 114616, 101808, 123552, 1047552, 1150080), strict=True)),
    ("four-card", 6): dict(zip(FOUR, (14664, 47752, 897616, 2245352, 1744080, 2342736, 8194320, 4872000), strict=True)),
    ("three-card", 3): {
        "straight flush": 48,
        "three of a kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high card": 16440,
    },
    ("one-card", 1): {"high card": 52},
    ("ace-to-five", 5): {
        "low": 1317888,
        "pair": 1098240,
        "two pair": 123552,
        "three of a kind": 54912,
        "full house": 3744,
        "four of a kind": 624,
    },
    # Five of the eight ranks from ace to eight, in any suits.
    ("eight-or-better", 5): {"low": comb(8, 5) * 4**5, "no hand": comb(52, 5) - comb(8, 5) * 4**5},
    ("joker", 5): dict(
        zip(("five aces", *HIGH), (1, 24, 180, 828, 4368, 7804, 20532, 63360, 138600, 1215024, 1418964), strict=True)
    ),
    ("joker", 7): dict(
        zip(
            ("five aces", *HIGH),
            (1128, 26132, 184832, 307472, 4188528, 6172088, 11236028, 7470676, 35553816, 64221960, 24780420),
            strict=True,
        )
    ),
    ("wild", 5): dict(
        zip(
            ("five of a kind", *HIGH[:4], "straight", "flush", *HIGH[6:]),
            (13, 24, 180, 3120, 6552, 20532, 7804, 137280, 123552, 1268088, 1302540),
            strict=True,
        )
    ),
}


def by_category(r: Ranking, counts: batch.Counts) -> dict[str, int]:
    """Sum counts by value into counts by category, best first; ``no hand`` is included if any hand has none."""
    sums = dict.fromkeys(r.categories, 0)
    for value in range(1, r.top + 1):
        sums[r.category(value)] += int(counts[value])
    return sums | ({"no hand": int(counts[0])} if counts[0] else {})


@pytest.mark.rule("PK-3", "S4-1", "LB-1", "OH-1", "TH-2", "H5-2", "PK-4")
@pytest.mark.parametrize(("name", "size"), list(KNOWN))
def test_counts_by_category(name: str, size: int) -> None:
    r = ranking(name)
    counted = batch.counts(r, size)
    assert int(counted.sum()) == comb(len(r.deck), size)
    assert by_category(r, counted) == KNOWN[name, size]


@pytest.mark.parametrize(
    ("name", "top"),
    [
        *(("standard", 7462), ("joker", 7462 + 1), ("wild", 7462 + 13), ("three-card", 741), ("one-card", 13)),
        *(("ace-to-five", 6175), ("eight-or-better", 56), ("four-card", 2535)),
    ],
)
def test_values_are_dense(name: str, top: int) -> None:
    r = ranking(name)
    counted = batch.counts(r, r.cards)
    assert r.top == top
    assert (counted[1:] > 0).all()


@pytest.mark.rule("HO-12", "H5-13")
def test_printed_frequencies_come_out() -> None:
    standard, joker = ranking("standard"), ranking("joker")
    jacks = int(batch.counts(standard, 5)[standard.threshold("pair of J") :].sum())
    trips = int(batch.counts(joker, 7)[joker.threshold("three of a kind") :].sum())
    assert round(100 * jacks / comb(52, 5), 4) == 20.6275
    assert round(100 * trips / comb(53, 7), 2) == 19.19


@pytest.mark.parametrize(("name", "size"), [("standard", 7), ("joker", 7), ("standard", 6), ("four-card", 5)])
def test_threads_count_the_same(name: str, size: int) -> None:
    r = ranking(name)
    assert np.array_equal(batch.counts(r, size), batch.counts(r, size, threads=3))


def test_what_cannot_be_counted_is_refused() -> None:
    with pytest.raises(PitbossError, match="hands of 8 cards"):
        batch.counts(ranking("standard"), 8)
    with pytest.raises(PitbossError, match="hands of 4 cards"):
        batch.counts(ranking("standard"), 4)


@pytest.mark.long
@pytest.mark.rule("H5-1", "H5-10", "PK-4")
@pytest.mark.parametrize("name", ["joker", "wild"])
def test_seven_cards_with_the_joker_by_substitution(name: str) -> None:
    """Two and a half million hands of six cards and the joker, by the same ranking without a joker: each other card is
    tried in its place, and counts where the rule allows it."""
    r = ranking(name)
    plain = ranking(name, deck=FULL)
    category_of = np.array([len(r.categories), *(r.categories.index(plain.category(v)) for v in values_of(plain))])
    made = {"royal flush", "straight flush", "flush", "straight"}
    completes = np.array([False, *(plain.category(v) in made for v in values_of(plain))])
    places = np.array([len(r.categories), *(r.categories.index(r.category(v)) for v in values_of(r))])
    seen = 0
    for six in pieces_of_six(every=8):
        best = np.full(len(six), len(r.categories))
        for card in range(52):
            values = batch.values(plain, np.column_stack([six, np.full(len(six), card, dtype=np.uint8)]))
            may = (six != card).all(axis=1)
            if name == "joker" and card < 48:
                may &= completes[values]
            best = np.where(may, np.minimum(best, category_of[values]), best)
        for rank in range(13) if name == "wild" else [12]:
            best = np.where((six >> 2 == rank).sum(axis=1) == 4, 0, best)
        hands = np.column_stack([six, np.full(len(six), 52, dtype=np.uint8)])
        assert np.array_equal(places[batch.values(r, hands)], best)
        seen += len(six)
    assert seen > 2_500_000


def values_of(r: Ranking) -> range:
    return range(1, r.top + 1)


def pieces_of_six(every: int) -> Iterator[np.ndarray]:
    """Hands of six cards, by their two lowest cards; only some of these."""
    for low, second in list(combinations(range(48), 2))[::every]:
        rest = np.array(list(combinations(range(second + 1, 52), 4)), dtype=np.uint8)
        first = np.tile(np.array([low, second], dtype=np.uint8), (len(rest), 1))
        yield np.ascontiguousarray(np.hstack([first, rest]))
