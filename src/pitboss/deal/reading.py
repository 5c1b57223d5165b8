"""A hand in words, as a page or a screen reader tells it to the player who holds it."""

from __future__ import annotations

import msgspec


class PotShare(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat would get of a pot, and for what: the half of a split pot, the odd chip."""

    seat: int
    pile: str
    cents: int
    words: str = ""
    rule: str = ""


class HandReading(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the cards of a seat make now, from the cards its player sees.

    ``cards`` are those that play; ``lines`` the line of each wager's pay table that the hand reaches, counted from 0;
    ``after`` what the hand makes after an action that changes it, where the cards for that are seen: after a swap for
    a card that lies face up. ``halves`` are the hands of the parts of a split pot, such as ``high`` and ``low``.
    ``shares``: for the last who has to show or throw his hand away, how the pots go after each of the two.
    """

    words: str = ""
    cards: tuple[int, ...] = ()
    lines: dict[str, int] = {}
    after: dict[str, HandReading] = {}
    halves: dict[str, HandReading] = {}
    shares: dict[str, tuple[PotShare, ...]] = {}
