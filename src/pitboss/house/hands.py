"""Hands judged: the cards a hand is made of, what they are worth, and how the dealer calls it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from pitboss.house.definition import PLAYER, Hand
from pitboss.ranking import Ranking, make

Piles: TypeAlias = Mapping[str, Sequence[int]]


@lru_cache(maxsize=1024)
def judge(hand: Hand) -> Callable[[Piles, str], int]:
    """The function from the piles on the table, and the name of the spot's own pile, to what the hand is worth.

    Every card that must play does (HO-7, T5-7).
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


def best(hand: Hand, piles: Piles, own: str, worth: int) -> tuple[int, ...]:
    """The cards that make a hand of this worth, pairs in front; of cards that serve alike those of the first pile."""
    ranking = hand.ranking
    if hand.must or hand.own:
        return make(ranking, *_parts(hand, piles, own)).cards
    value, made = ranking.value, [card for pile in hand.of for card in piles[pile]]
    place = len(made)
    while len(made) > ranking.cards:
        # a card the hand cannot spare now it could not spare with fewer cards either, so each is tried once
        place -= 1
        rest = made[:place] + made[place + 1 :]
        if value(rest) == worth:
            made = rest
    return _laid(made)


def _laid(cards: Sequence[int]) -> tuple[int, ...]:
    """From the top, but cards whose rank is there more often first."""
    laid = sorted(cards, reverse=True)
    ranks = [card >> 2 for card in laid]
    if len(set(ranks)) < len(ranks):
        often = dict(zip(laid, map(ranks.count, ranks), strict=True))
        laid.sort(key=often.__getitem__, reverse=True)
    return tuple(laid)


def _parts(hand: Hand, piles: Piles, own: str) -> tuple[list[int], list[tuple[Sequence[int], int]]]:
    """The cards that fill the hand up, and the piles that must play with how many of their cards."""
    lying = {pile: piles[own if pile == PLAYER else pile] for pile in hand.of}
    must = [(lying[pile], len(lying[pile]) if count < 0 else count) for pile, count in hand.must.items()]
    return [card for pile in hand.of if pile not in hand.must for card in lying[pile]], must


@lru_cache(maxsize=1 << 15)
def words(ranking: Ranking, worth: int) -> str:
    """How a value is called, remembered: a long run of rounds calls the same few thousand."""
    return ranking.words(worth)


@lru_cache(maxsize=1 << 15)
def announced(hand: Hand, worth: int) -> str:
    """What the dealer calls out: whether a hand qualifies and, if so, what it is (T5-10)."""
    if worth < hand.qualifies:
        return f"the {hand.name} does not qualify"
    verb = "qualifies with" if hand.qualifies else "has"
    return f"the {hand.name} {verb} {words(hand.ranking, worth)}"
