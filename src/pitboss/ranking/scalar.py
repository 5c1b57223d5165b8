"""The value of one hand in plain Python: a sum of keys and two look-ups, on lists, without NumPy.

A card's key is its rank's number, shifted by eight bits, plus a small number for its suit. The small numbers are chosen
so that, of seven cards, a sum that five of one suit can make is made by no other suits; such sums send a hand the
longer way, past the flush table. (In other games and with the joker a few other hands take it too, to no harm.) Keys
stay below 2^30 for nearly every hand, which is where Python's integers are fast; two cards share one look-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from pitboss.cards import JOKER, Card, show
from pitboss.errors import PitbossError
from pitboss.ranking.builder import MOST
from pitboss.ranking.definition import Definition
from pitboss.ranking.packing import JOKER_NUMBER, RANK_NUMBERS, ROW_BITS, ROWS
from pitboss.ranking.tables import Tables, suit_masks

SUIT_NUMBERS = (0, 1, 31, 36)
JOKER_SUIT_NUMBER = 18
SUIT_FIELD = 8


def evaluator(made: Definition, tables: Tables) -> Callable[[Sequence[Card]], int]:
    """The function from cards to their value. Five, six and seven cards go the short way, unrolled."""
    key: list[Any] = _keys(made)
    pair: list[list[Any]] = [[None if a is None or b is None else a + b for b in key] for a in key]
    masks = suit_masks()
    shared = list(range(len(tables.about) + 1))  # one object per value keeps the tables small enough for the cache
    values, flush = [shared[v] for v in tables.values], [shared[v] for v in tables.flush]
    rows: list[list[int]] = [[]] * made.cards
    rows += [tables.rows[at : at + ROWS].tolist() for at in range(0, len(tables.rows), ROWS)]
    flags = [_flags(made, count) for count in range(MOST + 1)]
    rows5, rows6, rows7 = rows[5:]
    flags5, flags6, flags7 = flags[5:]
    suit_mask = len(flush) - 1
    assert (SUIT_FIELD, ROW_BITS) == (8, 12)  # written out below: row = total >> 8 & 4095, column = total >> 20

    def value(cards: Sequence[Card]) -> int:
        total: int
        try:
            count = len(cards)
            if count == 7:
                a, b, c, d, e, f, g = cards
                total = pair[a][b] + pair[c][d] + pair[e][f] + key[g]
                if flags7[total & 255]:
                    return longer(cards, values[rows7[total >> 8 & 4095] + (total >> 20)])
                return values[rows7[total >> 8 & 4095] + (total >> 20)]
            if count == 5:
                a, b, c, d, e = cards
                total = pair[a][b] + pair[c][d] + key[e]
                if flags5[total & 255]:
                    return longer(cards, values[rows5[total >> 8 & 4095] + (total >> 20)])
                return values[rows5[total >> 8 & 4095] + (total >> 20)]
            if count == 6:
                a, b, c, d, e, f = cards
                total = pair[a][b] + pair[c][d] + pair[e][f]
                if flags6[total & 255]:
                    return longer(cards, values[rows6[total >> 8 & 4095] + (total >> 20)])
                return values[rows6[total >> 8 & 4095] + (total >> 20)]
            if made.cards <= count < 5:
                total = sum([key[card] for card in cards])
                found = values[rows[count][total >> 8 & 4095] + (total >> 20)]
                return longer(cards, found) if flags[count][total & 255] else found
            if count > MOST:
                return max(map(value, combinations(cards, MOST)))
        except (TypeError, IndexError):
            made.deck.check(tuple(cards))
            raise
        raise PitbossError(f"{show(cards) or 'nothing'} is too little for a hand of {made.cards} cards.")

    def longer(cards: Sequence[Card], by_ranks: int) -> int:
        suits = 0
        for card in cards:
            suits |= masks[card]
        return max(
            by_ranks,
            flush[suits & suit_mask],
            flush[suits >> 16 & suit_mask],
            flush[suits >> 32 & suit_mask],
            flush[suits >> 48 & suit_mask],
        )

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


def _flags(made: Definition, count: int) -> list[bool]:
    """Which sums of suit numbers that many cards can have when they hold enough of one suit for a flush."""
    flags = [False] * (1 << SUIT_FIELD)
    for joker in range(2 if made.deck.joker else 1) if made.flushes else ():
        for held in _shares(count - joker, len(SUIT_NUMBERS)):
            if max(held) + joker >= made.cards:
                flags[sum(n * s for n, s in zip(held, SUIT_NUMBERS, strict=True)) + joker * JOKER_SUIT_NUMBER] = True
    return flags


def _shares(cards: int, suits: int) -> Iterator[tuple[int, ...]]:
    """All the ways to share out cards among suits."""
    if suits == 1:
        yield (cards,)
        return
    for n in range(cards + 1):
        for rest in _shares(cards - n, suits - 1):
            yield (n, *rest)
