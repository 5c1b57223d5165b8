"""The shuffles of a session: new ones, those of a record being replayed, and those put back by undo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from pitboss.deal.deal import Mixer
from pitboss.deal.record import RecordError

Order: TypeAlias = tuple[int, ...]


class Shuffles:
    """A mixer that remembers every order it returns.

    ``recorded`` are the orders of a record being replayed; they are used first and must fit. ``again`` are the orders
    of undone entries: they are used again if the same cards are shuffled next, and dropped otherwise.
    """

    def __init__(self, then: Mixer | None) -> None:
        self.then = then
        self.recorded: list[Order] = []
        self.again: list[Order] = []
        self.replaying = False
        self.new: list[Order] = []
        """The orders since they were last taken."""

    def mix(self, cards: Sequence[int]) -> Order:
        order = self._replayed(cards) if self.replaying else self._next(cards)
        self.new.append(order)
        return order

    def _replayed(self, cards: Sequence[int]) -> Order:
        if not self.recorded:
            raise RecordError("the record holds fewer shuffles than the deal needs; it is cut short.")
        order = self.recorded.pop(0)
        if sorted(order) != sorted(cards):
            raise RecordError("a shuffle in the record holds different cards from those the deal shuffles there.")
        if self.again and self.again.pop(0) != order:
            self.again.clear()
        return order

    def _next(self, cards: Sequence[int]) -> Order:
        if self.again:
            if sorted(self.again[0]) == sorted(cards):
                return self.again.pop(0)
            self.again.clear()
        if self.then is None:
            raise RecordError("this session was loaded without a shuffle; load it with one to continue.")
        return self.then.mix(cards)

    def take_new(self) -> tuple[Order, ...]:
        """Return and forget the orders since the last call."""
        if not self.new:
            return ()
        orders = tuple(self.new)
        self.new.clear()
        return orders

    def put_back(self, orders: Iterable[Order]) -> None:
        """Put back these orders, in front of those put back before."""
        self.again = [*orders, *self.again]
