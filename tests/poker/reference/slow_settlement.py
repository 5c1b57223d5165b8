"""A slow reference settlement from the rule catalogue alone: hands, side pots, halves, odd chips, fee.

It uses no code of the engine. Hands are compared by trying every five cards; pots are built layer by layer.
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
    shape = groups(ranks)
    return (*(-size for size, _ in shape), *[0] * (5 - len(shape)), *(-rank for _, rank in shape))


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
    values = []
    for five in hands:
        value = {"high": high, "low": low, "eight": eight_or_better}[kind](five)
        if value is not None:
            wheel = kind == "high" and value[0] in (4, 8) and value[-1] == -1
            values.append((*value, *suits(five, wheel, kind != "high")) if by_suit else value)
    return max(values, default=None)


def fives(cards: Sequence[int], board: Sequence[int] = (), from_hand: int | None = None) -> list[tuple[int, ...]]:
    """Every five cards a player may use: any, or a fixed number from the hand (OM-1, OH-1)."""
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


Layer = tuple[int, list[int]]


def layers(paid: Mapping[int, int], live: Sequence[int], fee: int = 0, gave_up: Sequence[int] = ()) -> list[Layer]:
    """The pots from the main one up, each with the live seats that paid into the whole of it.

    ``paid`` is everything a seat put in, folded seats too. The fee comes out of the main pot and no other (PK-13). A
    pot that no live seat paid into belongs to the last of those who did and ``gave_up`` their hands (PK-10, PK-15).
    """
    pots: list[Layer] = []
    floor = 0
    top = max((paid[seat] for seat in live), default=0)
    for level in sorted({paid[seat] for seat in live} | {paid[seat] for seat in gave_up if paid[seat] > top}):
        pot = sum(min(cents, level) - min(cents, floor) for cents in paid.values())
        floor = level
        assert fee <= pot
        contenders = [seat for seat in live if paid[seat] >= level]
        pots.append((pot - fee, contenders or [seat for seat in gave_up if paid[seat] >= level][-1:]))
        fee = 0
    return pots


def at_most(paid: Mapping[int, int], seat: int, dead: int = 0) -> int:
    """No seat takes more out than what everybody put in to match it, and what belongs to nobody (PK-10)."""
    return sum(min(cents, paid[seat]) for cents in paid.values()) + dead


def winners(contenders: Sequence[int], halves: Sequence[Mapping[int, Value | None]]) -> list[list[int]]:
    """Who wins each half; a half nobody has a hand for does not exist."""
    by_half = []
    for half in halves:
        values = [value for seat in contenders if (value := half.get(seat)) is not None]
        if values:
            by_half.append([seat for seat in contenders if half.get(seat) == max(values)])
    return by_half or [list(contenders)]  # everybody else folded: nothing is compared


def divide(
    pots: Sequence[Layer],
    halves: Sequence[Mapping[int, Value | None]],
    order: Sequence[int],
    chip: int,
    odd_half: str = "left of button",
) -> dict[int, int]:
    """What each seat takes; ``order`` are the seats from the button's left, who get odd chips first (PK-6)."""
    takes = dict.fromkeys(order, 0)
    for pot, contenders in pots:
        best_ones = winners(contenders, halves)
        part = pot // (len(best_ones) * chip) * chip
        odd = pot - part * len(best_ones)
        first = part
        if odd_half == "high":
            first += odd
        else:
            takes[min((seat for half in best_ones for seat in half), key=order.index)] += odd
        for place, half in enumerate(best_ones):
            for seat, cents in split(first if place == 0 else part, half, order, chip).items():
                takes[seat] += cents
    return takes


def settle(
    paid: Mapping[int, int],
    live: Sequence[int],
    halves: Sequence[Mapping[int, Value | None]],
    order: Sequence[int],
    chip: int,
    fee: int = 0,
    odd_half: str = "left of button",
    gave_up: Sequence[int] = (),
) -> dict[int, int]:
    """What each seat takes out of the middle: pots by layers, each half to its best hand, uncalled bets back."""
    takes = divide(layers(paid, live, fee, gave_up), halves, order, chip, odd_half)
    assert all(cents <= at_most(paid, seat) for seat, cents in takes.items())
    return takes
