"""Judge hands: their values, the cards they are made of, and the dealer's announcement."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from pitboss.house.definition import PLAYER, JudgedHand
from pitboss.ranking import make

Piles: TypeAlias = Mapping[str, Sequence[int]]


@lru_cache(maxsize=1024)
def judge(hand: JudgedHand) -> Callable[[Piles, str], int]:
    """Return the function from the piles on the table and the name of the spot's own pile to the hand's value.

    Cards that must play always do (HO-7, T5-7).
    """
    ranking, worth = hand.ranking, hand.ranking.value
    if not hand.must and len(hand.of) == 1:
        (only,) = hand.of
        if hand.own:
            return lambda piles, own: worth(piles[own])
        return lambda piles, own: worth(piles[only])
    if not hand.must and len(hand.of) == 2:
        first, second = hand.of
        if first == PLAYER:
            return lambda piles, own: worth([*piles[own], *piles[second]])
        if second != PLAYER:
            return lambda piles, own: worth([*piles[first], *piles[second]])
    if tuple(hand.must.items()) == ((PLAYER, -1),) and len(hand.of) == 2:
        (other,) = (pile for pile in hand.of if pile != PLAYER)
        size = ranking.cards

        def held(piles: Piles, own: str) -> int:
            fixed = piles[own]
            wanted = size - len(fixed)
            if not wanted:
                return worth(fixed)
            return max([worth([*fixed, *more]) for more in combinations(piles[other], wanted)])

        return held
    return lambda piles, own: make(ranking, *_parts(hand, piles, own)).value


def best(hand: JudgedHand, piles: Piles, own: str, worth: int) -> tuple[int, ...]:
    """The cards that make a hand of this value, pairs first; of equivalent cards, those of the first pile."""
    ranking = hand.ranking
    if hand.must or hand.own:
        return make(ranking, *_parts(hand, piles, own)).cards
    value, cards = ranking.value, [card for pile in hand.of for card in piles[pile]]
    place = len(cards)
    while len(cards) > ranking.cards:
        # a card that the hand needs now it also needs with fewer cards, so each is tried once
        place -= 1
        rest = cards[:place] + cards[place + 1 :]
        if value(rest) == worth:
            cards = rest
    return _in_order(cards)


def _in_order(cards: Sequence[int]) -> tuple[int, ...]:
    """Sort cards from the highest, but larger groups of one rank first."""
    ordered = sorted(cards, reverse=True)
    ranks = [card >> 2 for card in ordered]
    if len(set(ranks)) < len(ranks):
        group_size = dict(zip(ordered, map(ranks.count, ranks), strict=True))
        ordered.sort(key=group_size.__getitem__, reverse=True)
    return tuple(ordered)


def _parts(hand: JudgedHand, piles: Piles, own: str) -> tuple[list[int], list[tuple[Sequence[int], int]]]:
    """The cards that complete the hand, and the piles that must play with how many of their cards."""
    lying = {pile: piles[own if pile == PLAYER else pile] for pile in hand.of}
    must = [(lying[pile], len(lying[pile]) if count < 0 else count) for pile, count in hand.must.items()]
    return [card for pile in hand.of if pile not in hand.must for card in lying[pile]], must
