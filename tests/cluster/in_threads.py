"""Processes of one room as threads of the test, and people at any of them."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from pitboss.server.config import Config
from pitboss.server.live import opening
from tests.patience import MINUTE
from tests.server.serving import Served, served


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def process(folder: Path, url: str, redis: str, *, lease: int = 10_000, **settings: Any) -> Iterator[Served]:
    """One process of a room, in a thread."""
    port = free_port()
    config = Config(
        port=port,
        db=url,
        redis=redis,
        keys=str(folder / "room.keys"),
        internal=f"http://127.0.0.1:{port}",
        default_room=False,
        lease_milliseconds=lease,
        **settings,
    )
    app = opening.card_room
    with closing(opening.open_storage(config)) as storage, served(config, app=app(config, storage)) as room:
        yield room


def at(server: Served, client: httpx.Client) -> httpx.Client:
    """A person signed in at another process as well."""
    return server.client(cookies=dict(client.cookies.items()))


@contextmanager
def line(server: Served, client: httpx.Client, table: str = "", invite: str = "") -> Iterator[ClientConnection]:
    """A socket of a person at a process."""
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    url = f"{server.url.replace('http', 'ws', 1)}/ws?table={table}&invite={invite}"
    with connect(
        url, additional_headers={"Cookie": cookie}, compression=None, open_timeout=MINUTE, proxy=None
    ) as opened:
        opened.send('{"type":"hello","v":1}')
        yield opened


def said(opened: ClientConnection, kind: str, **fields: Any) -> dict[str, Any]:
    """The next message of a kind, with these fields."""
    while True:
        message: dict[str, Any] = json.loads(opened.recv(timeout=MINUTE))
        if message["type"] == kind and all(message.get(key) == value for key, value in fields.items()):
            return message
