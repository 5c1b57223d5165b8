"""The live room as one of several processes runs it: the tables it owns, and what it knows of the others'."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from collections.abc import Awaitable, Coroutine, Mapping
from math import ceil
from typing import Any, TypeVar

import structlog
from litestar import WebSocket

from pitboss.errors import PitbossError
from pitboss.room import commands, messages
from pitboss.room.journal import Journal, JournalError
from pitboss.room.line import Change
from pitboss.room.people import Person
from pitboss.room.table.table import Table
from pitboss.server.cluster import news
from pitboss.server.cluster.board import Board
from pitboss.server.cluster.bulletin import Bulletin, CutOff
from pitboss.server.cluster.lease_keeper import LeasedJournal, LeaseKeeper
from pitboss.server.cluster.limits import SharedFailures
from pitboss.server.cluster.news import News
from pitboss.server.cluster.paging import SharedPaging
from pitboss.server.cluster.passing import Passing
from pitboss.server.cluster.relay import Relay
from pitboss.server.live.clock import ServerClock
from pitboss.server.live.figures import LiveFigures
from pitboss.server.live.owner import Owner
from pitboss.server.live.tables import Adrift, LiveTables, NotWelcome
from pitboss.server.live.watched import Watched
from pitboss.storage.shared import Leases
from pitboss.storage.storage import Storage

log = structlog.get_logger(__name__)

AnswerT = TypeVar("AnswerT")

BEATS = 4
"""Renewals in the length of a lease."""
LATE = 1.0
"""Seconds after which any process takes a table that nobody owns, beyond its share."""
LOOK = 0.1
"""Seconds between looks whether somebody waits in vain."""
AT_ONCE = 3
"""Tables handed over at a time to processes that have fewer."""


UNHEARD = "the room's database did not answer for the length of a lease."


class Elsewhere(NotWelcome):
    """A table that this process does not have now: its player comes again, and is led to the one that has it."""

    code = messages.RESTART


class ClusterTables(LiveTables):
    """The room as one of several processes on one PostgreSQL and one Redis runs it.

    ``address`` is where the other processes reach this one, ``lease`` how many seconds a table is owned without a word.
    """

    paging: SharedPaging
    store: Storage

    def __init__(
        self, store: Storage, clock: ServerClock, *, redis: str, address: str, lease: float = 2.0, **settings: Any
    ) -> None:
        super().__init__(store, clock, **settings)
        self.name = f"{socket.gethostname().replace(' ', '-')}-{os.getpid()}-{secrets.token_hex(3)}"
        self.address = address
        self.shared = Leases(store, self.name)
        self.leases = LeaseKeeper(lease)
        self.bulletin = Bulletin(redis, store.keys.fingerprint()[:12], self.name, lambda told: self.board.hear(told))
        self.passing = Passing(self, store.keys.cookie)
        self.paging = SharedPaging(self)
        self.peers: dict[str, str] = {}
        self.failures: dict[str, SharedFailures] = {}
        self.cut = "the room has not started yet"
        self.taken_over = 0
        self._open = 0
        self._taking: set[str] = set()
        self.board = Board(self)
        self._hurry = asyncio.Event()
        self._work: set[asyncio.Task[Any]] = set()
        self._keeping: list[asyncio.Task[None]] = []

    # Starting and stopping --------------------------------------------------------------------------------------------

    async def _host_all(self) -> None:
        self.peers = await self.bulletin.alive(self.address, self.leases.seconds)  # or refuse to start
        await self.board.read_all()
        self._open = (await self.shared.renew((), 0, share=0, late=10**6)).open
        await self._beat()
        self.bulletin.listen(self._read_and_post)
        self._keeping = [asyncio.create_task(self._keep(), name="leases"), asyncio.create_task(self._watch())]

    async def _opens_default_room(self) -> bool:
        return await self.shared.claim("default room")

    async def stop(self) -> None:
        """Park every table for another process, and close every socket."""
        self._stopping = True
        for task in self._keeping:
            task.cancel()
        await asyncio.gather(*self._keeping, return_exceptions=True)
        tables = list(self.leases.fences)
        await super().stop()
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
        """Why this process can own no table now; empty if it can.

        Its leases may have run out long before a silent line is known to be cut.
        """
        return self.cut or ("" if self.leases.good else UNHEARD)

    def ready(self) -> str:
        return self.adrift if self.adrift and not self._stopping else super().ready()

    def figures(self) -> LiveFigures:
        return (
            super()
            .figures()
            ._replace(
                leases=len(self.leases.fences) if self.leases.good else 0,
                peers=len(self.peers),
                taken_over=self.taken_over,
                relays=len(self.passing.relays),
                cut=bool(self.adrift),
            )
        )

    # Leases -----------------------------------------------------------------------------------------------------------

    async def _keep(self) -> None:
        """Renew the leases again and again."""
        while True:
            self._hurry.clear()  # before the beat: what is told during it may come too late for it
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
        """Say that this process lives, renew its leases, take over tables nobody owns, hand over what is too many.

        A process that cannot reach Redis renews nothing: players would not find it, so others take its tables over. One
        that could not renew its leases is not counted among the living until it can, or the others would wait for it to
        take its share.
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
            self._back()
        fences = self.leases.fences
        for table in [table for table, owner in self.owners.items() if owner.stopped or table not in fences]:
            self._let_go(table)
        for table in report.taken:
            self._taking.add(table)
            self._start(self._take_over(table))
        await self._give_back(
            [table for table in report.kept if table not in self.owners and table not in self._taking]
        )
        await self._hand_over(len(self.owners) - self._share())
        await self.board.post(list(self.owners), all=True)

    async def _give_back(self, tables: list[str]) -> None:
        """Give up tables that were let go while their leases were being renewed, or whose owner had ended before.

        An owner ends when it has to store something just after its lease ran out, though it is renewed a moment later.
        A commit of theirs may still be under way. It must not come after the table was restored, here or elsewhere, so
        its next owner takes it under a new number.
        """
        for table in tables:
            self.leases.drop(table)
        if tables:
            await self.shared.give_up(tables)

    def _share(self) -> int:
        """The number of tables per process if they are spread evenly."""
        return ceil(self._open / len({self.name, *self.peers}))

    def _back(self) -> None:
        self.cut = ""
        self._hurry.set()  # to be counted among the living again
        log.info("joined the room", process=self.name, peers=len({self.name, *self.peers}))
        if self._keeping:
            self.bulletin.listen(self._read_and_post)

    async def _watch(self) -> None:
        """Let go of every table when the leases run out, whatever the database is doing meanwhile."""
        while True:
            await asyncio.sleep(self.leases.seconds / BEATS / 2)
            if not self.leases.good:
                for table in list(self.owners):
                    self._let_go(table)
                self.lobby.send_away(messages.RESTART, "the room goes on at another process")

    async def _take_over(self, table: str) -> None:
        try:
            restored = await self._restored(table)
        except JournalError as error:
            log.warning("table was not taken over", table=table, why=str(error))
            self.leases.drop(table)
            return
        except Exception:
            log.exception("table was not taken over", table=table)
            self.leases.drop(table)
            return
        finally:
            self._taking.discard(table)
        if restored.closed:
            self.leases.drop(table)
        elif table in self.leases.fences and self.leases.good and not self._stopping:
            owner = self._host(restored)
            self.taken_over += 1
            self.bots.tend(owner)
            owner.ask_bots()
            self.paging.look()

    def _let_go(self, table: str) -> None:
        """Stop serving a table at once: its players are told to come again, and find it where it then is."""
        owner = self.owners.pop(table, None)
        self.leases.drop(table)
        if owner is not None:
            self.board.let_go(owner)
            self.past_actions += owner.actions
            owner.retire("the table goes on at another process", messages.RESTART)

    async def _hand_over(self, surplus: int) -> None:
        """Let go of some tables for processes that have fewer; of those where somebody is only if they are many."""
        if surplus <= 0:
            return
        order = sorted(self.owners, key=lambda table: len(self.owners[table].hub.clients))
        tables = order[: min(surplus, AT_ONCE)]
        if surplus <= AT_ONCE:
            tables = [table for table in tables if not self.owners[table].hub.clients]
        if not tables:
            return
        parked = [self.owners[table] for table in tables]
        await asyncio.gather(*(owner.stop() for owner in parked))
        for table in tables:
            self._let_go(table)
        await self.shared.give_up(tables)
        await self.bulletin.tell(news.Released())

    async def _restored(self, id: str) -> Table:
        self.leases.fence(id)
        return await super()._restored(id)

    # Opening and closing ----------------------------------------------------------------------------------------------

    async def _new_id(self) -> str:
        return f"t{await self.bulletin.next_number(self.room.number)}"

    async def _store_opening(self, change: Change) -> None:
        if self.cut:
            raise PitbossError(f"no table can be opened now: {self.cut}")
        fence = await self.shared.open_owned(change, self.leases.seconds)
        self.leases.opened(change.table, fence)

    def _journal(self, table: str) -> Journal:
        return LeasedJournal(self.store, self.leases, self.leases.fences[table])

    def _host(self, table: Table) -> Owner:
        owner = super()._host(table)
        self.board.host(owner)
        self.room.sort()
        self._start(self.board.post([table.id]))
        return owner

    def changed(self, owner: Owner) -> None:
        super().changed(owner)
        self._start(self.board.post([owner.table.id]))

    def _remove(self, table: str) -> None:
        self.leases.drop(table)
        self.board.forget(table)
        self._start(self._forget(table))

    async def _forget(self, table: str) -> None:
        self.paging.freed(await self.paging.change(lambda: self.room.remove(table)))
        await self.bulletin.forget(table)
        await self.bulletin.tell(news.TableGone(table))

    def sat(self, owner: Owner, person: Person) -> None:
        self._start(self._sat(owner.table, person))

    async def _sat(self, table: Table, person: Person) -> None:
        seats = table.session.seats_of(person.name)
        left = await self.paging.change(lambda: self.room.sat(table.id, person.name, seats[-1] if seats else 0))
        for id in left:
            if id in self.owners:
                self.owners[id].ask(commands.Leave(), person)
            else:
                await self.bulletin.tell(news.LeaveFor(id, person.name, person.kind))
        self.paging.look()

    # News -------------------------------------------------------------------------------------------------------------

    def tell(self, *told: News) -> None:
        """Tell the other processes, soon."""
        self._start(self.bulletin.tell(*told))

    def hear(self, told: News) -> None:
        """Act on news of another process that is not about a table."""
        if isinstance(told, news.ToPlayer):
            super().send_to(told.name, told.frame.encode())
        elif isinstance(told, news.SignedOut):
            self._start(super().ended(told.name))
        elif isinstance(told, news.ListsChanged):
            self._start(self.paging.refresh())
        else:
            self._hurry.set()

    async def _read_and_post(self) -> None:
        """After reconnecting to the bulletin board, read what is posted, and post what is ours."""
        await self.board.read_all()
        await self.paging.refresh()
        await self.board.post_all()
        self._hurry.set()

    # Sockets and requests ---------------------------------------------------------------------------------------------

    def watch(self, table: str, person: Person, invite: str) -> Watched:
        if table and table not in self.owners and table in self.room.tables:
            raise Elsewhere("the table goes on at another process")
        return super().watch(table, person, invite)

    async def unless_adrift(self, work: Awaitable[AnswerT]) -> AnswerT:
        task = asyncio.ensure_future(work)
        try:
            while not self.adrift:
                done, _ = await asyncio.wait([task], timeout=LOOK)
                if done:
                    return task.result()
        finally:
            task.cancel()
        raise Adrift(f"this process is cut off ({self.adrift}); come again, and another one serves you.")

    async def relay_for(self, websocket: WebSocket[Any, Any, Any]) -> Relay | None:
        return await self.passing.relay_for(websocket)

    def is_peer(self, headers: Mapping[str, str]) -> bool:
        return self.passing.is_peer(headers)

    def send_to(self, name: str, frame: bytes) -> None:
        super().send_to(name, frame)
        self.tell(news.ToPlayer(name, frame.decode()))

    async def ended(self, name: str) -> None:
        await super().ended(name)
        self.tell(news.SignedOut(name))

    def _start(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.get_running_loop().create_task(_logged(work))
        self._work.add(task)
        task.add_done_callback(self._work.discard)


async def _logged(work: Coroutine[Any, Any, Any]) -> None:
    try:
        await work
    except (CutOff, JournalError) as error:
        log.warning("other processes were not told", why=str(error))
    except Exception:
        log.exception("news failed")
