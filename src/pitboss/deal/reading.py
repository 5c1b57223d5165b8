"""A hand in words, as a page or a screen reader tells it to the player who holds it."""

from __future__ import annotations

import msgspec


class HandReading(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the cards of a seat make now, from the cards its player sees.

    ``cards`` are those that play; ``lines`` the line of each wager's pay table that the hand reaches, counted from 0;
    ``after`` what the hand makes after an action that changes it, where the cards for that are seen: after a swap for
    a card that lies face up.
    """

    words: str = ""
    cards: tuple[int, ...] = ()
    lines: dict[str, int] = {}
    after: dict[str, HandReading] = {}
