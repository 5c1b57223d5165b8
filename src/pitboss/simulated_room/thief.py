"""A dealer whose payments differ from what settlement says: now and then a losing wager stays on the layout.

The chips then go back to the player instead of into the rack, and the movement is written as it happened. The session
knows nothing of it: it counts the player's chips without them, and they leave with the player at cashing out.
"""

from __future__ import annotations

from pitboss.move import Move
from pitboss.room import bank
from pitboss.simulated_room.chance import Chance


class Dealer:
    """Pays what settlement says, except that one losing wager in ``one_in`` is left; 0 is an honest dealer.

    ``slipped`` are chips of the table's players that the session does not know of.
    """

    def __init__(self, table: str, one_in: int, chance: Chance) -> None:
        self._rack = bank.table_account(table, bank.RACK)
        self._spot = bank.table_account(table, bank.SPOT)
        self._table, self._one_in, self._chance = table, one_in, chance
        self.slipped: dict[str, int] = {}

    def pays(self, moves: tuple[Move, ...], players: dict[int, str]) -> tuple[Move, ...]:
        """The movements of a round as this dealer carries them out."""
        return tuple([self._left(move, players) for move in moves]) if self._one_in else moves

    def _left(self, move: Move, players: dict[int, str]) -> Move:
        if move.target != self._rack or not move.source.startswith(self._spot):
            return move
        if self._chance.below(self._one_in):
            return move
        spot = int(move.source[len(self._spot) + 1 :].partition("/")[0])
        player = players[spot]
        self.slipped[player] = self.slipped.get(player, 0) + move.cents
        return move.between(move.source, bank.chips_at(self._table, player))

    def cashed_out(self, player: str) -> tuple[Move, ...]:
        """The chips a player takes along in addition to those the session knows of."""
        cents = self.slipped.pop(player, 0)
        if not cents:
            return ()
        chips = bank.chips_at(self._table, player)
        return (Move(chips, bank.wallet(player), cents, "cashed out", "", "cash-out"),)
