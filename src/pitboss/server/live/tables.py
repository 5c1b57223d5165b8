"""The live room: every table with its owner and hub, the lobby, the waiting lists and the bots.

The HTTP side and the sockets use it for everything that concerns more than one table.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, TypeAlias, TypeVar

from pitboss import spread
from pitboss.deal.deal import Mixer
from pitboss.errors import PitbossError
from pitboss.room import commands, messages
from pitboss.room.default_room import DefaultRoom, OpeningTable
from pitboss.room.journal import JournalError
from pitboss.room.lists import Lists
from pitboss.room.messages import encode
from pitboss.room.people import Person
from pitboss.room.room import Room
from pitboss.room.slips import Slip
from pitboss.room.table import host
from pitboss.room.table.outcome import Refused
from pitboss.room.table.shoe import Shoe
from pitboss.room.table.table import Table
from pitboss.server.background import DayTurn
from pitboss.server.cluster import news
from pitboss.server.live.bots import BotRunner
from pitboss.server.live.clock import Alarm, ServerClock
from pitboss.server.live.hub import Hub
from pitboss.server.live.lobby import LobbyFeed
from pitboss.server.live.membership import Membership
from pitboss.server.live.owner import Owner
from pitboss.server.live.paging import Paging
from pitboss.server.live.transport import Client
from pitboss.server.live.wire import NewTable, OpenedTable
from pitboss.server.metrics import Latency
from pitboss.storage.storage import Storage

AnswerT = TypeVar("AnswerT")

SILENCE = 6.0
"""Seconds without a message after which a client that pings counts as dead."""
ROOM = Person("room", "bot", frozenset({"floor"}))
"""The person who opens the default tables."""
SETTINGS = ("private", "spectators", "fills", "dealer", "signatures", "jurisdiction", "coach", "chat")
"""Settings that the person who opens a table chooses."""


class NotWelcome(PitbossError):
    """A table that does not exist, or that this person may not enter; the socket is closed with ``code``."""

    def __init__(self, why: str, code: int = messages.POLICY) -> None:
        super().__init__(why)
        self.code = code


class Seated:
    """A table that a socket has joined."""

    def __init__(self, room: Room, paging: Paging, owner: Owner) -> None:
        self.room, self.paging, self.owner = room, paging, owner
        self.join, self.part, self.sync = owner.join, owner.part, owner.sync

    def ask(self, command: commands.TableCommand, client: Client) -> None:
        """Hand a command to the room if it concerns more than this table, otherwise to the table."""
        if isinstance(command, commands.JoinList | commands.MoveTo | commands.Sit):
            table = self.owner.table.id
            if self.paging.ask(command, client, table):
                return
            try:
                if isinstance(command, commands.Sit):
                    self.room.check_sit(table, client.person, command.seat)
            except PitbossError as error:
                client.send(encode(messages.Ack.refused(command.key, error)))
                return
        self.owner.ask(command, client.person, client)


Watched: TypeAlias = LobbyFeed | Seated
"""The lobby or a table that a socket watches."""


class LiveTables:
    """The room as run by one process, alone or as a member of several (``membership``).

    ``mixer`` returns a source of shuffles, ``salts`` random bytes for seals; ``settings`` apply to every table opened.
    ``house_limit`` is the limit of house games that post none. With ``rests``, tables with only bots pause; with
    ``prepares``, a bot prepares before it plays a house game exactly.
    """

    def __init__(
        self,
        store: Storage,
        clock: ServerClock,
        *,
        mixer: Callable[[], Mixer],
        membership: Membership | None = None,
        salts: Callable[[int], bytes] = os.urandom,
        default: DefaultRoom | None = None,
        settings: dict[str, Any] | None = None,
        private_each: int = 5,
        house_limit: str = "",
        rests: bool = True,
        prepares: bool = True,
    ) -> None:
        self.store, self.clock = store, clock
        self.room = Room(private_each=private_each)
        self.rests, self._private_each, self._house_limit = rests, private_each, house_limit
        self.owners: dict[str, Owner] = {}
        self.clients: set[Client] = set()
        self.latency = Latency()
        self.past_actions = 0  # of owners that are gone
        self.lobby = LobbyFeed(self)
        self.membership = membership or Membership()
        self.bots = BotRunner(self, default, prepares=prepares)
        self.paging = Paging(self)
        self._mixer, self._salts = mixer, salts
        self._default, self._settings = default, settings or {}
        self._addresses: Counter[str] = Counter()
        self._sweeper = Alarm(clock, self._sweep)
        self._day_turn = DayTurn(getattr(store, "calendar", None), lambda: self.owners.values())
        self._opening = asyncio.Lock()
        self._storing_guests: asyncio.Task[None] | None = None
        self.stopping = False
        self.membership.attach(self)

    # Starting and stopping --------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Restore every open table; at the first start, open the default room."""
        await self.store.note_calendar(self.clock.now())
        numbers = [int(id[1:]) for id in await self.store.tables.all() if id[:1] == "t" and id[1:].isdecimal()]
        number = max(numbers, default=0)
        self.room = Room(lists=Lists(await self.store.waiting.load()), number=number, private_each=self._private_each)
        await self.membership.join()
        for table, names in (await self.store.invitations.listed()).items():
            self.room.admit(table, names)
        if not number and self._default is not None and await self.membership.opens_default_room():
            for opening in self._default.tables:
                await self.open(opening, ROOM)
        self._sweep()
        for owner in self.owners.values():
            self.bots.tend(owner)
            owner.ask_bots()
        self.paging.look()

    async def stop(self) -> None:
        """Finish the current job at every table, and close every socket."""
        self.stopping = True
        self._sweeper.cancel()
        await self.membership.leave(self._stop_tables)

    async def _stop_tables(self) -> None:
        self.bots.stop()
        await asyncio.gather(*(owner.stop() for owner in self.owners.values()))
        for client in list(self.clients):
            client.close(messages.RESTART, "the server restarts")
        for owner in self.owners.values():
            owner.close(messages.RESTART, "the server restarts")

    def ready(self) -> str:
        """Why commands cannot be accepted now; empty if they can."""
        if self.stopping:
            return "the server is stopping"
        return self.membership.adrift or next((owner.ill for owner in self.owners.values() if owner.ill), "")

    def figures(self) -> dict[str, float]:
        """The room's counters by their names in the metrics."""
        writer = self.store.writer
        return {
            "sockets": len(self.clients),
            "actions": self.past_actions + sum(owner.actions for owner in self.owners.values()),
            "stored": writer.stored,
            "commits": writer.groups,
            "backlog": writer.backlog,
            **self.membership.figures(),
        }

    async def restored(self, id: str) -> Table:
        """A table as it is stored."""
        self.membership.check_owned(id)
        stored = await self.store.tables.load(id)
        shoe = Shoe(self._mixer(), self._salts)
        session = spread.restore_session(stored.record, stored.checkpoint, shuffle=shoe)
        table = host.restore(stored, session, shoe, self.clock.now())
        table.holds = {seat: hold.player for seat, hold in self.room.lists.held(id).items()}
        self.room.replace(table)
        return table

    def host(self, table: Table) -> Owner:
        """Begin to host a table."""
        owner = Owner(table, Hub(table, self.clock, self.send_to), self, self.membership.journal(table.id))
        self.room.add(table)
        self.owners[table.id] = owner
        self.lobby.changed(table.id)
        self.membership.hosted(owner)
        return owner

    # Opening and closing ----------------------------------------------------------------------------------------------

    async def open(self, opening: OpeningTable, by: Person, *, private: bool = False, **settings: Any) -> Owner:
        """Open a table."""
        shoe = Shoe(self._mixer(), self._salts)
        session = await asyncio.to_thread(
            spread.open_session,
            opening.game,
            house=opening.house,
            limit=opening.limit,
            options=opening.options,
            seats=opening.seats,
            shuffle=shoe,
            jurisdiction=settings.pop("jurisdiction", ""),
            house_limit=self._house_limit,
            on=datetime.fromtimestamp(self.clock.now(), UTC).date(),
        )
        if opening.bots > session.size:
            raise Refused(f"{opening.bots} bots have no seats at a table of {session.size}; ask for fewer.")
        spread.payout_points(session, opening.payout_limits)
        async with self._opening:
            self.room.check_open(by, private=private)
            id = await self.membership.new_id()
            config = self.room.config(
                id,
                session.sheet(),
                by,
                invite=secrets.token_urlsafe(12) if private else "",
                name=opening.name,
                bots=opening.bots,
                payout_limits=opening.payout_limits,
                **{**self._settings, **settings},
            )
            table = Table(id, config, session, shoe, self.clock.now())
            await self.membership.store_opening(host.opening(table))
            owner = self.host(table)
        self.bots.tend(owner)
        return owner

    async def open_table(self, wanted: NewTable, by: Person) -> OpenedTable:
        opening = OpeningTable(**{key: getattr(wanted, key) for key in OpeningTable.__struct_fields__})
        settings: dict[str, Any] = {key: getattr(wanted, key) for key in SETTINGS}
        times = {key: getattr(wanted, key) for key in ("rail_delay", "act", "bank")}
        settings |= {key: float(seconds) for key, seconds in times.items() if seconds is not None}
        owner = await self.open(opening, by, **settings)
        findings = owner.table.session.sheet().findings
        return OpenedTable(id=owner.table.id, invite=owner.table.config.invite, findings=findings)

    async def close_table(self, table: str, by: Person) -> None:
        owner = self._owner(table)
        await owner.call(lambda hosted, now: host.close(hosted, by, now))
        owner.ask_bots()  # they may have been resting

    async def fill(self, table: str, cents: int, by: Person) -> None:
        await self._owner(table).call(
            lambda hosted, now: host.fill(hosted, cents, by, now) if cents > 0 else host.credit(hosted, -cents, by, now)
        )

    async def paper(self, table: str, what: str, facts: dict[str, Any], by: Person) -> tuple[Slip, ...]:
        command = commands.Floor(key="", seq=0, ruling=what, facts=facts)
        outcome = await self._owner(table).call(
            lambda hosted, now: host.handle(hosted, command, by, now, admitted=True)
        )
        return outcome.change.line.slips if outcome is not None and outcome.change is not None else ()

    async def look(self, table: str, see: Callable[[Any], AnswerT]) -> AnswerT:
        """Return a person's view of a table once all its changes are stored."""
        seen: list[AnswerT] = []

        def work(hosted: Table, _: float) -> None:
            seen.append(see(hosted))

        await self._owner(table).call(work)
        return seen[0]

    def _owner(self, table: str) -> Owner:
        owner = self.owners.get(table)
        if owner is None:
            raise Refused(f"there is no table {table!r}; the lobby lists those that are open.")
        return owner

    # Reports of owners ------------------------------------------------------------------------------------------------

    def changed(self, owner: Owner) -> None:
        """Called when seats, chips or the state of a table changed."""
        self.lobby.changed(owner.table.id)
        self.membership.changed(owner)
        if owner.table.closed:  # after the player who ended it has the answer
            asyncio.get_running_loop().call_soon(self._closed, owner)
            return
        self.bots.tend(owner)
        self.paging.look()

    def _closed(self, owner: Owner) -> None:
        id = owner.table.id
        if self.owners.pop(id, None) is None:
            return
        self.past_actions += owner.actions
        owner.retire("the table is closed")
        self.membership.closed(id)
        self.paging.closed(id)

    # Sockets ----------------------------------------------------------------------------------------------------------

    def admit(self, address: str, most: int) -> bool:
        """Count a new socket of an address, if it may have one more."""
        if self.stopping or self._addresses[address] >= most:
            return False
        self._addresses[address] += 1
        return True

    def dismiss(self, address: str) -> None:
        self._addresses[address] -= 1
        if self._addresses[address] <= 0:
            del self._addresses[address]

    def watch(self, table: str, person: Person, invite: str) -> Watched:
        """Join a socket to the lobby, or to a table that this person may enter."""
        if not table:
            return self.lobby
        if self.membership.elsewhere(table):
            raise NotWelcome("the table goes on at another process", messages.RESTART)
        if table not in self.owners:
            raise NotWelcome(f"there is no table {table!r}")
        if not self.room.invite(table, person, invite):
            raise NotWelcome("this table is private: open it with the link of an invitation")
        if self.room.new_guests:
            self._storing_guests = asyncio.get_running_loop().create_task(self.keep_invitations())
        return Seated(self.room, self.paging, self.owners[table])

    async def keep_invitations(self) -> None:
        """Store who accepted an invitation; if that fails now, it is stored with the next."""
        with suppress(JournalError):
            for guest in list(self.room.new_guests):
                await self.store.invitations.add(*guest, self.clock.now())
                if guest in self.room.new_guests:
                    self.room.new_guests.remove(guest)

    def send_to(self, name: str, frame: bytes) -> None:
        """Send a message to every socket of a person."""
        self.send_here(name, frame)
        self.membership.tell(news.ToPlayer(name, frame.decode()))

    def send_here(self, name: str, frame: bytes) -> None:
        """Send a message to the sockets that a person has at this process."""
        for client in self.clients:
            if client.person.name == name:
                client.send(frame)

    async def ended(self, name: str) -> None:
        """Close the sockets of an account whose sessions ended."""
        self.close_here(name)
        self.membership.tell(news.SignedOut(name))

    def close_here(self, name: str) -> None:
        """Close the sockets that a person has at this process."""
        for client in list(self.clients):
            if client.person.name == name:
                client.close(messages.POLICY, "signed out")

    def _sweep(self) -> None:
        """Every second: close the sockets that have gone silent, and see whether the gambling day has ended."""
        now = self.clock.now()
        for client in list(self.clients):
            if client.pinged and now - client.heard > SILENCE:
                client.close(messages.TOO_SLOW, "too slow: nothing was heard for too long")
        self._day_turn.look(now)
        self._sweeper.set(now + 1.0)
