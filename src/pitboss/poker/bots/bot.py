"""What every bot is: a choice that hangs on a seed and on a view, and on nothing else.

A bot keeps no state. It sees what its player's view shows and picks among what the view calls legal; the same seed and
the same view give the same choice, on every machine, after an undo and in a replay.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from pitboss.deal import Option, View
from pitboss.shuffle import Seeded, seeded

MASK = (1 << 64) - 1


class BotChoice(NamedTuple):
    """What to hand to ``deal.act(seat, action, cents)``."""

    action: str
    cents: int = 0


class Bot(Protocol):
    """Anything that can sit in a seat."""

    def choose(self, view: View, seat: int) -> BotChoice:
        """One of the legal actions of this seat."""
        ...


def chance(seed: int, view: View, seat: int) -> Seeded:
    """Random numbers that hang on the seed and on how far the hand has come."""
    return seeded((seed * 0x9E3779B97F4A7C15 + view.version * 1_000_003 + seat) & MASK)


def amounts(option: Option) -> tuple[int, ...]:
    """The amounts an option takes: the one, or the least, one and a half steps above it and the most."""
    if not option.high:
        return (option.cents,) if option.cents else (0,)
    return tuple(cents for cents in sorted({option.low, option.high}) if option.takes(cents))
