"""Open the card room: the database, the live room and the application, from the settings; and owner links."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from urllib.request import urlopen

from pitboss import datafile
from pitboss.errors import PitbossError
from pitboss.room.day import Calendar
from pitboss.room.default_room import DefaultRoom, read_room
from pitboss.server.access.gate import Gate
from pitboss.server.access.tokens import hash_of, new_token
from pitboss.server.app import create_app
from pitboss.server.config import Config
from pitboss.server.live.clock import WallClock
from pitboss.server.live.sockets import live_socket
from pitboss.server.live.tables import LiveTables
from pitboss.shuffle.live import Live as LiveShuffle
from pitboss.storage.engine import holds_room
from pitboss.storage.places import database_url
from pitboss.storage.storage import Storage

LINK_HOURS = 24
ADDRESS = "address"
PATIENCE = 3.0
"""Seconds in which a running server answers."""


def open_storage(config: Config) -> Storage:
    """The database of the settings, made and migrated if need be."""
    url = database_url(config.db, config.folder)
    return Storage.open(
        url.render_as_string(hide_password=False),
        keys=config.keys,
        calendar=Calendar(config.time_zone, config.closing_hour),
    )


def card_room(config: Config, storage: Storage) -> Gate:
    """The application on a database; every deck is shuffled live."""
    live = LiveTables(
        storage,
        WallClock(),
        mixer=LiveShuffle,
        default=default_room() if config.default_room else None,
        settings={
            "rail_delay": float(config.rail_delay),
            "bot_delay": config.bot_milliseconds / 1000,
            "pause": config.pause_milliseconds / 1000,
        },
        private_each=config.tables_each,
    )
    return create_app(config, storage, live, sockets=[live_socket])


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
    """Write down where the server listens, or that it does not any more (an empty address)."""
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
    asyncio.run(storage.add_owner_link(hash_of(code), time.time() + LINK_HOURS * 3600))
    return code


def needs_owner(storage: Storage) -> bool:
    return not asyncio.run(storage.has_owner())


def owner_address(base: str, code: str) -> str:
    """The link as it is opened in a browser; what follows ``#`` is never sent to a server or proxy."""
    return f"{base.rstrip('/')}/owner#{code}"
