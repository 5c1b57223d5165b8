"""A ranking with its tables: values of hands, their names, and thresholds of pay lines.

>>> from pitboss.cards import parse, show
>>> r = ranking("standard")
>>> value = r.value(parse("As Ad 9c 9h Ah 3d 2c"))
>>> r.words(value), show(r.best(parse("As Ad 9c 9h Ah 3d 2c")))
('full house, aces full of nines', 'As Ah Ad 9h 9c')
>>> value >= r.threshold("full house of A")
True
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pitboss.cards import JOKER, SUITS, Card, Deck, show
from pitboss.ranking.categories import CATEGORIES, spread, words
from pitboss.ranking.definition import NAMED, RankingDefinition, RankingError, Strength, define, read_line, strength
from pitboss.ranking.scalar import evaluator
from pitboss.ranking.tables import Tables, tables_of

if TYPE_CHECKING:
    from pitboss.ranking.arrays import Arrays


class Ranking:
    """A ranking with its tables; values run from 1 (the worst hand) to ``top`` without gaps, and 0 means no hand."""

    value: Callable[[Sequence[Card]], int]
    """The value of the best hand in these cards (``cards`` or more); a higher value wins, in low rankings too."""

    def __init__(self, definition: RankingDefinition, name: str = "") -> None:
        self.definition = definition
        self.name = name or "written out"
        self.cards = definition.cards
        self.deck = definition.deck
        self.categories = definition.order
        self.key = definition.key
        self.tables: Tables = tables_of(definition)
        self.top = len(self.tables.about)
        self.value = evaluator(definition, self.tables)
        self._thresholds: dict[str, int] = {}

    def __repr__(self) -> str:
        return f"<Ranking {self.name}: {self.cards} of {len(self.deck)} cards, {self.top} values>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _cached, (self.definition, self.name)

    def category(self, value: int) -> str:
        """The category of a value; ``no hand`` for 0."""
        return self.categories[self._place(value)] if value else "no hand"

    def ranks(self, value: int) -> tuple[int, ...]:
        """The ranks that distinguish hands of one category, in the order they count."""
        self._check(value)
        code = self.tables.about[value - 1]
        ranks = (code >> shift & 15 for shift in (16, 12, 8, 4, 0))
        return tuple(r for r in ranks if r != 15)

    def words(self, value: int) -> str:
        """The dealer's announcement of a value."""
        if not value:
            return "no hand"
        return words(CATEGORIES[self.category(value)], self.ranks(value), self.cards)

    def threshold(self, line: str) -> int:
        """The lowest value that is paid on this line; above ``top`` if this deck deals no such hand."""
        threshold = self._thresholds.get(line)
        if threshold is None:
            threshold = self._thresholds[line] = self.lowest(read_line(self.definition, line))
        return threshold

    def lowest(self, at_least: Strength) -> int:
        """The lowest value of a hand that is at least so strong."""
        return bisect_left(range(1, self.top + 1), at_least, key=self._strength) + 1

    def _strength(self, value: int) -> Strength:
        return strength(self.definition, self.category(value), self.ranks(value))

    def best(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards of the best hand in the order they count, higher suits first (PK-5); empty for no hand.

        The joker takes the place of the card it stands for.
        """
        value = self.value(cards)
        if not value:
            return ()
        category = CATEGORIES[self.category(value)]
        wanted = spread(category, self.ranks(value), self.cards)
        piles = [cards]
        if category.flush:
            piles = [[c for c in cards if c == JOKER or c & 3 == s] for s in reversed(range(len(SUITS)))]
        for pile in piles:
            hand = lay_out(wanted, pile)
            if hand:
                return hand
        raise RankingError(f"{show(cards)} does not make {self.words(value)}; are these cards of one deck?")

    def arrays(self) -> Arrays:
        """The tables as NumPy arrays, for compiled kernels."""
        from pitboss.ranking.arrays import arrays_of

        return arrays_of(self.definition)

    def _place(self, value: int) -> int:
        self._check(value)
        return self.tables.about[value - 1] >> 20

    def _check(self, value: int) -> None:
        if not 1 <= value <= self.top:
            raise RankingError(f"{value} is not the value of a hand in this ranking; values run from 1 to {self.top}.")


def lay_out(wanted: Sequence[int], pile: Sequence[Card]) -> tuple[Card, ...]:
    """Cards of the wanted ranks, higher suits first, with the joker for a missing one; empty if they are not there."""
    left = sorted((c for c in pile if c != JOKER), reverse=True)
    jokers = [c for c in pile if c == JOKER]
    laid: list[Card] = []
    for rank in wanted:
        natural = next((c for c in left if c >> 2 == rank), None)
        if natural is not None:
            left.remove(natural)
            laid.append(natural)
        elif jokers:
            laid.append(jokers.pop())
        else:
            return ()
    return tuple(laid)


def ranking(what: str | Mapping[str, Any] | RankingDefinition | Ranking, deck: Deck | None = None) -> Ranking:
    """A ranking by name or by its definition, such as a game file's; ``deck`` replaces its deck."""
    if isinstance(what, Ranking):
        what = what.definition
    definition = what if isinstance(what, RankingDefinition) else define(what)
    name = what if isinstance(what, str) else ""
    if deck is not None and deck != definition.deck:
        definition = definition.on(deck)
    return _cached(definition, name or _NAMES.get(definition.key, ""))


@lru_cache(maxsize=128)
def _cached(definition: RankingDefinition, name: str) -> Ranking:
    return Ranking(definition, name)


_NAMES = {define(name).key: name for name in NAMED}
