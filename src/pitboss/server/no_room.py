"""A room without tables: what the server shows until the live room is handed in."""

from __future__ import annotations

from typing import Any

from pitboss.errors import PitbossError
from pitboss.room.people import Person
from pitboss.room.room import Room
from pitboss.room.slips import Slip
from pitboss.server.live.wire import NewTable, OpenedTable


class NoRoom:
    """Implements :class:`pitboss.server.context.LiveRoom` with nothing in it."""

    def __init__(self) -> None:
        self.room = Room()

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    def ready(self) -> str:
        return ""

    async def open_table(self, wanted: NewTable, by: Person) -> OpenedTable:
        raise PitbossError("this server has no tables.")

    async def close_table(self, table: str, by: Person) -> None:
        raise PitbossError("this server has no tables.")

    async def paper(self, table: str, what: str, facts: dict[str, Any], by: Person) -> tuple[Slip, ...]:
        raise PitbossError("this server has no tables.")

    async def fill(self, table: str, cents: int, by: Person) -> None:
        raise PitbossError("this server has no tables.")

    async def keep_invitations(self) -> None: ...

    async def ended(self, name: str) -> None: ...
