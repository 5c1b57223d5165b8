"""Limits on HTTP requests while they arrive, before any of them reaches the application.

uvicorn with httptools buffers the head of a request until it is complete, however large and slow it is, and a header
that comes in pieces is joined again with every piece: 80 MB of it kept everyone else waiting for four seconds. Here
bytes are counted before they are parsed, so a request is refused as soon as it exceeds the limit. WebSockets begin as
HTTP requests and are limited in the same way; once open, they bypass this module.

The gate reads and limits the bodies of requests that may have one. The limit here is for everything else that follows a
head: bodies that nobody reads, such as that of a GET, and the framing of chunks.

This relies on the callbacks of ``HttpToolsProtocol``, which are not a documented interface of uvicorn:
``pyproject.toml`` bounds its version, and ``tests/server/test_http_limits.py`` fails if they change.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pitboss.server.config import Config
from pitboss.server.live.wire import ErrorReply

MOST_HEADERS = 100
MOST_LINE = 8_000
"""Bytes of one header of a WebSocket's request; the library that reads them takes little more."""
BODY_HEADERS = {b"content-length", b"transfer-encoding"}
"""Headers that announce a body; in a request to open a WebSocket uvicorn would neither read nor answer it."""
MOST_PIPELINED = 16
"""Requests that may wait on one connection for earlier answers; browsers and proxies send one at a time."""
TOO_LARGE = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
LINGER = 2.0
"""Seconds for the sender to read the refusal: closing a connection with unread bytes may lose the answer."""


class ParserStopped(Exception):
    """Raised in a callback to stop the parser; the protocol knows why."""


def http_protocol(config: Config) -> type[LimitedHttp]:
    """The protocol with the limits of the settings, for ``uvicorn.Config(http=…)``."""
    return type("ConfiguredHttp", (LimitedHttp,), {"limits": config})


class LimitedHttp(HttpToolsProtocol):
    """uvicorn's protocol with limits on sizes and times; a refusal is one sentence, and the connection is closed."""

    limits = Config()

    _in_head = False  # between the first byte of a request and the end of its headers
    _in_body = False  # between the end of its headers and its own end
    _ended = False  # True if a request ended in the bytes parsed last
    _received = 0  # bytes of the head that is arriving, or of what follows it
    _refusal = (  # why the parser was stopped
        HTTPStatus.BAD_REQUEST,
        "this is not an HTTP/1.1 request; send a request line, headers and an empty line.",
    )
    _timer: asyncio.TimerHandle | None = None
    _done = False  # refused, closed or a WebSocket now: nothing more is read here

    # The connection ---------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._done = True
        self._stop_timer()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        longest = max(len(self.url), *(len(name) + len(value) for name, value in self.headers))
        if longest > MOST_LINE and not self._earlier:
            self._refuse(TOO_LARGE, f"a line of the headers has {longest} bytes; send at most {MOST_LINE}.")
            return
        self._done = True
        self._stop_timer()
        if self._earlier:
            self.transport.close()
        else:
            super().handle_websocket_upgrade()

    # Bytes ------------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        while data and not self._done:
            most = self.limits.head_size
            if self._in_body:
                most += 2 * self.limits.body_size  # the framing of chunks may be as large as their content
            room = most - self._received
            piece, data = (data, b"") if len(data) <= room else (data[:room], data[room:])
            self._feed(piece)
            if self._received >= most and not self._done:
                self._refuse(*self._too_large())

    def _feed(self, piece: bytes) -> None:
        """Let the parser read; count the bytes of an unfinished request and give it time."""
        before, self._ended = self._in_body, False
        super().data_received(piece)
        if self._done:
            return
        if self._ended or self._in_body != before:
            # It is unknown where in the piece the next part begins, so this piece is not counted.
            self._received = 0
        else:
            self._received += len(piece)
        complete = self._ended and not self._in_head and not self._in_body
        if self._timer is None and not complete:
            self._start_timer()

    # Callbacks of the parser ------------------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        self._in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        many = len(self.headers)
        if many > MOST_HEADERS:
            self._stop_parser(TOO_LARGE, f"the request has {many} headers; send at most {MOST_HEADERS}.")
        if self.parser.should_upgrade() and {name for name, _ in self.headers} & BODY_HEADERS:
            sentence = "a request to open a WebSocket has no body; leave out its length and encoding."
            self._stop_parser(HTTPStatus.BAD_REQUEST, sentence)
        if len(self.pipeline) >= MOST_PIPELINED:
            sentence = f"over {MOST_PIPELINED} requests wait for their answers; read those first."
            self._stop_parser(HTTPStatus.TOO_MANY_REQUESTS, sentence)
        super().on_headers_complete()
        self._in_head, self._in_body = False, True
        self._stop_timer()

    def on_message_complete(self) -> None:
        self._in_body, self._ended = False, True
        self._stop_timer()
        super().on_message_complete()

    # Times ------------------------------------------------------------------------------------------------------------

    def _start_timer(self) -> None:
        seconds = self.limits.body_seconds if self._in_body else self.limits.head_seconds
        self._timer = self.loop.call_later(seconds, self._late, seconds)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _late(self, seconds: int) -> None:
        """Refuse a request whose head or body has not arrived in time."""
        self._timer = None
        if self._earlier:
            self._start_timer()  # nothing is read while the request before it is answered
        elif self._in_head or self._in_body or self._received:
            sentence = f"the whole request did not arrive; send the rest of it within {seconds} seconds."
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, sentence)
        else:
            self._done = True
            self.transport.close()

    # Refusals ---------------------------------------------------------------------------------------------------------

    def _too_large(self) -> tuple[HTTPStatus, str]:
        most = self.limits.head_size
        if self._in_body:
            sentence = f"the body is larger than {self.limits.body_size} bytes; send less."
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, sentence
        if self._in_head and 2 * len(self.url) > most:  # the address is most of it
            return HTTPStatus.REQUEST_URI_TOO_LONG, f"the address is longer than {most} bytes; ask for a shorter one."
        return TOO_LARGE, f"the headers are larger than {most} bytes; send fewer, or shorter ones."

    def _stop_parser(self, status: HTTPStatus, sentence: str) -> None:
        self._refusal = status, sentence
        raise ParserStopped

    def send_400_response(self, msg: str) -> None:
        """Called by uvicorn when the parser has stopped, by itself or by us."""
        self._refuse(*self._refusal)

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def _earlier(self) -> bool:
        """True while a request before the arriving one is still to be answered."""
        return bool(self.pipeline) or (self._answering and not self._in_body)

    def _refuse(self, status: HTTPStatus, sentence: str) -> None:
        """Say why, read nothing more, and close."""
        self._done = True
        self._stop_timer()
        self._unset_keepalive_if_required()
        if self.transport.is_closing():
            return
        if self._earlier:  # an answer now would be taken for the answer to an earlier request
            self.transport.close()
            return
        answered = self._in_body and self.cycle is not None and self.cycle.response_started
        if self._answering:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if not answered:
            body = msgspec.json.encode(ErrorReply(error=sentence))
            headers = [
                *self.server_state.default_headers,
                (b"content-type", b"application/json"),
                (b"content-length", b"%d" % len(body)),
                (b"x-content-type-options", b"nosniff"),
                (b"connection", b"close"),
            ]
            first = f"HTTP/1.1 {status.value} {status.phrase}".encode()
            self.transport.write(b"\r\n".join([first, *(b"%b: %b" % pair for pair in headers), b"", body]))
        self.flow.pause_reading()
        self.transport.write_eof()
        self._timer = self.loop.call_later(LINGER, self.transport.abort)
