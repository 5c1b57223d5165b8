"""Main pot and side pots: who can win which chips."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple


class Pot(NamedTuple):
    """Chips, and the positions that can win them as a bit mask."""

    cents: int
    players: int


def pots(
    put: Sequence[int],
    live: int,
    dead: int = 0,
    taken: int = 0,
    gone: Iterable[int] = (),
    forfeited: Collection[int] = (),
) -> list[Pot]:
    """Pots from the main one up: each player matches every other up to their own chips in the pot (PK-10).

    ``dead`` chips belong to nobody and lie in the main pot; ``taken`` is what the fee has taken out of it. Pots that
    the same players can win are one. ``gone`` are the players without a live hand, in the order of their claims: chips
    that no live hand has matched go to the first of them who has. A player who has ``forfeited`` wins nothing: the part
    of that player's bets that nobody else has matched goes back (PK-16, PK-18).

    >>> pots([400, 1200, 1200], 0b001, gone=[1, 2])
    [Pot(cents=1200, players=1), Pot(cents=1600, players=2)]
    >>> pots([400, 1200, 1200], 0b001, gone=[1, 2], forfeited=[1, 2])
    [Pot(cents=1200, players=1), Pot(cents=800, players=2), Pot(cents=800, players=4)]
    """
    staying = [cents for position, cents in enumerate(put) if live >> position & 1]
    most = max(staying)
    beyond = max(put) > most
    if staying.count(most) == len(staying) and not beyond:
        return [Pot(sum(put) + dead - taken, live)]
    levels = sorted({*staying, *(cents for cents in put if cents > most)})
    made: list[Pot] = []
    below = 0
    owed = taken - dead  # out of the lowest pot there is: a dead hand that plays has no ante in it (PK-24)
    for level in levels:
        cents = sum(min(one, level) - min(one, below) for one in put)
        if level > most:
            first = next(position for position in gone if put[position] >= level)
            if first in forfeited:  # and so are the others who have matched this
                made += [Pot(level - below, 1 << place) for place, one in enumerate(put) if one >= level]
                below = level
                continue
            players = 1 << first
        else:
            players = sum(1 << position for position, one in enumerate(put) if live >> position & 1 and one >= level)
        below = level
        left = max(cents - owed, 0) if owed > 0 else cents - owed
        owed = max(owed - cents, 0)
        if made and made[-1].players == players:
            made[-1] = Pot(made[-1].cents + left, players)
        elif left or not made:
            made.append(Pot(left, players))
    return made


def main_pot(put: Sequence[int], all_in: int, dead: int = 0) -> int:
    """The chips that everybody can win so far: from each player at most the smallest all-in of a live hand.

    >>> main_pot([200, 200, 30], 0b100), main_pot([200, 200, 100], 0)
    (90, 500)
    """
    least = min([cents for position, cents in enumerate(put) if all_in >> position & 1], default=max(put))
    return sum(min(cents, least) for cents in put) + dead
