"""Incomplete hands: the hand that cards make so far, and the best hand they can become with cards to come.

The hand so far is a complete hand or, with fewer cards, the least that any hand with these cards has.

Two queens and a jack are a pair of queens, whatever comes. Straights and flushes need all their cards.

>>> from pitboss.cards import parse
>>> from pitboss.ranking.lookup import ranking
>>> begun = so_far(ranking("standard"), parse("Jd Qs Qh"))
>>> begun.category, begun.ranks
('pair', (10, 9))

For the best hand that can be reached, values are tried from the best down; the first that needs no more unseen cards
than will come is the answer. Nothing is sampled, and no completions are counted one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

from pitboss.cards import JOKER, SUITS, Card
from pitboss.ranking.definition import ACE, CATEGORIES, Category, Strength, satisfies, spread, strength
from pitboss.ranking.lookup import Ranking, lay_out
from pitboss.ranking.makers import make


class HandSoFar(NamedTuple):
    """A hand, or the beginning of one.

    ``least`` is the value it has or is sure to reach, 0 if nothing is sure. ``cards`` are those that play, in
    the order they count, ``matched`` those of them that make the category: the two of a pair, all five of a flush, none
    of a high card.
    """

    least: int
    category: str
    ranks: tuple[int, ...]
    cards: tuple[Card, ...]
    matched: tuple[Card, ...]


def so_far(r: Ranking, free: Sequence[Card], must: Iterable[tuple[Sequence[Card], int]] = ()) -> HandSoFar | None:
    """The best that these cards make, as in :func:`pitboss.ranking.makers.make`; None if they make nothing yet.

    If a ``must`` pile has too few cards yet, all of them play. A joker that is not in the deck makes nothing (PK-18).
    """
    piles = [(tuple(pile), n) for pile, n in must]
    if not r.deck.joker and any(JOKER in pile for pile in (free, *(pile for pile, _ in piles))):
        return None
    filled = min(max(r.cards - sum(n for _, n in piles), 0), len(free))
    lying = sum(min(n, len(pile)) for pile, n in piles) + filled
    if lying >= r.cards:
        value, cards = make(r, free, piles)
        if not value:
            return None
        category = r.category(value)
        return HandSoFar(value, category, r.ranks(value), cards, _matched(r, CATEGORIES[category], cards))
    ways = product(*(combinations(pile, min(n, len(pile))) for pile, n in piles), combinations(free, filled))
    begun = [each for parts in ways if (each := _begun(r, sum(parts, ()))) is not None]
    if not begun:
        return None
    best, at_least = max(begun, key=lambda each: each[1])
    return best._replace(least=_lowest(r, at_least)) if not r.definition.low else best


def _matched(r: Ranking, category: Category, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    if category.groups:
        return cards[: sum(category.groups)]
    return cards if category.straight or category.flush or category.low or r.cards == 1 else ()


def _begun(r: Ranking, cards: Sequence[Card]) -> tuple[HandSoFar, Strength] | None:
    """The hand that too few cards begin; None for a low hand that must qualify, since it does not yet."""
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
    """The lowest value of a hand that is at least this strong."""
    return r.lowest(at_least)


class PileAhead(NamedTuple):
    """A pile of cards: those known, how many unseen ones will come to it at most, and how many of all of them play."""

    known: tuple[Card, ...]
    to_come: int
    plays: int


@lru_cache(maxsize=1 << 12)
def best_reachable(r: Ranking, layouts: tuple[tuple[PileAhead, ...], ...], unseen: frozenset[Card]) -> int:
    """The value of the best hand possible in any of these layouts, 0 if none is."""
    best = 0
    for piles in sorted(layouts, key=lambda each: -sum(pile.to_come for pile in each)):
        if len(piles) == 1 and piles[0].plays == r.cards:
            best = _best(r, piles[0].known, piles[0].to_come, unseen, above=best)
            continue
        for known, to_come in _ways(piles):
            if len(known) + to_come == r.cards:
                best = _best(r, known, to_come, unseen, above=best, all_play=True)
    return best


def _ways(piles: Sequence[PileAhead]) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every choice of the known cards that play, with the number of cards to come that play with them."""
    choices = []
    for pile in piles:
        counts = range(max(pile.plays - pile.to_come, 0), min(pile.plays, len(pile.known)) + 1)
        choices.append([(some, pile.plays - count) for count in counts for some in combinations(pile.known, count)])
    for chosen in product(*choices):
        yield tuple(card for some, _ in chosen for card in some), sum(more for _, more in chosen)


def _best(
    r: Ranking, known: Sequence[Card], to_come: int, unseen: frozenset[Card], *, above: int, all_play: bool = False
) -> int:
    """The best value above ``above`` that these cards can make with ``to_come`` more, using all or some of them."""
    if not to_come:
        return max(above, r.value(known) if len(known) >= r.cards else 0)
    table = _CardsLeft(known, to_come, unseen, r.definition.wild or "", all_play)
    for category, values in _targets(r):
        if values[0][0] <= above:
            break
        if category.flush:
            found = max((table.flush(category, values, suit) for suit in range(len(SUITS))), default=0)
        else:
            found = table.first(category, values, known, unseen)
        if found > above:
            return found
    return above


class _CardsLeft:
    """The known cards, the unseen cards, and how many of these will come."""

    def __init__(self, known: Sequence[Card], to_come: int, unseen: frozenset[Card], wild: str, all_play: bool) -> None:
        self.known, self.unseen, self.to_come, self.wild, self.all_play = known, unseen, to_come, wild, all_play
        self.joker_known, self.joker_unseen = JOKER in known, JOKER in unseen

    def flush(self, category: Category, values: Sequence[_Target], suit: int) -> int:
        """The best of these values that can be made in one suit."""
        mine = [card for card in self.known if card == JOKER or card & 3 == suit]
        wanted = sum(count for _, count in values[0][1])
        if len(mine) + self.to_come < wanted or (self.all_play and len(mine) < len(self.known)):
            return 0
        return self.first(category, values, mine, [card for card in self.unseen if card & 3 == suit])

    def first(
        self, category: Category, values: Sequence[_Target], known: Iterable[Card], unseen: Iterable[Card]
    ) -> int:
        """The best of these values that can be made of these cards."""
        has, left = _by_rank(known), _by_rank(unseen)
        if self.all_play:
            held = [(rank, count) for rank, count in enumerate(has) if count]
            values = [each for each in values if _holds(dict(each[1]), held)]
        if not self.joker_known and not self.joker_unseen:
            return next((value for value, ranks in values if _can(ranks, has, left, self.to_come)), 0)
        return next((value for value, ranks in values if self._can_with_joker(category, ranks, has, left)), 0)

    def _can_with_joker(self, category: Category, ranks: _Ranks, has: Sequence[int], left: Sequence[int]) -> bool:
        """Like :func:`_can`, but the joker may stand for one card (H5-1, PK-4)."""
        if not (self.joker_known and self.all_play) and _can(ranks, has, left, self.to_come):
            return True
        come = self.to_come + self.joker_known - 1
        anything = self.wild == "any" or category.straight or category.flush
        for rank, count in ranks:
            if count > has[rank] and (anything or rank == ACE):
                rest = [(each, number - (each == rank)) for each, number in ranks]
                if _can(rest, has, left, come):
                    return True
        return False


def _by_rank(cards: Iterable[Card]) -> list[int]:
    count = Counter(card >> 2 for card in cards if card != JOKER)
    return [count[rank] for rank in range(ACE + 1)]


def _holds(wanted: Mapping[int, int], held: Sequence[tuple[int, int]]) -> bool:
    """True if all cards that have to play are among those wanted."""
    return all(wanted.get(rank, 0) >= count for rank, count in held)


def _can(ranks: _Ranks, has: Sequence[int], left: Sequence[int], come: int) -> bool:
    """True if the known cards and as many unseen ones as come can supply cards of these ranks."""
    for rank, count in ranks:
        missing = count - has[rank]
        if missing > 0:
            come -= missing
            if come < 0 or missing > left[rank]:
                return False
    return True


_Ranks: TypeAlias = Sequence[tuple[int, int]]
"""Ranks, with the number of cards of each."""

_Target: TypeAlias = tuple[int, _Ranks]
"""A value, and the cards that make it."""


@lru_cache(maxsize=64)
def _targets(r: Ranking) -> tuple[tuple[Category, tuple[_Target, ...]], ...]:
    """Every value of a ranking by category, the best first, with its ranks."""
    made: dict[str, list[_Target]] = {}
    for value in range(r.top, 0, -1):
        name = r.category(value)
        ranks = Counter(spread(CATEGORIES[name], r.ranks(value), r.cards))
        made.setdefault(name, []).append((value, tuple(ranks.items())))
    return tuple((CATEGORIES[name], tuple(values)) for name, values in made.items())
