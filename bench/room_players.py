"""The players of the benchmark: one process with a socket for each, as light as can be."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sys
import time
from collections import deque
from functools import partial
from pathlib import Path
from typing import Any

import uvloop

WARM_UP = 2.0
TICKS = os.sysconf("SC_CLK_TCK")
WORDS = ("check", "call", "muck", "show", "fold")


class Load:
    """What all players share: counts, times, and the pace."""

    def __init__(self) -> None:
        self.acks = self.frames = self.bytes = self.refused = 0
        self.times: list[float] = []
        self.paced = False
        self.turns: deque[tuple[Seat, bytes]] = deque()

    def turn(self, seat: Seat, frame: bytes) -> None:
        if self.paced:
            self.turns.append((seat, frame))
        else:
            seat.send(frame)

    async def pace(self, rate: float, seconds: float) -> None:
        """Send the decisions that wait at an even pace."""
        start, sent = time.perf_counter(), 0
        while (passed := time.perf_counter() - start) < seconds:
            while sent < passed * rate and self.turns:
                seat, frame = self.turns.popleft()
                seat.send(frame)
                sent += 1
            if sent < passed * rate - 1:
                sent = int(passed * rate)  # nobody had to act
            await asyncio.sleep(0.001)


class Seat(asyncio.Protocol):
    """The socket of one player, who checks or calls."""

    def __init__(self, load: Load, table: str, cookie: str) -> None:
        self.load, self.table, self.cookie = load, table, cookie
        self.buffer = b""
        self.open = False
        self.welcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sent = 0.0
        self.number = 0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /ws?table={self.table} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {self.cookie}\r\n\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        if not self.welcome.done():
            self.welcome.set_exception(ConnectionError("the server closed a socket"))

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            head, gap, rest = self.buffer.partition(b"\r\n\r\n")
            if not gap:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.transport.close()
                return
            self.open, self.buffer = True, rest
            self.write(b'{"type":"hello","v":1}')
        at, buffer = 0, self.buffer
        while len(buffer) >= at + 2:
            size, first = buffer[at + 1], at + 2
            if size == 126:
                size, first = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, first = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < first + size:
                break
            if buffer[at] == 0x81:
                self.take(buffer[first : first + size])
            at = first + size
        self.buffer = buffer[at:]

    def take(self, frame: bytes) -> None:
        load = self.load
        load.frames += 1
        load.bytes += len(frame)
        if frame.startswith(b'{"type":"ack"'):
            load.times.append(time.perf_counter() - self.sent)
            load.acks += 1
            if b'"ok":true' not in frame:
                load.refused += 1
        elif b'"legal":{"' in frame and not frame.startswith(b'{"type":"snap"'):
            self.decide(json.loads(frame))
        elif not self.welcome.done() and frame.startswith(b'{"type":"snap"'):
            self.welcome.set_result(None)
            snap = json.loads(frame)
            self.decide({"seq": snap["seq"], "legal": (snap["view"].get("deal") or {"legal": {}})["legal"]})

    def decide(self, ev: dict[str, Any]) -> None:
        for seat, options in ev["legal"].items():
            words = {option["word"] for option in options if "why" not in option}
            word = next(word for word in WORDS if word in words)
            self.number += 1
            key = f"{self.cookie[-12:]}-{self.number}"
            act = {"type": "act", "key": key, "seq": ev["seq"], "seat": int(seat), "action": word}
            self.load.turn(self, json.dumps(act).encode())

    def send(self, frame: bytes) -> None:
        self.sent = time.perf_counter()
        self.write(frame)

    def write(self, frame: bytes) -> None:
        size = len(frame)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + frame)  # masked with zeros


def used(pid: int) -> float:
    """The processor time of a process in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def play(where: dict[str, Any], seconds: float, calm: float, server: int) -> dict[str, Any]:
    host, _, port = where["address"].partition(":")
    loop, load = asyncio.get_running_loop(), Load()
    for table, cookies in where["tables"].items():
        made = [await loop.create_connection(partial(Seat, load, table, cookie), host, int(port)) for cookie in cookies]
        await asyncio.gather(*(seat.welcome for _, seat in made))
    await asyncio.sleep(WARM_UP)
    acks, frames, cpu, start = load.acks, load.frames, used(server), time.perf_counter()
    await asyncio.sleep(seconds)
    passed = time.perf_counter() - start
    acks, frames, cpu = load.acks - acks, load.frames - frames, used(server) - cpu
    load.paced = True
    await load.pace(calm, WARM_UP)
    load.times.clear()
    start, before = time.perf_counter(), load.acks
    await load.pace(calm, seconds)
    times = sorted(load.times)
    return {
        "rate": acks / passed,
        "frames": frames / passed,
        "server": cpu / max(1, acks),
        "calm": (load.acks - before) / (time.perf_counter() - start),
        "p50": times[len(times) // 2],
        "p99": times[len(times) * 99 // 100],
        "refused": load.refused,
    }


def main(seconds: str, calm: str, server: str) -> None:
    where = json.loads(sys.stdin.readline())
    print(json.dumps(uvloop.run(play(where, float(seconds), float(calm), int(server)))))


if __name__ == "__main__":
    main(*sys.argv[1:])
