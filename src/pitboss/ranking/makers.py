"""Hand makers: the best hand from cards that may be used and cards that must be used; ties broken by suit (PK-5).

For houses that break ties by suit, the cards are compared in the order they count (groups before kickers, the five
first in a wheel), the higher suit of each group first; suits ascend from clubs through diamonds and hearts to spades.
Hands of the same cards stay equal. A joker has no suit and ranks below clubs.

>>> from pitboss.cards import parse
>>> from pitboss.ranking import ranking
>>> r = ranking("standard")
>>> r.words(omaha(r, parse("As Ks 2d 3d"), parse("Qs Js Ts Kh Kd")).value)
'royal flush'
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple, TypeVar

from pitboss.cards import JOKER, Card, show
from pitboss.errors import PitbossError
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


class MadeHand(NamedTuple):
    """A made hand: its value, and its cards in the order they count (empty for no hand)."""

    value: int
    cards: tuple[Card, ...]


def make(r: Ranking, free: Sequence[Card] = (), must: Iterable[tuple[Sequence[Card], int]] = ()) -> MadeHand:
    """The best hand using exactly ``n`` cards of each ``must`` pile, filled up from the ``free`` cards.

    "All held cards" is a pile with ``n`` equal to its length (HO-7); without piles it is the best of the free cards. Of
    equal hands the one with the higher suits is returned (PK-5).
    """
    piles = [(tuple(pile), n) for pile, n in must]
    for pile, n in piles:
        if not 0 <= n <= len(pile):
            raise PitbossError(f"{n} cards cannot be taken from {show(pile) or 'an empty pile'}.")
    wanted = r.cards - sum(n for _, n in piles)
    if not 0 <= wanted <= len(free):
        raise PitbossError(
            f"a hand of {r.cards} cannot be made of {r.cards - wanted} cards that must play and {len(free)} others."
        )
    if not piles:
        return MadeHand(r.value(free), r.best(free))
    best, equals = -1, []
    for parts in product(*(combinations(pile, n) for pile, n in piles), combinations(free, wanted)):
        cards = sum(parts, ())
        value = r.value(cards)
        if value > best:
            best, equals = value, [cards]
        elif value == best:
            equals.append(cards)
    return MadeHand(best, max((r.best(cards) for cards in equals), key=suits) if best else ())


def omaha(r: Ranking, hole: Sequence[Card], board: Sequence[Card]) -> MadeHand:
    """Exactly two from the hand and three from the board (OM-1, OH-1)."""
    return make(r, must=[(hole, 2), (board, 3)])
