"""Requests that are meant to stall the room: how long others wait meanwhile.

One client sends a header of 80 MB, another asks for ``/healthz`` until the first is done. The slowest answer counts, in
the best of several turns, so that other programs on the machine do not.
"""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from time import perf_counter

from bench.measure import Row, within

SIZE = 80_000_000
TURNS = 5
PATIENCE = 0.1
"""Seconds that others may wait, at most."""
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: "


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PITBOSS_LOG": "error"}
        serve = [sys.executable, "-m", "pitboss", "serve", "--port", "0", "--data", folder]
        quiet = subprocess.DEVNULL
        with subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=quiet, text=True, env=environment) as server:
            try:
                assert server.stdout is not None
                place = server.stdout.readline().strip().removeprefix("http://")
                waited = min(slowest(place) for _ in range(TURNS))
            finally:
                server.terminate()
    return [within("slowest /healthz while 80 MB of header are sent", waited, PATIENCE)]


def slowest(place: str) -> float:
    """The longest time that another client waited while one client sent its header."""
    sender = threading.Thread(target=flood, args=(place,))
    sender.start()
    waited = 0.0
    while sender.is_alive():
        began = perf_counter()
        line = http.client.HTTPConnection(place, timeout=60)
        line.request("GET", "/healthz")
        line.getresponse().read()
        line.close()
        waited = max(waited, perf_counter() - began)
    return waited


def flood(place: str) -> None:
    """Send everything, or until it is refused and the connection is closed."""
    host, _, port = place.partition(":")
    piece = b"a" * 65_536
    with socket.create_connection((host, int(port)), timeout=60) as line, suppress(OSError):
        line.sendall(HEAD)
        for _ in range(SIZE // len(piece)):
            line.sendall(piece)
