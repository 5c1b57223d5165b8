"""Main pot and side pots: who can win which chips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Pot(NamedTuple):
    """Chips, and the positions that can win them as a bit mask."""

    cents: int
    players: int


def pots(put: Sequence[int], live: int, dead: int = 0, taken: int = 0) -> list[Pot]:
    """Pots from the main one up: each player matches every other up to what he put in himself (PK-10).

    ``dead`` chips belong to nobody and lie in the main pot; ``taken`` is what the fee has taken out of it. Pots that
    the same players can win are one.
    """
    staying = [cents for position, cents in enumerate(put) if live >> position & 1]
    total = sum(put) + dead - taken
    if staying.count(staying[0]) == len(staying):
        return [Pot(total, live)]
    levels = sorted(set(staying))
    found: list[Pot] = []
    below = 0
    owed = taken - dead  # out of the lowest pot there is: a dead hand that plays has no ante in it (PK-24)
    for level in levels:
        cents = sum(min(one, level) - min(one, below) for one in put)
        players = 0
        for position, one in enumerate(put):
            if live >> position & 1 and one >= level:
                players |= 1 << position
        below = level
        left = max(cents - owed, 0) if owed > 0 else cents - owed
        owed = max(owed - cents, 0)
        if left or not found:
            found.append(Pot(left, players))
    rest = total - sum(pot.cents for pot in found)  # from hands killed with more in the pot than any live one
    if rest:
        found[-1] = Pot(found[-1].cents + rest, found[-1].players)
    return found


def main_pot(put: Sequence[int], all_in: int, dead: int = 0) -> int:
    """The chips that everybody can win so far: no more from each than the least a live hand is all-in for.

    >>> main_pot([200, 200, 30], 0b100), main_pot([200, 200, 100], 0)
    (90, 500)
    """
    least = min([cents for position, cents in enumerate(put) if all_in >> position & 1], default=max(put))
    return sum(min(cents, least) for cents in put) + dead
