"""The draws of a simulated room: repeatable, fair, and the orders of the seeded shuffle."""

from __future__ import annotations

from collections import Counter

import numpy as np

from pitboss.shuffle import seeded
from pitboss.simulated_room.chance import Chance


def test_one_name_draws_the_same_again_and_another_name_something_else() -> None:
    def drawn(name: str) -> list[object]:
        chance = Chance(name)
        return [chance.share(), chance.sample("abcdef", 3), chance.salts(40), chance.decks(range(52), 2).tolist()]

    assert drawn("1 t1 1") == drawn("1 t1 1")
    assert all(one != other for one, other in zip(drawn("1 t1 1"), drawn("1 t1 2"), strict=True))


def test_decks_are_those_of_the_seeded_shuffle_one_after_the_other() -> None:
    chance, again = Chance("decks"), Chance("decks")
    decks = chance.decks(range(52), 3)
    shuffle = seeded(0)
    shuffle._state = again._seeded.word()
    assert [tuple(row) for row in decks.tolist()] == [shuffle.mix(range(52)) for _ in range(3)]


def test_every_card_is_as_likely_in_every_place() -> None:
    decks = Chance("fair").decks(range(13), 26_000)
    assert all(sorted(row) == list(range(13)) for row in decks[:100].tolist())
    for place in range(13):
        counts = np.bincount(decks[:, place], minlength=13)
        assert abs(counts - 2_000).max() < 250  # six standard deviations


def test_samples_and_shares_are_fair() -> None:
    chance = Chance("samples")
    picked = Counter(name for _ in range(6_000) for name in chance.sample("abcd", 2))
    assert all(abs(count - 3_000) < 250 for count in picked.values())
    assert chance.sample("abcd", 0) == []
    shares = [chance.share() for _ in range(10_000)]
    assert 0 <= min(shares) < max(shares) < 1
    assert abs(sum(shares) / 10_000 - 0.5) < 0.02
