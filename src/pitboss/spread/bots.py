"""Bots for tables of any kind.

A bot has no state: it decides from what its player may see, and once it is prepared the same seed and view give the
same decision. Its methods may take a while; call them in a worker thread.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from pitboss.deal.option import Option
from pitboss.deal.record import SeatAct
from pitboss.deal.session import Session
from pitboss.deal.session_view import SessionView
from pitboss.errors import PitbossError
from pitboss.kinds import KINDS

LEVELS = (1, 2, 3)


class RoomBot(Protocol):
    """A player of seats at a table."""

    def act(self, view: SessionView, seat: int) -> SeatAct:
        """The decision of a seat that has to act, from its player's view."""
        ...

    def place(self, wagers: Sequence[Option], least: Mapping[str, int], cents: int) -> dict[str, int]:
        """The wagers of a spot for the next round: ``session.wagers(seat)``, ``session.least_wagers(seat)``, the chips.

        Empty where nothing is placed, and if the chips are too few; the bot then sits out.
        """
        ...

    def name(self, games: Sequence[str], version: int = 0) -> str:
        """The next game of dealer's choice, one of ``session.playable()``; varies with the table's version."""
        ...

    def prepare(self) -> None:
        """Work out what makes later decisions quick and exact; may take a minute, once for each game."""
        ...

    def stop(self) -> None:
        """End a preparation that is running, within seconds; the bot plays on without it."""
        ...


def bot(session: Session, seed: int = 1, level: int = 2) -> RoomBot:
    """A bot for a table: in poker of a level from 1 to 3, against the house as good as the proof allows."""
    if level not in LEVELS:
        raise PitbossError(f"there is no bot of level {level!r}; levels are {', '.join(map(str, LEVELS))}.")
    if session.kind not in KINDS:
        raise PitbossError(f"no bot plays at a {session.kind} table.")
    found: RoomBot = KINDS[session.kind].tables.bot(session, seed, level)
    return found
