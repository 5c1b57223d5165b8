"""The best hand still possible, and the hand made so far, against every completion counted one by one."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pitboss.cards import JOKER, parse, show
from pitboss.ranking import Ranking, ranking
from pitboss.ranking.so_far import PileAhead, best_reachable, so_far

RANKINGS: dict[str, Ranking] = {
    "standard": ranking("standard"),
    "four-card": ranking("four-card"),
    "three cards": ranking("three-card"),
    "bug": ranking("joker"),
    "any": ranking("wild"),
}


def completions(piles: tuple[PileAhead, ...], unseen: list[int]) -> list[tuple[tuple[int, ...], ...]]:
    """The cards of every pile after each way in which the cards to come may fall."""
    if not piles:
        return [()]
    pile, *rest = piles
    return [
        ((*pile.known, *more), *others)
        for more in combinations(unseen, pile.to_come)
        for others in completions(tuple(rest), [card for card in unseen if card not in more])
    ]


def values(r: Ranking, piles: tuple[PileAhead, ...], unseen: list[int]) -> list[int]:
    """The value of the hand in every completion."""
    found = []
    for lying in completions(piles, unseen):
        ways = product(*(combinations(cards, pile.plays) for cards, pile in zip(lying, piles, strict=True)))
        found.append(max(r.value(sum(parts, ())) for parts in ways))
    return found


@given(name=st.sampled_from(list(RANKINGS)), seed=st.integers(0, 2**32))
def test_the_best_reachable_hand_is_the_best_of_all_completions(name: str, seed: int) -> None:
    r, rng = RANKINGS[name], random.Random(seed)
    known = tuple(rng.sample(list(r.deck.cards), rng.randint(r.cards - 2, r.cards + 1)))
    if r.deck.joker and rng.random() < 0.5 and JOKER not in known:
        known = (JOKER, *known[1:])
    others = [card for card in r.deck.cards if card not in known and card != JOKER]
    unseen = [*rng.sample(others, 9), *([JOKER] if r.deck.joker and JOKER not in known else [])]
    piles: tuple[PileAhead, ...] = (PileAhead(known, max(r.cards - len(known), rng.randint(0, 2)), r.cards),)
    if rng.random() < 0.5:  # some of them must play
        plays = rng.randint(1, 2)
        own, board = known[:plays], known[plays:]
        come = r.cards - plays - len(board)
        piles = (PileAhead(own, 0, plays), PileAhead(board, max(come, rng.randint(0, 1)), r.cards - plays))
    assume(sum(pile.to_come for pile in piles) <= 2)
    assert best_reachable(r, (piles,), frozenset(unseen)) == max(values(r, piles, unseen))


@given(name=st.sampled_from(["standard", "four-card", "three cards"]), seed=st.integers(0, 2**32))
def test_what_cards_make_so_far_is_what_the_worst_completion_makes(name: str, seed: int) -> None:
    r, rng = RANKINGS[name], random.Random(seed)
    known = tuple(rng.sample(list(r.deck.cards)[: rng.choice([16, 52])], r.cards - rng.randint(1, 2)))
    unseen = [card for card in r.deck.cards if card not in known]
    read = so_far(r, known)
    assert read is not None
    assert sorted(read.cards) == sorted(known)
    worst = min(values(r, (PileAhead(known, r.cards - len(known), r.cards),), unseen))
    assert 0 < read.least <= worst
    assert (r.category(worst), r.ranks(worst)[: len(read.matched) // 2]) == (
        read.category,
        read.ranks[: len(read.matched) // 2],
    )


@pytest.mark.parametrize(
    ("cards", "category", "matched"),
    [
        ("Qs Jd", "high card", ""),
        ("Qs Qd", "pair", "Qs Qd"),
        ("2s 9s Ks", "high card", ""),
        ("4s 5d 6h 7c", "high card", ""),
        ("9c Qs 9d Qd", "two pair", "Qs Qd 9d 9c"),
        ("Qs Qd Qh Qc", "four of a kind", "Qs Qh Qd Qc"),
        ("2s 9s Ks 3s As", "flush", "As Ks 9s 3s 2s"),
        ("2s 9s Ks 3s As Ad", "flush", "As Ks 9s 3s 2s"),
        ("2s 9s Kd 3s As Ad", "pair", "As Ad"),
    ],
)
def test_cards_are_read_as_far_as_they_go(cards: str, category: str, matched: str) -> None:
    read = so_far(ranking("standard"), parse(cards))
    assert read is not None
    assert (read.category, show(read.matched)) == (category, matched)


def test_two_of_four_play_before_there_is_a_board() -> None:
    read = so_far(ranking("standard"), (), [(parse("As Ad Kc Kd"), 2), ((), 3)])
    assert read is not None
    assert (read.category, show(read.cards)) == ("pair", "As Ad")
    read = so_far(ranking("standard"), (), [(parse("As Ks 9s 8s"), 2), (parse("2s 3s Kd"), 3)])
    assert read is not None
    assert (read.category, show(read.matched)) == ("pair", "Ks Kd")


def test_a_joker_begins_a_hand_as_the_game_has_it() -> None:
    bug, wild = so_far(RANKINGS["bug"], parse("Kd Jk")), so_far(RANKINGS["any"], parse("Kd Jk"))
    assert bug is not None
    assert wild is not None
    assert (bug.category, wild.category) == ("high card", "pair")
    assert so_far(ranking("standard"), parse("Kd Jk")) is None


def test_a_low_that_has_to_qualify_is_nothing_before_it_does() -> None:
    low = ranking("eight-or-better")
    assert so_far(low, parse("As 2d 3c 4h")) is None
    read = so_far(low, parse("As 2d 3c 4h 8s"))
    assert read is not None
    assert len(read.matched) == 5
