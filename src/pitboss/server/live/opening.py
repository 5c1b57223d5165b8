"""Open the card room: the database, the live room and the application, from the settings; and owner links.

The application is every route behind the gate.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AbstractContextManager, asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.types import ControllerRouterHandler

from pitboss import datafile
from pitboss.errors import PitbossError
from pitboss.room.day import Calendar
from pitboss.room.default_room import DefaultRoom, read_room
from pitboss.server.access import refusals
from pitboss.server.access.credentials import Passwords, hash_of, new_token
from pitboss.server.access.gate import Gate
from pitboss.server.access.limits import Limits
from pitboss.server.api import ROUTES
from pitboss.server.background import Audits, Proofs, keep_house
from pitboss.server.config import Config, ConfigError
from pitboss.server.context import Context
from pitboss.server.live.clock import WallClock
from pitboss.server.live.membership import Membership
from pitboss.server.live.sockets import live_socket
from pitboss.server.live.tables import LiveTables
from pitboss.server.metrics import Metrics
from pitboss.server.web_files import published
from pitboss.shuffle.live import Live as LiveShuffle
from pitboss.storage import lock
from pitboss.storage.engine import holds_room
from pitboss.storage.places import database_url
from pitboss.storage.storage import Storage

LINK_HOURS = 24
ADDRESS = "address"
PATIENCE = 3.0
"""Seconds to wait for the answer of a running server."""
DATABASE_PATIENCE = 10.0
"""Seconds PostgreSQL has to answer a statement, if several processes share it."""


def alone(config: Config) -> AbstractContextManager[None]:
    """Keep a second server away from an SQLite room."""
    return lock.alone(database_url(config.db, config.folder))


def open_storage(config: Config) -> Storage:
    """Open the database of the settings, creating or migrating it if needed."""
    url = database_url(config.db, config.folder)
    if config.redis and url.drivername == "sqlite":
        raise ConfigError(
            "redis: several processes share a PostgreSQL database; give db = postgresql://…, or leave redis out."
        )
    return Storage.open(
        url.render_as_string(hide_password=False),
        patience=DATABASE_PATIENCE if config.redis else 0.0,
        keys=config.keys,
        calendar=Calendar(config.time_zone, config.closing_hour),
        busy=config.busy_changes,
    )


def card_room(config: Config, storage: Storage, address: str = "") -> Gate:
    """The application on a database, at an address; every deck is shuffled live."""
    limits = Limits(config)
    live = LiveTables(
        storage,
        WallClock(),
        mixer=LiveShuffle,
        membership=several(config, storage, address, limits) if config.redis else None,
        default=default_room() if config.default_room else None,
        settings={
            "rail_delay": float(config.rail_delay),
            "bot_delay": config.bot_milliseconds / 1000,
            "pause": config.pause_milliseconds / 1000,
        },
        private_each=config.tables_each,
        house_limit=config.house_limit,
    )
    tasks = [lambda: keep_house(storage, config)]
    return create_app(config, storage, live, sockets=[live_socket], limits=limits, tasks=tasks)


def create_app(
    config: Config,
    store: Storage,
    live: LiveTables,
    *,
    clock: Callable[[], float] = time.time,
    sockets: Sequence[ControllerRouterHandler] = (),
    limits: Limits | None = None,
    tasks: Sequence[Callable[[], Coroutine[Any, Any, None]]] = (),
) -> Gate:
    """The server as an ASGI application; ``sockets`` are the handlers of the live side, ``tasks`` run along with it."""
    limits, proofs, audits = limits or Limits(config), Proofs(60 * config.proof_minutes), Audits(clock)
    context = Context(config, store, live, clock, limits, Passwords(), proofs, audits, Metrics(live), ROUTES)

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        if not config.web_sources:
            published()
        await live.start()
        working = [asyncio.create_task(task()) for task in tasks]
        try:
            yield
        finally:
            for task in working:
                task.cancel()
            await context.proofs.stop()
            await context.audits.stop()
            await live.stop()

    app = Litestar(
        [*ROUTES, *sockets],
        state=State({"context": context}),
        lifespan=[running],
        exception_handlers={
            HTTPException: refusals.refuse_http,
            PitbossError: refusals.refuse_ours,
            Exception: refusals.refuse_any,
        },
        compression_config=CompressionConfig(
            "gzip", minimum_size=1000, gzip_compress_level=6, exclude_opt_key="packed"
        ),
        openapi_config=None,
        logging_config=None,
        request_class=refusals.StrictRequest,
        request_max_body_size=config.body_size,
    )
    return Gate(app, context)


def several(config: Config, storage: Storage, address: str, limits: Limits) -> Membership:
    """The membership of one of several processes; together they count the limits."""
    from pitboss.server.cluster.membership import Cluster

    cluster = Cluster(
        storage,
        redis=config.redis,
        address=config.internal or reachable(address, config),
        lease=config.lease_milliseconds / 1000,
    )
    cluster.share(limits)
    return cluster


def reachable(address: str, config: Config) -> str:
    """The address at which other machines reach this process: if it listens everywhere, the one facing Redis."""
    redis = urlsplit(config.redis)
    if config.host not in ("0.0.0.0", "::") or not redis.hostname:
        return address
    try:
        family, kind, _, _, place = socket.getaddrinfo(redis.hostname, redis.port or 6379, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, kind) as probe:
            probe.connect(place)  # sends nothing
            own: str = probe.getsockname()[0]
    except OSError:
        return address
    return f"http://{f'[{own}]' if ':' in own else own}:{urlsplit(address).port}"


def default_room() -> DefaultRoom:
    """The tables of a new room."""
    return read_room(datafile.read(Path(__file__).with_name("default_room.toml")))


def require_room(config: Config) -> None:
    """Refuse a database in which no card room was ever opened."""
    url = database_url(config.db, config.folder)
    if not holds_room(url):
        where = Path(str(url.database)).parent if url.drivername == "sqlite" else f"the database {url.database}"
        raise PitbossError(
            f"there is no card room in {where}; name the folder or database that pitboss serve uses, or start it once."
        )


def note_address(storage: Storage, address: str) -> None:
    """Store the address at which the server listens; empty once it has stopped."""
    asyncio.run(storage.note(ADDRESS, address))


def running_at(storage: Storage) -> str:
    """The address of the server that runs on this database; empty if none answers."""
    address = asyncio.run(storage.noted(ADDRESS))
    try:
        with urlopen(f"{address}/healthz", timeout=PATIENCE):
            return address
    except (OSError, ValueError):
        return ""


def new_owner_link(storage: Storage) -> str:
    """The code of a new one-time owner link; earlier ones stop working."""
    code = new_token()
    asyncio.run(storage.accounts.add_owner_link(hash_of(code), time.time() + LINK_HOURS * 3600))
    return code


def needs_owner(storage: Storage) -> bool:
    return not asyncio.run(storage.accounts.has_owner())


def owner_address(base: str, code: str) -> str:
    """The link to open in a browser; the part after ``#`` is never sent to a server or proxy."""
    return f"{base.rstrip('/')}/owner#{code}"
