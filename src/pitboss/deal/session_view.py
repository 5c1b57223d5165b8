"""Views of a session for one viewer, and the news since an earlier version."""

from __future__ import annotations

import msgspec

from pitboss.deal.event import Event
from pitboss.deal.option import Option
from pitboss.deal.view import View
from pitboss.move import Move


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A taken seat: ``status`` is ``in``, ``out`` or ``waiting``, ``placed`` the wagers of the next round.

    ``cents`` are the player's chips that are not in play, shared by all seats of one player.
    """

    player: str
    cents: int
    status: str
    placed: dict[str, int] = {}
    owes: tuple[str, ...] = ()


class SessionView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table as one viewer sees it at one version.

    ``chips`` is the balance of every account, ``button`` the seat that has it (0: none), ``game`` the game being
    played or named next, ``deal`` the running round or hand: its pile ``player 3`` is that of seat 3, its ``legal`` is
    what the viewer's own seats may do now.
    """

    viewer: str
    version: int
    games: tuple[str, ...]
    seats: dict[int, SeatView]
    chips: dict[str, int]
    game: str = ""
    button: int = 0
    actors: tuple[int, ...] = ()
    done: bool = True
    deal: View | None = None


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """The news after version ``base``: events as the viewer sees them, and every move of chips.

    ``actors``, ``chips``, ``done`` and ``legal`` are current.
    """

    base: int
    version: int
    events: tuple[Event, ...]
    moves: tuple[Move, ...]
    chips: dict[str, int]
    actors: tuple[int, ...] = ()
    done: bool = True
    legal: dict[int, tuple[Option, ...]] = {}
