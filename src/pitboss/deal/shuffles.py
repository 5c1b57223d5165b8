"""Where a session's cards come from: a shuffle, a record being replayed, or orders that undo has put back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from pitboss.deal.deal import Mixer
from pitboss.deal.record import RecordError

Order: TypeAlias = tuple[int, ...]


class Shuffles:
    """A mixer that notes every order it gives.

    ``recorded`` are the orders of a record being replayed; they are used first and have to fit. ``again`` are those of
    entries that were undone: they come again if the same cards are shuffled next, and are dropped otherwise.
    """

    def __init__(self, then: Mixer | None) -> None:
        self.then = then
        self.recorded: list[Order] = []
        self.again: list[Order] = []
        self.replaying = False
        self._noted: list[Order] = []

    def mix(self, cards: Sequence[int]) -> Order:
        order = self._replayed(cards) if self.replaying else self._next(cards)
        self._noted.append(order)
        return order

    def _replayed(self, cards: Sequence[int]) -> Order:
        if not self.recorded:
            raise RecordError("the record holds fewer shuffles than the deal needs; it is cut short.")
        order = self.recorded.pop(0)
        if sorted(order) != sorted(cards):
            raise RecordError("a shuffle in the record holds other cards than the deal shuffles there.")
        if self.again and self.again.pop(0) != order:
            self.again.clear()
        return order

    def _next(self, cards: Sequence[int]) -> Order:
        if self.again:
            if sorted(self.again[0]) == sorted(cards):
                return self.again.pop(0)
            self.again.clear()
        if self.then is None:
            raise RecordError("this session was loaded without a shuffle; load it with one to deal on.")
        return self.then.mix(cards)

    def take_noted(self) -> tuple[Order, ...]:
        """The orders given since this was last asked."""
        if not self._noted:
            return ()
        noted = tuple(self._noted)
        self._noted.clear()
        return noted

    def put_back(self, orders: Iterable[Order]) -> None:
        """Let these orders come again, before any others that were put back."""
        self.again = [*orders, *self.again]
