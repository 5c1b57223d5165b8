"""Chance in a simulated room: decks, salts, visitors who come and go, and a thief's moments, all from one seed."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256, shake_256
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from pitboss.move import Move
from pitboss.room import bank
from pitboss.shuffle import seeded
from pitboss.shuffle.kernels import mix_rows
from pitboss.simulated_room.description import SimulatedTable

Thing = TypeVar("Thing")


class Chance:
    """Draws that anyone who knows the name of the stream can repeat."""

    def __init__(self, name: str) -> None:
        self._seeded = seeded(int.from_bytes(sha256(name.encode()).digest()[:8], "big"))
        self.mix = self._seeded.mix
        self.below = self._seeded.below

    def share(self) -> float:
        """A number from 0 up to but not including 1."""
        return (self._seeded.word() >> 11) / (1 << 53)

    def sample(self, things: Sequence[Thing], count: int) -> list[Thing]:
        """``count`` of the things; all sets of them are equally likely."""
        return [things[at] for at in self.mix(range(len(things)))[:count]] if count else []

    def salts(self, size: int) -> bytes:
        return shake_256(self._seeded.word().to_bytes(8, "big")).digest(size)

    def decks(self, cards: Sequence[int], many: int) -> npt.NDArray[np.uint8]:
        """Shuffled decks, one a row."""
        rows = np.tile(np.array(cards, dtype=np.uint8), (many, 1))
        mix_rows(np.uint64(self._seeded.word()), rows)
        return rows


# Visitors -------------------------------------------------------------------------------------------------------------

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


# Dealers --------------------------------------------------------------------------------------------------------------


class Dealer:
    """Pays what settlement says, except that one losing wager in ``one_in`` stays on the layout; 0 is honest.

    Its chips go back to the player instead of into the rack, and the movement is written as it happened. ``slipped``
    are those chips: the session counts the player's chips without them, and they leave with the player.
    """

    def __init__(self, table: str, one_in: int, chance: Chance) -> None:
        self._rack = bank.table_account(table, bank.RACK)
        self._spot = bank.table_account(table, bank.SPOT)
        self._table, self._one_in, self._chance = table, one_in, chance
        self.slipped: dict[str, int] = {}
        self.players: dict[int, str] = {}

    def pays(self, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The movements of a round as this dealer carries them out."""
        return tuple([self._left(move) for move in moves]) if self._one_in else moves

    def _left(self, move: Move) -> Move:
        if move.target != self._rack or not move.source.startswith(self._spot):
            return move
        if self._chance.below(self._one_in):
            return move
        spot = int(move.source[len(self._spot) + 1 :].partition("/")[0])
        player = self.players[spot]
        self.slipped[player] = self.slipped.get(player, 0) + move.cents
        return move.between(move.source, bank.chips_at(self._table, player))

    def cashed_out(self, player: str) -> tuple[Move, ...]:
        """The chips a player takes along in addition to those the session knows of."""
        cents = self.slipped.pop(player, 0)
        if not cents:
            return ()
        chips = bank.chips_at(self._table, player)
        return (Move(chips, bank.wallet(player), cents, "cashed out", "", "cash-out"),)
