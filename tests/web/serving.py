"""A card room for tests in a browser: ``pitboss serve`` in a process that can be killed and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from pitboss.server.config import Config
from pitboss.server.live import opening
from tests.patience import MINUTE

SETTINGS = {
    "PITBOSS_REQUESTS_PER_MINUTE": "1000000",
    "PITBOSS_ACCOUNT_REQUESTS_PER_MINUTE": "1000000",
    "PITBOSS_LOGINS_PER_MINUTE": "1000000",
    "PITBOSS_ACCOUNTS_PER_HOUR": "1000000",
    "PITBOSS_SOCKETS_EACH": "1000",
    "PITBOSS_TABLES_EACH": "1000",
    "PITBOSS_BOT_MILLISECONDS": "50",
    "PITBOSS_PAUSE_MILLISECONDS": "600",
    "PITBOSS_LOG": "warning",
}
"""Limits that no test meets by accident, and bots that do not keep it waiting."""


class Room:
    """A running server; its data folder outlives a kill."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder, self.port = folder, 0
        self.settings = SETTINGS | settings
        self.start()

    def start(self) -> None:
        """Start the server, at the port it had before; ready when it has printed its address."""
        self.log = (self.folder / "log").open("ab")
        words = ["serve", "--port", str(self.port), "--data", str(self.folder)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pitboss", *words],
            stdout=subprocess.PIPE,
            stderr=self.log,
            env=os.environ | self.settings,
            text=True,
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()
        assert self.url.startswith("http"), (self.folder / "log").read_text()
        self.port = int(self.url.rpartition(":")[2])

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        self.process.send_signal(how)
        self.process.wait(MINUTE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.log.close()

    def owner_code(self) -> str:
        """The code of a new link that makes an account the owner of the room, as ``pitboss owner-link`` makes it."""
        with ThreadPoolExecutor(1) as thread:  # the browser's event loop is marked as running in this one
            return thread.submit(self._new_owner_link).result(MINUTE)

    def _new_owner_link(self) -> str:
        with closing(opening.open_storage(Config(data=str(self.folder)))) as storage:
            return opening.new_owner_link(storage)

    def guest(self, name: str) -> httpx.Client:
        """A client of the JSON interface with a session of its own."""
        client = httpx.Client(base_url=self.url, headers={"Origin": self.url}, timeout=MINUTE, verify=False)
        client.post("/api/guest", json={"name": name}).raise_for_status()
        return client

    def owner(self, name: str = "Owner") -> httpx.Client:
        """A client whose account owns the room."""
        client = self.guest(name)
        client.post("/api/owner", json={"code": self.owner_code()}).raise_for_status()
        return client

    def open(self, client: httpx.Client, **wanted: Any) -> dict[str, Any]:
        """Open a table; the answer has its ``id`` and ``invite``."""
        answer = client.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())
