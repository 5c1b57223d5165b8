"""Bots for tables of any kind."""

from __future__ import annotations

from pitboss.deal.session import Session
from pitboss.errors import PitbossError
from pitboss.spread.room_bot import RoomBot

LEVELS = (1, 2, 3)


def bot(session: Session, seed: int = 1, level: int = 2) -> RoomBot:
    """A bot for a table: in poker of a level from 1 to 3, against the house as good as the proof allows."""
    if level not in LEVELS:
        raise PitbossError(f"there is no bot of level {level!r}; levels are {', '.join(map(str, LEVELS))}.")
    from pitboss.house.session.session import HouseSession
    from pitboss.poker.session.session import PokerSession
    from pitboss.spread.house_bot import HouseBot
    from pitboss.spread.poker_bot import PokerBot

    if isinstance(session, HouseSession):
        return HouseBot(session, seed)
    if isinstance(session, PokerSession):
        return PokerBot(session.games, seed, level)
    raise PitbossError(f"no bot plays at a {session.kind} table.")
