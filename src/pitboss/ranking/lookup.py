"""A ranking with its tables: values of hands, their names, and thresholds of pay lines.

>>> from pitboss.cards import parse, show
>>> r = ranking("standard")
>>> value = r.value(parse("As Ad 9c 9h Ah 3d 2c"))
>>> r.words(value), show(r.best(parse("As Ad 9c 9h Ah 3d 2c")))
('full house, aces full of nines', 'As Ah Ad 9h 9c')
>>> value >= r.threshold("full house of A")
True

The value of one hand is a sum of keys and two lookups in plain Python, without NumPy. A card's key is the number of its
rank, shifted by eight bits, plus a small number for its suit. The suit numbers are chosen so that no other seven cards
have the suit sum of seven cards with five of one suit; such sums also look up the flush table. (In other games and with
the joker a few more hands do, harmlessly.) Sums stay below 2^30 for nearly every hand, where Python's integers are
fast; a table of pairs adds two cards in one lookup.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeAlias

from pitboss.cards import JOKER, SUITS, Card, Deck, show
from pitboss.errors import PitbossError
from pitboss.ranking.definition import (
    CATEGORIES,
    NAMED,
    RankingDefinition,
    RankingError,
    Strength,
    define,
    read_line,
    spread,
    strength,
    words,
)
from pitboss.ranking.tables import JOKER_NUMBER, MAX_CARDS, RANK_NUMBERS, ROW_BITS, ROWS, Tables, tables_of

if TYPE_CHECKING:
    from pitboss.ranking.batch import Arrays

SUIT_NUMBERS = (0, 1, 31, 36)
JOKER_SUIT_NUMBER = 18
SUIT_FIELD = 8

Suits: TypeAlias = tuple[list[int], ...] | None


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
        return self.categories[self._about(value) >> 20] if value else "no hand"

    def ranks(self, value: int) -> tuple[int, ...]:
        """The ranks that distinguish hands of one category, in the order they count."""
        code = self._about(value)
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
        """The lowest value of a hand that is at least this strong."""
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
        from pitboss.ranking.batch import arrays_of

        return arrays_of(self.definition)

    def _about(self, value: int) -> int:
        if not 1 <= value <= self.top:
            raise RankingError(f"{value} is not the value of a hand in this ranking; values run from 1 to {self.top}.")
        return self.tables.about[value - 1]


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


def evaluator(  # noqa: C901 - unrolled for speed
    definition: RankingDefinition, tables: Tables
) -> Callable[[Sequence[Card]], int]:
    """Return the function from cards to their value; five, six and seven cards have separate branches."""
    key: list[Any] = _keys(definition)
    sums: dict[int, int] = {}
    pair: list[list[Any]] = [[None if None in (a, b) else sums.setdefault(a + b, a + b) for b in key] for a in key]
    # Arrays instead of lists, and one object for equal sums: fitting into the CPU cache is faster overall.
    values, flush = tables.values, tables.flush
    rows = [tables.rows[:0]] * definition.cards
    rows += [tables.rows[at : at + ROWS] for at in range(0, len(tables.rows), ROWS)]
    suits = [_suits(definition, count) for count in range(MAX_CARDS + 1)]
    rows5, rows6, rows7 = rows[5:]
    suits5, suits6, suits7 = suits[5:]
    assert (SUIT_FIELD, ROW_BITS) == (8, 12)  # written out below: row = total >> 8 & 4095, column = total >> 20

    def value(
        cards: Sequence[Card],
        # Not real arguments: local names are faster than those of the enclosing function.
        _pair: list[list[Any]] = pair,
        _key: list[Any] = key,
        _suits: list[Suits] = suits7,
        _rows: array[int] = rows7,
        _values: array[int] = values,
    ) -> int:
        total: int
        try:
            if len(cards) == 7:
                a, b, c, d, e, f, g = cards
                total = _pair[a][b] + _pair[c][d] + _pair[e][f] + _key[g]
                if _suits[total & 255] is None:
                    return _values[_rows[total >> 8 & 4095] + (total >> 20)]
                return with_flush(cards, _suits[total & 255], _values[_rows[total >> 8 & 4095] + (total >> 20)])
            if len(cards) == 5:
                a, b, c, d, e = cards
                total = _pair[a][b] + _pair[c][d] + _key[e]
                if suits5[total & 255] is None:
                    return _values[rows5[total >> 8 & 4095] + (total >> 20)]
                return with_flush(cards, suits5[total & 255], _values[rows5[total >> 8 & 4095] + (total >> 20)])
            count = len(cards)
            if count == 6:
                a, b, c, d, e, f = cards
                total = _pair[a][b] + _pair[c][d] + _pair[e][f]
                return with_flush(cards, suits6[total & 255], _values[rows6[total >> 8 & 4095] + (total >> 20)])
            if definition.cards <= count < 5:
                total = sum([key[card] for card in cards])
                return with_flush(
                    cards, suits[count][total & 255], values[rows[count][total >> 8 & 4095] + (total >> 20)]
                )
            if count > MAX_CARDS:
                return max(map(value, combinations(cards, MAX_CARDS)))
        except (TypeError, IndexError):
            definition.deck.check(tuple(cards))
            raise
        raise PitbossError(f"[{show(cards)}] is too few cards for a hand; give {definition.cards} or more.")

    def with_flush(cards: Sequence[Card], suits: Suits, best: int) -> int:
        """The better of a value by ranks and the values of possible flushes."""
        for bits in suits or ():
            value = flush[sum([bits[card] for card in cards])]
            if value > best:
                best = value
        return best

    return value


def _keys(definition: RankingDefinition) -> list[int | None]:
    """The key of every card of the deck; None for other cards and for the unknown card (-1, the last item)."""
    keys: list[int | None] = [None] * (JOKER + 2)
    for card in definition.deck:
        if card == JOKER:
            keys[card] = (JOKER_NUMBER << SUIT_FIELD) + JOKER_SUIT_NUMBER
        else:
            keys[card] = (RANK_NUMBERS[card >> 2] << SUIT_FIELD) + SUIT_NUMBERS[card & 3]
    return keys


def _suits(definition: RankingDefinition, count: int) -> list[Suits]:
    """For each suit sum of ``count`` cards, the suits that may have enough cards for a flush.

    A suit is a list of every card's bit in the flush table: that of its rank if it is of the suit, the joker's, or 0.
    """
    bits = [[(1 << (card >> 2)) * (card & 3 == s) for card in range(JOKER)] + [1 << (JOKER >> 2)] for s in range(4)]
    by_sum: list[dict[int, list[int]]] = [{} for _ in range(1 << SUIT_FIELD)]
    for joker in range(2 if definition.deck.joker else 1) if definition.flushes else ():
        for held in _shares(count - joker, len(SUIT_NUMBERS)):
            enough = [s for s in range(4) if held[s] + joker >= definition.cards]
            number = sum(n * s for n, s in zip(held, SUIT_NUMBERS, strict=True)) + joker * JOKER_SUIT_NUMBER
            by_sum[number] |= {s: bits[s] for s in enough}
    return [tuple(suits.values()) or None for suits in by_sum]


def _shares(cards: int, suits: int) -> Iterator[tuple[int, ...]]:
    """Every way to distribute cards among suits."""
    if suits == 1:
        yield (cards,)
        return
    for n in range(cards + 1):
        for rest in _shares(cards - n, suits - 1):
            yield (n, *rest)
