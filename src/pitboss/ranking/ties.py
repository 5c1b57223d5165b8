"""Equal hands broken by suit (PK-5), where a house does that; clubs, diamonds, hearts, spades, ascending.

The cards are compared in the order they count (the set before the kickers, the five first in a wheel), the higher suit
of each group first. Hands of the very same cards stay equal. A joker has no suit and stands below clubs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from pitboss.cards import JOKER, Card
from pitboss.ranking.lookup import Ranking

Seat = TypeVar("Seat", bound=Hashable)


def suits(made: Iterable[Card]) -> tuple[int, ...]:
    """The suits of a made hand (:meth:`Ranking.best`), in the order its cards count."""
    return tuple(-1 if card == JOKER else card & 3 for card in made)


def order(r: Ranking, cards: Sequence[Card]) -> tuple[int, tuple[int, ...]]:
    """What hands are compared by: value, then suits."""
    return r.value(cards), suits(r.best(cards))


def winners(r: Ranking, hands: Mapping[Seat, Sequence[Card]], by_suit: bool = False) -> list[Seat]:
    """The seats with the best hand, ties broken by suit or not; none if nobody has a hand."""
    ranked = {seat: order(r, cards) if by_suit else (r.value(cards), ()) for seat, cards in hands.items()}
    best = max(ranked.values(), default=(0, ()))
    return [seat for seat, found in ranked.items() if found == best] if best[0] else []
