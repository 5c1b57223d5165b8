"""The bulletin board in Redis: which processes there are, how the tables look, and news as it happens.

Nothing in it has to last: an empty Redis is filled again by the processes that use it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import structlog
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from pitboss.deal.session_view import SeatView
from pitboss.deal.table_layout import AnyLayout
from pitboss.deal.table_sheet import TableSheet
from pitboss.errors import PitbossError
from pitboss.room.config import TableConfig
from pitboss.room.table.table import Table
from pitboss.server.cluster.lease_keeper import LeaseKeeper
from pitboss.server.cluster.news import News, TableLook, TablePrint, decode, encode
from pitboss.server.live.owner import Owner
from pitboss.server.live.tables import LiveTables

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
    """Redis as one process of a room uses it: ``room`` keeps rooms apart that share it, ``name`` is this process."""

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
        """This process ends."""
        await self._ask(self._redis.zrem(self._key("alive"), f"{self.name} {address}"))

    async def next_number(self, known: int) -> int:
        """The number of a new table, which no other process gets."""
        return int(await self._ask(self._redis.eval(_NUMBER, 1, self._key("number"), known)))

    async def wait(self, rate: str, most: int, span: float) -> float:
        """Take one request of a rate; 0 if it is allowed, otherwise the seconds until the next one is."""
        return float(await self._ask(self._redis.eval(_RATE, 1, self._key(f"rate:{rate}"), most, span)))

    # News -------------------------------------------------------------------------------------------------------------

    async def tell(self, *news: News) -> None:
        """Tell every process."""
        async with self._redis.pipeline(transaction=False) as pipe:
            for each in news:
                data = encode(each)
                if isinstance(each, TableLook | TablePrint):
                    pipe.hset(self._key(_HASHES[type(each)]), each.table, data)
                pipe.publish(self._key("news"), f"{self.name}\n".encode() + data)
            await self._ask(pipe.execute())

    async def forget(self, table: str) -> None:
        """A table is closed."""
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
        """Hear news from now on; ``ready`` is called when the connection stands, and again whenever it was lost."""
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


@dataclass(frozen=True)
class MirroredSession:
    """The part of a session that the room uses (:class:`~pitboss.room.room.SeatedSession`)."""

    size: int
    seats: dict[int, SeatView]
    done: bool
    _print: TablePrint

    def sheet(self) -> TableSheet:
        return self._print.sheet

    def printed(self) -> AnyLayout:
        return self._print.printed


@dataclass(frozen=True)
class MirroredTable:
    """A table of another process; implements :class:`~pitboss.room.room.Hosted`."""

    id: str
    config: TableConfig
    session: MirroredSession
    state: TableLook

    @property
    def average_pot(self) -> int:
        return self.state.pot


def mirrored(print: TablePrint, look: TableLook) -> MirroredTable:
    """A table as another process posted it."""
    session = MirroredSession(print.size, look.seats, look.done, print)
    return MirroredTable(look.table, print.config, session, look)


def print_of(table: Table) -> TablePrint:
    """The post about a table of this process that is made once."""
    session = table.session
    return TablePrint(
        table=table.id, size=session.size, config=table.config, sheet=session.sheet(), printed=session.printed()
    )


def look_of(table: Table, owner: str, fence: int, invited: frozenset[str]) -> TableLook:
    """The post about the present state of a table of this process."""
    state, session = table.state, table.session
    return TableLook(
        table=table.id,
        owner=owner,
        fence=fence,
        seats=dict(session.seats),
        done=session.done,
        people=state.people,
        moving=state.moving,
        leaving=state.leaving,
        paused=state.paused,
        closing=state.closing,
        pot=table.average_pot,
        invited=tuple(sorted(invited)) if table.config.private else (),
    )


POSTED_AGAIN = 10.0
"""Seconds between two times that everything is posted again, should Redis have lost it."""


class Board:
    """The tables of a room as the process ``name`` posts its own and reads the others'.

    ``moved`` is called with a table of another process and its new owner.
    """

    def __init__(self, live: LiveTables, name: str, leases: LeaseKeeper, bulletin: Bulletin) -> None:
        self.live, self.name, self.leases, self.bulletin = live, name, leases, bulletin
        self.moved: Callable[[str, str], None] = lambda table, owner: None
        self._prints: dict[str, TablePrint] = {}
        self._looks: dict[str, TableLook] = {}  # of tables of other processes
        self._told: dict[str, TableLook] = {}
        self._all_told = 0.0

    def owner_of(self, table: str) -> str:
        """The name of the process that has a table of another process; empty if that is not known."""
        look = self._looks.get(table)
        return look.owner if look is not None else ""

    def fence_of(self, table: str) -> int:
        """The fencing number under which another process has a table, as far as known."""
        look = self._looks.get(table)
        return look.fence if look is not None else 0

    # Posting ----------------------------------------------------------------------------------------------------------

    def host(self, owner: Owner) -> None:
        """This process owns a table now."""
        table = owner.table
        known = self._looks.pop(table.id, None)
        if known is not None:
            self.live.room.admit(table.id, known.invited)
        self._prints[table.id] = print_of(table)

    def let_go(self, owner: Owner) -> None:
        """This process lost a table; as far as it knows, nobody owns it."""
        table = owner.table
        self._told.pop(table.id, None)
        self._looks[table.id] = look_of(table, "", 0, self.live.room.invited(table.id))
        self.live.room.replace(mirrored(self._prints[table.id], self._looks[table.id]))

    def forget(self, table: str) -> None:
        """A table is closed."""
        for known in (self._prints, self._looks, self._told):
            known.pop(table, None)

    async def post(self, tables: list[str], *, all: bool = False) -> None:
        """Post the looks of these tables of ours where they changed; now and then, of ``all``, everything again."""
        live, leases, told = self.live, self.leases, list[News]()
        again = all and leases.now() > self._all_told + POSTED_AGAIN
        for table in tables:
            if table not in live.owners or table not in leases.fences:
                continue
            look = look_of(live.owners[table].table, self.name, leases.fences[table], live.room.invited(table))
            if again or table not in self._told:
                told.append(self._prints[table])
            if again or self._told.get(table) != look:
                told.append(look)
                self._told[table] = look
        if again:
            self._all_told = leases.now()
        if told:
            try:
                await self.bulletin.tell(*told)
            except CutOff:  # once it is back
                for table in tables:
                    self._told.pop(table, None)

    async def post_all(self) -> None:
        """Post all tables of this process, as on a new bulletin board."""
        self._told.clear()
        await self.post(list(self.live.owners))

    # Reading ----------------------------------------------------------------------------------------------------------

    async def read_all(self) -> None:
        """Read everything that is posted."""
        prints, looks = await self.bulletin.posted()
        for table, look in looks.items():
            if table in prints:
                self.learn_print(prints[table])
                self.learn(look)

    def gone(self, table: str) -> None:
        """A table of another process is closed."""
        if table not in self.live.owners:
            self.forget(table)
            self.live.room.forget(table)
            self.live.lobby.changed(table)

    def learn_print(self, told: TablePrint) -> None:
        """Note the constant part of a table of another process."""
        if told.table not in self.live.owners:
            self._prints[told.table] = told

    def learn(self, look: TableLook) -> None:
        """Note the present look of a table of another process."""
        table, room = look.table, self.live.room
        known = self._looks.get(table)
        if table in self.live.owners or table not in self._prints or (known is not None and look.fence < known.fence):
            return
        self._looks[table] = look
        hosted = mirrored(self._prints[table], look)
        if table in room.tables:
            room.replace(hosted)
        else:
            room.add(hosted)
            room.sort()
        room.admit(table, look.invited)
        self.live.lobby.changed(table)
        if known is not None and known.owner != look.owner:
            self.moved(table, look.owner)
