"""Tables for tests of the room: a real session with the settings and state of a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pitboss
from pitboss.deal.session import Session
from pitboss.room.config import TableConfig
from pitboss.room.people import BOT, GUEST, Person
from pitboss.room.room import Room


@dataclass
class State:
    """What the room asks of a table's state."""

    people: dict[str, str] = field(default_factory=dict)
    moving: dict[int, int] = field(default_factory=dict)
    leaving: tuple[int, ...] = ()
    paused: str = ""
    closing: bool = False


@dataclass
class HostedTable:
    id: str
    config: TableConfig
    session: Session
    state: State = field(default_factory=State)
    average_pot: int = 0

    def sit(self, seat: int, player: str, cents: int = 5_000, kind: str = GUEST) -> None:
        self.session.sit(seat, player, cents)
        self.state.people[player] = kind

    def sit_bot(self, seat: int, player: str) -> None:
        self.sit(seat, player, kind=BOT)


def add_table(room: Room, game: str = "holdem", by: Person | None = None, **settings: Any) -> HostedTable:
    """A new table of a room."""
    seats = settings.pop("seats", 0)
    if game == "holdem":
        session: Session = pitboss.game(game, house="pot", limit=settings.pop("limit", "2-4")).session(
            pitboss.seeded(1), seats=seats or 6
        )
    else:
        session = pitboss.game(game).session(pitboss.seeded(1))
    table = room.new_id()
    config = room.config(table, session.sheet(), by or Person("Floor", roles=frozenset({"floor"})), **settings)
    hosted = HostedTable(table, config, session)
    room.add(hosted)
    return hosted
