"""The dealer's work as small steps that lie in a queue, the next one last; each says what it is and does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from pitboss.deal.standing import DealerAct

if TYPE_CHECKING:
    from pitboss.poker.hand import Hand


class HandStep(msgspec.Struct, frozen=True, gc=False):
    """One step of the dealer; its fields are what it needs to know."""

    silent: ClassVar[bool] = False
    """True if this is not an act of the dealer but says what comes next; it runs with the act before it."""

    deals: ClassVar[bool] = False
    """It is part of dealing cards."""

    def do(self, hand: Hand) -> None:
        raise NotImplementedError

    def told(self, hand: Hand) -> DealerAct | None:
        """The act as everybody knows it before it is done; None if it does nothing, or only says what comes next.

        It names no card, and nothing that depends on a hidden one.
        """
        return None

    def cards(self, hand: Hand) -> int:
        """The most cards of the deck that it takes."""
        return 0

    def without(self, hand: Hand, position: int) -> HandStep | None:
        """The rest of the step once this position no longer has a hand; None if nothing is left."""
        return self
