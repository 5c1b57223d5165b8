"""Suits that are alike: those that can still be exchanged for one another, given the cards on the table.

Proofs store a set of cards as one number, a *word*: thirteen bits for each suit, the deuce lowest, and bit 52 for the
joker (:mod:`pitboss.exact.kernels`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations
from math import factorial
from typing import NamedTuple

from pitboss.cards import JOKER, Card

SUIT = 8191
JOKER_BIT = 52


def bit(card: Card) -> int:
    """The place of a card's bit in a word."""
    return JOKER_BIT if card == JOKER else (card & 3) * 13 + (card >> 2)


WORDS = tuple(1 << bit(card) for card in range(JOKER + 1))


def word(cards: Iterable[Card]) -> int:
    """The set of these cards."""
    return sum(map(WORDS.__getitem__, cards))


def cards_of(word: int) -> tuple[Card, ...]:
    """The cards of a set, suit after suit."""
    places = [place for place in range(JOKER_BIT + 1) if word >> place & 1]
    return tuple(JOKER if place == JOKER_BIT else place % 13 * 4 + place // 13 for place in places)


def ranks_of(word: int, suit: int) -> int:
    """The ranks of one suit, as thirteen bits."""
    return word >> 13 * suit & SUIT


class Alike(NamedTuple):
    """The suits that can be exchanged: those with the same number, which are neighbours."""

    classes: tuple[int, int, int, int]

    @property
    def group(self) -> int:
        """The number of ways to exchange suits."""
        size = 1
        for one in set(self.classes):
            size *= factorial(self.classes.count(one))
        return size

    @property
    def orders(self) -> tuple[tuple[int, ...], ...]:
        """Every way to exchange suits: for each place, the suit that goes there."""
        return _orders(self.classes)


@lru_cache(maxsize=32)
def _orders(classes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    every = permutations(range(4))
    return tuple(order for order in every if all(classes[suit] == classes[at] for at, suit in enumerate(order)))


class CanonicalSets(NamedTuple):
    """Sets of cards with their suits brought into standard places, and the order that did it."""

    words: tuple[int, ...]
    alike: Alike
    order: tuple[int, ...]

    def move(self, word: int) -> int:
        """Another set with its suits exchanged in the same way."""
        return moved(word, self.order)


def moved(word: int, order: Sequence[int]) -> int:
    """A set with its suits exchanged: place i gets the suit ``order[i]``."""
    joker = word >> JOKER_BIT << JOKER_BIT
    return joker | sum(ranks_of(word, suit) << 13 * place for place, suit in enumerate(order))


def standard(words: Sequence[int]) -> CanonicalSets:
    """Several sets at once (the deck, the cards of each pile …) in the standard order of suits.

    Two lists of sets get the same words if and only if exchanging suits turns one into the other. Suits that look the
    same in every set remain exchangeable. Suits without cards come first, so that the cards of small decks, which lack
    the lowest suits, stay where they are; then come the smaller classes.
    """
    looks = [tuple(ranks_of(one, suit) for one in words) for suit in range(4)]
    order = tuple(sorted(range(4), key=lambda suit: (any(looks[suit]), looks.count(looks[suit]), looks[suit])))
    numbers: dict[tuple[int, ...], int] = {}
    classes = tuple(numbers.setdefault(looks[suit], len(numbers)) for suit in order)
    a, b, c, d = classes
    return CanonicalSets(tuple(moved(one, order) for one in words), Alike((a, b, c, d)), order)
