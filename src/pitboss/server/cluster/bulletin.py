"""The bulletin board in Redis: the live processes, the looks of the tables, and news.

Nothing in it has to last: the processes fill an empty Redis again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import structlog
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from pitboss.errors import PitbossError
from pitboss.server.cluster.news import News, TableLook, TablePrint, decode, encode

log = structlog.get_logger(__name__)

PATIENCE = 1.0
"""Seconds to wait for an answer of Redis."""

_ALIVE = """
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
return redis.call('ZRANGE', KEYS[1], 0, -1)
"""
_NUMBER = """
local known = tonumber(redis.call('GET', KEYS[1]) or '0')
if known < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], ARGV[1]) end
return redis.call('INCR', KEYS[1])
"""
_RATE = """
local t = redis.call('TIME')
local now = t[1] + t[2] / 1000000
local most, span = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 'left', 'at')
local left, at = tonumber(kept[1] or most), tonumber(kept[2] or now)
left = math.min(most, left + math.max(0, now - at) * most / span)
local wait = 0
if left >= 1 then left = left - 1 else wait = (1 - left) * span / most end
redis.call('HSET', KEYS[1], 'left', tostring(left), 'at', tostring(now))
redis.call('EXPIRE', KEYS[1], math.ceil(span) + 1)
return tostring(wait)
"""


class CutOff(PitbossError):
    """Redis does not answer."""


class Bulletin:
    """Redis as one process uses it: ``room`` separates rooms that share it, ``name`` is the name of this process."""

    def __init__(self, url: str, room: str, name: str, hear: Callable[[News], None]) -> None:
        self.name = name
        self._prefix = f"pitboss:{room}"
        self._hear = hear
        self._redis: Any = Redis.from_url(
            url,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0),
            health_check_interval=0,
        )
        self._listener: asyncio.Task[None] | None = None

    def _key(self, word: str) -> str:
        return f"{self._prefix}:{word}"

    async def _ask(self, work: Awaitable[Any]) -> Any:
        try:
            return await work
        except (RedisError, OSError, TimeoutError) as error:
            why = str(error).strip() or type(error).__name__
            raise CutOff(f"Redis does not answer ({why}); check that it runs, and the setting redis.") from None

    async def alive(self, address: str, seconds: float) -> dict[str, str]:
        """Announce that this process is alive for the next ``seconds``; return every live process with its address."""
        member, length = f"{self.name} {address}", round(seconds * 1000)
        listed = await self._ask(self._redis.eval(_ALIVE, 1, self._key("alive"), member, length))
        return dict(each.decode().split(" ", 1) for each in listed)

    async def leave(self, address: str) -> None:
        """Remove this process from the live ones."""
        await self._ask(self._redis.zrem(self._key("alive"), f"{self.name} {address}"))

    async def next_number(self, known: int) -> int:
        """The number of a new table, which no other process gets."""
        return int(await self._ask(self._redis.eval(_NUMBER, 1, self._key("number"), known)))

    async def count(self, rate: str, key: str, most: int, span: float) -> float | None:
        """Count a request for all processes (:class:`~pitboss.server.access.limits.Rate`); None without Redis."""
        try:
            return float(await self._ask(self._redis.eval(_RATE, 1, self._key(f"rate:{rate}:{key}"), most, span)))
        except CutOff:
            return None

    # News -------------------------------------------------------------------------------------------------------------

    async def tell(self, *news: News) -> None:
        """Send news to every process."""
        async with self._redis.pipeline(transaction=False) as pipe:
            for each in news:
                data = encode(each)
                if isinstance(each, TableLook | TablePrint):
                    pipe.hset(self._key(_HASHES[type(each)]), each.table, data)
                pipe.publish(self._key("news"), f"{self.name}\n".encode() + data)
            await self._ask(pipe.execute())

    async def forget(self, table: str) -> None:
        """Remove a closed table."""
        async with self._redis.pipeline(transaction=False) as pipe:
            for word in _HASHES.values():
                pipe.hdel(self._key(word), table)
            await self._ask(pipe.execute())

    async def posted(self) -> tuple[dict[str, TablePrint], dict[str, TableLook]]:
        """Everything that is posted about tables."""
        prints = await self._ask(self._redis.hgetall(self._key("prints")))
        looks = await self._ask(self._redis.hgetall(self._key("looks")))
        return _read(prints, TablePrint), _read(looks, TableLook)

    def listen(self, ready: Callable[[], Awaitable[None]]) -> None:
        """Listen for news from now on; ``ready`` is called after every connect and reconnect."""
        self._listener = asyncio.get_running_loop().create_task(self._listen(ready), name="news from Redis")

    async def _listen(self, ready: Callable[[], Awaitable[None]]) -> None:
        while self._listener is asyncio.current_task():  # a cancellation may be lost while a connection fails
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as line:
                    await line.subscribe(self._key("news"))
                    await ready()
                    while True:
                        message = await line.get_message(timeout=5.0)
                        if message is not None and message["type"] == "message":
                            self._heard(message["data"])
            except (RedisError, OSError, TimeoutError, CutOff) as error:
                log.warning("news from redis stopped", why=str(error))
                await asyncio.sleep(0.2)
            except Exception:
                log.exception("news from redis failed")
                await asyncio.sleep(1.0)

    def _heard(self, data: bytes) -> None:
        sender, _, news = data.partition(b"\n")
        if sender.decode() != self.name:
            self._hear(decode(news))

    async def stop_listening(self) -> None:
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.cancel()
            await asyncio.wait([listener], timeout=PATIENCE)

    async def close(self) -> None:
        await self.stop_listening()
        with suppress(RedisError, OSError, TimeoutError):
            await self._redis.aclose()


_HASHES: dict[type, str] = {TablePrint: "prints", TableLook: "looks"}


def _read(listed: dict[bytes, bytes], kind: type[Any]) -> dict[str, Any]:
    read = {table.decode(): decode(data) for table, data in listed.items()}
    return {table: each for table, each in read.items() if isinstance(each, kind)}
