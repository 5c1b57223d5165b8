"""The value of a hand at the showdown: made of any cards, or of fixed numbers of hole and board cards.

Where the numbers are fixed, the ranks are looked up without their suits: a prime for each rank, so that the
product names a set of ranks, and the board's products are shared by all hands. With two hole and three board cards,
each of the sixty ways takes one multiplication and one look-up; flushes are looked for only where the suits allow one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product, starmap
from math import prod
from operator import mul
from typing import TypeAlias

from pitboss.cards import SUITS, Card
from pitboss.ranking import Ranking
from pitboss.ranking.makers import make

Judge: TypeAlias = Callable[[Sequence[Card], Sequence[Card]], int]

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
PRIME = tuple(PRIMES[card >> 2] for card in range(52))


def judge(ranking: Ranking, hole: int, board: int) -> Judge:
    """The function from a player's own cards and the board to the value of the hand."""
    if not hole:
        value = ranking.value
        return lambda own, shared: value([*own, *shared]) if shared else value(own)
    if ranking.deck.joker:
        return lambda own, shared: make(ranking, must=[(own, hole), (shared, board)]).value
    return _parted(ranking, hole, board)


def ranks_of(product: int, primes: Sequence[int]) -> list[int]:
    """The ranks whose primes have this product, the lowest first."""
    ranks = []
    for rank, prime in enumerate(primes):
        while product % prime == 0:
            ranks.append(rank)
            product //= prime
    return ranks


class _Offsuit(dict[int, int]):
    """The value of each set of ranks in mixed suits, by the product of its primes."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranking = ranking

    def __missing__(self, product: int) -> int:
        ranks = ranks_of(product, PRIMES)
        # Four suits in turn: never one suit only, and equal ranks, at most four, lie in different suits.
        value = self[product] = self.ranking.value([rank * 4 + place % 4 for place, rank in enumerate(ranks)])
        return value


def _parted(ranking: Ranking, hole: int, from_board: int) -> Judge:
    ranked = _Offsuit(ranking).__getitem__
    suited = ranking.value
    boards: dict[tuple[Card, ...], tuple[list[int], list[int]]] = {}

    def products(cards: Sequence[Card], count: int) -> list[int]:
        if count == 2:
            return [PRIME[one] * PRIME[two] for one, two in combinations(cards, 2)]
        if count == 3:
            return [PRIME[one] * PRIME[two] * PRIME[three] for one, two, three in combinations(cards, 3)]
        return [prod([PRIME[card] for card in some]) for some in combinations(cards, count)]

    def look(shared: tuple[Card, ...]) -> tuple[list[int], list[int]]:
        suits = [card & 3 for card in shared]
        enough = [suit for suit in range(len(SUITS)) if suits.count(suit) >= from_board]
        if len(boards) > 64:
            boards.clear()
        boards[shared] = cached = (products(shared, from_board), enough)
        return cached

    def value(own: Sequence[Card], shared: Sequence[Card]) -> int:
        table = tuple(shared)
        theirs, suits = boards.get(table) or look(table)
        best = max(map(ranked, starmap(mul, product(products(own, hole), theirs))))
        for suit in suits:
            mine = [card for card in own if card & 3 == suit]
            if len(mine) >= hole:
                match = [card for card in table if card & 3 == suit]
                for some in combinations(mine, hole):
                    for others in combinations(match, from_board):
                        best = max(best, suited(some + others))
        return best

    return value
