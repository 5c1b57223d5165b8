"""A hand in words, as a page or a screen reader tells it to the player who holds it."""

from __future__ import annotations

import msgspec

from pitboss.deal.event import CalledHand


class PotShare(msgspec.Struct, frozen=True, omit_defaults=True):
    """The share of a pot that a seat would get, and for what (:class:`~pitboss.deal.hand_events.PotAwarded`)."""

    seat: int
    pile: str
    cents: int
    words: str = ""
    rule: str = ""
    reason: str = ""
    half: str = ""
    by: str = ""


class HandReading(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the cards of a seat make now, from the cards its player sees, those on the board included.

    Fewer cards than a hand are read as far as they go: a pair, a high card. ``hand`` is the hand they make (in a split
    pot each of the ``halves`` has one), ``cards`` are those that play, ``matched`` those of them that make the
    ``category``. ``lines`` is the line of each wager's pay table that the hand reaches, counted from 0, ``reach`` the
    best line that it can still reach with the cards to come. ``after`` is the hand after an action that changes it,
    where the cards for that are seen: after a swap for a card that lies face up. ``halves`` are the hands of the parts
    of a split pot, such as ``high`` and ``low``. ``shares``: for the last player who must show or muck, how the pots go
    after each of the two. ``sure`` are the payments of wagers that are won whatever is decided and turned.
    """

    words: str = ""
    cards: tuple[int, ...] = ()
    lines: dict[str, int] = {}
    after: dict[str, HandReading] = {}
    halves: dict[str, HandReading] = {}
    shares: dict[str, tuple[PotShare, ...]] = {}
    category: str = ""
    matched: tuple[int, ...] = ()
    reach: dict[str, int] = {}
    hand: CalledHand | None = None
    sure: dict[str, int] = {}
