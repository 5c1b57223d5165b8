"""Moves of chips between accounts: the one way a chip changes hands."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from pitboss.money import dollars

Purpose: TypeAlias = Literal[
    "",  # a move stored by an earlier release; ``room/old_lines.py`` works it out
    # Cage and wallets
    "start",  # a newcomer's first chips
    "refill",
    "bot",  # chips for a bot
    "toke",
    # The rack and the boxes of a table, each by a slip
    "opener",
    "fill",
    "credit",
    "closer",
    "count",  # a counted box goes to the cage
    # Players
    "buy-in",
    "chips",  # chips that the rack gives for a buy-in
    "cash-out",
    # Against the house
    "wager",
    "take back",  # a player takes a wager back by a decision
    "pay",
    "bonus",  # paid on top of the result
    "stake",  # a stake leaves the layout when its wager is settled
    "return",  # a wager of a void hand goes back, or the chips of a misdealt hand of poker
    "payment back",  # the rack gets back what it paid in a void hand
    # Between players
    "ante",
    "blind",
    "bring-in",
    "call",
    "bet",  # or complete, or raise
    "uncalled",
    "award",
    "award back",
    "bet stands",  # a bet returned as uncalled is put back
    "fee",
]
"""The purpose of a move; every move that is made now has one."""

MoveResult: TypeAlias = Literal["", "win", "push", "lose"]
"""The result of a wager that was settled."""


class Move(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A transfer of chips from one account to another, with the reason.

    Accounts are plain words: ``player 1``, ``spot 1/ante``, ``pot``, ``rack``, ``fee box``. The amount is positive.
    ``why`` is for people, and stored as it is; programs read ``purpose``, the key of the ``wager`` it belongs to, and
    the ``result`` of that wager where it was settled.
    """

    source: str
    target: str
    cents: int
    why: str
    rule: str = ""
    purpose: Purpose = ""
    wager: str = ""
    result: MoveResult = ""

    def between(self, source: str, target: str) -> Move:
        """This move between the same accounts by other names."""
        return Move(source, target, self.cents, self.why, self.rule, self.purpose, self.wager, self.result)

    def without_facts(self) -> Move:
        """This move as a release before these facts stored it."""
        return Move(self.source, self.target, self.cents, self.why, self.rule)

    def __str__(self) -> str:
        tail = f" ({self.rule})" if self.rule else ""
        return f"{dollars(self.cents)} from {self.source} to {self.target}: {self.why}{tail}"
