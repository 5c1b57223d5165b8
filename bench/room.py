"""The card room under load: 200 tables of six players over real sockets, on SQLite and on PostgreSQL.

The server runs in this process's child, as ``pitboss serve`` runs it; the players are simulated in another process. An
action is a decision that was stored before it was acknowledged, and sent to all six. Actions per second are measured
with every player answering at once, in the best of several stretches; the time of the acknowledgement at 1,000 actions
a second, in the median stretch.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.measure import Row, span

TABLES, SEATS = 200, 6
SECONDS = 20.0
"""At each of the two paces."""
RATES = {"SQLite": 2000, "PostgreSQL": 1800}
"""Actions per second, at least."""
CALM, PATIENCE = 1000, 0.05
"""Actions per second at which an acknowledgement takes at most so many seconds, 99 times of 100."""


def rows() -> list[Row]:
    measured: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        measured += _rows("SQLite", str(Path(folder, "room.db")), folder)
        with postgresql() as url:
            measured += _rows("PostgreSQL", url, folder)
    return measured


def _rows(what: str, database: str, folder: str) -> list[Row]:
    measured = measure(database, folder)
    rate, server, slowest = measured["rate"], measured["server"], measured["p99"]
    return [
        Row(f"{what}, actions per second", f"{rate:,.0f}", f"{RATES[what]:,}", rate / RATES[what], 1.0),
        Row(f"{what}, server time for one action", span(server), span(1 / RATES[what]), server * RATES[what]),
        Row(
            f"{what}, p99 of the ack at {CALM:,}/s",
            span(slowest),
            span(PATIENCE),
            slowest / PATIENCE,
            1.0,
            at_most=True,
        ),
    ]


def measure(database: str, folder: str, seconds: float = SECONDS) -> dict[str, Any]:
    """Start a server on a database and players in another process; return what they measured."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    serve = [sys.executable, "-m", "bench.room_server", database, folder, str(TABLES), str(SEATS)]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True, env=environment) as server:
        try:
            assert server.stdout is not None
            started = server.stdout.readline()
            if not started:
                raise RuntimeError("the server of the benchmark did not start")
            play = [sys.executable, "-m", "bench.room_players", str(seconds), str(CALM), str(server.pid)]
            answer = subprocess.run(
                play, input=started, stdout=subprocess.PIPE, text=True, env=environment, check=True, timeout=300
            )
            result: dict[str, Any] = json.loads(answer.stdout)
            return result
        finally:
            server.terminate()


@contextmanager
def postgresql() -> Iterator[str]:
    """A temporary PostgreSQL server, as the tests start it."""
    from tests.storage.servers import new_postgres

    server = new_postgres()
    try:
        yield server.new_database()
    finally:
        server.close()
