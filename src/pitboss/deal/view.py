"""A deal as one viewer may see it, the only form in which it is sent to a player; and the player's hand in words."""

from __future__ import annotations

import msgspec

from pitboss.deal.event import CalledHand, Event
from pitboss.deal.option import Option
from pitboss.deal.standing import Standing


class View(msgspec.Struct, frozen=True):
    """A deal as one viewer sees it; a card they may not see is ``cards.UNKNOWN``.

    ``piles`` are the cards on the table by name (``player 1``, ``dealer``, ``board``, ``burn`` …), ``chips`` the
    balance of every account, ``legal`` what the viewer's own seats may do now, ``events`` everything that happened,
    ``standing`` what else the table shows, the same for every viewer.
    """

    viewer: str
    version: int
    done: bool
    actors: tuple[int, ...]
    piles: dict[str, tuple[int, ...]]
    chips: dict[str, int]
    legal: dict[int, tuple[Option, ...]]
    events: tuple[Event, ...]
    standing: Standing = Standing()


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
