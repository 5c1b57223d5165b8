"""Visitors of a simulated room: they come and go by the hour, as many as the room's file says."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.simulated_room.chance import Chance
from pitboss.simulated_room.description import SimulatedTable

NAMES = (
    *("Ada", "Bruno", "Clara", "Dmitri", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kaia", "Luca", "Mina"),
    *("Nils", "Olga", "Pablo", "Quinn", "Rosa", "Sven", "Tove", "Umar", "Vera", "Wim", "Xenia", "Yusuf", "Zelda"),
)


class Hour(NamedTuple):
    """One hour of a table: when it begins, who leaves, who sits down, who is there."""

    hour: int
    leaves: tuple[int, ...]
    sits: dict[int, str]
    seated: dict[int, str]


def hours(table: SimulatedTable, size: int, chance: Chance) -> list[Hour]:
    """A day of a table, hour by hour; at its end everybody leaves."""
    people = [f"{name} {table.id}" for name in NAMES]
    seated: dict[int, str] = {}
    result = []
    for hour in range(table.hours):
        wanted = min(table.heads[hour % len(table.heads)], size)
        goes = sorted(chance.sample(sorted(seated), max(0, len(seated) - wanted)))
        for seat in goes:
            del seated[seat]
        free = [seat for seat in range(1, size + 1) if seat not in seated]
        seats = sorted(chance.sample(free, wanted - len(seated)))
        absent = [name for name in people if name not in seated.values()]
        sits = dict(zip(seats, chance.sample(absent, len(seats)), strict=True))
        seated |= sits
        result.append(Hour(hour, tuple(goes), sits, dict(sorted(seated.items()))))
    return result
