"""The solver's counts equal direct enumeration, for random situations and for extreme ones."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from pitboss import house
from pitboss.exact.cards.hands import cards_of
from pitboss.exact.script.views import Public
from pitboss.exact.shape import ScriptReading
from pitboss.exact.shapes.showdown.dead_cards import DeadCardFamily
from pitboss.exact.shapes.showdown.showdown import DealerShowdown, recognise
from pitboss.exact.shapes.showdown.situation import ShowdownSituation
from pitboss.exact.stakes import tied
from tests.exact.brute import histogram


def shape_of(name: str) -> DealerShowdown:
    game = house.load(name).definition
    return recognise(ScriptReading(game, tied(game, game.unit)))


def counted(situation: ShowdownSituation) -> tuple[Any, ...]:
    """Every hand of the player with its value and its counts, in the order of the values."""
    other = next(other for _, other in situation.public.views.values() if other is not None)
    found, _ = situation.queries
    assert len(found) == 1, "with its own pay tables the highest hand is the best one in every shipped game"
    order, _, below, low, upto = situation._counted(other, found, situation.shape.payoffs.segments.of_values(), None)
    return situation.hands.words[order], found[0][order], below[0], low, upto[0], other


def chosen(values: Any, low_value: int, many: int, seed: str) -> list[int]:
    """Indexes of hands to look at: the lowest, the highest, those around the qualifier, and random ones."""
    edges = {0, 1, len(values) - 2, len(values) - 1}
    for cut in (low_value, low_value + 1):
        at = int(np.searchsorted(values, cut))
        edges |= {at - 1, at}
    found = sorted(at for at in edges if 0 <= at < len(values))[: many // 2]
    others = random.Random(seed).sample(range(len(values)), many)
    return [*found, *(at for at in others if at not in found)][:many]


def compare(name: str, situation: ShowdownSituation, many: int) -> int:
    """Compare different situations with direct enumeration; return how many there were."""
    words, values, below, low, upto, other = counted(situation)
    public, hand = situation.public, other.hand
    looked_at = chosen(values, hand.qualifies, many, f"{name} {public.shows}")
    for at in looked_at:
        own, value = cards_of(int(words[at])), int(values[at])
        rest = [card for card in cards_of(public.free) if card not in own]
        hidden = histogram(hand.ranking, rest, public.down, cards_of(other.table))
        right = int(hidden[:value].sum()), int(hidden[: value + 1].sum()), int(hidden[: hand.qualifies].sum())
        mine = int(below[at]), int(upto[at]), int(low[at]) if len(low) else 0
        assert mine == right, f"{name}: {own} when the table shows {public.shows or 'nothing'}"
    return len({int(words[at]) for at in looked_at})


@pytest.mark.parametrize(
    ("name", "publics", "each"),
    [
        ("three-card", 1, 200),
        pytest.param("crazy4", 1, 200, marks=pytest.mark.long),
        ("caribbean", 13, 16),
        pytest.param("four-card", 13, 16, marks=pytest.mark.long),
        pytest.param("top5", 13, 16, marks=pytest.mark.long),
        pytest.param("six54", 14, 15, marks=pytest.mark.long),
    ],
)
def test_counts_equal_direct_enumeration(name: str, publics: int, each: int) -> None:
    shape = shape_of(name)
    every = list(shape.outline.publics)
    if publics < len(every):
        by_dead = sorted(every, key=lambda public: (public.dead.bit_count(), public.shows))
        every = [*by_dead[: publics - 6], *random.Random(7).sample(by_dead[publics - 6 :], 6)]
    assert sum(compare(name, ShowdownSituation(shape, public), each) for public in every) >= 200


@pytest.mark.long
@pytest.mark.parametrize("many", [100])
def test_counts_with_a_joker_and_seven_cards_equal_direct_enumeration(many: int) -> None:
    shape = shape_of("high5")
    assert compare("high5", ShowdownSituation(shape, shape.outline.publics[0]), many) == many


def test_states_that_share_a_sweep_count_like_states_on_their_own() -> None:
    """With dead cards, the shared sums give for each state what a sweep of that state alone gives."""
    shape = shape_of("six54")
    families = [job for job in shape._jobs if isinstance(job, DeadCardFamily)]
    assert len(families) == 9
    rng = random.Random(11)
    for family in (families[0], families[-1]):
        together = ShowdownSituation(shape, family.public).dead(family)
        for at in rng.sample(range(len(family.states)), 2):
            public: Public = family.states[at]
            alone = ShowdownSituation(shape, public).tally()
            assert (alone * len(family.dead[at]) == together[at]).all(), public.shows
