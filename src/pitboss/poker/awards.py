"""Who gets the pots: best hands, halves, ties, odd chips. Pure functions of values and chips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pitboss.poker.pots import Pot


class Award(NamedTuple):
    """Chips of one pot for one player, and for which hand."""

    position: int
    cents: int
    pot: int
    contest: int


def share(cents: int, winners: Sequence[int], chip: int) -> list[tuple[int, int]]:
    """Equal shares in whole chips; every odd chip goes to the first winner, who is closest to the button's left (PK-6).

    >>> share(1100, [1, 3], 100), share(1000, [0, 1, 4], 100)
    ([(1, 600), (3, 500)], [(0, 400), (1, 300), (4, 300)])
    """
    if len(winners) == 1:
        return [(winners[0], cents)]
    each = cents // (chip * len(winners)) * chip
    odd = cents - each * len(winners)
    return [(winner, each + odd if place == 0 else each) for place, winner in enumerate(winners)]


def best(values: Sequence[int], players: int) -> list[int]:
    """The positions with the highest value among these players; nobody if none has a hand."""
    top = max([value for position, value in enumerate(values) if players >> position & 1])
    if not top:
        return []
    return [position for position, value in enumerate(values) if value == top and players >> position & 1]


def divide(
    pots: Sequence[Pot],
    values: Sequence[Sequence[int]],
    chip: int,
    odd_half: str = "left of button",
    break_ties: Callable[[int, list[int]], list[int]] | None = None,
) -> list[Award]:
    """The awards of every pot. ``values`` holds each contest's values by position, the high hand's first."""
    awards: list[Award] = []
    for number, pot in enumerate(pots):
        winners = []
        for contest, strengths in enumerate(values):
            found = best(strengths, pot.players)
            if break_ties is not None and len(found) > 1:
                found = break_ties(contest, found)
            winners.append(found)
        if len(winners) == 1 or not winners[1]:
            awards += [Award(who, cents, number, 0) for who, cents in share(pot.cents, winners[0], chip)]
            continue
        half = pot.cents // (2 * chip) * chip
        odd = pot.cents - 2 * half
        high = share(half + odd if odd_half == "high" else half, winners[0], chip)
        low = share(half, winners[1], chip)
        if odd and odd_half != "high":
            closest = min(winners[0][0], winners[1][0])
            side = high if winners[0][0] == closest else low
            side[0] = (closest, side[0][1] + odd)
        awards += [Award(who, cents, number, 0) for who, cents in high]
        awards += [Award(who, cents, number, 1) for who, cents in low]
    return [award for award in awards if award.cents]
