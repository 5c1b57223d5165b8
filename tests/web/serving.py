"""A card room for tests in a browser: ``pitboss serve`` in a process that can be killed and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx

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
        """The code of a new link that makes an account the owner of the room."""
        run = subprocess.run(
            [sys.executable, "-m", "pitboss", "owner-link", "--data", str(self.folder)],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | self.settings,
        )
        return run.stdout.strip().rpartition("#")[2]

    def guest(self, name: str) -> httpx.Client:
        """A client of the JSON interface with a session of its own."""
        client = httpx.Client(base_url=self.url, headers={"Origin": self.url}, timeout=MINUTE)
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
