"""A real server for tests: uvicorn in a thread, asked over real HTTP, with a clock set by the test."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx

from pitboss.deal.table_layout import TableSheet
from pitboss.deal.view import SeatView
from pitboss.room.config import TableConfig
from pitboss.room.people import Person
from pitboss.room.room import Room
from pitboss.server.access.credentials import hash_of
from pitboss.server.access.gate import Gate
from pitboss.server.config import Config
from pitboss.server.context import Context
from pitboss.server.live.membership import Membership
from pitboss.server.live.opening import create_app
from pitboss.server.live.wire import NewTable, OpenedTable
from pitboss.server.metrics import Latency
from pitboss.server.run import bound, server_for
from tests.patience import MINUTE
from tests.room.hosted import State

from .memory_accounts import MemoryStore

AnswerT = TypeVar("AnswerT")


class TurnedClock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class ToySession:
    """A session that nobody plays at."""

    size: int = 6
    done: bool = True
    seats: dict[int, SeatView] = field(default_factory=dict)

    def sheet(self) -> TableSheet:
        return TableSheet("Toy", "house", ("toy",), self.size, "$5", 500, 5_000)

    def printed(self) -> dict[str, Any]:
        return {"kind": "house", "name": "Toy", "wagers": []}


@dataclass
class ToyTable:
    id: str
    config: TableConfig
    session: ToySession = field(default_factory=ToySession)
    state: State = field(default_factory=State)


class ToyRoom:
    """The live room without sockets or play: its tables only open and close."""

    def __init__(self) -> None:
        self.room = Room()
        self.asked: list[NewTable] = []
        self.filled: list[tuple[str, int]] = []
        self.signed_out: list[str] = []
        self.why = ""
        self.membership = Membership()
        self.latency = Latency()

    def figures(self) -> dict[str, float]:
        return {}

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    def ready(self) -> str:
        return self.why

    async def open_table(self, wanted: NewTable, by: Person) -> OpenedTable:
        self.asked.append(wanted)
        code = "open sesame" if wanted.private else ""
        table = self.room.new_id()
        config = self.room.config(table, ToySession().sheet(), by, invite=code, name=wanted.name)
        self.room.add(ToyTable(table, config))
        return OpenedTable(id=table, invite=code)

    async def look(self, table: str, see: Callable[[Any], AnswerT]) -> AnswerT:
        return see(self.room.tables[table])

    async def close_table(self, table: str, by: Person) -> None:
        self.room.remove(table)

    async def fill(self, table: str, cents: int, by: Person) -> None:
        self.filled.append((table, cents))

    async def paper(self, table: str, what: str, facts: dict[str, Any], by: Person) -> tuple[Any, ...]:
        return ()

    async def keep_invitations(self) -> None: ...

    async def ended(self, name: str) -> None:
        self.signed_out.append(name)


@dataclass
class Served:
    """A running server and what it works with."""

    url: str
    context: Context
    clock: TurnedClock
    loop: asyncio.AbstractEventLoop
    clients: list[httpx.Client] = field(default_factory=list)

    @property
    def toy(self) -> ToyRoom:
        assert isinstance(self.context.live, ToyRoom)
        return self.context.live

    def client(self, cookies: dict[str, str] | None = None, **headers: str) -> httpx.Client:
        """A client with its own cookies; closed with the server. It reads no certificates, which takes long."""
        client = httpx.Client(base_url=self.url, headers=headers, timeout=MINUTE, verify=False)
        for name, token in (cookies or {}).items():
            client.cookies.set(name, token, domain="127.0.0.1")
        self.clients.append(client)
        return client

    def guest(self, name: str = "Ann") -> httpx.Client:
        client = self.client()
        assert client.post("/api/guest", json={"name": name}).status_code == 201
        return client

    def registered(self, name: str, password: str = "correct horse") -> httpx.Client:
        client = self.client()
        assert client.post("/api/register", json={"name": name, "password": password}).status_code == 201
        return client

    def owner(self, name: str = "Olga") -> httpx.Client:
        client = self.registered(name)
        code = f"the link of {name}"
        self.wait(self.context.accounts.add_owner_link(hash_of(code), self.context.clock() + 3600))
        assert client.post("/api/owner", json={"code": code}).status_code == 200
        return client

    def with_roles(self, name: str, *roles: str) -> httpx.Client:
        client = self.registered(name)
        self.wait(self.context.accounts.set_roles(name, ("player", *roles)))
        return client

    def wait(self, work: Any) -> Any:
        """Run a coroutine in the server's loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(2 * MINUTE)


@contextmanager
def served(config: Config | None = None, *, sockets: Sequence[Any] = (), app: Gate | None = None) -> Iterator[Served]:
    """A server on a free port until the block ends; ``app`` replaces the default application and its clock."""
    config = config or Config(port=0)
    clock, started = TurnedClock(), threading.Event()
    running: list[Served] = []
    app = app or create_app(config, MemoryStore(), ToyRoom(), clock=clock, sockets=sockets)

    def ready(url: str) -> None:
        running.append(Served(url, app.context, clock, asyncio.get_running_loop()))
        started.set()

    listener = bound(config)
    server = server_for(app, config, listener, ready)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="server")
    thread.start()
    try:
        assert started.wait(2 * MINUTE), "the server did not start"
        yield running[0]
    finally:
        for client in running[0].clients if running else ():
            client.close()
        server.should_exit = True
        thread.join(2 * MINUTE)
        listener.close()
        assert not thread.is_alive()
