"""Input that is too large, too slow or not HTTP is refused after the allowed number of bytes, and the socket is closed.

The tests count the bytes that the server reads from real sockets before it refuses. Waits end with an answer.
"""

from __future__ import annotations

import json
import select
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from pitboss.server.config import Config
from pitboss.server.http_limits import MOST_HEADERS, MOST_LINE, MOST_PIPELINED, LimitedHttp
from tests.patience import MINUTE

from .conftest import PLENTY
from .serving import Served, served

HEAD = 16_384
BODY = 65_536
READ = 262_144
"""Bytes that the event loop reads from a socket at once."""
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
)
LETTERS = b"a" * 65_536


@pytest.fixture(scope="module")
def plain() -> Iterator[Served]:
    with served(Config(port=0, **PLENTY)) as running:
        yield running


@pytest.fixture(scope="module")
def hurried() -> Iterator[Served]:
    """A server that waits for a second only."""
    with served(Config(port=0, head_seconds=1, body_seconds=1, idle_seconds=1, **PLENTY)) as running:
        yield running


@dataclass
class Taken:
    """Bytes that the server read, those that it parsed, and the requests that it began to answer."""

    read: int = 0
    parsed: int = 0
    requests: list[bytes] = field(default_factory=list)


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Taken:
    """Counts what reaches the server on connections that are opened from now on, other than those of httpx."""
    counted = Taken()
    ours, theirs, found = (
        LimitedHttp.data_received,
        HttpToolsProtocol.data_received,
        HttpToolsProtocol.on_headers_complete,
    )

    def read(self: LimitedHttp, data: bytes) -> None:
        counted.read += len(data)
        ours(self, data)

    def parsed(self: HttpToolsProtocol, data: bytes) -> None:
        counted.parsed += len(data)
        theirs(self, data)

    def begun(self: HttpToolsProtocol) -> None:
        counted.requests.append(self.url)
        found(self)

    monkeypatch.setattr(LimitedHttp, "data_received", read)
    monkeypatch.setattr(HttpToolsProtocol, "data_received", parsed)
    monkeypatch.setattr(HttpToolsProtocol, "on_headers_complete", begun)
    return counted


def connected(server: Served) -> socket.socket:
    host, _, port = server.url.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=MINUTE)


def flooded(server: Served, head: bytes, piece: bytes, times: int) -> tuple[int, bytes]:
    """Send until there is an answer; the number of bytes that were sent, and everything that was answered."""
    with connected(server) as line:
        line.sendall(head)
        sent = len(head)
        data = memoryview(piece * (1 + 131_072 // len(piece)))
        while sent < times * len(piece):
            readable, writable, _ = select.select([line], [line], [], MINUTE)
            assert readable or writable, "neither read nor answered"
            if readable:
                break
            line.setblocking(False)
            sent += line.send(data[(sent - len(head)) % len(piece) :])
            line.settimeout(MINUTE)
        assert server.client().get("/healthz").status_code == 200, "others are answered meanwhile"
        return sent, rest(line)


def rest(line: socket.socket) -> bytes:
    """Everything until the server closes."""
    parts = []
    try:
        while part := line.recv(65_536):
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)


def status(answer: bytes) -> int:
    """The status of an answer that refuses: one sentence as JSON, and the connection is closed."""
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *headers = head.decode().lower().split("\r\n")
    assert "connection: close" in headers
    assert "content-type: application/json" in headers
    said: str = json.loads(body)["error"]
    assert said.endswith(".")
    assert said.isprintable()
    return int(first.split(" ")[1])


@dataclass(frozen=True)
class Flood:
    """What is sent without end after a head, the status of the refusal, and the bytes that may be parsed before it."""

    head: bytes
    piece: bytes
    status: int
    most: int


FLOODS = {
    "one long header": Flood(GET + b"X-A: ", LETTERS, 431, HEAD),
    "the name of a header": Flood(GET, LETTERS, 431, HEAD),
    "many short headers": Flood(GET, b"X-A: b\r\n", 431, HEAD),
    "a request line": Flood(b"GET /", LETTERS, 414, HEAD),
    "empty lines before a request": Flood(b"", b"\r\n", 431, HEAD),
    "the first header": Flood(GET.split(b"Host")[0] + b"X-A: ", LETTERS, 431, HEAD),
    "a header of a socket": Flood(UPGRADE + b"Cookie: ", LETTERS, 431, HEAD),
    "many headers of a socket": Flood(UPGRADE, b"X-A: b\r\n", 431, HEAD),
    "a body in chunks": Flood(POST + CHUNKED, b"10000\r\n" + LETTERS + b"\r\n", 413, 2 * (BODY + HEAD)),
    "a body in tiny chunks": Flood(POST + CHUNKED, b"1\r\n1\r\n", 413, 2 * (BODY + HEAD)),
    "the extension of a chunk": Flood(POST + CHUNKED + b"5;", LETTERS, 413, 2 * (BODY + HEAD)),
    "trailers": Flood(POST + CHUNKED + b"0\r\n", b"X-A: b\r\n", 413, 2 * (BODY + HEAD)),
    "a declared body": Flood(POST + b"Content-Length: 80000000\r\n\r\n", LETTERS, 413, 2 * (BODY + HEAD)),
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_request_without_end_is_refused_after_the_bytes_that_are_allowed(
    plain: Served, taken: Taken, kind: str
) -> None:
    flood, times = FLOODS[kind], 80_000_000
    sent, answer = flooded(plain, flood.head, flood.piece, times // len(flood.piece))
    assert status(answer) == flood.status
    assert sent < times
    others = 2_000  # the requests of the other client
    assert taken.parsed <= flood.most + others
    assert taken.read <= flood.most + READ + others


def poured(server: Served, head: bytes, piece: bytes, size: int) -> tuple[int, bytes]:
    """Send so many bytes whatever is answered, unless the server closes; the bytes sent, and what was answered."""
    sent, answer = 0, b""
    with connected(server) as line, suppress(ConnectionError):
        line.sendall(head)
        while sent < size:
            readable, writable, _ = select.select([line], [line], [], MINUTE)
            assert readable or writable, "neither read nor closed"
            if readable:
                part = line.recv(65_536)
                if not part:
                    break
                answer += part
            else:
                line.setblocking(False)
                sent += line.send(piece[sent % len(piece) :])
                line.settimeout(MINUTE)
    return sent, answer


def test_a_body_that_nobody_reads_is_not_taken_in_for_ever(plain: Served, taken: Taken) -> None:
    """Whether the answer comes before the body or not, and although the sender goes on after it."""
    sent, answer = poured(plain, GET + b"Content-Length: 80000000\r\n\r\n", LETTERS, 80_000_000)
    assert answer.split()[1] in (b"200", b"413")
    assert sent < 80_000_000
    assert taken.parsed <= 2 * (BODY + HEAD)


def test_requests_that_do_not_wait_for_answers_are_cut_off(plain: Served, taken: Taken) -> None:
    few, request = MOST_PIPELINED // 2, GET + b"\r\n"
    with connected(plain) as line:
        line.sendall(request * few)
        answers = b""
        while answers.count(b"HTTP/1.1 200") < few:
            part = line.recv(65_536)
            assert part, "a few are answered, one after the other"
            answers += part
    assert len(taken.requests) == few
    sent, _ = poured(plain, b"", request * 2_000, 80_000_000)
    assert sent < 80_000_000
    assert len(taken.requests) < 1_000


@pytest.mark.parametrize(
    "garbage", [b"\x00\xff" * 30_000, b"HELO there\r\n\r\n", b"GET /healthz HTTP/1.1\r\n\x00: b\r\n\r\n"]
)
def test_garbage_is_refused_in_one_sentence(plain: Served, garbage: bytes) -> None:
    with connected(plain) as line:
        line.sendall(garbage)
        assert status(rest(line)) == 400


def filled(size: int, start: bytes = GET) -> bytes:
    """A head of so many bytes."""
    return start + b"X-A: " + b"a" * (size - len(start) - 9) + b"\r\n\r\n"


@pytest.mark.parametrize("at_once", [1, 100, 5_000, HEAD, 100_000])
def test_the_largest_head_passes_and_a_larger_one_does_not(plain: Served, at_once: int) -> None:
    for size, wanted in ((HEAD, b"200"), (HEAD + 1, b"431")):
        head = filled(size)
        assert len(head) == size
        with connected(plain) as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for start in range(0, size, at_once):
                line.sendall(head[start : start + at_once])
            assert line.recv(65_536).split()[1] == wanted


def test_many_headers_are_too_many(plain: Served) -> None:
    for many, wanted in ((MOST_HEADERS - 1, b"200"), (MOST_HEADERS, b"431")):  # and that of the host
        with connected(plain) as line:
            line.sendall(GET + b"X-A: b\r\n" * many + b"\r\n")
            assert line.recv(65_536).split()[1] == wanted


def test_a_header_that_the_library_of_sockets_would_not_read_is_refused(plain: Served) -> None:
    with connected(plain) as line:
        line.sendall(filled(MOST_LINE + 1_000, UPGRADE))
        assert status(rest(line)) == 431


def test_the_largest_body_passes(plain: Served) -> None:
    body = b'{"name": "Ann"' + b" " * (BODY - 15) + b"}"
    assert len(body) == BODY
    headers = {"Content-Type": "application/json"}
    assert plain.client().post("/api/guest", content=body, headers=headers).status_code == 201
    chunks = (body[start : start + 1_000] for start in range(0, BODY, 1_000))
    assert plain.client().post("/api/guest", content=chunks, headers=headers).status_code == 201


def test_a_body_in_small_chunks_passes(plain: Served) -> None:
    body = b'{"name": "Ann"' + b" " * (BODY - 15) + b"}"
    chunks = (body[start : start + 16] for start in range(0, BODY, 16))
    headers = {"Content-Type": "application/json"}
    assert plain.client().post("/api/guest", content=chunks, headers=headers).status_code == 201


@pytest.mark.parametrize("body", [b"Content-Length: 1000000\r\n\r\n", CHUNKED, b"Content-Length: 0\r\n\r\n"])
def test_a_request_for_a_socket_has_no_body(plain: Served, body: bytes) -> None:
    with connected(plain) as line:
        line.sendall(UPGRADE + body)
        assert status(rest(line)) == 400


def test_a_refusal_is_never_taken_for_the_answer_to_the_request_before() -> None:
    """Both requests arrive in one piece, so the second is refused before the first can be answered."""
    with served(Config(port=0, head_size=4_000, body_size=1_000, **PLENTY)) as small, connected(small) as line:
        line.sendall(GET + b"\r\n" + POST + b"Content-Length: 8000000\r\n\r\n" + b"a" * 20_000)
        assert rest(line) == b"", "no answer is better than that of another request"


def test_a_socket_is_not_opened_while_a_request_before_it_is_answered(plain: Served) -> None:
    with connected(plain) as line:
        line.sendall(GET + b"\r\n" + UPGRADE + b"\r\n")
        assert rest(line) == b"", "nor is its refusal taken for that answer"


# Times ----------------------------------------------------------------------------------------------------------------


def trickled(server: Served, start: bytes, byte: bytes) -> bytes:
    """Send a byte now and then until there is an answer."""
    with connected(server) as line:
        line.sendall(start)
        for _ in range(600):
            if select.select([line], [], [], 0.1)[0]:
                return rest(line)
            line.sendall(byte)
    raise AssertionError("never answered")


SLOW = {
    "a request line": (b"GET /", b"a"),
    "headers": (GET + b"X-A: ", b"a"),
    "the headers of a socket": (UPGRADE + b"Cookie: ", b"a"),
    "a body": (POST + b"Content-Length: 60000\r\n\r\n", b" "),
    "chunks": (POST + CHUNKED, b"1\r\n1\r\n"),
}


@pytest.mark.parametrize("what", SLOW)
def test_a_request_that_comes_too_slowly_is_refused(hurried: Served, what: str) -> None:
    assert status(trickled(hurried, *SLOW[what])) == 408


def test_a_second_request_that_comes_too_slowly_is_refused(hurried: Served) -> None:
    answer = trickled(hurried, GET + b"\r\n" + GET, b"a")
    first, _, second = answer.partition(b"HTTP/1.1 408")
    assert first.startswith(b"HTTP/1.1 200")
    assert status(b"HTTP/1.1 408" + second) == 408


def test_a_connection_that_sends_nothing_is_closed_without_a_word(hurried: Served) -> None:
    with connected(hurried) as line:
        assert rest(line) == b""


def test_a_connection_that_sends_nothing_more_is_closed(hurried: Served) -> None:
    with connected(hurried) as line:
        line.sendall(GET + b"\r\n")
        assert rest(line).count(b"HTTP/1.1") == 1


def test_a_request_that_arrived_whole_may_take_any_time_to_be_answered(
    plain: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    timers: list[Any] = []
    feed: Callable[[LimitedHttp, bytes], None] = LimitedHttp._feed

    def fed(self: LimitedHttp, piece: bytes) -> None:
        feed(self, piece)
        timers.append(self._timer)

    monkeypatch.setattr(LimitedHttp, "_feed", fed)
    with connected(plain) as line:
        for _ in range(2):
            line.sendall(GET + b"\r\n")
            assert line.recv(65_536)
    assert timers
    assert not any(timers)


# uvicorn --------------------------------------------------------------------------------------------------------------


def test_uvicorn_still_has_what_the_limits_rely_on() -> None:
    """If this fails after an update of uvicorn, compare its new protocol with :mod:`pitboss.server.http_limits`."""
    overridden = {name for name in vars(LimitedHttp) if not name.startswith("_")} - {"limits"}
    assert overridden <= vars(HttpToolsProtocol).keys()
    code = HttpToolsProtocol.data_received.__code__
    assert {"feed_data", "send_400_response", "handle_websocket_upgrade"} <= set(code.co_names)
    assert {"cycle", "pipeline", "flow", "url", "headers"} <= set(HttpToolsProtocol.__init__.__code__.co_names) | {
        "url"
    }
    stated = RequestResponseCycle.__init__.__code__.co_names
    assert {"disconnected", "message_event", "response_started", "response_complete"} <= set(stated)
