"""A room without tables: what the server shows until the live room is handed in."""

from __future__ import annotations

from pitboss.errors import PitbossError
from pitboss.room.people import Person
from pitboss.server.wire import NewTable, Opened, TableInfo


class NoRoom:
    """Implements :class:`pitboss.server.context.LiveRoom` with nothing in it."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    def ready(self) -> str:
        return ""

    def tables(self) -> list[TableInfo]:
        return []

    async def open_table(self, wanted: NewTable, by: Person) -> Opened:
        raise PitbossError("this server has no tables.")

    async def close_table(self, table: str, by: Person) -> None:
        raise PitbossError("this server has no tables.")

    async def fill(self, table: str, cents: int, by: Person) -> None:
        raise PitbossError("this server has no tables.")

    async def ended(self, name: str) -> None: ...
