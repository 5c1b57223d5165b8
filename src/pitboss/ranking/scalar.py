"""The value of one hand in plain Python: a sum of keys and two look-ups, without NumPy.

A card's key is its rank's number, shifted by eight bits, plus a small number for its suit. The small numbers are chosen
so that, of seven cards, a sum that five of one suit can make is made by no other suits; such sums send a hand the
longer way, past the flush table. (In other games and with the joker a few other hands take it too, to no harm.) Keys
stay below 2^30 for nearly every hand, which is where Python's integers are fast; two cards share one look-up.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from pitboss.cards import JOKER, Card, show
from pitboss.errors import PitbossError
from pitboss.ranking.builder import MOST
from pitboss.ranking.definition import Definition
from pitboss.ranking.packing import JOKER_NUMBER, RANK_NUMBERS, ROW_BITS, ROWS
from pitboss.ranking.tables import Tables

SUIT_NUMBERS = (0, 1, 31, 36)
JOKER_SUIT_NUMBER = 18
SUIT_FIELD = 8

Suits: TypeAlias = tuple[list[int], ...] | None


def evaluator(made: Definition, tables: Tables) -> Callable[[Sequence[Card]], int]:  # noqa: C901 - unrolled for speed
    """Return the function from cards to their value; five, six and seven cards have a branch of their own."""
    key: list[Any] = _keys(made)
    sums: dict[int, int] = {}
    pair: list[list[Any]] = [[None if None in (a, b) else sums.setdefault(a + b, a + b) for b in key] for a in key]
    # The tables stay arrays, and equal sums are one object: what fits the cache beats what Python reads fastest.
    values, flush = tables.values, tables.flush
    rows = [tables.rows[:0]] * made.cards
    rows += [tables.rows[at : at + ROWS] for at in range(0, len(tables.rows), ROWS)]
    suits = [_suits(made, count) for count in range(MOST + 1)]
    rows5, rows6, rows7 = rows[5:]
    suits5, suits6, suits7 = suits[5:]
    assert (SUIT_FIELD, ROW_BITS) == (8, 12)  # written out below: row = total >> 8 & 4095, column = total >> 20

    def value(
        cards: Sequence[Card],
        # Not arguments but names that are found faster here than around the function.
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
                return longer(cards, _suits[total & 255], _values[_rows[total >> 8 & 4095] + (total >> 20)])
            if len(cards) == 5:
                a, b, c, d, e = cards
                total = _pair[a][b] + _pair[c][d] + _key[e]
                if suits5[total & 255] is None:
                    return _values[rows5[total >> 8 & 4095] + (total >> 20)]
                return longer(cards, suits5[total & 255], _values[rows5[total >> 8 & 4095] + (total >> 20)])
            count = len(cards)
            if count == 6:
                a, b, c, d, e, f = cards
                total = _pair[a][b] + _pair[c][d] + _pair[e][f]
                return longer(cards, suits6[total & 255], _values[rows6[total >> 8 & 4095] + (total >> 20)])
            if made.cards <= count < 5:
                total = sum([key[card] for card in cards])
                return longer(cards, suits[count][total & 255], values[rows[count][total >> 8 & 4095] + (total >> 20)])
            if count > MOST:
                return max(map(value, combinations(cards, MOST)))
        except (TypeError, IndexError):
            made.deck.check(tuple(cards))
            raise
        raise PitbossError(f"{show(cards) or 'nothing'} is too little for a hand of {made.cards} cards.")

    def longer(cards: Sequence[Card], suits: Suits, best: int) -> int:
        """The better of a value by ranks and the flushes that the suits may make."""
        for bits in suits or ():
            found = flush[sum([bits[card] for card in cards])]
            if found > best:
                best = found
        return best

    return value


def _keys(made: Definition) -> list[int | None]:
    """The key of every card of the deck; others have none, and neither has an unknown card (-1, the list's end)."""
    keys: list[int | None] = [None] * (JOKER + 2)
    for card in made.deck:
        if card == JOKER:
            keys[card] = (JOKER_NUMBER << SUIT_FIELD) + JOKER_SUIT_NUMBER
        else:
            keys[card] = (RANK_NUMBERS[card >> 2] << SUIT_FIELD) + SUIT_NUMBERS[card & 3]
    return keys


def _suits(made: Definition, count: int) -> list[Suits]:
    """For each sum of suit numbers of that many cards, the suits of which there may be enough for a flush.

    A suit is given as the bit of every card in the flush table: its rank's if it is of the suit, the joker's, or 0.
    """
    bits = [[(1 << (card >> 2)) * (card & 3 == s) for card in range(JOKER)] + [1 << (JOKER >> 2)] for s in range(4)]
    found: list[dict[int, list[int]]] = [{} for _ in range(1 << SUIT_FIELD)]
    for joker in range(2 if made.deck.joker else 1) if made.flushes else ():
        for held in _shares(count - joker, len(SUIT_NUMBERS)):
            enough = [s for s in range(4) if held[s] + joker >= made.cards]
            number = sum(n * s for n, s in zip(held, SUIT_NUMBERS, strict=True)) + joker * JOKER_SUIT_NUMBER
            found[number] |= {s: bits[s] for s in enough}
    return [tuple(one.values()) or None for one in found]


def _shares(cards: int, suits: int) -> Iterator[tuple[int, ...]]:
    """All the ways to share out cards among suits."""
    if suits == 1:
        yield (cards,)
        return
    for n in range(cards + 1):
        for rest in _shares(cards - n, suits - 1):
            yield (n, *rest)
