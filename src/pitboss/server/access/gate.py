"""The gate before every request: address, rate, host, origin, size, type and depth; security headers on the way out.

It is plain ASGI around the application, so that no request goes unchecked, not even to unknown addresses. Bodies are
small and read here as a whole.

A browser says where a request comes from (``Sec-Fetch-Site``, ``Origin``); other clients say nothing and carry no
cookies of a visitor, so a request without either header cannot be forged by a foreign page.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from time import perf_counter
from typing import Any
from urllib.parse import quote, urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.errors import PitbossError
from pitboss.server.access.limits import address_key, ip_of
from pitboss.server.config import Config
from pitboss.server.context import Context
from pitboss.server.live.wire import ErrorReply
from pitboss.server.web_files import is_published

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
BARE = HEADERS | {"content-security-policy": "default-src 'none'; frame-ancestors 'none'"}
BARE = {name: text for name, text in BARE.items() if name not in ("permissions-policy", "cross-origin-opener-policy")}
"""For anything but pages: it may load nothing at all, and the headers that only matter for pages are left out."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
UNLIMITED = frozenset({"/healthz", "/readyz"})
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*(?:"|\\?$)', re.S)
"""A string in a JSON text, terminated or not."""


class TurnedAway(Exception):
    """A request that the gate turns away."""

    def __init__(self, status: int, sentence: str, wait: float = 0) -> None:
        super().__init__(sentence)
        self.status, self.sentence, self.wait = status, sentence, wait


class Gate:
    """The application as uvicorn runs it; ``app`` is the Litestar application inside."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self.app, self.context = app, context
        extra = {"strict-transport-security": "max-age=31536000"} if context.config.secure else {}
        self._for_pages = [(name.encode(), text.encode()) for name, text in (HEADERS | extra).items()]
        self._for_others = [(name.encode(), text.encode()) for name, text in (BARE | extra).items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        client = scope.get("client")
        peers = self.context.live.membership
        peer = peers.is_peer(headers)
        address = client_address(client[0] if client else "", headers, self.context.config, trusted=peer)
        scope["client"] = (address, client[1] if client else 0)
        if kind == "websocket":
            try:
                if not peer:
                    await self._admit(scope["path"], headers, address)
            except TurnedAway:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": "refused"})
                return
            await self.app(scope, receive, send)
            return

        began, method = perf_counter(), str(scope.get("method", ""))

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.context.metrics.count(method, message["status"], perf_counter() - began)
                named = {name.lower(): text for name, text in message["headers"]}
                # The headers of a 304 replace those of the page in the browser's cache.
                page = message["status"] == 304 or named.get(b"content-type", b"").startswith(b"text/html")
                added = self._for_pages if page else self._for_others
                message["headers"] = [*message["headers"], *(pair for pair in added if pair[0] not in named)]
            await send(message)

        inside: Receive | None = receive
        try:
            if not peer:
                inside = receive = await self._checked(scope, headers, address, receive)
                if peers.elsewhere(table_of(scope["path"])):
                    inside = await self._pass_on(scope, headers.get("cookie", ""), receive, sending)
        except TurnedAway as refused:
            await _answer(refused, sending)
            return
        if inside is not None:
            await self.app(scope, inside, sending)

    async def _pass_on(self, scope: Any, cookie: str, receive: Receive, send: Send) -> Receive | None:
        """Let another process answer; return how to receive the body if this process has to answer after all."""
        message: Any = {} if scope["method"] in SAFE_METHODS else await receive()
        body = message.get("body", b"")
        query = scope.get("query_string", b"").decode("latin-1")
        target = quote(scope["path"]) + (f"?{query}" if query else "")
        try:
            membership, address = self.context.live.membership, scope["client"][0]
            answer = await membership.pass_on(address, cookie, scope["method"], target, body)
        except PitbossError as error:
            raise TurnedAway(503, str(error), 1) from None
        if answer is None:
            return _replay(body, receive)
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await send({"type": "http.response.body", "body": answer.body, "more_body": False})
        return None

    async def _checked(self, scope: Any, headers: dict[str, str], address: str, receive: Receive) -> Receive:
        """Refuse requests that may not pass; return how to receive the body that was read here."""
        config = self.context.config
        await self._admit(scope["path"], headers, address)
        if scope["method"] in SAFE_METHODS:
            return receive
        if not origin_allowed(headers, config):
            raise TurnedAway(
                403, "a page of another site sent this; only pages of this server may change anything here."
            )
        body = await _body(headers, receive, config.body_size)
        if body:
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                raise TurnedAway(415, "the body is not marked as JSON; send it with Content-Type: application/json.")
            if depth(body) > config.body_depth:
                raise TurnedAway(400, f"the body is nested deeper than {config.body_depth} levels; use fewer.")
        return _replay(body, receive)

    async def _admit(self, path: str, headers: dict[str, str], address: str) -> None:
        """Refuse an address that asks too often, and a host that is not ours."""
        if path in UNLIMITED:  # requested by monitoring, under any host name
            return
        # Files of the pages are not counted: a first visit loads about fifty, and many people may share an address.
        if not is_published(path):
            wait = await self.context.limits.addresses.take(address_key(address), self.context.clock())
            if wait:
                raise TurnedAway(429, "too many requests; try again in a moment.", wait)
        if host_refused(headers, self.context.config):
            raise TurnedAway(421, "this server does not answer to that host; its setting hosts lists the names.")


async def _body(headers: dict[str, str], receive: Receive, most: int) -> bytes:
    """The whole body, if it is not too large."""
    too_large = TurnedAway(413, f"the body is larger than {most} bytes; send less.")
    length = headers.get("content-length", "0")
    if not length.isdecimal() or len(length) > 15 or int(length) > most:
        raise too_large
    parts, size, more = [], 0, True
    while more:
        message: Any = await receive()
        if message["type"] == "http.disconnect":
            raise TurnedAway(400, "the request ended early.")
        part = message.get("body", b"")
        size += len(part)
        if size > most:
            raise too_large
        parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts)


def _replay(body: bytes, receive: Receive) -> Receive:
    """A ``receive`` that returns a body that was read already, then the messages after it."""
    waiting: list[Any] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Any:
        return waiting.pop() if waiting else await receive()

    return replayed


def depth(body: bytes) -> int:
    """The depth of brackets in a JSON text, not counting brackets in strings.

    >>> depth(b'{"a": [1, {"b": "]]"}]}')
    3
    """
    level = deepest = 0
    for byte in _STRING.sub(b"", body):
        if byte in b"[{":
            level += 1
            deepest = max(deepest, level)
        elif byte in b"]}":
            level -= 1
    return deepest


async def _answer(refused: TurnedAway, send: Send) -> None:
    body = msgspec.json.encode(ErrorReply(error=refused.sentence))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refused.wait:
        headers.append((b"retry-after", str(max(1, round(refused.wait + 0.5))).encode()))
    if refused.status == 413:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def table_of(target: str) -> str:
    """The table that a request is about; empty for none.

    >>> table_of("/api/tables/t7/fill?x=1"), table_of("/api/tables")
    ('t7', '')
    """
    parts = target.partition("?")[0].split("/")
    return parts[3] if len(parts) > 3 and parts[:3] == ["", "api", "tables"] else ""


def client_address(peer: str, headers: Mapping[str, str], config: Config, *, trusted: bool = False) -> str:
    """The address of the client: the peer's, or behind the configured proxies the last one that is not a proxy.

    A ``trusted`` peer, which is another process of the room, sends the address itself.
    """
    if trusted:
        return headers.get("x-forwarded-for", peer)
    if not config.proxies or not _is_proxy(peer, config):
        return peer
    forwarded = [part.strip() for part in headers.get("x-forwarded-for", "").split(",") if part.strip()]
    for address in reversed(forwarded[-20:]):
        if not _is_proxy(address, config):
            return address if ip_of(address) else peer
    return peer


def host_refused(headers: Mapping[str, str], config: Config) -> bool:
    """True if the request names a host that this server does not answer to."""
    if not config.hosts:
        return False
    name = urlsplit(f"//{headers.get('host', '')}").hostname or ""
    return name.lower() not in {host.lower() for host in config.hosts}


def origin_allowed(headers: Mapping[str, str], config: Config) -> bool:
    """True if a socket or a request that changes something comes from an allowed origin."""
    origin = headers.get("origin")
    if origin is not None and not _is_ours(origin, headers.get("host", ""), config):
        return False
    site = headers.get("sec-fetch-site")
    return site in (None, "same-origin", "none") or (origin is not None and origin in config.origins)


def _is_ours(origin: str, host: str, config: Config) -> bool:
    if origin in config.origins:
        return True
    try:
        parts = urlsplit(origin)
        named, own = (parts.hostname, parts.port or PORTS.get(parts.scheme)), urlsplit(f"//{host}")
        return bool(parts.hostname) and named == (own.hostname, own.port or PORTS.get(parts.scheme))
    except ValueError:
        return False


def _is_proxy(address: str, config: Config) -> bool:
    ip = ip_of(address)
    return ip is not None and any(ip in ipaddress.ip_network(proxy, strict=False) for proxy in config.proxies)
