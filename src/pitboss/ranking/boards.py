"""Stud boards: whose up cards are highest, and whose are lowest (PK-36, S7-1).

The ace is high. Pairs, trips and quads count first, then the ranks from the top, then the suit of the highest card,
clubs to spades. Four up cards with a common card make five, and five are compared by the full ranking.

>>> from pitboss.cards import parse
>>> highest({1: parse("Kd 9s"), 2: parse("Kh 9c"), 3: parse("2c 2d")}), lowest({1: parse("4d"), 2: parse("4c")})
(3, 2)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from pitboss.cards import JOKER, Card
from pitboss.errors import PitbossError
from pitboss.ranking.categories import ACE, in_order
from pitboss.ranking.lookup import ranking

Seat = TypeVar("Seat", bound=Hashable)
Order: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]

FULL_HAND = 5  # cards of a full hand
FULL_RANKING = {False: "standard", True: "wild"}  # by whether a joker is among them, PK-4


def order(up: Sequence[Card], common: Sequence[Card] = ()) -> Order:
    """The sort key of a board: a greater key is a higher board, and no two boards have equal keys.

    In a game with a wild card the joker is the rank that makes the board highest, and has no suit (PK-4).
    """
    cards = (*up, *common)
    if not 1 <= len(cards) <= FULL_HAND:
        raise PitbossError(f"a board of {len(cards)} cards cannot be compared; expected one to four up cards.")
    naturals = [card for card in cards if card != JOKER]
    if len(cards) == FULL_HAND:
        groups: tuple[tuple[int, ...], tuple[int, ...]] = (ranking(FULL_RANKING[JOKER in cards]).value(cards),), ()
    else:
        stands_for = range(ACE + 1) if JOKER in cards else ()
        held = [card >> 2 for card in naturals]
        groups = max([_groups([*held, rank]) for rank in stands_for] or [_groups(held)])
    # The highest card's suit decides; further suits only where boards share it, as they share a common card.
    return (*groups, tuple(card & 3 for card in sorted(naturals, key=lambda c: (c >> 2, c & 3), reverse=True)))


def _groups(ranks: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(sorted(Counter(ranks).values(), reverse=True)), in_order(ranks)


def highest(boards: Mapping[Seat, Sequence[Card]], common: Sequence[Card] = ()) -> Seat:
    """The seat with the highest board."""
    return max(boards, key=lambda seat: order(boards[seat], common))


def lowest(boards: Mapping[Seat, Sequence[Card]], common: Sequence[Card] = ()) -> Seat:
    """The seat with the lowest board; with one card each, the lowest card, ties broken by the lower suit."""
    return min(boards, key=lambda seat: order(boards[seat], common))
