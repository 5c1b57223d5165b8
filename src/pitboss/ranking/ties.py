"""Ties broken by suit (PK-5), for houses that do so; suits ascend from clubs through diamonds and hearts to spades.

The cards are compared in the order they count (groups before kickers, the five first in a wheel), the higher suit of
each group first. Hands of the same cards stay equal. A joker has no suit and ranks below clubs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from pitboss.cards import JOKER, Card
from pitboss.ranking.lookup import Ranking

Seat = TypeVar("Seat", bound=Hashable)


def suits(hand: Iterable[Card]) -> tuple[int, ...]:
    """The suits of a made hand (:meth:`Ranking.best`), in the order its cards count."""
    return tuple(-1 if card == JOKER else card & 3 for card in hand)


def order(r: Ranking, cards: Sequence[Card]) -> tuple[int, tuple[int, ...]]:
    """The sort key of a hand: value, then suits."""
    return r.value(cards), suits(r.best(cards))


def winners(r: Ranking, hands: Mapping[Seat, Sequence[Card]], by_suit: bool = False) -> list[Seat]:
    """The seats with the best hand, with ties broken by suit if ``by_suit``; empty if nobody has a hand."""
    ranked = {seat: order(r, cards) if by_suit else (r.value(cards), ()) for seat, cards in hands.items()}
    best = max(ranked.values(), default=(0, ()))
    return [seat for seat, key in ranked.items() if key == best] if best[0] else []
