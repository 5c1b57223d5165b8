"""The standing of a deal: the public facts that a table shows in addition to cards and chips.

It is the same for every viewer, so it depends on nothing that somebody may not see. Pages and terminals draw it and
compute none of it again.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from pitboss.deal.event import CalledHand


class PotStanding(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A pot by its name, ``pot`` or ``side pot 1``, and the seats that can win it."""

    name: str
    cents: int
    seats: tuple[int, ...] = ()


class WagerResult(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="type", tag="wager"):
    """How a wager against the house was settled, as in :class:`~pitboss.deal.round_events.WagerSettled`.

    ``hand`` is the hand it was settled on, where that reached the line of a pay table.
    """

    seat: int
    wager: str
    result: str
    stake: int
    paid: int = 0
    odds: str = ""
    line: str = ""
    breakage: str = ""
    outcome: str = ""
    table: str = ""
    bonus: bool = False
    rule: str = ""
    hand: CalledHand | None = None


class PotResult(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, tag_field="type", tag="pot"):
    """Chips of a pot that went to a seat, as in :class:`~pitboss.deal.hand_events.PotAwarded`.

    ``cards`` are those of the winning hand in the order they count, if it was shown.
    """

    seat: int
    pot: str
    cents: int
    reason: str = ""
    half: str = ""
    by: str = ""
    rule: str = ""
    hand: CalledHand | None = None
    cards: tuple[int, ...] = ()


class DealerAct(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The dealer's next act at a table dealt by hand, the one that ``step()`` would do.

    ``act`` is the verb of its event, such as ``burn`` or ``settle``; ``ask`` if a player is to decide next, and
    ``showdown`` if a hand is to be shown or mucked, since which of the two is not known before. ``pile`` is the pile or
    the wager that it concerns, ``cards`` how many cards it moves.
    """

    act: str
    seat: int = 0
    pile: str = ""
    cards: int = 0


DealResult: TypeAlias = WagerResult | PotResult


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The standing of a deal.

    In poker: the ``street``; the ``pots`` without the chips in ``front`` of the seats in this round; while a round of
    betting is open, the ``level`` that has to be matched and the ``raises_left`` (None: no limit). Against the house:
    the open ``decision``. ``results`` are the wagers settled or the awards pushed so far, ``dealer`` the next act of a
    dealer who deals by hand, None while a seat has to act.
    """

    street: str = ""
    pots: tuple[PotStanding, ...] = ()
    front: dict[int, int] = {}
    level: int = 0
    raises_left: int | None = None
    results: tuple[DealResult, ...] = ()
    dealer: DealerAct | None = None
    decision: str = ""
