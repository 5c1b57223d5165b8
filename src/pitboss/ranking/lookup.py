"""A ranking: what beats what, what a hand is called, and where a pay line begins.

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
from pitboss.ranking.definition import Definition, RankingError, define
from pitboss.ranking.lines import Strength, read_line, strength
from pitboss.ranking.scalar import evaluator
from pitboss.ranking.standard import NAMED
from pitboss.ranking.tables import Tables, tables_of

if TYPE_CHECKING:
    from pitboss.ranking.arrays import Arrays


class Ranking:
    """A ranking with its tables. Values are dense: 1 is the worst hand, ``top`` the best; 0 is no hand."""

    value: Callable[[Sequence[Card]], int]
    """The best hand of these cards, at least as many as ``cards``; a higher value always wins, in low rankings too."""

    def __init__(self, made: Definition, name: str = "") -> None:
        self.definition = made
        self.name = name or "written out"
        self.cards = made.cards
        self.deck = made.deck
        self.categories = made.order
        self.key = made.key
        self.tables: Tables = tables_of(made)
        self.top = len(self.tables.about)
        self.value = evaluator(made, self.tables)
        self._thresholds: dict[str, int] = {}
        self._ladder: list[Strength] = []

    def __repr__(self) -> str:
        return f"<Ranking {self.name}: {self.cards} of {len(self.deck)} cards, {self.top} values>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.definition, self.name)

    def category(self, value: int) -> str:
        """The category's name; of 0, ``no hand``."""
        return self.categories[self._place(value)] if value else "no hand"

    def ranks(self, value: int) -> tuple[int, ...]:
        """The ranks that tell hands of one category apart, in the order they count."""
        self._check(value)
        code = self.tables.about[value - 1]
        found = (code >> shift & 15 for shift in (16, 12, 8, 4, 0))
        return tuple(r for r in found if r != 15)

    def words(self, value: int) -> str:
        """How the dealer announces it."""
        if not value:
            return "no hand"
        return words(CATEGORIES[self.category(value)], self.ranks(value), self.cards)

    def threshold(self, line: str) -> int:
        """The least value that is paid on this line; above ``top`` if this deck deals no such hand."""
        found = self._thresholds.get(line)
        if found is None:
            found = self._thresholds[line] = bisect_left(self.ladder, read_line(self.definition, line)) + 1
        return found

    @property
    def ladder(self) -> list[Strength]:
        """How good each value from 1 is, in words of the definition."""
        if not self._ladder:
            values = range(1, self.top + 1)
            self._ladder = [strength(self.definition, self.category(v), self.ranks(v)) for v in values]
        return self._ladder

    def best(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards that make the hand, in the order they count; of equal ones the higher suit (PK-5). The joker lies
        where the card it stands for would. No hand, no cards."""
        value = self.value(cards)
        if not value:
            return ()
        category = CATEGORIES[self.category(value)]
        wanted = spread(category, self.ranks(value), self.cards)
        piles = [cards]
        if category.flush:
            piles = [[c for c in cards if c == JOKER or c & 3 == s] for s in reversed(range(len(SUITS)))]
        for pile in piles:
            made = _lay_out(wanted, pile)
            if made:
                return made
        raise RankingError(f"{show(cards)} does not make {self.words(value)}; are these cards of one deck?")

    def arrays(self) -> Arrays:
        """The same tables as NumPy arrays, for compiled kernels."""
        from pitboss.ranking.arrays import arrays_of

        return arrays_of(self.definition)

    def _place(self, value: int) -> int:
        self._check(value)
        return self.tables.about[value - 1] >> 20

    def _check(self, value: int) -> None:
        if not 1 <= value <= self.top:
            raise RankingError(f"{value} is not the value of a hand here; values run from 1 to {self.top}.")


def _lay_out(wanted: Sequence[int], pile: Sequence[Card]) -> tuple[Card, ...]:
    """Cards of the wanted ranks, the higher suit first, the joker in the place of one that is missing."""
    left = sorted((c for c in pile if c != JOKER), reverse=True)
    jokers = [c for c in pile if c == JOKER]
    laid: list[Card] = []
    for one in wanted:
        natural = next((c for c in left if c >> 2 == one), None)
        if natural is not None:
            left.remove(natural)
            laid.append(natural)
        elif jokers:
            laid.append(jokers.pop())
        else:
            return ()
    return tuple(laid)


def ranking(what: str | Mapping[str, Any] | Definition | Ranking, deck: Deck | None = None) -> Ranking:
    """A ranking by its name, or written out as in a game file; ``deck`` plays it with another deck than its own."""
    if isinstance(what, Ranking):
        what = what.definition
    made = what if isinstance(what, Definition) else define(what)
    name = what if isinstance(what, str) else ""
    if deck is not None and deck != made.deck:
        made = made.on(deck)
    return _again(made, name or _NAMES.get(made.key, ""))


@lru_cache(maxsize=128)
def _again(made: Definition, name: str) -> Ranking:
    return Ranking(made, name)


_NAMES = {define(name).key: name for name in NAMED}
