"""``GET /ws``: the live side of a table, or of the lobby without one.

The first message is ``hello``; then every message is a command for the table's queue, or answered here (``ping``,
``chat``, ``mute``). Unreadable messages are refused; after too many of them the socket is closed.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from typing import Any

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from pitboss.room import commands, messages
from pitboss.room.journal import JournalError
from pitboss.room.messages import encode
from pitboss.room.people import Person
from pitboss.server.access.gate import depth, origin_allowed
from pitboss.server.access.people import person_of
from pitboss.server.access.refusals import refused
from pitboss.server.context import context_of
from pitboss.server.live.membership import Adrift, Relayed
from pitboss.server.live.tables import LiveTables, NotWelcome, Watched
from pitboss.server.live.transport import Client, protocol_of
from pitboss.server.live.wire import ErrorReply

MOST_DEPTH = 12
MOST_STRIKES = 20
"""Unreadable messages after which a socket is closed."""
HELLO = 6.0
"""Seconds a client has to say hello."""
MOST_PER_SECOND, BURST = 50, 200
"""Messages per second from one socket, and how many at once."""
PEERS = 1_000_000
"""Sockets that other processes may pass on; those processes limit them."""

log = structlog.get_logger(__name__)

_decode = msgspec.json.Decoder(commands.FromClient).decode


class _WithKey(msgspec.Struct):
    """The only field read from a message that is not in the protocol."""

    key: commands.Key = ""


_decode_key = msgspec.json.Decoder(_WithKey).decode


class Unreadable(Exception):
    """A message that is not in the protocol; ``key`` is its key, if that can be read."""

    def __init__(self, why: str, key: str = "") -> None:
        super().__init__(why)
        self.key = key


class TooDeep(Exception):
    """A message nested deeper than any in the protocol."""


def read(data: str | bytes) -> Any:
    """The command in a message."""
    raw = data.encode() if isinstance(data, str) else data
    if raw.count(b"[") + raw.count(b"{") > MOST_DEPTH and depth(raw) > MOST_DEPTH:
        raise TooDeep
    try:
        return _decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        why = refused(error, commands.FromClient).removesuffix(".")
        raise Unreadable(f"this is not a message of the protocol: {why}; see /api/protocol.", _key_in(raw)) from None


def _key_in(raw: bytes) -> str:
    """The key of a message that cannot be read as a whole, so that its sender knows which one was refused."""
    try:
        return _decode_key(raw).key
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""


@websocket("/ws")
async def live_socket(socket: WebSocket[Any, Any, Any]) -> None:
    """Serve one socket from its handshake to its end."""
    context = context_of(socket)
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in socket.scope["headers"]}
    if not origin_allowed(headers, context.config):
        await socket.close(messages.POLICY, "a page of another site opened this socket")
        return
    live = context.live
    address = socket.client.host if socket.client else ""
    peer = live.membership.is_peer(headers)  # which counted this socket where it arrived
    if not live.admit("" if peer else address, PEERS if peer else context.config.sockets_each):
        await socket.close(messages.POLICY, "too many open sockets from this address")
        return
    try:
        try:
            person, relay = await live.membership.unless_adrift(_who_and_where(socket, live, peer=peer))
        except (Adrift, JournalError) as error:
            # With 503 a balancer tries another process, and a page reconnects soon.
            with suppress(OSError):  # gone already
                await protocol_of(socket.scope).refuse(503, encode(ErrorReply(error=str(error))))
            return
        await socket.accept()
        if person is None:
            await socket.close(messages.POLICY, "not signed in: post a name to /api/guest, or log in")
            return
        await (relay or _Serving(socket, live, person)).run()
    except WebSocketDisconnect:
        pass
    finally:
        live.dismiss("" if peer else address)


async def _who_and_where(
    socket: WebSocket[Any, Any, Any], live: LiveTables, *, peer: bool
) -> tuple[Person | None, Relayed | None]:
    """Return the person behind a socket, and the relay if another process owns its table."""
    person = await person_of(socket)
    return person, None if peer or person is None else await live.membership.relay_for(socket)


class _Serving:
    """One socket of a person who is signed in."""

    def __init__(self, socket: WebSocket[Any, Any, Any], live: LiveTables, person: Person) -> None:
        self.socket, self.live = socket, live
        self.client = Client(person, protocol_of(socket.scope))
        self.watched: Watched | None = None
        self.strikes = 0
        self.allowance, self.counted = float(BURST), live.clock.now()
        self.chats: deque[float] = deque(maxlen=CHATS)
        self.mutes: deque[str] = deque(maxlen=MOST_MUTED)  # the keys of the latest

    async def run(self) -> None:
        client = self.client
        client.heard = self.live.clock.now()
        hello = self.live.clock.at(client.heard + HELLO, self._no_hello)
        self.live.clients.add(client)
        client.protocol.receiver = self._receive
        try:
            # Messages that arrived before there was a receiver; then only the end of the socket.
            while client.closing is None and (message := await self._next()) is not None:
                self._receive(message)
        finally:
            hello.cancel()
            self.live.clients.discard(client)
            if self.watched is not None:
                self.watched.part(client)

    def _no_hello(self) -> None:
        if self.watched is None:
            self.client.close(messages.POLICY, "no hello was received in time")

    async def _next(self) -> str | bytes | None:
        """The next message; None once the socket is closed."""
        message: Any = await self.socket.receive()
        return (message.get("text") or message.get("bytes") or b"") if message["type"] == "websocket.receive" else None

    def _receive(self, data: str | bytes) -> None:
        if self.client.closing is None:
            now = self.client.heard = self.live.clock.now()
            try:
                self._take(data, now)
            except Exception:
                log.exception("a message failed")
                self.client.close(messages.FAILED, "the server failed")

    def _take(self, data: str | bytes, now: float) -> None:
        self.allowance = min(float(BURST), self.allowance + (now - self.counted) * MOST_PER_SECOND) - 1
        self.counted = now
        if self.allowance < 0:
            self.client.close(messages.POLICY, "too many messages")
            return
        try:
            self._do(read(data), now)
        except TooDeep:
            self.client.close(messages.POLICY, "a message was nested too deep")
        except Unreadable as error:
            self.strikes += 1
            if self.strikes > MOST_STRIKES:
                self.client.close(messages.POLICY, "too many messages that are not of the protocol")
            else:
                self._refuse(str(error), error.key)

    def _refuse(self, why: str, key: str) -> None:
        self.client.send(encode(messages.Ack(key, False, why=why)))

    def _do(self, message: Any, now: float) -> None:
        client, watched = self.client, self.watched
        if type(message) is commands.Ping:
            client.pinged = True
            client.send(encode(messages.Pong(now)))
        elif type(message) is commands.Hello:
            self._hello(message)
        elif watched is None:
            self.client.close(messages.POLICY, "say hello first")
        elif type(message) is commands.Sync:
            watched.sync(client, message.have)
        elif type(message) is commands.Mute:
            self._mute(message)
        elif type(message) is commands.Chat:
            self._chat(message, now)
        else:
            watched.ask(message, client)

    def _hello(self, hello: commands.Hello) -> None:
        if hello.v != messages.VERSION:
            self.client.close(messages.POLICY, f"this room speaks version {messages.VERSION} of the protocol")
        elif self.watched is None:
            self.client.reads = hello.reading
            query = self.socket.query_params
            table, invite = str(query.get("table") or ""), str(query.get("invite") or "")
            have = str(query.get("have") or "0")
            try:
                self.watched = self.live.watch(table, self.client.person, invite)
            except NotWelcome as error:
                self.client.close(error.code, str(error))
                return
            self.watched.join(self.client, int(have) if have.isdecimal() and len(have) < 16 else 0)

    def _mute(self, mute: commands.Mute) -> None:
        """Hide what a player writes, or show it again; a repeated key changes nothing."""
        muted, again = self.client.muted, bool(mute.key) and mute.key in self.mutes
        if not again:
            if mute.player not in muted and len(muted) >= MOST_MUTED:
                self._refuse(f"you have muted {MOST_MUTED} players, the most allowed; unmute one first.", mute.key)
                return
            muted ^= {mute.player}
            self.mutes.append(mute.key)
        self.client.send(encode(messages.Ack(mute.key, True, again=again)))

    def _chat(self, chat: commands.Chat, now: float) -> None:
        assert self.watched is not None
        if len(self.chats) == CHATS and now - self.chats[0] < CHAT_SPAN:
            self._refuse(f"at most {CHATS} lines of chat in {CHAT_SPAN:.0f} seconds; wait a moment.", chat.key)
            return
        self.chats.append(now)
        self.watched.ask(chat, self.client)


CHATS, CHAT_SPAN = 5, 10.0
"""The number of chat lines one socket may send, and the seconds it is counted over."""
MOST_MUTED = 200
"""Players that one socket may mute."""
