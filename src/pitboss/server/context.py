"""State shared by every part of the server: settings, clock, accounts, and the live room."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from pitboss.room.people import Person
from pitboss.room.room import Room
from pitboss.room.slips import Slip
from pitboss.server.access.credentials import Passwords
from pitboss.server.access.limits import Limits
from pitboss.server.background import Audits, Proofs
from pitboss.server.config import Config
from pitboss.server.live.wire import NewTable, OpenedTable
from pitboss.server.metrics import Metrics
from pitboss.storage.accounts import StoredAccounts
from pitboss.storage.storage import Storage

AnswerT = TypeVar("AnswerT")
AnyRequest: TypeAlias = Request[Any, Any, Any]


class LiveRoom(Protocol):
    """The tables as the HTTP side uses them; the owner tasks and sockets implement it.

    A request that cannot be carried out raises a :class:`~pitboss.errors.PitbossError`; who may ask is checked before.
    """

    @property
    def room(self) -> Room:
        """The open tables: who may see, enter, open and close which."""

    async def start(self) -> None:
        """Restore every open table; at the first start, open the default room."""

    async def stop(self) -> None:
        """Stop dealing, commit what is under way, and close every socket with code 1012."""

    def ready(self) -> str:
        """Why commands cannot be taken now; empty if they can."""

    async def open_table(self, wanted: NewTable, by: Person) -> OpenedTable: ...

    async def close_table(self, table: str, by: Person) -> None: ...

    async def fill(self, table: str, cents: int, by: Person) -> None:
        """Bring chips from the cage to a table's rack; a negative amount is a credit and goes back."""

    async def keep_invitations(self) -> None:
        """Store that a person showed an invitation, who may then enter after a restart too."""

    async def paper(self, table: str, what: str, facts: dict[str, Any], by: Person) -> tuple[Slip, ...]:
        """Do something on paper at a table: a fill, a credit, a signature; the slips it wrote or signed."""

    async def look(self, table: str, see: Callable[[Any], AnswerT]) -> AnswerT:
        """Return a person's view of a table once everything done at it is stored."""

    async def ended(self, name: str) -> None:
        """The sessions of an account ended (logout, new role): close its sockets."""


class Passed(Protocol):
    """An answer of another process."""

    @property
    def status(self) -> int: ...

    @property
    def headers(self) -> list[tuple[bytes, bytes]]: ...

    @property
    def body(self) -> bytes: ...


class PassedFor(NamedTuple):
    """The origin of a request that is passed on: address and cookies."""

    address: str
    cookie: str


class Peers(Protocol):
    """The other processes of a room."""

    def is_peer(self, headers: Mapping[str, str]) -> bool:
        """True if a request comes from one of them, which has checked it."""

    def elsewhere(self, path: str) -> bool:
        """True if a path is about a table that another process has."""

    async def pass_on(self, by: PassedFor, method: str, target: str, body: bytes) -> Passed | None:
        """Pass a request on to the process that it is for; None if it is answered here after all."""


@dataclass
class Context:
    """One per server, in the application's state under ``context``."""

    config: Config
    store: Storage
    live: LiveRoom
    clock: Callable[[], float]
    limits: Limits
    passwords: Passwords
    proofs: Proofs
    audits: Audits
    metrics: Metrics
    routes: tuple[BaseRouteHandler, ...]
    peers: Peers | None = None

    @property
    def accounts(self) -> StoredAccounts:
        return self.store.accounts


def context_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Context:
    """The context of the server that handles this request or socket."""
    context: Context = connection.app.state.context
    return context
