"""The table during a hand, in three parts: chips, cards and the round of betting.

Everything about seats is kept in lists by position: 0 is the button's left, the last one the button, so that "closest
to the left of the button" is simply the lowest position. Sets of players are bit masks of positions. The rules are in
the modules next to this folder; rulings use the same acts. The parts are one object, since a hand reads them at every
turn.
"""

from __future__ import annotations

from functools import cached_property

from pitboss.poker.layout.betting_round import BettingRound
from pitboss.poker.layout.chips import FEE_BOX, POT
from pitboss.poker.step import HandStep

__all__ = ["FEE_BOX", "POT", "Felt"]


class Felt(BettingRound):
    """The state of a hand; :class:`pitboss.poker.hand.Hand` is the hand itself."""

    __slots__ = ("asks", "button", "queue")

    button: int
    asks: bool
    queue: list[HandStep]

    def _lay_out(self) -> None:
        """Chips at their seats, no card dealt, nobody to act."""
        setup = self.record.setup
        stacks: dict[int, int] = dict(setup["stacks"])
        self.button = setup["button"]
        self.seats, self.index, self.turns, self.accounts = self.game.places(stacks, self.button)
        self._lay_chips([stacks[seat] for seat in self.seats])
        self._lay_cards(setup.get("known"), "joker" in setup)
        self._lay_round()
        if "dead" in setup:
            for seat in setup["dead"]:
                self.dead_seats |= 1 << self.index[seat]
        self.asks = setup.get("showdown") == "ask"
        self.queue = []

    @cached_property
    def names(self) -> dict[int, str]:
        """The viewer who plays each seat."""
        names = dict(zip(self.seats, self.accounts, strict=True))
        names.update(dict(self.record.setup.get("players", ())))
        return names

    def kill(self, position: int) -> None:
        """A hand goes to the muck."""
        self.pending &= ~(1 << position)
        self.to_the_muck(position)

    def revive(self, position: int) -> None:
        """A hand thrown away comes back from the muck, as it was (PK-17)."""
        self.from_the_muck(position)
        self.deal_in(position)

    def start_over(self, why: str, rule: str) -> None:
        """The hand begins again with everyone dealt in: chips back, cards back, button as it was, one fee (PK-34)."""
        self.refund(why, rule)
        self.actors = ()
        self._open()
