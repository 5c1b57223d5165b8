"""The dealer's work as small steps that lie in a queue, the next one last; each says what it is and does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

if TYPE_CHECKING:
    from pitboss.poker.hand import Hand


class HandStep(msgspec.Struct, frozen=True, gc=False):
    """One step of the dealer; its fields are what it needs to know."""

    silent: ClassVar[bool] = False
    """It is no act of the dealer but says what comes next; it runs with the act before it."""

    deals: ClassVar[bool] = False
    """It is part of dealing cards."""

    def do(self, hand: Hand) -> None:
        raise NotImplementedError

    def cards(self, hand: Hand) -> int:
        """How many cards of the deck it takes at most."""
        return 0

    def without(self, hand: Hand, position: int) -> HandStep | None:
        """What is left of the step when this position has no hand any more; None if nothing is."""
        return self
