"""Incoming frames in pieces of any size, and how outgoing messages are written."""

from __future__ import annotations

import asyncio
import inspect
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from pitboss.room.people import REGISTERED, Person
from pitboss.server.live.transport import Client, SocketProtocol, framed, reason

PING, PONG, CLOSE, TEXT, BINARY, CONTINUED = 0x89, 0x8A, 0x88, 0x81, 0x82, 0x80
MOST = 1000
REQUEST = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Wire:
    """A transport that keeps every write."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []
        self.waiting, self.closed = 0, False

    def get_extra_info(self, name: str) -> Any:
        return ("127.0.0.1", 1) if name in ("peername", "sockname") else None

    def write(self, data: bytes) -> None:
        self.writes.append(data)

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = resume_reading = pause_reading = close


class Connected(SimpleNamespace):
    protocol: SocketProtocol
    wire: Wire
    heard: list[bytes]


async def connected() -> Connected:
    """A socket after its handshake, whose messages are kept."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        await asyncio.sleep(3600)

    config = uvicorn.Config(app, ws_max_size=MOST, ws_per_message_deflate=False, log_config=None, lifespan="off")
    protocol, wire, heard = SocketProtocol(config, ServerState(), {}), Wire(), list[bytes]()
    protocol.connection_made(wire)  # type: ignore[arg-type]
    protocol.data_received(REQUEST)
    await asyncio.sleep(0)
    assert wire.writes[0].startswith(b"HTTP/1.1 101")
    wire.writes.clear()
    protocol.receiver = heard.append
    return Connected(protocol=protocol, wire=wire, heard=heard)


def run(work: Any) -> None:
    async def all_of_it() -> None:
        await work
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    asyncio.run(all_of_it())


def frame(opcode: int, payload: bytes, mask: bytes = b"\x12\x34\x56\x78") -> bytes:
    """A frame as a client sends it."""
    size = len(payload)
    head = bytes((opcode, 0x80 | size)) if size < 126 else bytes((opcode, 0xFE)) + size.to_bytes(2)
    return head + mask + bytes(each ^ mask[at % 4] for at, each in enumerate(payload))


MESSAGES = st.lists(
    st.tuples(st.sampled_from([TEXT, TEXT, TEXT, BINARY, PING, PONG]), st.binary(max_size=125))
    | st.tuples(st.just(TEXT), st.binary(min_size=126, max_size=MOST)),
    max_size=8,
)


@given(MESSAGES, st.lists(st.integers(0, 4000), max_size=6), st.binary(min_size=4, max_size=4))
def test_messages_arrive_whole_and_in_order_however_they_are_cut(
    messages: list[tuple[int, bytes]], cuts: list[int], mask: bytes
) -> None:
    async def scene() -> None:
        socket = await connected()
        data = b"".join(frame(opcode, payload, mask) for opcode, payload in messages)
        places = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
        for start, stop in pairwise(places):
            socket.protocol.data_received(data[start:stop])
        assert socket.heard == [payload for opcode, payload in messages if opcode in (TEXT, BINARY)]
        pings = [payload for opcode, payload in messages if opcode == PING]
        assert b"".join(socket.wire.writes) == b"".join(bytes((PONG, len(ping))) + ping for ping in pings)

    run(scene())


def test_a_message_in_several_frames_is_put_together() -> None:
    async def scene() -> None:
        socket = await connected()
        socket.protocol.data_received(frame(TEXT, b"one"))
        socket.protocol.data_received(frame(0x01, b"tw") + frame(PING, b"!") + frame(CONTINUED, b"o"))
        socket.protocol.data_received(frame(TEXT, b"three"))
        assert socket.heard == [b"one", b"two", b"three"]

    run(scene())


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(TEXT, b"x" * (MOST + 1)), 1009),
        (frame(TEXT, b"x" * (MOST + 1))[:8], 1009),
        (b"\x81\xff" + (1 << 40).to_bytes(8) + b"\0\0\0\0", 1009),
        (b"\x81\x03abc", 1002),
        (b"\xc1\x83\0\0\0\0abc", 1002),
        (frame(0x01, b"half") + frame(TEXT, b"not the other half"), 1002),
    ],
    ids=["too large", "announced too large", "huge", "not masked", "compressed", "broken in"],
)
def test_what_the_protocol_forbids_closes_the_socket(data: bytes, code: int) -> None:
    async def scene() -> None:
        socket = await connected()
        socket.protocol.data_received(frame(TEXT, b"before"))
        socket.protocol.data_received(data)
        assert socket.heard == [b"before"]
        closing = socket.wire.writes[-1]
        assert (closing[0], int.from_bytes(closing[2:4])) == (CLOSE, code)
        assert socket.wire.closed

    run(scene())


def test_nothing_is_heard_after_the_close_and_its_answer_ends_the_socket() -> None:
    async def scene() -> None:
        socket = await connected()
        socket.protocol.receiver = lambda data: (socket.heard.append(data), socket.protocol.end(4001, "x"))[0]
        socket.protocol.data_received(frame(TEXT, b"one") + frame(TEXT, b"two") + frame(CLOSE, b"\x0f\xa1"))
        assert socket.heard == [b"one"]
        assert socket.wire.closed

    run(scene())


def test_frames_gather_and_are_written_at_once() -> None:
    async def scene() -> None:
        socket = await connected()
        ann = Client(Person("Ann", REGISTERED), socket.protocol)
        for text in (b"ev", b"ack"):
            ann.send(text)
        assert socket.wire.writes == []
        await asyncio.sleep(0)  # a turn of the event loop
        assert socket.wire.writes == [framed(b"ev") + framed(b"ack")]
        ann.send(b"later")
        await asyncio.sleep(0)
        assert socket.wire.writes[1:] == [framed(b"later")]
        ann.send(b"last")
        ann.close(4002, "elsewhere")
        assert socket.wire.writes[2] == framed(b"last")
        assert socket.wire.writes[3][0] == CLOSE
        ann.send(b"too late")
        await asyncio.sleep(0)
        assert len(socket.wire.writes) == 4

    run(scene())


def test_a_client_that_does_not_read_is_cut_off_when_frames_are_written() -> None:
    async def scene() -> None:
        socket = await connected()
        ann = Client(Person("Ann", REGISTERED), socket.protocol, most=100)
        socket.wire.waiting = 101
        ann.send(b"ev")
        assert ann.closing is None
        await asyncio.sleep(0)
        assert ann.closing is not None
        assert ann.closing[0] == 4001

    run(scene())


def test_the_inside_of_uvicorn_that_sockets_rely_on_is_the_one_that_was_read() -> None:
    """When this fails, read what changed in the class, see that the tests above still cover it, and note its digest."""
    digest = sha256(inspect.getsource(WebSocketsSansIOProtocol).encode()).hexdigest()
    assert (uvicorn.__version__, digest[:16]) == ("0.54.0", "0bbcec98938432f7")
    assert f"uvicorn=={uvicorn.__version__}" in (Path(__file__).parents[2] / "pyproject.toml").read_text()


def test_a_reason_is_cut_where_a_letter_ends() -> None:
    assert reason("the table is closed") == "the table is closed"
    assert reason("é" * 120) == "é" * 61
