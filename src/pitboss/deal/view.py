"""A deal as one viewer may see it: the only form in which it is sent to a player."""

from __future__ import annotations

import msgspec

from pitboss.deal.event import Event
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
