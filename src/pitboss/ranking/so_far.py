"""The hand that cards make so far: a whole one, or with fewer cards the least that any hand with them has.

Two queens and a jack are a pair of queens, whatever comes. Straights and flushes need all their cards.

>>> from pitboss.cards import parse
>>> from pitboss.ranking.lookup import ranking
>>> begun = so_far(ranking("standard"), parse("Jd Qs Qh"))
>>> begun.category, begun.ranks
('pair', (10, 9))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from pitboss.cards import JOKER, Card
from pitboss.ranking.categories import ACE, CATEGORIES, Category, satisfies, spread
from pitboss.ranking.lines import Strength, strength
from pitboss.ranking.lookup import Ranking, lay_out
from pitboss.ranking.makers import make


class HandSoFar(NamedTuple):
    """A hand, or the beginning of one.

    ``least`` is the value that it has or will have at least, 0 if nothing is sure. ``cards`` are those that play, in
    the order they count, ``matched`` those of them that make the category: the two of a pair, all five of a flush, none
    of a high card.
    """

    least: int
    category: str
    ranks: tuple[int, ...]
    cards: tuple[Card, ...]
    matched: tuple[Card, ...]


def so_far(r: Ranking, free: Sequence[Card], must: Iterable[tuple[Sequence[Card], int]] = ()) -> HandSoFar | None:
    """The best that these cards make, as in :func:`pitboss.ranking.makers.make`; None if it is nothing yet.

    Of a ``must`` pile that has too few cards yet, all play. A joker that is no card of the deck makes nothing (PK-18).
    """
    piles = [(tuple(pile), n) for pile, n in must]
    if not r.deck.joker and any(JOKER in pile for pile in (free, *(pile for pile, _ in piles))):
        return None
    filled = min(max(r.cards - sum(n for _, n in piles), 0), len(free))
    lying = sum(min(n, len(pile)) for pile, n in piles) + filled
    if lying >= r.cards:
        made = make(r, free, piles)
        return _whole(r, made.value, made.cards) if made.value else None
    ways = product(*(combinations(pile, min(n, len(pile))) for pile, n in piles), combinations(free, filled))
    begun = [each for parts in ways if (each := _begun(r, sum(parts, ()))) is not None]
    if not begun:
        return None
    best, at_least = max(begun, key=lambda each: each[1])
    return best._replace(least=_lowest(r, at_least)) if not r.definition.low else best


def _whole(r: Ranking, value: int, cards: tuple[Card, ...]) -> HandSoFar:
    category = r.category(value)
    return HandSoFar(value, category, r.ranks(value), cards, _matched(r, CATEGORIES[category], cards))


def _matched(r: Ranking, category: Category, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    if category.groups:
        return cards[: sum(category.groups)]
    return cards if category.straight or category.flush or category.low or r.cards == 1 else ()


def _begun(r: Ranking, cards: Sequence[Card]) -> tuple[HandSoFar, Strength] | None:
    """The hand that too few cards begin; a low hand that has to qualify is none before it does."""
    definition = r.definition
    if not cards or (definition.low and definition.qualifier):
        return None
    naturals = [card >> 2 for card in cards if card != JOKER]
    if len(naturals) == len(cards):
        read = [_read(r, naturals)]
    else:  # the joker is an ace or, where it may be, what makes the best of the others (H5-1, PK-4)
        stands_for = [ACE] if definition.wild == "bug" else definition.deck.ranks
        read = [_read(r, [*naturals, rank]) for rank in stands_for]
    found = [each for each in read if each is not None]
    if not found:
        return None
    name, ranks, worth = max(found, key=lambda each: each[2])
    category = CATEGORIES[name]
    laid = lay_out(spread(category, ranks, len(cards)), cards)
    return HandSoFar(0, name, ranks, laid, _matched(r, category, laid)), worth


def _read(r: Ranking, ranks: Sequence[int]) -> tuple[str, tuple[int, ...], Strength] | None:
    """The category that these ranks have whatever comes, with the ranks in the order they count."""
    definition = r.definition
    for name in definition.order:
        category = CATEGORIES[name]
        if not category.straight and not category.flush:
            counting = satisfies(category, ranks, False, definition.low)
            if counting is not None:
                return name, counting, strength(definition, name, counting)
    return None


@lru_cache(maxsize=1 << 12)
def _lowest(r: Ranking, at_least: Strength) -> int:
    """The lowest value of a hand that is as strong as this."""
    return r.lowest(at_least)
