"""The membership of one of several processes: its own tables, and the known state of the others."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from math import ceil
from typing import Any, TypeVar

import structlog
from litestar import WebSocket

from pitboss.errors import PitbossError
from pitboss.room import commands, messages
from pitboss.room.journal import Journal, JournalError
from pitboss.room.line import Change
from pitboss.room.people import Person
from pitboss.server.access.limits import Failures, Limits, Rate
from pitboss.server.cluster import news
from pitboss.server.cluster.board import Board, LeasedJournal, LeaseKeeper
from pitboss.server.cluster.bulletin import Bulletin, CutOff
from pitboss.server.cluster.news import News
from pitboss.server.cluster.passing import Passing, Relay
from pitboss.server.live.clock import Tasks
from pitboss.server.live.membership import Adrift, Membership, PassedOn
from pitboss.server.live.owner import Owner
from pitboss.server.live.tables import LiveTables
from pitboss.storage.shared import Leases
from pitboss.storage.storage import Storage

log = structlog.get_logger(__name__)

AnswerT = TypeVar("AnswerT")

BEATS = 4
"""Renewals per lease."""
LATE = 1.0
"""Seconds after which any process takes a table that nobody owns, beyond its share."""
LOOK = 0.1
"""Seconds between checks that this process is not cut off while somebody waits."""
AT_ONCE = 3
"""Most tables handed over at once to processes that have fewer."""


UNHEARD = "the room's database did not answer for the length of a lease."


class Cluster(Membership):
    """The membership of a process that shares its room with others, on one PostgreSQL and one Redis.

    ``address`` is where the other processes reach this one, ``lease`` how many seconds a silent process owns a table.
    """

    def __init__(self, store: Storage, *, redis: str, address: str, lease: float = 2.0) -> None:
        self.name = f"{socket.gethostname().replace(' ', '-')}-{os.getpid()}-{secrets.token_hex(3)}"
        self.address = address
        self.shared = Leases(store, self.name)
        self.leases = LeaseKeeper(lease)
        self.passing = Passing(self, store.keys.cookie)
        self.peers: dict[str, str] = {}
        self.bulletin = Bulletin(redis, store.keys.fingerprint()[:12], self.name, self.hear)
        self.failures: dict[str, Failures] = {}  # by name; all processes count them together
        self.cut = "the room has not started yet"
        self.taken_over = 0
        self._open = 0
        self._taking: set[str] = set()
        self._hurry = asyncio.Event()
        self._tasks = Tasks("other processes were not told", CutOff, JournalError)
        self._keeping: list[asyncio.Task[None]] = []

    def attach(self, live: LiveTables) -> None:
        self.live = live
        self.board = Board(live, self.leases, self.bulletin, self.passing.moved)

    def share(self, limits: Limits) -> None:
        """Let all processes of the room count these limits together."""
        for name, limit in vars(limits).items():
            if isinstance(limit, Rate):
                limit.together = partial(self.bulletin.count, name)
            else:
                self.failures[name] = limit
                limit.tell = partial(self._tell_tried, name)

    def _tell_tried(self, limit: str, key: str, failed: float | None) -> None:
        self.tell(news.LoginTried(limit, key, failed))

    # Starting and stopping --------------------------------------------------------------------------------------------

    async def join(self) -> None:
        self.peers = await self.bulletin.alive(self.address, self.leases.seconds)  # or refuse to start
        await self.board.read_all()
        self._open = (await self.shared.renew((), 0, share=0, late=10**6)).open
        await self._beat()
        self.bulletin.listen(self._read_and_post)
        self._keeping = [asyncio.create_task(self._keep(), name="leases"), asyncio.create_task(self._watch())]

    async def opens_default_room(self) -> bool:
        return await self.shared.claim("default room")

    async def leave(self, stop_tables: Callable[[], Awaitable[None]]) -> None:
        """Park every table for another process."""
        for task in self._keeping:
            task.cancel()
        await asyncio.gather(*self._keeping, return_exceptions=True)
        tables = list(self.leases.fences)
        await stop_tables()
        self.passing.stop()
        try:
            await self.shared.give_up(tables)
            await self.bulletin.leave(self.address)
            await self.bulletin.tell(news.Released())
        except PitbossError as error:
            log.warning("tables were not handed over", why=str(error))
        await self.bulletin.close()

    @property
    def adrift(self) -> str:
        # Leases may have expired long before a lost connection is noticed.
        return self.cut or ("" if self.leases.good else UNHEARD)

    def figures(self) -> dict[str, float]:
        return {
            "leases": len(self.leases.fences) if self.leases.good else 0,
            "processes": len(self.peers),
            "tables_taken_over": self.taken_over,
            "sockets_relayed": len(self.passing.relays),
            "cut_off": int(bool(self.adrift)),
        }

    # Leases -----------------------------------------------------------------------------------------------------------

    async def _keep(self) -> None:
        """Keep renewing the leases."""
        while True:
            self._hurry.clear()  # before the beat: news during it may come too late for it
            try:
                await self._beat()
            except (CutOff, JournalError) as error:
                if not self.cut:
                    log.warning("cut off", why=str(error))
                self.cut = str(error)
                await self.bulletin.stop_listening()
            except Exception:
                log.exception("leases were not renewed")
            with_timeout = asyncio.wait_for(self._hurry.wait(), self.leases.seconds / BEATS)
            await asyncio.gather(with_timeout, return_exceptions=True)

    async def _beat(self) -> None:
        """Announce that this process is alive, renew its leases, take over free tables and hand over a surplus.

        A process that cannot reach Redis renews nothing: players would not find it, so others take its tables over. One
        that could not renew its leases is not counted as alive until it can, or the others would wait for it to take
        its share.
        """
        self.peers = await self.bulletin.alive(self.address, 0.0 if self.cut else self.leases.seconds)
        share = self._share()
        asked, sent = frozenset(self.leases.fences), self.leases.now()
        report = await self.shared.renew(asked, self.leases.seconds, share=share, late=LATE)
        if self.leases.now() - sent >= self.leases.seconds:
            return  # answered so late that another may own them all
        self.leases.renewed(report, asked, sent)
        self._open = report.open
        if self.cut:
            self.cut = ""
            self._hurry.set()  # to be counted as alive again
            log.info("joined the room", process=self.name, peers=len({self.name, *self.peers}))
            if self._keeping:
                self.bulletin.listen(self._read_and_post)
        fences = self.leases.fences
        for table in [table for table, owner in self.live.owners.items() if owner.stopped or table not in fences]:
            self._let_go(table)
        for table in report.taken:
            self._taking.add(table)
            self._tasks.start(self._take_over(table))
        await self._give_back(
            [table for table in report.kept if table not in self.live.owners and table not in self._taking]
        )
        await self._hand_over(len(self.live.owners) - self._share())
        await self.board.post(list(self.live.owners), all=True)

    async def _give_back(self, tables: list[str]) -> None:
        """Give up tables that were released while their leases were being renewed, or whose owner had ended before.

        An owner ends if it has to store something just after its lease expired, even if the lease is renewed a moment
        later. A commit of such a table may still be running. It must not arrive after the table was restored, here or
        elsewhere, so the next owner takes the table under a new number.
        """
        for table in tables:
            self.leases.fences.pop(table, None)
        if tables:
            await self.shared.give_up(tables)

    def _share(self) -> int:
        """The number of tables per process if they are spread evenly."""
        return ceil(self._open / len({self.name, *self.peers}))

    async def _watch(self) -> None:
        """Release every table when the leases expire, whatever the database is doing meanwhile."""
        while True:
            await asyncio.sleep(self.leases.seconds / BEATS / 2)
            if not self.leases.good:
                for table in list(self.live.owners):
                    self._let_go(table)
                self.live.lobby.send_away(messages.RESTART, "the room goes on at another process")

    async def _take_over(self, table: str) -> None:
        try:
            restored = await self.live.restored(table)
        except Exception as error:
            tell = log.warning if isinstance(error, JournalError) else log.exception
            tell("table was not taken over", table=table, why=str(error))
            self.leases.fences.pop(table, None)
            return
        finally:
            self._taking.discard(table)
        if restored.closed:
            self.leases.fences.pop(table, None)
        elif table in self.leases.fences and self.leases.good and not self.live.stopping:
            owner = self.live.host(restored)
            self.taken_over += 1
            self.live.bots.tend(owner)
            owner.ask_bots()
            self.live.paging.look()

    def _let_go(self, table: str) -> None:
        """Stop serving a table at once; its players are told to reconnect, and find it at its new owner."""
        owner = self.live.owners.pop(table, None)
        self.leases.fences.pop(table, None)
        if owner is not None:
            self.board.let_go(owner)
            self.live.past_actions += owner.actions
            owner.retire("the table goes on at another process", messages.RESTART)

    async def _hand_over(self, surplus: int) -> None:
        """Release some tables to processes that have fewer; tables with people only if the surplus is large."""
        if surplus <= 0:
            return
        order = sorted(self.live.owners, key=lambda table: len(self.live.owners[table].hub.clients))
        tables = order[: min(surplus, AT_ONCE)]
        if surplus <= AT_ONCE:
            tables = [table for table in tables if not self.live.owners[table].hub.clients]
        if not tables:
            return
        parked = [self.live.owners[table] for table in tables]
        await asyncio.gather(*(owner.stop() for owner in parked))
        for table in tables:
            self._let_go(table)
        await self.shared.give_up(tables)
        await self.bulletin.tell(news.Released())

    # Tables -----------------------------------------------------------------------------------------------------------

    async def new_id(self) -> str:
        return f"t{await self.bulletin.next_number(self.live.room.number)}"

    async def store_opening(self, change: Change) -> None:
        if self.cut:
            raise PitbossError(f"no table can be opened now: {self.cut}")
        self.leases.fences[change.table] = await self.shared.open_owned(change, self.leases.seconds)

    def check_owned(self, table: str) -> None:
        self.leases.fence(table)

    def journal(self, table: str) -> Journal:
        return LeasedJournal(self.live.store, self.leases, self.leases.fences[table])

    def hosted(self, owner: Owner) -> None:
        self.board.host(owner)
        self.live.room.sort()
        self.changed(owner)

    def changed(self, owner: Owner) -> None:
        self._tasks.start(self.board.post([owner.table.id]))

    def closed(self, table: str) -> None:
        self.leases.fences.pop(table, None)
        self.board.forget(table)
        self._tasks.start(self._forget(table))

    async def _forget(self, table: str) -> None:
        await self.bulletin.forget(table)
        await self.bulletin.tell(news.TableGone(table))

    def elsewhere(self, table: str) -> bool:
        return table in self.live.room.tables and table not in self.live.owners

    # News -------------------------------------------------------------------------------------------------------------

    def tell(self, *told: News) -> None:
        """Tell the other processes, soon."""
        self._tasks.start(self.bulletin.tell(*told))

    def hear(self, told: News) -> None:
        """Act on news of another process."""
        live, board = self.live, self.board
        if isinstance(told, news.TableLook):
            board.learn(told)
        elif isinstance(told, news.TablePrint):
            board.learn_print(told)
        elif isinstance(told, news.TableGone):
            board.gone(told.table)
        elif isinstance(told, news.LeaveFor):
            if told.table in live.owners:
                live.owners[told.table].ask(commands.Leave(), Person(told.player, told.kind))
        elif isinstance(told, news.LoginTried):
            if told.limit in self.failures:
                self.failures[told.limit].hear(told.key, told.failed)
        elif isinstance(told, news.ToPlayer):
            live.send_here(told.name, told.frame.encode())
        elif isinstance(told, news.SignedOut):
            live.close_here(told.name)
        elif isinstance(told, news.ListsChanged):
            self._tasks.start(live.paging.refresh())
        else:
            self._hurry.set()

    async def _read_and_post(self) -> None:
        """After reconnecting to the bulletin board, read the posts and post our tables."""
        await self.board.read_all()
        await self.live.paging.refresh()
        await self.board.post_all()
        self._hurry.set()

    async def unless_adrift(self, work: Awaitable[AnswerT]) -> AnswerT:
        task = asyncio.ensure_future(work)
        try:
            while not self.adrift:
                done, _ = await asyncio.wait([task], timeout=LOOK)
                if done:
                    return task.result()
        finally:
            task.cancel()
        raise Adrift(f"this process is cut off ({self.adrift}); reconnect to be served by another one.")

    def is_peer(self, headers: Mapping[str, str]) -> bool:
        return self.passing.proof.is_peer(headers)

    async def relay_for(self, websocket: WebSocket[Any, Any, Any]) -> Relay | None:
        return await self.passing.relay_for(websocket)

    async def pass_on(self, address: str, cookie: str, method: str, target: str, body: bytes) -> PassedOn | None:
        return await self.passing.pass_on(address, cookie, method, target, body)
