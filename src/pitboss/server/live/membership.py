"""Membership: how a process takes part in its room. Alone, it owns every table; in a cluster, several share them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from pitboss.errors import PitbossError
from pitboss.room.journal import Journal
from pitboss.room.line import Change
from pitboss.server.cluster.news import News
from pitboss.server.live.owner import Owner

if TYPE_CHECKING:
    from pitboss.server.live.tables import LiveTables

AnswerT = TypeVar("AnswerT")


class Adrift(PitbossError):
    """Raised when this process cannot serve anybody now but another one can."""


class Relayed(Protocol):
    """A socket that is served by another process."""

    async def run(self) -> None: ...


class PassedOn(NamedTuple):
    """The answer of another process."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Membership:
    """The membership of a process that is alone in its room."""

    live: LiveTables

    @property
    def adrift(self) -> str:
        """Why this process can own no table now; empty if it can."""
        return ""

    def attach(self, live: LiveTables) -> None:
        """Called once, with the live room of this process."""
        self.live = live

    async def join(self) -> None:
        """Host the tables that this process should own."""
        for table in await self.live.store.tables.open():
            self.live.host(await self.live.restored(table))

    async def opens_default_room(self) -> bool:
        """True if this process opens the tables of a new room."""
        return True

    async def leave(self, stop_tables: Callable[[], Awaitable[None]]) -> None:
        """Stop every table, and leave the room."""
        await stop_tables()

    def figures(self) -> dict[str, float]:
        """The figures of one of several processes, by their names in the metrics."""
        return {}

    # Tables -----------------------------------------------------------------------------------------------------------

    async def new_id(self) -> str:
        """The id of a new table."""
        return self.live.room.new_id()

    async def store_opening(self, change: Change) -> None:
        """Store the first change of a table, and own it."""
        await self.live.store.commit(change)

    def check_owned(self, table: str) -> None:
        """Raise :class:`~pitboss.room.journal.Fenced` if another process may own this table."""

    def journal(self, table: str) -> Journal:
        """The journal in which the changes of a table are stored."""
        return self.live.store

    def hosted(self, owner: Owner) -> None:
        """Called when this process begins to host a table."""

    def changed(self, owner: Owner) -> None:
        """Called when seats, chips or the state of a table changed."""

    def closed(self, table: str) -> None:
        """Called when a table of this process is closed."""

    def elsewhere(self, table: str) -> bool:
        """True if another process has this table, or will soon."""
        return False

    # Other processes --------------------------------------------------------------------------------------------------

    def tell(self, *told: News) -> None:
        """Send news to the other processes soon."""

    def is_peer(self, headers: Mapping[str, str]) -> bool:
        """True if a request comes from another process of this room, which has checked it."""
        return False

    async def unless_adrift(self, work: Awaitable[AnswerT]) -> AnswerT:
        """Wait for something, but raise :class:`Adrift` as soon as this process can serve nobody."""
        return await work

    async def relay_for(self, websocket: Any) -> Relayed | None:
        """The relay for a socket whose table another process owns; None if this one does."""
        return None

    async def pass_on(self, address: str, cookie: str, method: str, target: str, body: bytes) -> PassedOn | None:
        """Pass a request from an address on to the right process; None if it is answered here after all."""
        return None
