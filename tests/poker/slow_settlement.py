"""The showdown once more, slowly and plainly, from the rule catalogue alone: hands, side pots, halves, odd chips, fee.

Nothing here comes from the engine. Hands are compared by trying every five cards, pots are built layer by layer.
Cards are ``rank * 4 + suit``: deuce 0 to ace 12, clubs, diamonds, hearts, spades.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

Value = tuple[object, ...]


def groups(ranks: Sequence[int]) -> list[tuple[int, int]]:
    """``(how many, rank)``, the largest group first and within a size the highest rank."""
    return sorted(((list(ranks).count(rank), rank) for rank in set(ranks)), reverse=True)


def high(five: Sequence[int]) -> Value:
    """The height of five cards (PK-3): category, then the ranks in the order they count."""
    ranks = [card // 4 for card in five]
    sizes = [size for size, _ in groups(ranks)]
    order = [rank for _, rank in groups(ranks)]
    flush = len({card % 4 for card in five}) == 1
    straight = len(set(ranks)) == 5 and max(ranks) - min(ranks) == 4
    if sorted(ranks) == [0, 1, 2, 3, 12]:
        straight, order = True, [3, 2, 1, 0, -1]  # the ace is low here and only here
    if straight and flush:
        category = 8
    elif sizes[0] == 4:
        category = 7
    elif sizes == [3, 2]:
        category = 6
    elif flush:
        category = 5
    elif straight:
        category = 4
    else:
        category = {3: 3, 2: 1, 1: 0}[sizes[0]] + (sizes[:2] == [2, 2])
    return (category, *order)


def low(five: Sequence[int]) -> Value:
    """Ace to five: no straights, no flushes, pairs count against the hand (LB-1, LB-6); the lowest is the greatest."""
    ranks = [(card // 4 + 1) % 13 for card in five]  # the ace is 0
    return tuple((-size, -rank) for size, rank in groups(ranks))


def eight_or_better(five: Sequence[int]) -> Value | None:
    """A low that qualifies (OH-1): five different ranks, none above the eight."""
    ranks = {(card // 4 + 1) % 13 for card in five}
    return low(five) if len(ranks) == 5 and max(ranks) <= 7 else None


def suits(five: Sequence[int], wheel: bool, ace_low: bool) -> Value:
    """The Button house's tie-break (PK-5): suits in the order the cards count, the higher of each group first."""

    def rank(card: int) -> int:
        return (card // 4 + 1) % 13 if wheel or ace_low else card // 4

    ranks = [rank(card) for card in five]
    return tuple(card % 4 for card in sorted(five, key=lambda c: (-ranks.count(rank(c)), -rank(c), -(c % 4))))


def best(kind: str, hands: Iterable[Sequence[int]], by_suit: bool = False) -> Value | None:
    """The best value of these five-card hands: ``high``, ``low`` or ``eight``; with suits where the house uses them."""
    found = []
    for five in hands:
        value = {"high": high, "low": low, "eight": eight_or_better}[kind](five)
        if value is not None:
            wheel = kind == "high" and value[0] in (4, 8) and value[-1] == -1
            found.append((*value, *suits(five, wheel, kind != "high")) if by_suit else value)
    return max(found, default=None)


def fives(cards: Sequence[int], board: Sequence[int] = (), from_hand: int | None = None) -> list[tuple[int, ...]]:
    """Every five cards a player may use: any, or exactly so many from the hand (OM-1, OH-1)."""
    if from_hand is None:
        return list(combinations([*cards, *board], 5))
    rest = list(combinations(board, 5 - from_hand))
    return [(*own, *common) for own in combinations(cards, from_hand) for common in rest]


def split(cents: int, winners: Sequence[int], order: Sequence[int], chip: int) -> dict[int, int]:
    """Equal whole chips; every odd chip to the winner closest to the left of the button (PK-6)."""
    share = cents // (len(winners) * chip) * chip
    shares = dict.fromkeys(winners, share)
    shares[min(winners, key=order.index)] += cents - share * len(winners)
    return shares


def settle(
    paid: Mapping[int, int],
    live: Sequence[int],
    halves: Sequence[Mapping[int, Value | None]],
    order: Sequence[int],
    chip: int,
    fee: int = 0,
) -> dict[int, int]:
    """What each live seat takes out of the middle: pots by layers, each half to its best hand, uncalled bets back.

    ``paid`` is everything a seat put in, folded seats too; ``order`` the seats from the button's left; ``halves`` the
    values for high and, where there is one, low. The fee comes out of the main pot first (PK-13).
    """
    takes = dict.fromkeys(live, 0)
    floor = 0
    for level in sorted({paid[seat] for seat in live}):
        pot = sum(min(cents, level) - min(cents, floor) for cents in paid.values())
        contenders = [seat for seat in live if paid[seat] >= level]
        floor = level
        taken = min(fee, pot)
        fee, pot = fee - taken, pot - taken
        winners = [
            [seat for seat in contenders if half[seat] == top]
            for half in halves
            if (top := max((half[seat] for seat in contenders if half[seat] is not None), default=None)) is not None
        ]
        if not winners:
            winners = [contenders]  # everybody else folded: nothing is compared
        part = pot // (len(winners) * chip) * chip
        everyone = [seat for half in winners for seat in half]
        takes[min(everyone, key=order.index)] += pot - part * len(winners)
        for half in winners:
            for seat, cents in split(part, half, order, chip).items():
                takes[seat] += cents
    return takes
