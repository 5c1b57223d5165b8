"""Hands judged: the cards a hand is made of, and what they are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from pitboss.house.definition import Hand
from pitboss.ranking import make


def value(hand: Hand, piles: Mapping[str, Sequence[int]]) -> int:
    """What the best hand of these piles is worth; every card that must play does (HO-7, T5-7)."""
    ranking = hand.ranking
    if not hand.must:
        cards = [card for pile in hand.of for card in piles[pile]] if len(hand.of) > 1 else piles[hand.of[0]]
        return ranking.value(cards)
    must, free = split(hand, piles)
    if any(count != len(cards) for cards, count in must):
        return make(ranking, free, must).value
    fixed = [card for cards, _ in must for card in cards]
    wanted = ranking.cards - len(fixed)
    if wanted in (0, len(free)):
        return ranking.value(fixed if wanted == 0 else [*fixed, *free])
    return max(ranking.value([*fixed, *more]) for more in combinations(free, wanted))


def best(hand: Hand, piles: Mapping[str, Sequence[int]]) -> tuple[int, ...]:
    """The cards that make it, in the order they count."""
    must, free = split(hand, piles)
    return make(hand.ranking, free, must).cards


def split(hand: Hand, piles: Mapping[str, Sequence[int]]) -> tuple[list[tuple[Sequence[int], int]], list[int]]:
    """The piles that must play with how many of their cards, and the cards that fill the hand up."""
    must = [(piles[pile], len(piles[pile]) if count < 0 else count) for pile, count in hand.must.items()]
    return must, [card for pile in hand.of if pile not in hand.must for card in piles[pile]]
