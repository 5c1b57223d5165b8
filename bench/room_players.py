"""The players of the benchmark: one process with a socket for each, as light as can be.

It shares two processors with the server and the database, so it reads of every message only what it needs. It waits for
every acknowledgement, answers the server's pings as a browser does, and fails if the server closes a socket.
"""

from __future__ import annotations

import asyncio
import base64
import gc
import json
import os
import random
import sys
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
import uvloop

SPREAD, WARM_UP = 6.0, 2.0
"""Seconds in which the tables, which all begin with a new hand, come to be at different points of theirs, because some
play faster; and in which the server gets used to a pace."""
STRETCHES = 5
"""Stretches in which each figure is measured, because a shared machine is slow at times: the best rate at full speed
counts, and the median time of acknowledgements."""
TICKS = os.sysconf("SC_CLK_TCK")
WORDS = ("check", "call", "muck", "show", "fold")
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
ACK, SNAP, GOOD, ASKED = b'{"type":"ack"', b'{"type":"snap"', b'"ok":true', b'"legal":{"'


class Option(msgspec.Struct, gc=False):
    word: str
    why: str = ""


class Turn(msgspec.Struct, gc=False):
    """The part of an ``ev`` that a player to act needs."""

    seq: int
    legal: dict[int, list[Option]]


class Deal(msgspec.Struct):
    legal: dict[int, list[Option]]


class View(msgspec.Struct):
    deal: Deal | None = None


class Snap(msgspec.Struct):
    seq: int
    view: View


_turn = msgspec.json.Decoder(Turn).decode
_snap = msgspec.json.Decoder(Snap).decode


class Load:
    """State shared by all players: counts, times, and the pace."""

    def __init__(self) -> None:
        self.acks = self.frames = self.refused = 0
        self.times: list[float] = []
        self.held = True
        self.closed = ""
        self.turns: list[tuple[Seat, bytes]] = []
        self.random = random.Random(1)

    def release(self) -> None:
        """From now on everyone answers at once."""
        self.held = False
        while self.turns:
            self.send_one()

    def send_one(self, uneven: bool = False) -> None:
        """Send a waiting decision of any player, since people do not think in turn; or, of two, the faster table's."""
        turns, any_turn = self.turns, self.random.randrange
        at = any_turn(len(turns))
        if uneven:
            at = max(at, any_turn(len(turns)), key=lambda each: turns[each][0].speed)
        turns[at], turns[-1] = turns[-1], turns[at]
        seat, frame = turns.pop()
        seat.send(frame)

    def check(self) -> None:
        if self.closed:
            raise ConnectionError(f"the server closed a socket: {self.closed}")

    async def pace(self, rate: float, seconds: float, *, uneven: bool = False) -> None:
        """Send decisions that wait, so many a second."""
        self.held = True
        start, sent = time.perf_counter(), 0
        while (passed := time.perf_counter() - start) < seconds:
            self.check()
            while sent < passed * rate and self.turns:
                self.send_one(uneven)
                sent += 1
            if sent < passed * rate - 1:
                sent = int(passed * rate)  # nobody had to act
            await asyncio.sleep(0.001)


class Seat(asyncio.Protocol):
    """The socket of one player, who checks or calls."""

    def __init__(self, load: Load, table: str, cookie: str, speed: float) -> None:
        self.load, self.table, self.cookie, self.speed = load, table, cookie, speed
        self.rest = b""
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
        self.load.closed = self.load.closed or f"cut off ({error})"
        if not self.welcome.done():
            self.welcome.set_exception(ConnectionError(self.load.closed))

    def data_received(self, data: bytes) -> None:
        if self.rest:
            data, self.rest = self.rest + data, b""
        if not self.open:
            head, gap, data = data.partition(b"\r\n\r\n")
            if not gap:
                self.rest = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.transport.close()
                return
            self.open = True
            self.write(b'{"type":"hello","v":1}')
        at, end = 0, len(data)
        while end >= at + 2:
            size, first = data[at + 1], at + 2
            if size == 126:
                size, first = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, first = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            after = first + size
            if end < after:
                break
            if data[at] == TEXT:
                self.take(data, first, after)
            else:
                self.control(data[at], data[first:after])
            at = after
        if at < end:
            self.rest = data[at:]

    def take(self, data: bytes, first: int, after: int) -> None:
        """A message, which is ``data[first:after]``."""
        load = self.load
        load.frames += 1
        if data.startswith(ACK, first):
            load.times.append(time.perf_counter() - self.sent)
            load.acks += 1
            if data.find(GOOD, first, after) < 0:
                load.refused += 1
        elif data.startswith(SNAP, first):
            if not self.welcome.done():
                self.welcome.set_result(None)
                snap = _snap(data[first:after])
                if snap.view.deal is not None:
                    self.decide(snap.seq, snap.view.deal.legal)
        elif data.find(ASKED, first, after) >= 0:
            turn = _turn(data[first:after])
            self.decide(turn.seq, turn.legal)

    def control(self, opcode: int, data: bytes) -> None:
        if opcode == PING:
            self.write(data, PONG)
        elif opcode == CLOSE:
            self.load.closed = f"{int.from_bytes(data[:2], 'big')} {data[2:].decode()}"

    def decide(self, seq: int, legal: dict[int, list[Option]]) -> None:
        for seat, options in legal.items():
            words = [option.word for option in options if not option.why]
            word = next(word for word in WORDS if word in words)
            self.number += 1
            act = '{"type":"act","key":"%s-%d","seq":%d,"seat":%d,"action":"%s"}'
            frame = (act % (self.cookie[-12:], self.number, seq, seat, word)).encode()
            if self.load.held:
                self.load.turns.append((self, frame))
            else:
                self.send(frame)

    def send(self, frame: bytes) -> None:
        self.sent = time.perf_counter()
        self.write(frame)

    def write(self, frame: bytes, opcode: int = TEXT) -> None:
        size = len(frame)
        head = bytes((opcode, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + frame)  # masked with zeros


def used(pid: int) -> float:
    """The processor time of a process in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def steady(load: Load, rate: float, seconds: float) -> dict[str, float]:
    """Percentiles of the time to acknowledge a decision, at a steady pace."""
    load.times.clear()
    before, start = load.acks, time.perf_counter()
    await load.pace(rate, seconds)
    paced, times = (load.acks - before) / (time.perf_counter() - start), sorted(load.times)
    return {"calm": paced, **{f"p{part:g}": times[int(len(times) * part / 100)] for part in (50, 90, 99, 99.9)}}


async def full_speed(load: Load, seconds: float, server: int) -> dict[str, float]:
    """Actions and frames per second, and the processor time of an action at the server and the players."""
    acks, frames, start = load.acks, load.frames, time.perf_counter()
    cpu, own = used(server), time.process_time()
    await asyncio.sleep(seconds)
    passed = time.perf_counter() - start
    acks, frames, cpu, own = load.acks - acks, load.frames - frames, used(server) - cpu, time.process_time() - own
    return {
        "rate": acks / passed,
        "frames": frames / passed,
        "server": cpu / max(1, acks),
        "players": own / max(1, acks),
    }


async def play(where: dict[str, Any], seconds: float, calm: float, server: int) -> dict[str, Any]:
    host, _, port = where["address"].partition(":")
    loop, load = asyncio.get_running_loop(), Load()
    for table, cookies in where["tables"].items():
        speed = load.random.random()
        seats = [partial(Seat, load, table, cookie, speed) for cookie in cookies]
        made = [await loop.create_connection(seat, host, int(port)) for seat in seats]
        await asyncio.gather(*(seat.welcome for _, seat in made))
    gc.freeze()
    await load.pace(calm, SPREAD, uneven=True)
    quiet = [await steady(load, calm, seconds / STRETCHES) for _ in range(STRETCHES)]
    load.release()
    await asyncio.sleep(WARM_UP)
    full = [await full_speed(load, seconds / STRETCHES, server) for _ in range(STRETCHES)]
    load.check()
    return {
        **max(full, key=lambda each: each["rate"]),
        "rates": [each["rate"] for each in full],
        **{key: median([each[key] for each in quiet]) for key in quiet[0]},
        "p99s": [each["p99"] for each in quiet],
        "refused": load.refused,
    }


def main(seconds: str, calm: str, server: str) -> None:
    where = json.loads(sys.stdin.readline())
    print(json.dumps(uvloop.run(play(where, float(seconds), float(calm), int(server)))))


if __name__ == "__main__":
    main(*sys.argv[1:])
