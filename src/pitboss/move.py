"""Moves of chips between accounts: the one way a chip changes hands."""

from __future__ import annotations

import msgspec

from pitboss.money import dollars


class Move(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A transfer of chips from one account to another, with the reason.

    Accounts are plain words: ``player 1``, ``spot 1/ante``, ``pot``, ``rack``, ``fee box``. The amount is positive.
    """

    source: str
    target: str
    cents: int
    why: str
    rule: str = ""

    def __str__(self) -> str:
        tail = f" ({self.rule})" if self.rule else ""
        return f"{dollars(self.cents)} from {self.source} to {self.target}: {self.why}{tail}"
