"""The protocol of bots.

A bot has no state. It picks one of the legal actions in its player's view; the same seed and view always give the same
choice, on every machine, after an undo and in a replay.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from pitboss.deal import Option, View
from pitboss.shuffle import Seeded, seeded

MASK = (1 << 64) - 1


class BotChoice(NamedTuple):
    """Arguments for ``deal.act(seat, action, cents)``."""

    action: str
    cents: int = 0


class Bot(Protocol):
    """Anything that can play a seat."""

    def choose(self, view: View, seat: int) -> BotChoice:
        """Choose one of the seat's legal actions."""
        ...


def rng_for(seed: int, view: View, seat: int) -> Seeded:
    """Random numbers that depend only on the seed, the seat and the view's version."""
    return seeded((seed * 0x9E3779B97F4A7C15 + view.version * 1_000_003 + seat) & MASK)


def amounts(option: Option) -> tuple[int, ...]:
    """The least and the greatest amount the option takes, or its only amount."""
    if not option.high:
        return (option.cents,) if option.cents else (0,)
    return tuple(cents for cents in sorted({option.low, option.high}) if option.takes(cents))
