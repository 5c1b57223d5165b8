"""Division of the pots: best hands, halves, ties, odd chips. Pure functions of values and chips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pitboss.poker.showdown.pots import Pot

UNCONTESTED = -1


class Award(NamedTuple):
    """Chips of one pot for one player, the contest they were won in, and what decided besides the hand."""

    position: int
    cents: int
    pot: int
    contest: int  # or UNCONTESTED: nobody's hand has a part in the pot
    by: str = ""  # "suit" (PK-5), "odd chip" (PK-6)


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
        winners, decided = [], []
        for contest, strengths in enumerate(values):
            winning = best(strengths, pot.players)
            by = ""
            if break_ties is not None and len(winning) > 1:
                tied = len(winning)
                winning = break_ties(contest, winning)
                by = "suit" if len(winning) < tied else ""
            winners.append(winning)
            decided.append(by)
        if not winners[0]:
            awards.append(Award(pot.players.bit_length() - 1, pot.cents, number, UNCONTESTED))
            continue
        if len(winners) == 1 or not winners[1]:
            if len(winners[0]) == 1:
                awards.append(Award(winners[0][0], pot.cents, number, 0, decided[0]))
                continue
            awards += _of(share(pot.cents, winners[0], chip), number, 0, decided[0])
            continue
        half = pot.cents // (2 * chip) * chip
        odd = pot.cents - 2 * half
        high = share(half + odd if odd_half == "high" else half, winners[0], chip)
        low = share(half, winners[1], chip)
        lucky = 0 if odd else UNCONTESTED  # the half that has the odd chip
        if odd and odd_half != "high":
            closest = min(winners[0][0], winners[1][0])
            lucky = 0 if winners[0][0] == closest else 1
            side = low if lucky else high
            side[0] = (closest, side[0][1] + odd)
        awards += _of(high, number, 0, decided[0], lucky == 0)
        awards += _of(low, number, 1, decided[1], lucky == 1)
    return [award for award in awards if award.cents]


def _of(shares: list[tuple[int, int]], pot: int, contest: int, by: str, odd: bool = False) -> list[Award]:
    """The shares of one half as awards; the first of them may have an odd chip."""
    first, *others = (Award(who, cents, pot, contest, by) for who, cents in shares)
    if odd or any(other.cents < first.cents for other in others):
        first = first._replace(by="odd chip")
    return [first, *others]
