"""The value of one hand in plain Python: a sum of keys and two lookups, without NumPy.

A card's key is its rank's number, shifted by eight bits, plus a small number for its suit. The suit numbers are chosen
so that no other seven cards have the suit sum of seven cards with five of one suit; such sums also look up the flush
table. (In other games and with the joker a few more hands do, harmlessly.) Sums stay below 2^30 for nearly every hand,
where Python's integers are fast; a table of pairs adds two cards in one lookup.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from pitboss.cards import JOKER, Card, show
from pitboss.errors import PitbossError
from pitboss.ranking.definition import RankingDefinition
from pitboss.ranking.tables import JOKER_NUMBER, MAX_CARDS, RANK_NUMBERS, ROW_BITS, ROWS, Tables

SUIT_NUMBERS = (0, 1, 31, 36)
JOKER_SUIT_NUMBER = 18
SUIT_FIELD = 8

Suits: TypeAlias = tuple[list[int], ...] | None


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
